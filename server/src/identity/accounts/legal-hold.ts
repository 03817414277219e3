import type { Reader, Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { closeRows } from './closing-store.ts'
import { findHold, insertHold, type LegalHold, listClosedAccounts, noteLifted } from './hold-store.ts'
import { isRegistered } from './new-accounts.ts'

/** A member's legal hold; null if there is none. */
export function readHold(db: Reader, memberId: string): Promise<LegalHold | null> {
  return findHold(db, memberId)
}

/** Places a hold; false if there is one already. */
export async function placeHold(
  tx: Tx,
  memberId: string,
  { matter, by, now }: { readonly matter: string; readonly by: string; readonly now: Date },
): Promise<boolean> {
  // Erasing and closing take the same lock: a hold either precedes them, or finds them done.
  await lockMember(tx, memberId)
  if ((await findHold(tx, memberId)) !== null) return false
  await insertHold(tx, memberId, { matter, placedBy: by, placedAt: now })
  return true
}

/** Lifts the hold, and finishes closing the accounts that were closed in the meantime; false if there is no hold. */
export async function liftHold(
  tx: Tx,
  memberId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  if (!(await noteLifted(tx, memberId, by, now))) return false
  const closed = await listClosedAccounts(tx, memberId)
  for (const accountId of closed) await closeRows(tx, 'account', accountId)
  if (closed.length > 0 && !(await isRegistered(tx, memberId))) await closeRows(tx, 'member', memberId)
  return true
}
