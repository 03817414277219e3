import { createHash } from 'node:crypto'
import type { ErrorCode } from '@portico/contract/errors'
import { toNetwork } from '@portico/rules/identity/network'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { type Database, type Reader, runIn, type Tx } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { AttemptKeys } from './attempt-statement.ts'
import {
  clearDirectory,
  clearEverywhere,
  clearReserved,
  giveBackReserved,
  isClosed,
  isKnownPair,
  isLocked,
  type ReservedKind,
  removeEverywhere,
  removeForgotten,
  reserve,
  reserveInDirectory,
} from './limit-store.ts'

/** Limits on guessing (SI-13) other than passwords, and how to lift them. Passwords: see password-check.ts. */
export interface Limits {
  /** Call before checking a second-factor code: counts the attempt. False: locked, so do not check the code. */
  reserveSecondFactor(accountId: string, now: Date): Promise<boolean>
  /** Call after a correct code: resets the count of consecutive failures. */
  succeedSecondFactor(tx: Tx, accountId: string): Promise<void>
  /** Whether one of the login IDs recently signed in from the address: if so, other people's attempts do not lock the person out. */
  isKnown(loginIds: readonly string[], address: string, now: Date): Promise<boolean>
  /** The same for answers to someone's security questions, whether or not that person exists (RG-2). */
  reserveAnswers(whose: string, from: Requester, now: Date): Promise<boolean>
  succeedAnswers(tx: Tx, whose: string, address: string): Promise<void>
  /** Counts a password before it is checked against a plan's directory (OS-64), by the name there and the address; false: too many. */
  reserveDirectory(name: string, address: string, now: Date): Promise<boolean>
  /** Call after a correct directory password. */
  succeedDirectory(db: Reader, name: string, address: string): Promise<void>
  /** Counts a request by its address; false: too many. */
  reserveRequest(kind: AskedKind, address: string, now: Date): Promise<boolean>
  /** Counts an e-mail that one person makes the portal send to another, by whatever identifies the recipient; false: too many. */
  reserveLetter(whom: string, from: Requester, now: Date): Promise<boolean>
  /** The same for e-mails that only a signed-in person can request. */
  reserveOwnLetter(accountId: string, now: Date): Promise<boolean>
  /** Counts an attempt to set a new password with an account's ticket; false: too many. */
  reserveReset(accountId: string, now: Date): Promise<boolean>
  /** Runs `work`, which uses a ticket. Counts invalid tickets by address, and throws TOO-MANY-REQUESTS instead once there were too many. */
  useTicket<T>(address: string, now: Date, work: () => Promise<T>): Promise<T>
  /** Counts an attempt to match coverage (RG-1), by its member ID and its address; false: too many. */
  reserveMatch(memberNumber: string, address: string, now: Date): Promise<boolean>
  /** Call after a match, because only failures count. */
  succeedMatch(tx: Tx, memberNumber: string, address: string): Promise<void>
  /** Counts a guardian's attempt, PIN request or PIN (ER-5), by the child's id; false: too many. */
  reserveGuardian(kind: GuardianStep, memberId: string, now: Date): Promise<boolean>
  /** Whether the last attempt of that kind used up the allowance for now. */
  isGuardianLocked(kind: GuardianStep, memberId: string, now: Date): Promise<boolean>
  /** Call after a success: resets that kind's count. */
  succeedGuardian(tx: Tx, kind: GuardianStep, memberId: string): Promise<void>
  /** Resets the counts for registering, by the numbers that may be typed, and for guardians, by the children's ids. */
  unlockGuardian(
    tx: Tx,
    counted: { readonly memberNumbers: readonly string[]; readonly memberIds: readonly string[] },
  ): Promise<void>
  /** Counts an invitation that an account sends to an address (RG-3), by both; false: too many. */
  reserveInvitation(tx: Tx, accountId: string, email: string, now: Date): Promise<boolean>
  /** Counts a proposal link that an account sends to an address (AG-6), by the account and by the address; false: too many. */
  reserveProposal(tx: Tx, accountId: string, email: string, now: Date): Promise<boolean>
  /** Counts a download of an account's own data (RG-3); false: too many. */
  reserveExport(accountId: string, now: Date): Promise<boolean>
  /** Counts an explanation of benefits (MP-5), a bill or a receipt (MP-18) made for an account; false: too many. */
  reserveEob(accountId: string, now: Date): Promise<boolean>
  /** Counts an account's grant to an app (OS-43); false: too many. */
  reserveAppGrant(tx: Tx, accountId: string, now: Date): Promise<boolean>
  /** Counts a system's description of a member, by the system and by the numbers on the card (OS-52); false: too many. */
  reserveExchange(run: Pick<Database, 'run'>, clientId: string, numbers: readonly string[], now: Date): Promise<boolean>
  /** Call after a match, because only failures count. */
  succeedExchange(tx: Tx, clientId: string, numbers: readonly string[]): Promise<void>
  /** Whether so many answers of identity providers from the address have failed that further ones are refused. */
  isSignOnLocked(address: string, now: Date): Promise<boolean>
  /** Whether so many token requests from the address have failed that further ones are refused. */
  isTokenLocked(address: string, now: Date): Promise<boolean>
  /** Whether so many passwords were wrong that the login ID stays locked until an operator unlocks it. */
  isClosed(loginId: string): Promise<boolean>
  /** Lifts every lock of a login ID, whether or not it exists. `accountId` is given if someone has it. */
  unlock(tx: Tx, loginId: string, accountId: string | null): Promise<void>
  /** Deletes the counts of a login ID that no one has anymore. */
  forgetLogin(tx: Tx, loginId: string): Promise<void>
  /** Now and then deletes counts that have long expired; ignores failures. */
  tidy(now: Date): void
}

