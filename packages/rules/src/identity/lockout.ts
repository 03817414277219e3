import { limits } from '../limits.ts'

/**
 * When guessing passwords and codes is stopped (SI-13). For passwords this is the model that the server's SQL is proven against
 * (`limit-store.db.test.ts`); the numbers are read from here by both. Failures in a row are counted by login ID, by login ID and address
 * together, by address, and by account for second-factor codes; login IDs that no one has are counted like all others.
 */
export type AttemptLimitKind =
  | 'pair'
  | 'login'
  | 'address'
  /** What was refused no matter what was typed: counted in windows instead of written down one by one. */
  | 'refused'
  | 'second-factor'
  | RecoveryKind
  | RegistrationKind
  | GuardianKind
  | PeopleKind
  | ProposalKind
  | ExportKind

/**
 * What recovery counts (RG-2): tries at security questions, by login ID and address together and by login ID from anywhere;
 * e-mails, by whom they are for and who has them sent, and by whom they are for alone; requests of any kind, by address.
 * The last two count every one of them, since none can fail.
 */
type RecoveryKind = 'answer' | 'answer-anywhere' | 'letter' | 'letter-anywhere' | 'recovery-address'

/**
 * What registration counts (RG-1): details that match no one, by the member ID that they name and address together, by the
 * member ID from anywhere, and by address; by address alone registrations, people who want to hear of plans, what the shop keeps and makes, and tickets
 * of e-mails that opened nothing. By account: new passwords that a ticket was used for.
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
 * What the proof of a guardian counts (ER-5), by the child's member ID: details that do not match, PINs that are asked for,
 * and PINs that are wrong.
 */
type GuardianKind = 'guardian' | 'guardian-pin' | 'guardian-code'

/** Invitations to see what is a member's, by the account that sends them (RG-3): every one counts, since none can fail. */
type PeopleKind = 'invitation'

/** E-mails with the link of a proposal, by the account that sends them (AG-6). */
type ProposalKind = 'proposal'

/** Files of a person's own data (RG-3), and explanations of benefits with other letters (MP-5, MP-18), by the account that asks. */
type ExportKind = 'export' | 'eob'

/** The kinds whose failures in a row lock for a time that grows. */
export type LockingKind = Exclude<AttemptLimitKind, 'address' | 'refused'>

/** What is remembered of one key. Moments are null where nothing of the kind happened. */
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

interface Growth {
  /** The first lock comes with this failure in a row, the next ones after as many more as `every` says. */
  readonly from: number
  readonly every: number
  /** How long each lock lasts; the last one is that of all further locks too. */
  readonly locksMs: readonly number[]
}

const nearGrowth: Growth = { from: 5, every: 5, locksMs: [minute, 5 * minute, 15 * minute, hour, day] }
const farGrowth: Growth = { from: 20, every: 5, locksMs: [5 * minute, 15 * minute, hour, day] }
const addressGrowth: Growth = { from: 100, every: 50, locksMs: [15 * minute, hour] }
const growth: Readonly<Record<LockingKind, Growth>> = {
  pair: nearGrowth,
  login: farGrowth,
  'second-factor': nearGrowth,
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
  guardian: { from: limits.guardianAttempts, every: 1, locksMs: [day] },
  'guardian-pin': { from: limits.pinAttempts, every: 1, locksMs: [day] },
  'guardian-code': { from: limits.pinAttempts, every: 1, locksMs: [day] },
  invitation: { from: 10, every: 1, locksMs: [hour, day] },
  proposal: { from: 60, every: 20, locksMs: [hour, day] },
  export: { from: 5, every: 1, locksMs: [hour] },
  eob: { from: 60, every: 1, locksMs: [hour] },
  'match-address': { from: 30, every: 10, locksMs: [15 * minute, hour] },
}

export const lockingKinds = Object.keys(growth) as LockingKind[]

/**
 * Failures in a row that close a login ID until an operator opens it or its password is recovered (NIST SP 800-63B). No
 * count of failures in a row goes further.
 */
