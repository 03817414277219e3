import type { SignInPayload } from '@portico/contract/calls/identity'
import type { ErrorCode } from '@portico/contract/errors'
import { parseHost } from '@portico/rules/environment/host'
import { type Audience, rolesOfAudience } from '@portico/rules/identity/connection'
import { storeIds } from '@portico/rules/limits'
import { lastDayOfGuardian } from '@portico/rules/people/access'
import { checkConfiguredAddress } from '@portico/rules/redirects/configured-address'
import type * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { type AuditContext, audit, type Origin } from '../../platform/audit/store.ts'
import { easternDay, endOfEasternDay, isoDate } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { EndReason } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { AttemptKeys } from '../../platform/limits/attempt-statement.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { findAccountForSignIn } from '../accounts/sign-in-accounts.ts'
import type { AccountWithMember, SignInAccount } from '../accounts/sign-in-statement.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import type { CheckedAnswer } from '../sign-on/answer-statement.ts'
import { findLive, listLive } from '../sign-on/store.ts'
import { newSecret } from '../tokens/secrets.ts'
import { endAllBeside } from './beside.ts'
import { AccountChanged, type OpenedSession, openSession } from './open-session.ts'
import { findSignInRefusal } from './refusal.ts'
import type { SessionLifetimes, Sessions } from './sessions.ts'

/** From where and when someone signs in. */
export interface SignInPlace {
  readonly origin: Origin
  readonly userAgent: string
  readonly now: Date
  /** Determine whose pages these are: the request's host and cookies, and the brand that it names. */
  readonly host: string
  readonly cookies: Cookies
  /** Whether our cookies have names that no other host can set. */
  readonly secure: boolean
  readonly brand?: string | undefined
  /** The OAuth client that makes the request; left out: one of our pages. */
  readonly clientId?: string
}

export interface SignInRequest extends SignInPlace {
  readonly loginId: string
  readonly password: string
}

type Cookies = Readonly<Record<string, string | undefined>>

/** Decides when a person with an authenticator app is asked for a code (RG-4). */
export interface SecondFactorRule {
  /** Whether a code is required, and whether the brand offers to remember the browser afterward. */
  findDemands(
    account: { readonly accountId: string; readonly brand: string },
    browser: Pick<SignInPlace, 'cookies' | 'secure' | 'now'>,
  ): Promise<{ readonly code: boolean; readonly rememberDevice: boolean }>
}

/** The account whose password was correct, with the stored hash: what depends on it ends when the password changes. */
export type Proven = Pick<SignInAccount, 'account_id' | 'password_hash'>

/** The password was correct; now a code is required. */
export class SecondFactorRequired extends CallError {
  readonly proven: Proven
  /** The connection that authenticated the first step; null: the password did. */
  readonly provider: Pick<ProviderProof, 'connectionId' | 'version' | 'session'> | null

  constructor(proven: Proven, rememberDevice: boolean, provider: SecondFactorRequired['provider'] = null) {
    super('SECOND-FACTOR-REQUIRED', { details: rememberDevice ? ['REMEMBER-DEVICE'] : [] })
    this.proven = proven
    this.provider = provider
  }
}

/** Staff have locked or ended the account. Only the audit log distinguishes it from a lock after guesses (AD-3, RG-4). */
class LockedByStaff extends CallError {
  constructor() {
    super('GEN-SUSPEND')
  }
}

export interface SignedIn extends OpenedSession {
  readonly payload: v.InferOutput<typeof SignInPayload>
  readonly account: SignInAccount
  /** A second factor must be set up before anything else (AD-2). */
  readonly factorDue?: boolean
}

/** The password was correct; a guardian must be verified first (ER-4, ER-5). */
export class GuardianRequired extends CallError {
  readonly proven: Proven

  constructor(proven: Proven, code: ErrorCode) {
    super(code)
    this.proven = proven
  }
}

/** How someone proved their identity, apart from a sign-in with only a password. */
export type StrongProof =
  | {
      readonly method: 'second-factor'
      readonly passwordHash: string
      readonly provider: FirstStep | null
    }
  | { readonly method: 'passkey' }
  | ProviderProof

/** The connection that authenticated the step before our own code; no version if a server of an earlier version stored it. */
type FirstStep = Pick<ProviderProof, 'connectionId' | 'session'> &
  Partial<Pick<ProviderProof, 'knownAs' | 'answer'>> & { readonly version: number | null }