/** Requests open to anyone, limited by address. */
export type AskedKind = 'recovery' | 'registration' | 'lead' | 'shop' | 'passkey' | 'sign-on' | 'app' | 'app-token'

/** The sender of a request about a login ID. */
export interface Requester {
  readonly address: string
  /** Whether someone recently signed in with it from there. */
  readonly isKnown: boolean
}

/** Errors for an invalid ticket. Other errors are about input that came with a valid ticket. */
const opensNothing: readonly ErrorCode[] = ['CHALLENGE-EXPIRED', 'NOT-FOUND']

/** Steps of a guardian's verification: their details, requests for a PIN, and PINs. */
const guardianSteps = ['guardian', 'guardian-pin', 'guardian-code'] as const satisfies ReservedKind[]
export type GuardianStep = (typeof guardianSteps)[number]

/** Kinds of counts for a login ID, in the order in which attempts lock them. */
const kindsOfLogin = ['pair', 'login', 'answer', 'answer-anywhere'] as const

const tidyEveryMs = 60 * 60 * 1000

export function createLimits(database: Database): Limits {
  let tidiedAt = Date.now()
  return {
    reserveSecondFactor: (accountId, now) => reserve(database, 'second-factor', accountId, now),
    succeedSecondFactor: (tx, accountId) => clearReserved(tx, 'second-factor', accountId),
    isKnown: (loginIds, address, now) =>
      isKnownPair(
        database,
        loginIds.map((loginId) => attemptKeys(loginId, address).pairKey),
        now,
      ),
    reserveAnswers: (whose, from, now) => reserveBoth(database, 'answer', loginKey(whose), from, now),
    succeedAnswers: async (tx, whose, address) => {
      await clearReserved(tx, 'answer', `${loginKey(whose)} ${toNetwork(address)}`)
      await clearReserved(tx, 'answer-anywhere', loginKey(whose))
    },
    reserveDirectory: (name, address, now) => reserveInDirectory(database, hash(name), toNetwork(address), now),
    succeedDirectory: (db, name, address) => clearDirectory(db, directoryKeys(name, address)),
    reserveRequest: (kind, address, now) => reserve(database, `${kind}-address`, toNetwork(address), now),
    reserveLetter: (whom, from, now) => reserveBoth(database, 'letter', hash(whom), from, now),
    reserveOwnLetter: (accountId, now) => reserve(database, 'letter', hash(accountId), now),
    reserveReset: (accountId, now) => reserve(database, 'reset', accountId, now),
    useTicket: async (address, now, work) => {
      try {
        return await work()
      } catch (error) {
        return countUseless(database, address, now, error)
      }
    },
    reserveMatch: async (memberNumber, address, now) =>
      (await reserve(database, 'match-address', toNetwork(address), now)) &&
      reserveBoth(database, 'match', hash(memberNumber), stranger({ address }), now),
    succeedMatch: async (tx, memberNumber, address) => {
      await clearReserved(tx, 'match', `${hash(memberNumber)} ${toNetwork(address)}`)
      await clearReserved(tx, 'match-anywhere', hash(memberNumber))
      await giveBackReserved(tx, 'match-address', toNetwork(address))
    },
    reserveGuardian: (kind, memberId, now) => reserve(database, kind, memberId, now),
    isGuardianLocked: (kind, memberId, now) => isLocked(database, kind, memberId, now),
    succeedGuardian: (tx, kind, memberId) => clearReserved(tx, kind, memberId),
    unlockGuardian: async (tx, { memberNumbers, memberIds }) => {
      await clearEverywhere(tx, ['match', 'match-anywhere'], memberNumbers.map(hash))
      await clearEverywhere(tx, guardianSteps, memberIds)
    },
    reserveInvitation: async (tx, accountId, email, now) =>
      (await reserve(runIn(tx), 'invitation', accountId, now)) &&
      reserve(runIn(tx), 'letter', hash(`invitation ${accountId} ${email.toLowerCase()}`), now),
    reserveProposal: async (tx, accountId, email, now) =>
      (await reserve(runIn(tx), 'proposal', accountId, now)) &&
      reserve(runIn(tx), 'letter', hash(`proposal ${email.toLowerCase()}`), now),
    reserveExport: (accountId, now) => reserve(database, 'export', accountId, now),
    reserveEob: (accountId, now) => reserve(database, 'eob', accountId, now),
    reserveAppGrant: (tx, accountId, now) => reserve(runIn(tx), 'app-grant', accountId, now),
    reserveExchange: (run, clientId, numbers, now) => reserveCards(run, clientId, numbers, now),
    succeedExchange: async (tx, clientId, numbers) => {
      await giveBackReserved(tx, 'exchange-client', clientId)
      for (const number of numbers.toSorted()) await clearReserved(tx, 'exchange-card', hash(number))
    },
    isSignOnLocked: (address, now) => isLocked(database, 'sign-on-address', toNetwork(address), now),
    isTokenLocked: (address, now) => isLocked(database, 'app-token-address', toNetwork(address), now),
    isClosed: (loginId) => isClosed(database, loginKey(loginId)),
    unlock: async (tx, loginId, accountId) => {
      await clearEverywhere(tx, kindsOfLogin, [loginKey(loginId)])
      if (accountId !== null) await clearReserved(tx, 'second-factor', accountId)
    },
    forgetLogin: (tx, loginId) => removeEverywhere(tx, kindsOfLogin, loginKey(loginId)),
    tidy: (now) => {
      if (now.getTime() - tidiedAt < tidyEveryMs) return
      tidiedAt = now.getTime()
      removeForgotten(database, now).catch(() => undefined)
    },
  }
}

