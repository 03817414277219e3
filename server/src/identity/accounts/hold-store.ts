import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { closedPassword } from '../../platform/db/personal-data.ts'

/** Why none of a member's data may be erased, and since when. */
export interface LegalHold {
  readonly matter: string
  readonly placedBy: string
  readonly placedAt: Date
}

/** A member's legal hold; null if there is none. */
export async function findHold(db: Reader, memberId: string): Promise<LegalHold | null> {
  const row = await db
    .selectFrom('legal_hold')
    .select(['matter', 'placed_by as placedBy', 'placed_at as placedAt'])
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function insertHold(tx: Tx, memberId: string, { matter, placedBy, placedAt }: LegalHold): Promise<void> {
  await tx
    .insertInto('legal_hold')
    .values({
      hold_id: uuidv7(),
      member_id: memberId,
      matter,
      placed_by: placedBy,
      placed_at: placedAt,
      lifted_by: null,
    })
    .execute()
}

/** Records that the hold is lifted; false if there is none. */
export async function noteLifted(tx: Tx, memberId: string, by: string, now: Date): Promise<boolean> {
  const lifted = await tx
    .updateTable('legal_hold')
    .set({ lifted_by: by, lifted_at: now })
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .returning('hold_id')
    .execute()
  return lifted.length > 0
}

/** A member's accounts that were closed while their rows had to be kept. */
export async function listClosedAccounts(db: Reader, memberId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account')
    .select('account_id')
    .where('member_id', '=', memberId)
    .where('password_hash', '=', closedPassword)
    .execute()
  return rows.map(({ account_id: id }) => id)
}
