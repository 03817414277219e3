import type { AttemptStanding } from '@portico/rules/identity/lockout'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { AttemptKeys } from '../../platform/limits/attempt-statement.ts'
import { findPasswordHash } from './account-store.ts'
import { type AccountWithMember, byId, byLogin, forAttempt } from './sign-in-statement.ts'

export async function findAccountByLogin(
  database: Pick<Database, 'run'>,
  loginId: string,
): Promise<AccountWithMember | undefined> {
  const [row] = await database.run(byLogin, [loginId])
  return row
}

export async function findAccountForSignIn(
  database: Database,
  accountId: string,
): Promise<AccountWithMember | undefined> {
  const [row] = await database.run(byId, [accountId])
  return row
}

/** The account's stored password hash; null if there is no such account. */
export function readPasswordHash(db: Reader, accountId: string): Promise<string | null> {
  return findPasswordHash(db, accountId)
}

/** The account with a login ID, if any, and what the limits say about an attempt, in one round trip. */
export async function findForAttempt(
  database: Database,
  loginId: string,
  keys: AttemptKeys,
): Promise<{ readonly account: AccountWithMember | null; readonly standing: AttemptStanding }> {
  const [row] = await database.run(forAttempt, forAttempt.bindValues({ loginId, ...keys }))
  if (row === undefined) throw new Error('A statement that always has a row had none.')
  return {
    account: row.account_id === null ? null : (row as AccountWithMember),
    standing: {
      pair: { lockedUntil: row.pair_locked_until, succeededAt: row.pair_succeeded_at },
      login: { failures: row.login_failures ?? 0, lockedUntil: row.login_locked_until },
      address: { failures: row.address_failures ?? 0, firstFailureAt: row.address_first_failure_at },
    },
  }
}