/** The plan's own identity provider has asserted someone's identity (OS-60). */
export interface ProviderProof {
  readonly method: 'provider'
  readonly connectionId: string
  /** Version of its settings for this sign-in. */
  readonly version: number
  /** The provider's id for their session there. */
  readonly session: string | null
  /** Whether the provider asked for a second factor, and we trust it to. */
  readonly hasFactor: boolean
  /** When the provider authenticated them, which it need not do anew for someone it remembers. Null: it does not say. */
  readonly provenAt: Date | null
  /** The name that they typed for a directory. */
  readonly knownAs: string | null
  /** What the session uses up; left out: it was used up before. */
  readonly answer?: CheckedAnswer
}

export interface SignIn {
  /** Throws CallError with a code from the error catalogue. Every outcome is audited. */
  signIn(request: SignInRequest): Promise<SignedIn>
  /**
   * Signs in someone who proved their identity with more than a password; throws like `signIn`. Other people's wrong passwords do not lock
   * out someone with a passkey, unless there are so many that the login ID is locked. Throws CHALLENGE-EXPIRED if the password before a
   * second factor was changed in the meantime, AnswerRepeated, and SecondFactorRequired after a provider that asked for none. `read` is the account, if it
   * was just read.
   */
  proceed(accountId: string, proof: StrongProof, place: SignInPlace, read?: AccountWithMember): Promise<SignedIn>
  /** Audits a refused attempt on an account. */
  noteRefused(accountId: string, code: ErrorCode, place: SignInPlace): Promise<void>
  /** Ends the session with all its tokens; `reason` is `signed-out` by default. */
  signOut(
    principal: Principal,
    at: { readonly origin: Origin; readonly now: Date; readonly reason?: EndReason },
  ): Promise<void>
}

/** Dependencies of signing in. */
export interface SignInParts {
  readonly database: Database
  readonly passwordCheck: PasswordCheck
  readonly sessions: Sessions
  readonly lifetimes: SessionLifetimes
  readonly limits: Limits
  readonly secondFactor: SecondFactorRule
  readonly brands: Pick<BrandService, 'at' | 'isWithdrawn'>
  /** Whether staff who sign in with only a password must set up a second factor first (AD-2). */
  readonly staffSecondFactor: boolean
}

export function createSignIn(parts: SignInParts): SignIn {
  return {
    signIn: (request) => judgeUnchanged(() => signInByPassword(parts, request)),
    proceed: (accountId, proof, place, read) => {
      let known = read
      return judgeUnchanged(() => {
        const account = known
        known = undefined
        return signInByMore(parts, accountId, proof, place, account)
      })
    },
    noteRefused: (accountId, code, place) => recordRefused(parts, accountId, code, place),
    signOut: (principal, at) => endSession(parts, principal, at),
  }
}

async function recordRefused(
  parts: SignInParts,
  accountId: string,
  code: ErrorCode,
  place: SignInPlace,
): Promise<void> {
  const { database } = parts
  const account = await findAccountForSignIn(database, accountId)
  if (account) await recordRefusal(parts, account, place, code, 'refused')
}

async function endSession(
  { database, sessions }: SignInParts,
  principal: Principal,
  { origin, now, reason = 'signed-out' }: { readonly origin: Origin; readonly now: Date; readonly reason?: EndReason },
): Promise<void> {
  return database.transaction(async (tx) => {
    await sessions.end(tx, principal.sessionId, reason, now)
    await endAllBeside(tx, sessions, principal, { origin, now })
    const action = reason === 'signed-out' ? 'sign-out' : `sign-out.${reason}`
    const record = { recordType: 'session', recordId: principal.sessionId }
    await audit(tx, principal, { action, ...record }, { origin, now })
  })
}

async function signInByPassword(parts: SignInParts, request: SignInRequest): Promise<SignedIn> {
  const { passwordCheck } = parts
  const right = await passwordCheck.check(request, request)
  const { account, keys } = right
  const stopped =
    (await judgeState(parts, account, request)) ??
    (await refuseLinked(parts, account, request)) ??
    (await findMissingFactor(parts, account, request))
  if (stopped) {
    await passwordCheck.accept(right, request)
    throw await refuse(parts, account, request, stopped)
  }

  try {
    return await letIn(parts, account, { method: 'password' }, request, keys)
  } catch (error) {
    if (!(error instanceof CallError)) await passwordCheck.accept(right, request)
    throw error
  }
}

