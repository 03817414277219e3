import type { PayloadOf } from '@portico/contract/call'
import { getUserInfo, login, logout } from '@portico/contract/calls/identity'
import type { PageState } from '@portico/contract/page'
import { parseHost } from '@portico/rules/environment/host'
import { signInMethod } from '@portico/rules/oauth/sign-in-method'
import { findRedirect } from '@portico/rules/redirects/redirects'
import { findRole } from '@portico/rules/roles'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { stubAnswer } from '../../base/api/stub-mode.ts'
import { forgetPasswordSet } from '../../session/session/password-marker.ts'
import { keepRating, readRatings } from '../../session/session/rating-info.ts'
import { storeUserData } from '../../session/session/user-data.ts'
import { clearSession } from '../../session/sign-out/clear-session.ts'
import type { SignInCredentials } from './credentials.ts'

export interface SignInPlace {
  /** The page where someone signs in; it determines how, and where the redirect rules lead. */
  readonly page: Pick<PageState, 'brand' | 'project' | 'redirects'>
  /** Whether to skip the redirect rules. */
  readonly noRedirect?: boolean
}

export interface SignInRequest extends SignInCredentials, SignInPlace {}

export type SignInOutcome = 'signed-in' | 'forced-password'

/**
 * Signs in, stores the user record for the life of the browser tab and applies the redirect rules (SI-2, SI-4, SI-5). If they lead
 * elsewhere, the person is signed out here and sent there; the promise then never settles, so that nothing more is loaded. A
 * session that must change its password first may do nothing else (SI-7). Throws ApiError with the code of the refusal (ER).
 */
export async function signIn(request: SignInRequest): Promise<SignInOutcome> {
  const byToken = signInMethod(request.page.project) === 'token' && stubAnswer() === null
  return conclude((byToken && (await tokenSignIn(request))) || (await serviceSignIn(request)), request)
}

/** Continues after the service's answer, whichever way the person has signed in. */
export function concludeSignIn(answer: PayloadOf<typeof login>, place: SignInPlace): Promise<SignInOutcome> {
  return conclude(readAnswer(answer), place)
}

async function conclude(
  signedIn: SignedIn | 'password-due',
  { page, noRedirect = false }: SignInPlace,
): Promise<SignInOutcome> {
  forgetPasswordSet()
  if (signedIn === 'password-due') return 'forced-password'
  const [user, ratings] = await Promise.all([api.call(getUserInfo), readRatings(page.brand)])
  storeUserData(user.logonId)
  const elsewhere = noRedirect ? null : addressElsewhere(page, signedIn.userRole, user)
  if (elsewhere !== null) await leaveFor(elsewhere)
  await keepRating(page.brand, ratings)
  return 'signed-in'
}

interface SignedIn {
  /** As given by the sign-in. */
  readonly userRole: string | null
}

async function serviceSignIn({ loginId, password, page }: SignInRequest): Promise<SignedIn | 'password-due'> {
  const body = { brand: page.brand.code }
  return readAnswer(await api.call(login, { body, basic: { username: loginId, password } }))
}

function readAnswer(answer: PayloadOf<typeof login>): SignedIn | 'password-due' {
  if (answer.securityStrengthEnforcement === 'FORCED' || answer.tempPasswordFlag === '1') return 'password-due'
  const named = answer.contextAttribute.find(({ attributeName }) => attributeName === 'UserRole')
  return { userRole: named?.attributeValue[0]?.value[0] ?? null }
}

/** Errors that block a token until they are resolved; the service leads there. */
const needsService: readonly string[] = ['PASSWORD-CHANGE-REQUIRED', 'invalid_grant_second_factor']

/** Null if the service must do the sign-in instead. */
async function tokenSignIn(request: SignInRequest): Promise<SignedIn | null> {
  const { signInByToken } = await import('../../session/session/token-sign-in.ts')
  try {
    return { userRole: await signInByToken(request) }
  } catch (error) {
    if (error instanceof ApiError && needsService.includes(error.code)) return null
    throw error
  }
}

/** The same table that the server applies before it sends a page (RO-3). */
function addressElsewhere(
  { project, redirects }: SignInRequest['page'],
  userRole: string | null,
  { type, zipCode, market }: PayloadOf<typeof getUserInfo>,
): string | null {
  if (redirects === null) return null
  const role = findRole({ userRole, zipCode })
  const target = findRedirect({ host: parseHost(location.host), project }, { role, actorType: type.actorType, market })
  return target && redirects[target]
}

async function leaveFor(address: string): Promise<never> {
  // If this fails, the server redirects from the next page and ends the session then.
  await api.call(logout).catch(() => {})
  await clearSession()
  location.replace(address)
  return new Promise(() => {})
}
