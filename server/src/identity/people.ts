import type { Reader } from '../db/database.ts'
import { findAccount } from './account-store.ts'

/** The name of a signed-in person; empty for an account that is gone. */
export async function personName(
  db: Reader,
  accountId: string,
): Promise<{ readonly firstName: string; readonly lastName: string }> {
  const account = await findAccount(db, accountId)
  return { firstName: account?.first_name ?? '', lastName: account?.last_name ?? '' }
}