async function signInByMore(
  parts: SignInParts,
  accountId: string,
  proof: StrongProof,
  place: SignInPlace,
  read?: AccountWithMember,
): Promise<SignedIn> {
  const { database, limits } = parts
  const account = read ?? (await findAccountForSignIn(database, accountId))
  if (account === undefined) throw new CallError('GEN-NOMATCH')
  const isClosed = proof.method === 'passkey' && (await limits.isClosed(account.login_id))
  const stopped = isClosed ? new CallError('GEN-SUSPEND') : await judgeProof(parts, account, proof, place)
  if (stopped) throw await refuse(parts, account, place, stopped)
  if (proof.method === 'second-factor' && !(await isFirstStepGood(parts, account, proof)))
    throw await refuse(parts, account, place, new CallError('CHALLENGE-EXPIRED'))
  return letIn(parts, account, proof, place)
}

/** Whether the step before a code is still valid: the password is unchanged, and so are the connection's settings. */
async function isFirstStepGood(
  { database }: SignInParts,
  account: AccountWithMember,
  { passwordHash, provider }: Extract<StrongProof, { readonly method: 'second-factor' }>,
): Promise<boolean> {
  if (account.password_hash !== passwordHash) return false
  if (provider === null) return true
  const live = await findLive(database.read, provider.connectionId)
  return live !== undefined && (provider.version === null || provider.version === live.version)
}

async function judgeProof(
  parts: SignInParts,
  account: AccountWithMember,
  proof: StrongProof,
  place: SignInPlace,
): Promise<CallError | null> {
  const isByProvider = proof.method === 'provider'
  // A provider exists for employees, so they may use it (ER-3).
  const refusal = await judgeState(parts, isByProvider ? { ...account, employee: false } : account, place)
  if (refusal !== null) return refusal
  if (isByProvider) return proof.hasFactor ? null : findMissingFactor(parts, account, place, proof)
  return proof.method === 'passkey' ? refuseLinked(parts, account, place) : null
}

/** People who sign in through the plan's own provider may do so only there (OS-61): removing them there keeps them out here. */
async function refuseLinked(
  parts: SignInParts,
  account: AccountWithMember,
  place: SignInPlace,
): Promise<CallError | null> {
  if (!account.linked) return null
  const brand = parts.brands.at(place, place.brand).code
  return new CallError('EMP-LOGIN-SHOP', { details: await describeSso(parts, brand, account, place) })
}

/** The refusal if the account's state does not allow its owner to sign in here (ER). */
async function judgeState(
  parts: SignInParts,
  account: AccountWithMember,
  place: SignInPlace,
): Promise<CallError | null> {
  const { brands } = parts
  const brand = brands.at(place, place.brand).code
  const refusal = findSignInRefusal(account, easternDay(place.now), brand)
  if (refusal === null) {
    const isShut = account.role !== 'INTERNAL' && brands.isWithdrawn(account.brand)
    return isShut ? new CallError('GEN-BRANDCONFLICT') : null
  }
  const { code, details } = refusal
  if (code === 'GEN-SUSPEND') return new LockedByStaff()
  if (code === 'UNDER_CHIP14' || code === 'OVER_CHIP14') return new GuardianRequired(account, code)
  if (code === 'EMP-LOGIN-SHOP')
    return new CallError(code, { details: await describeSso(parts, brand, account, place) })
  return new CallError(code, { details })
}

const hasRole = (roles: readonly string[], role: string) => roles.includes(role)

/** Whose sign-in a person belongs to: employees are sent to the staff's, even if their account here is a member's (ER-3). */
function findAudience({ role, linked }: Pick<AccountWithMember, 'role' | 'linked'>): Audience {
  if (hasRole(rolesOfAudience.agents, role)) return 'agents'
  return linked && hasRole(rolesOfAudience.members, role) ? 'members' : 'staff'
}

/**
 * Details of a refusal about the brand's sign-in for such people, through a connection or the plan's own site, if its pages can lead there
 * (ER-3): that it exists, and for whom, unless for staff.
 */
async function describeSso(
  { database }: SignInParts,
  brand: string,
  account: AccountWithMember,
  { host }: SignInPlace,
): Promise<readonly string[]> {
  const asked = findAudience(account)
  const details = asked === 'staff' ? ['SSO'] : ['SSO', asked]
  const live = await listLive(database.read, brand)
  if (live.some(({ audience }) => audience === asked)) return details
  const configured = (await readSettings(database.read, brand)).text('SSO_URL')
  return checkConfiguredAddress(configured, parseHost(host)) === null ? [] : details
}

async function findMissingFactor(
  { secondFactor }: SignInParts,
  account: AccountWithMember,
  place: SignInPlace,
  provider: ProviderProof | null = null,
): Promise<CallError | null> {
  const { account_id: accountId, brand, second_factor: hasOne } = account
  if (!hasOne) return null
  const asked = await secondFactor.findDemands({ accountId, brand }, place)
  return asked.code ? new SecondFactorRequired(account, asked.rememberDevice, provider) : null
}

