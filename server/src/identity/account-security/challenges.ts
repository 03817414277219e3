import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { readPasswordHash } from '../accounts/sign-in-accounts.ts'
import { keepChallenge, type NewChallenge } from './challenge-store.ts'

export { dropChallenges, findChallenge, takeChallenge } from './challenge-store.ts'

/**
 * Stores the challenge of a sign-in that is half done with the correct password. Returns false, and stores nothing, if the password was
 * changed in the meantime, which ends half-done sign-ins.
 */
export async function keepHalfDone(
  tx: Tx,
  { account_id: accountId, password_hash: proven }: { readonly account_id: string; readonly password_hash: string },
  challenge: Omit<NewChallenge, 'accountId'>,
  now: Date,
): Promise<boolean> {
  await lockAccount(tx, accountId)
  if ((await readPasswordHash(tx, accountId)) !== proven) return false
  await keepChallenge(tx, { ...challenge, accountId }, now)
  return true
}
