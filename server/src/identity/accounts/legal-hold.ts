import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { closedPassword } from '../../platform/db/personal-data.ts'
import { lockMember } from '../../platform/db/row-locks.ts'
import { closeRows } from './closing-store.ts'
import { isRegistered } from './new-accounts.ts'

/** Why nothing of a member may be erased, and since when. */
export interface LegalHold {
  readonly matter: string
  readonly placedBy: string
  readonly placedAt: Date
}

/** The hold that stands for a member; null if none does. */
export async function readHold(db: Reader, memberId: string): Promise<LegalHold | null> {
  const row = await db
    .selectFrom('legal_hold')
    .select(['matter', 'placed_by as placedBy', 'placed_at as placedAt'])
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Places a hold; false if one stands already. */
export async function placeHold(
  tx: Tx,
  memberId: string,
  { matter, by, now }: { readonly matter: string; readonly by: string; readonly now: Date },
): Promise<boolean> {
  // Erasing and closing take the same lock: a hold comes before them, or finds them done.
  await lockMember(tx, memberId)
  if ((await readHold(tx, memberId)) !== null) return false
  await tx
    .insertInto('legal_hold')
    .values({ hold_id: uuidv7(), member_id: memberId, matter, placed_by: by, placed_at: now, lifted_by: null })
    .execute()
  return true
}

/** Lifts the hold, and finishes closing the accounts that were closed meanwhile; false if none stands. */
export async function liftHold(
  tx: Tx,
  memberId: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<boolean> {
  const lifted = await tx
    .updateTable('legal_hold')
    .set({ lifted_by: by, lifted_at: now })
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .returning('hold_id')
    .execute()
  if (lifted.length === 0) return false
  const closed = await tx
    .selectFrom('account')
    .select('account_id')
    .where('member_id', '=', memberId)
    .where('password_hash', '=', closedPassword)
    .execute()
  for (const { account_id } of closed) await closeRows(tx, 'account', account_id)
  if (closed.length > 0 && !(await isRegistered(tx, memberId))) await closeRows(tx, 'member', memberId)
  return true
}