/**
 * Counts first by the requester's address, which limits a single requester, then over all addresses: a lock caused by others does not stop
 * a known requester.
 */
async function reserveBoth(
  database: Database,
  kind: 'answer' | 'letter' | 'match',
  key: string,
  { address, isKnown }: Requester,
  now: Date,
): Promise<boolean> {
  if (!(await reserve(database, kind, `${key} ${toNetwork(address)}`, now))) return false
  return (await reserve(database, `${kind}-anywhere`, key, now)) || isKnown
}

async function reserveCards(
  run: Pick<Database, 'run'>,
  clientId: string,
  numbers: readonly string[],
  now: Date,
): Promise<boolean> {
  if (!(await reserve(run, 'exchange-client', clientId, now))) return false
  // In a fixed order: two systems may ask about the same numbers.
  for (const number of numbers.toSorted()) if (!(await reserve(run, 'exchange-card', hash(number), now))) return false
  return true
}

/** Counts a ticket that is invalid. */
async function countUseless(database: Database, address: string, now: Date, error: unknown): Promise<never> {
  if (!(error instanceof CallError) || !opensNothing.includes(error.code)) throw error
  const isLetIn = await reserve(database, 'ticket-address', toNetwork(address), now)
  throw isLetIn ? error : new CallError('TOO-MANY-REQUESTS')
}

/** Keys for counting a directory password, by the name there and the address, for statements that count it themselves. */
export function directoryKeys(name: string, address: string) {
  const network = toNetwork(address)
  return { network, pair: `${hash(name)} ${network}`, name: hash(name) }
}

/**
 * Counts an e-mail that the portal sends by itself to an address that a stranger may have entered (SH-9), by that address; false: too many.
 */
export function reserveNews(tx: Tx, email: string, now: Date): Promise<boolean> {
  return reserve(runIn(tx), 'letter-anywhere', hash(`news ${email.toLowerCase()}`), now)
}

/** The requester of something unrelated to a login ID. */
export const stranger = ({ address }: Pick<Requester, 'address'>): Requester => ({ address, isKnown: false })

/** Keys of an attempt with a login ID, as typed, from an address. */
export function attemptKeys(loginId: string, address: string): AttemptKeys {
  const login = loginKey(loginId)
  const network = toNetwork(address)
  return { loginKey: login, networkKey: network, pairKey: `${login} ${network}` }
}

/** An impossible login ID is stored as a digest: it may be a password typed into the wrong field. */
function loginKey(loginId: string): string {
  const normalized = normalizeLoginId(loginId)
  if (checkLoginId(normalized) === null) return normalized
  return hash(normalized)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
