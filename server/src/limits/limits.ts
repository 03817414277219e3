import { createHash } from 'node:crypto'
import { networkOf } from '@portico/rules/identity/network'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { type Database, runIn, type Tx } from '../db/database.ts'
import {
  type AttemptKeys,
  clearKinds,
  clearLogin,
  clearReserved,
  giveBackReserved,
  isClosed,
  isLocked,
  type ReservedKind,
  removeForgotten,
  reserve,
} from './limit-store.ts'

/** Limits on guessing (SI-13) that are not about passwords, and what lifts them. Passwords: see password-check.ts. */
export interface Limits {
  /** To be asked before a second-factor code is checked: counts the attempt. False: locked, the code must not be judged. */
  reserveSecondFactor(accountId: string, now: Date): Promise<boolean>
  /** The code was right: failures in a row end. */
  succeedSecondFactor(tx: Tx, accountId: string): Promise<void>
  /** The same for the answers to the security questions of a login ID, whether or not anybody has it (RG-2). */
  reserveAnswers(loginId: string, now: Date): Promise<boolean>
  succeedAnswers(tx: Tx, loginId: string): Promise<void>
  /** Counts a request of recovery from an address; false: too many. */
  reserveRecovery(address: string, now: Date): Promise<boolean>
  /** Counts a request of recovery for somebody, by anything that names them; false: too many. */
  reserveRecoveryOf(whom: string, now: Date): Promise<boolean>
  /** Counts a try to match coverage (RG-1), by its member ID and its address; false: too many. */
  reserveMatch(memberNumber: string, address: string, now: Date): Promise<boolean>
  /** It matched: only failures count. */
  succeedMatch(tx: Tx, memberNumber: string, address: string): Promise<void>
  /** Counts a try, a request or a PIN of a guardian (ER-5), by the child's member ID; false: too many. */
  reserveGuardian(kind: GuardianStep, memberNumber: string, now: Date): Promise<boolean>
  /** Whether the last try of that kind was the last that is let in for now. */
  isGuardianLocked(kind: GuardianStep, memberNumber: string, now: Date): Promise<boolean>
  /** It went well: what is counted of that kind ends. */
  succeedGuardian(tx: Tx, kind: GuardianStep, memberNumber: string): Promise<void>
  /** Lifts what is counted of registering for, and of guardians of, the children of contracts. */
  unlockGuardian(tx: Tx, memberNumbers: readonly string[]): Promise<void>
  /** Counts an invitation that an account sends to an address (RG-3), by both; false: too many. */
  reserveInvitation(tx: Tx, accountId: string, email: string, now: Date): Promise<boolean>
  /** Counts a file of an account's own data (RG-3); false: too many. */
  reserveExport(accountId: string, now: Date): Promise<boolean>
  /** Whether so many passwords were wrong that the login ID stays closed until an operator opens it. */
  isClosed(loginId: string): Promise<boolean>
  /** Lifts every lock of a login ID, whether or not anybody has it. `accountId` where somebody has. */
  unlock(tx: Tx, loginId: string, accountId: string | null): Promise<void>
  /** Removes now and then what is long over; a failure is nobody's concern. */
  tidy(now: Date): void
}

/** Details of a guardian, requests for a PIN, and PINs. */
export type GuardianStep = 'guardian' | 'guardian-pin' | 'guardian-code'

const guardedKinds = ['match', 'guardian', 'guardian-pin', 'guardian-code'] as const satisfies ReservedKind[]

const tidyEveryMs = 60 * 60 * 1000

export function createLimits(database: Database): Limits {
  let tidiedAt = Date.now()
  return {
    reserveSecondFactor: (accountId, now) => reserve(database, 'second-factor', accountId, now),
    succeedSecondFactor: (tx, accountId) => clearReserved(tx, 'second-factor', accountId),
    reserveAnswers: (loginId, now) => reserve(database, 'answer', loginKey(loginId), now),
    succeedAnswers: (tx, loginId) => clearReserved(tx, 'answer', loginKey(loginId)),
    reserveRecovery: (address, now) => reserve(database, 'recovery-address', networkOf(address), now),
    reserveRecoveryOf: (whom, now) => reserve(database, 'recovery', digestOf(whom), now),
    reserveMatch: async (memberNumber, address, now) =>
      (await reserve(database, 'match-address', networkOf(address), now)) &&
      reserve(database, 'match', digestOf(memberNumber), now),
    succeedMatch: async (tx, memberNumber, address) => {
      await clearReserved(tx, 'match', digestOf(memberNumber))
      await giveBackReserved(tx, 'match-address', networkOf(address))
    },
    reserveGuardian: (kind, memberNumber, now) => reserve(database, kind, digestOf(memberNumber), now),
    isGuardianLocked: (kind, memberNumber, now) => isLocked(database, kind, digestOf(memberNumber), now),
    succeedGuardian: (tx, kind, memberNumber) => clearReserved(tx, kind, digestOf(memberNumber)),
    unlockGuardian: (tx, memberNumbers) => clearKinds(tx, guardedKinds, memberNumbers.map(digestOf)),
    reserveInvitation: async (tx, accountId, email, now) =>
      (await reserve(runIn(tx), 'invitation', accountId, now)) &&
      reserve(runIn(tx), 'recovery', digestOf(`invitation ${accountId} ${email.toLowerCase()}`), now),
    reserveExport: (accountId, now) => reserve(database, 'export', accountId, now),
    isClosed: (loginId) => isClosed(database, loginKey(loginId)),
    unlock: async (tx, loginId, accountId) => {
      await clearLogin(tx, loginKey(loginId))
      await clearReserved(tx, 'answer', loginKey(loginId))
      if (accountId !== null) await clearReserved(tx, 'second-factor', accountId)
    },
    tidy: (now) => {
      if (now.getTime() - tidiedAt < tidyEveryMs) return
      tidiedAt = now.getTime()
      removeForgotten(database, now).catch(() => undefined)
    },
  }
}

/** Keys of an attempt with a login ID, as typed, from an address. */
export function attemptKeys(loginId: string, address: string): AttemptKeys {
  const login = loginKey(loginId)
  const network = networkOf(address)
  return { login, address: network, pair: `${login} ${network}` }
}

/** What nobody can have for a login ID is kept as a digest: it may be a password, typed into the wrong field. */
function loginKey(loginId: string): string {
  const normalized = normalizeLoginId(loginId)
  if (checkLoginId(normalized) === null) return normalized
  return digestOf(normalized)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
