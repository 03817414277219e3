import { readCode } from '@portico/rules/account-security/codes'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { AuthenticatorApps } from './authenticator-app.ts'
import type { RecoveryCodes } from './recovery-codes.ts'

export type CodeKind = 'app' | 'recovery'

export interface Codes {
  /**
   * Checks a code with `judge`, in one transaction; each attempt counts, whichever form it was typed into (SI-13). `judge` returns null for
   * a wrong code. Throws CallError CODE-WRONG, or TOO-MANY-REQUESTS without checking the code.
   */
  judgeCode<T>(accountId: string, now: Date, judge: (tx: Tx) => Promise<T | null>): Promise<T>
  /** Counts an attempt, before the transaction that checks it. Throws TOO-MANY-REQUESTS. */
  reserveTry(accountId: string, now: Date): Promise<void>
  /** Resets the count of attempts after a correct code. */
  succeed(tx: Tx, accountId: string): Promise<void>
  /** Uses an app code or a recovery code; null if it is wrong or already used. */
  use(tx: Tx, accountId: string, typed: string, now: Date): Promise<CodeKind | null>
}

export function createCodes(parts: {
  readonly database: Database
  readonly apps: AuthenticatorApps
  readonly recoveryCodes: RecoveryCodes
  readonly limits: Limits
}): Codes {
  const { database, apps, recoveryCodes, limits } = parts
  const reserveTry = async (accountId: string, now: Date) => {
    if (!(await limits.reserveSecondFactor(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
  }
  return {
    reserveTry,
    succeed: (tx, accountId) => limits.succeedSecondFactor(tx, accountId),
    judgeCode: async (accountId, now, judge) => {
      await reserveTry(accountId, now)
      const judged = await database.transaction(async (tx) => {
        const result = await judge(tx)
        if (result !== null) await limits.succeedSecondFactor(tx, accountId)
        return result
      })
      if (judged === null) throw new CallError('CODE-WRONG')
      return judged
    },
    use: async (tx, accountId, typed, now) => {
      const read = readCode(typed)
      if (read === null) return null
      const uses = read.kind === 'app' ? apps : recoveryCodes
      return (await uses.use(tx, accountId, read.code, now)) ? read.kind : null
    },
  }
}
