import { counts } from '../limits.ts'

/**
 * How we stop people from guessing passwords and codes (SI-13). For passwords, this is the model that `limit-store.db.test.ts` tests
 * the server's SQL against; both take the numbers from here. We count failures in a row by login ID, by login ID and address together,
 * by address, and by account for second-factor codes; login IDs that do not exist count like all others.
 */
export type AttemptLimitKind =
  | 'pair'
  | 'login'
  | 'address'
  /** Attempts refused whatever was typed: counted per window rather than stored one by one. */
  | 'refused'
  | 'second-factor'
  /** Requests for passkey sign-in options, by address: every request counts, since none can fail. */
  | 'passkey-address'
  /** Starts of a sign-in at a plan's provider, and lookups of where someone signs in, by address: every request counts. */
  | 'sign-on-address'
  /** Passwords that we check with a plan's directory (OS-64): by login name there and address together, and by login name alone. */
  | 'directory'
  | 'directory-anywhere'
  | RecoveryKind
  | RegistrationKind
  | GuardianKind
  | PeopleKind
  | ProposalKind
  | ExportKind
  | AppKind
  | ExchangeKind

/**
 * What recovery counts (RG-2): tries at security questions, by login ID and address together and by login ID alone; e-mails, by
 * recipient and requester together and by recipient alone; requests of any kind, by address. The last two count every attempt, since
 * none can fail.
 */
type RecoveryKind = 'answer' | 'answer-anywhere' | 'letter' | 'letter-anywhere' | 'recovery-address'

/**
 * What registration counts (RG-1). Details that match no one: by member ID and address together, by member ID alone, and by address. By
 * address alone: registrations, people who want to hear about plans, what the shop stores and produces, and e-mail tickets that opened
 * nothing. By account: new passwords set with a ticket.
 */
type RegistrationKind =
  | 'match'
  | 'match-anywhere'
  | 'match-address'
  | 'registration-address'
  | 'lead-address'
  | 'shop-address'
  | 'ticket-address'
  | 'reset'

/**
 * What the proof of a guardian counts (ER-5), by child, whichever member ID is given: details that do not match, PINs requested, and
 * wrong PINs.
 */
type GuardianKind = 'guardian' | 'guardian-pin' | 'guardian-code'

/** Invitations to see a member's information, by the account that sends them (RG-3): every one counts, since none can fail. */
type PeopleKind = 'invitation'

/** E-mails with a link to a proposal, by the account that sends them (AG-6). */
type ProposalKind = 'proposal'

/**
 * Exports of a person's own data (RG-3), and explanations of benefits and other letters (MP-5, MP-18), by the account that requests
 * them.
 */
type ExportKind = 'export' | 'eob'

/** What apps count (OS-43): grants, by account; registrations and failed token requests, by address. */
type AppKind = 'app-grant' | 'app-address' | 'app-token-address'

/** What other organizations' systems count (OS-52): member matches that find no one, by system, and by card number across all systems. */
type ExchangeKind = 'exchange-client' | 'exchange-card'

/** The kinds whose failures in a row cause longer and longer locks. */
export type LockingKind = Exclude<AttemptLimitKind, 'address' | 'refused'>