export const MAX_FAILURES = 100

/** Failures that one address may cause within the window; beyond, it may try no login IDs that are new to it. */
export const ADDRESS_LIMIT = { failures: 100, windowMs: 15 * minute } as const

/** Failures are forgotten when nothing failed for this long after the last of them and its lock. */
export const FORGET_FAILURES_MS = day

/** An address is known to a login ID that signed in from there within this time. */
export const KNOWN_ADDRESS_MS = 90 * day

/** A success that follows another one sooner than this is not written down again. */
export const SUCCESS_STANDS_MS = hour

/** How long the lock is that comes with the failure of this number in a row; 0 where none comes. */
export function lockMs(kind: LockingKind, failures: number): number {
  const { from, every, locksMs } = growth[kind]
  if (failures < from || (failures - from) % every !== 0) return 0
  return locksMs[Math.min((failures - from) / every, locksMs.length - 1)] ?? 0
}

/** What is remembered after one more failure; what fails while it is locked is not to be counted. */
export function afterFailure(kind: LockingKind | 'address', state: LimitState | null, now: Date): LimitState {
  const known = state === null || isForgotten(kind, state, now) ? null : state
  const counted = (known?.failures ?? 0) + 1
  const failures = kind === 'address' ? counted : Math.min(counted, MAX_FAILURES)
  const lock = kind === 'address' ? 0 : lockMs(kind, failures)
  return {
    failures,
    firstFailureAt: known?.firstFailureAt ?? now,
    lastFailureAt: now,
    lockedUntil: later(state?.lockedUntil ?? null, lock === 0 ? null : new Date(now.getTime() + lock)),
    succeededAt: state?.succeededAt ?? null,
  }
}

/** What is remembered after the right password: failures in a row end. */
export function afterSuccess(state: LimitState | null, now: Date): LimitState {
  const stands = state?.failures === 0 && state.lockedUntil === null && state.succeededAt !== null
  if (stands && now.getTime() - state.succeededAt.getTime() < SUCCESS_STANDS_MS) return state
  return { failures: 0, firstFailureAt: null, lastFailureAt: null, lockedUntil: null, succeededAt: now }
}

function later(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other > one) ? other : one
}

/** A login ID that is closed stays so; an address counts again with each window. */
function isForgotten(kind: LockingKind | 'address', state: LimitState, now: Date): boolean {
  const { failures, firstFailureAt, lastFailureAt, lockedUntil } = state
  if (kind === 'address') return (firstFailureAt?.getTime() ?? 0) + ADDRESS_LIMIT.windowMs <= now.getTime()
  if (kind === 'login' && failures >= MAX_FAILURES) return false
  const last = Math.max(lastFailureAt?.getTime() ?? 0, lockedUntil?.getTime() ?? 0)
  return last + FORGET_FAILURES_MS <= now.getTime()
}

/** What of the limits an attempt to sign in meets. */
export interface AttemptStanding {
  readonly pair: Pick<LimitState, 'lockedUntil' | 'succeededAt'>
  readonly login: Pick<LimitState, 'failures' | 'lockedUntil'>
  readonly address: Pick<LimitState, 'failures' | 'firstFailureAt'>
}

export type AttemptVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'locked' }
  /** The address is refused; after `retryAfterMs` it is no longer. */
  | { readonly kind: 'address-refused'; readonly retryAfterMs: number }

/**
 * Whether an attempt may be judged. A login ID is let through from an address it signed in from, though the address is
 * refused or others have locked the login ID: else anyone could lock a person, or a whole office, out. The lock of the
 * pair and the closed login ID hold all the same.
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

/** How long an address is refused yet; 0 when it is not. Its failures count from the first one of its window. */
function addressRefusedMs({ failures, firstFailureAt }: AttemptStanding['address'], now: Date): number {
  if (failures <= ADDRESS_LIMIT.failures || firstFailureAt === null) return 0
  return Math.max(0, firstFailureAt.getTime() + ADDRESS_LIMIT.windowMs - now.getTime())
}
