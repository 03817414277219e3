import type { PayloadOf } from '@portico/contract/call'
import { getUserInfo, login, logout } from '@portico/contract/calls/identity'
import type { PageState } from '@portico/contract/page'
import { parseHost } from '@portico/rules/environment/host'
import { signInMethod } from '@portico/rules/oauth/sign-in-method'
import { redirectOf } from '@portico/rules/redirects/redirects'
import { roleOf } from '@portico/rules/roles'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { stubAnswer } from '../api/stub-mode.ts'
import { forgetPasswordSet } from '../session/password-marker.ts'
import { keepRating, readRatings } from '../session/rating-info.ts'
import { storeUserData, toUserData } from '../session/user-data.ts'
import { clearSession } from '../sign-out/clear-session.ts'
import type { SignInCredentials } from './credentials.ts'

export interface SignInPlace {
  /** Where someone signs in: how, and where the redirect rules lead, goes by it. */
  readonly page: Pick<PageState, 'brand' | 'project' | 'redirects'>
  /** The redirect rules are not run. */
  readonly noRedirect?: boolean
}

export interface SignInRequest extends SignInCredentials, SignInPlace {}

export type SignInOutcome = 'signed-in' | 'forced-password'

/**
 * Signs in, keeps the user record for the life of the tab and runs the redirect rules (SI-2, SI-4, SI-5). A person whom they
 * lead away is signed out of this place and goes there; the promise never settles then, so that nothing more is loaded. A
 * session that must change its password first may not ask for more (SI-7). Throws ApiError with the code of the refusal (ER).
 */
export async function signIn(request: SignInRequest): Promise<SignInOutcome> {
  const byToken = signInMethod(request.page.project) === 'token' && stubAnswer() === null
  return conclude((byToken && (await tokenSignIn(request))) || (await serviceSignIn(request)), request)
}

/** What follows the answer of the service, however the person has signed in. */
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
  storeUserData(toUserData(user))
  const elsewhere = noRedirect ? null : addressElsewhere(page, signedIn.userRole, user)
  if (elsewhere !== null) await leaveFor(elsewhere)
  await keepRating(page.brand, ratings)
  return 'signed-in'
}

interface SignedIn {
  /** As the sign-in names it. */
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

/** No token is given before these are done with, and it is the service that leads there. */
const needsService: readonly string[] = ['PASSWORD-CHANGE-REQUIRED', 'invalid_grant_second_factor']

/** Null where the service has to sign in instead. */
async function tokenSignIn(request: SignInRequest): Promise<SignedIn | null> {
  const { signInByToken } = await import('../session/token-sign-in.ts')
  try {
    return { userRole: await signInByToken(request) }
  } catch (error) {
    if (error instanceof ApiError && needsService.includes(error.code)) return null
    throw error
  }
}

/** The same table that the server runs before it sends a page (RO-3). */
function addressElsewhere(
  { project, redirects }: SignInRequest['page'],
  userRole: string | null,
  { type, zipCode, market }: PayloadOf<typeof getUserInfo>,
): string | null {
  if (redirects === null) return null
  const role = roleOf({ userRole, zipCode })
  const target = redirectOf({ host: parseHost(location.host), project }, { role, actorType: type.actorType, market })
  return target && redirects[target]
}

async function leaveFor(address: string): Promise<never> {
  // Should it fail, the server leads away from the next page and ends the session then.
  await api.call(logout).catch(() => {})
  await clearSession()
  location.replace(address)
  return new Promise(() => {})
}