async function letIn(
  parts: SignInParts,
  account: AccountWithMember,
  proof: StrongProof | { readonly method: 'password' },
  { now, origin, userAgent, clientId }: SignInPlace,
  attempt?: AttemptKeys,
): Promise<SignedIn> {
  const { lifetimes, database } = parts
  const { method } = proof
  const provider = findProvider(proof)
  const restsOnPassword = method === 'password' || (method === 'second-factor' && provider === null)
  const opening = {
    account,
    method,
    provider,
    userAgent,
    origin,
    now,
    maxS: findLongest(account, lifetimes, now),
    ...(proof.method === 'provider' && proof.provenAt !== null && { provenAt: proof.provenAt }),
    factorDue: isFactorDue(parts, account, proof),
    passwordHash: restsOnPassword ? account.password_hash : null,
    clientId,
    ...(attempt && { attempt }),
  }
  try {
    const payload = signInPayload(account)
    return { payload, account, factorDue: opening.factorDue, ...(await openSession(database, opening)) }
  } catch (error) {
    if (!(error instanceof CallError)) await recordRefusal(parts, account, { now, origin }, 'UNEXPECTED', 'failed')
    throw error
  }
}

/**
 * Maximum session length in seconds: the account of a child under 14 is their guardian's, so a session ends when the child turns 14 (ER-4).
 */
function findLongest(account: AccountWithMember, { maxS }: SessionLifetimes, now: Date): number {
  const { chip, member_date_of_birth: born } = account
  const lastDay = chip && born !== null ? lastDayOfGuardian(isoDate(born), isoDate(easternDay(now))) : null
  return lastDay === null ? maxS : Math.min(maxS, (endOfEasternDay(lastDay).getTime() - now.getTime()) / 1000)
}

function findProvider(proof: StrongProof | { readonly method: 'password' }): FirstStep | null {
  if (proof.method === 'provider') return proof
  return proof.method === 'second-factor' ? proof.provider : null
}

function isFactorDue(
  parts: SignInParts,
  account: AccountWithMember,
  proof: StrongProof | { readonly method: 'password' },
): boolean {
  const isStaff = parts.staffSecondFactor && account.role === 'INTERNAL'
  const isAlone = proof.method === 'password' || (proof.method === 'provider' && !proof.hasFactor)
  return isStaff && isAlone && !account.second_factor
}

async function refuse(
  parts: SignInParts,
  account: SignInAccount,
  place: SignInPlace,
  error: CallError,
): Promise<CallError> {
  await recordRefusal(parts, account, place, error instanceof LockedByStaff ? 'LOCKED-BY-STAFF' : error.code, 'refused')
  return error
}

async function recordRefusal(
  { database }: SignInParts,
  account: SignInAccount,
  at: AuditContext,
  code: ErrorCode | 'LOCKED-BY-STAFF',
  outcome: 'refused' | 'failed',
): Promise<void> {
  const record = { recordType: 'account', recordId: account.account_id, memberId: account.member_id }
  await database.transaction((tx) => audit(tx, null, { action: `sign-in ${code}`, ...record, outcome }, at))
}

/**
 * If the account or its password changed between the judgment and the session, judges once more, and only once, because the account may
 * keep changing.
 */
async function judgeUnchanged(judge: () => Promise<SignedIn>): Promise<SignedIn> {
  return judge().catch((error: unknown) => {
    if (error instanceof AccountChanged) return judge()
    throw error
  })
}

/**
 * The answer to a sign-in (SI-3). Its tokens are random references: only the HttpOnly cookie carries the session. Throws if the account's
 * stored context is broken, which the caller sees as an unexpected error (ER-9).
 */
export function signInPayload(account: SignInAccount): v.InferOutput<typeof SignInPayload> {
  if (!storeIds.some((id) => id === account.preferred_store))
    throw new Error('The preferred store of an account is no store of ours.')
  const attribute = (attributeName: 'UserRole' | 'Brand' | 'PreferredStore', value: string[]) => ({
    attributeName,
    attributeValue: [{ storeId: account.preferred_store, value }],
  })
  return {
    WCToken: newSecret(),
    WCTrustedToken: newSecret(),
    HMCSRProxyToken: null,
    contextAttribute: [
      attribute('UserRole', account.role === 'VISITOR' ? [] : [account.role]),
      attribute('Brand', [account.brand]),
      attribute('PreferredStore', [account.preferred_store]),
    ],
    tempPasswordFlag: account.temporary_password ? '1' : '0',
    securityStrengthEnforcement: account.security_strength_enforcement,
    shoppingBrand: account.brand,
    userAlias: account.nick_name ?? account.first_name,
  }
}