/** What we remember about one key. A null moment: nothing of the kind has happened. */
export interface LimitState {
  readonly failures: number
  readonly firstFailureAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lockedUntil: Date | null
  readonly succeededAt: Date | null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Growth {
  /** This many failures in a row cause the first lock, and every `every` more cause another lock. */
  readonly from: number
  readonly every: number
  /** How long each lock lasts; the last value also applies to all further locks. */
  readonly locksMs: readonly number[]
  /** The count restarts this long after its first failure, for actions that many people at one address share; absent: never. */
  readonly windowMs?: number
}

const nearGrowth: Growth = { from: 5, every: 5, locksMs: [minute, 5 * minute, 15 * minute, hour, day] }
const farGrowth: Growth = { from: 20, every: 5, locksMs: [5 * minute, 15 * minute, hour, day] }
const addressGrowth: Growth = { from: 100, every: 50, locksMs: [15 * minute, hour], windowMs: hour }
const growth: Readonly<Record<LockingKind, Growth>> = {
  pair: nearGrowth,
  login: farGrowth,
  'second-factor': nearGrowth,
  'sign-on-address': { from: 300, every: 100, locksMs: [15 * minute, hour], windowMs: hour },
  'passkey-address': { from: 300, every: 100, locksMs: [15 * minute, hour], windowMs: hour },
  directory: nearGrowth,
  'directory-anywhere': farGrowth,
  answer: nearGrowth,
  'answer-anywhere': farGrowth,
  letter: { from: 3, every: 1, locksMs: [15 * minute, hour, day] },
  'letter-anywhere': { from: 10, every: 5, locksMs: [15 * minute, hour] },
  'recovery-address': addressGrowth,
  'registration-address': addressGrowth,
  'lead-address': addressGrowth,
  'shop-address': addressGrowth,
  'ticket-address': addressGrowth,
  reset: { from: 20, every: 10, locksMs: [15 * minute] },
  match: nearGrowth,
  'match-anywhere': farGrowth,
  guardian: { from: counts.guardianAttempts, every: 1, locksMs: [day] },
  'guardian-pin': { from: counts.pinAttempts, every: 1, locksMs: [day] },
  'guardian-code': { from: counts.pinAttempts, every: 1, locksMs: [day] },
  invitation: { from: 10, every: 1, locksMs: [hour, day] },
  proposal: { from: 60, every: 20, locksMs: [hour, day] },
  export: { from: 5, every: 1, locksMs: [hour] },
  eob: { from: 60, every: 1, locksMs: [hour] },
  'app-grant': { from: 20, every: 1, locksMs: [hour], windowMs: hour },
  'app-address': { from: 20, every: 10, locksMs: [15 * minute, hour], windowMs: hour },
  'app-token-address': addressGrowth,
  'exchange-client': { from: 1000, every: 500, locksMs: [15 * minute, hour], windowMs: day },
  'exchange-card': nearGrowth,
  'match-address': { from: 30, every: 10, locksMs: [15 * minute, hour] },
}

export const lockingKinds = Object.keys(growth) as LockingKind[]

/**
 * Failures in a row that close a login ID until an operator opens it or its owner recovers the password (NIST SP 800-63B). The count
 * stops here.
 */
export const MAX_FAILURES = 100

/** Failures that one address may cause within the window; after that, it cannot try login IDs that are new to it. */
export const ADDRESS_LIMIT = { failures: 100, windowMs: 15 * minute } as const

/** We forget failures when nothing has failed for this long since the last failure and its lock. */
export const FORGET_FAILURES_MS = day

/** A login ID knows an address it has signed in from within this time. */
export const KNOWN_ADDRESS_MS = 90 * day

/** We do not store a success that follows another within this time. */
export const SUCCESS_STANDS_MS = hour

/** How the failures of a kind become locks. */
export function findGrowth(kind: LockingKind): Growth {
  return growth[kind]
}

/** How long the lock lasts that this many failures in a row cause; 0: they cause none. */
export function lockMs(kind: LockingKind, failures: number): number {
  const { from, every, locksMs } = growth[kind]
  if (failures < from || (failures - from) % every !== 0) return 0
  return locksMs[Math.min((failures - from) / every, locksMs.length - 1)] ?? 0
}

/** What we remember after one more failure; do not count failures during a lock. */
export function afterFailure(kind: LockingKind | 'address', state: LimitState | null, now: Date): LimitState {
  const known = state === null || isForgotten(kind, state, now) ? null : state
  const counted = (known?.failures ?? 0) + 1
  const failures = kind === 'login' ? Math.min(counted, MAX_FAILURES) : counted
  const lock = kind === 'address' ? 0 : lockMs(kind, failures)
  return {
    failures,
    firstFailureAt: known?.firstFailureAt ?? now,
    lastFailureAt: now,
    lockedUntil: later(state?.lockedUntil ?? null, lock === 0 ? null : new Date(now.getTime() + lock)),
    succeededAt: state?.succeededAt ?? null,
  }
}

/** What we remember after the right password: it ends the failures in a row. */
export function afterSuccess(state: LimitState | null, now: Date): LimitState {
  const stands = state?.failures === 0 && state.lockedUntil === null && state.succeededAt !== null
  if (stands && now.getTime() - state.succeededAt.getTime() < SUCCESS_STANDS_MS) return state
  return { failures: 0, firstFailureAt: null, lastFailureAt: null, lockedUntil: null, succeededAt: now }
}

function later(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other > one) ? other : one
}

/** A closed login ID stays closed; a count with a window restarts with each window. */
function isForgotten(kind: LockingKind | 'address', state: LimitState, now: Date): boolean {
  const { failures, firstFailureAt, lastFailureAt, lockedUntil } = state
  const windowMs = kind === 'address' ? ADDRESS_LIMIT.windowMs : growth[kind].windowMs
  if (windowMs !== undefined && (firstFailureAt?.getTime() ?? 0) + windowMs <= now.getTime()) return true
  if (kind === 'address') return false
  if (kind === 'login' && failures >= MAX_FAILURES) return false
  const last = Math.max(lastFailureAt?.getTime() ?? 0, lockedUntil?.getTime() ?? 0)
  return last + FORGET_FAILURES_MS <= now.getTime()
}

/** The limits that apply to an attempt to sign in. */
export interface AttemptStanding {
  readonly pair: Pick<LimitState, 'lockedUntil' | 'succeededAt'>
  readonly login: Pick<LimitState, 'failures' | 'lockedUntil'>
  readonly address: Pick<LimitState, 'failures' | 'firstFailureAt'>
}

export type AttemptVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'locked' }
  /** The address is refused for another `retryAfterMs`. */
  | { readonly kind: 'address-refused'; readonly retryAfterMs: number }

/**
 * Whether an attempt may be judged. A login ID may sign in from an address that it has signed in from before, even if the address is
 * refused or others have locked the login ID: otherwise anyone could lock out a person, or a whole office. A lock of the pair and a
 * closed login ID still apply.
 */
export function verdictOn({ pair, login, address }: AttemptStanding, now: Date): AttemptVerdict {
  const { succeededAt } = pair
  const known = succeededAt !== null && succeededAt.getTime() > now.getTime() - KNOWN_ADDRESS_MS
  const retryAfterMs = known ? 0 : addressRefusedMs(address, now)
  if (retryAfterMs > 0) return { kind: 'address-refused', retryAfterMs }
  const closed = login.failures >= MAX_FAILURES
  const locked = isAhead(pair.lockedUntil, now) || (!known && isAhead(login.lockedUntil, now))
  return { kind: closed || locked ? 'locked' : 'open' }
}

function isAhead(moment: Date | null, now: Date): boolean {
  return moment !== null && moment > now
}

/** How much longer an address is refused; 0 when it is not. Its failures count from the first one in its window. */
function addressRefusedMs({ failures, firstFailureAt }: AttemptStanding['address'], now: Date): number {
  if (failures <= ADDRESS_LIMIT.failures || firstFailureAt === null) return 0
  return Math.max(0, firstFailureAt.getTime() + ADDRESS_LIMIT.windowMs - now.getTime())
}
