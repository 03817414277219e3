import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type StaffDraft = Selectable<Tables['staff_draft']>

/** A person's draft in a conversation; there is at most one. */
export type DraftPlace = Pick<StaffDraft, 'account_id' | 'thread_id'>

export function findDraft(db: Reader, place: DraftPlace): Promise<StaffDraft | undefined> {
  return db
    .selectFrom('staff_draft')
    .selectAll()
    .where((eb) => eb.and(place))
    .executeTakeFirst()
}

export async function holdsSame(tx: Tx, { account_id, thread_id }: DraftPlace, data: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select data = ${data}::jsonb as same from staff_draft
    where account_id = ${account_id} and thread_id = ${thread_id}`.execute(tx)
  return rows[0]?.same === true
}

export async function putDraft(
  tx: Tx,
  place: DraftPlace & Pick<StaffDraft, 'member_id'>,
  draft: Pick<StaffDraft, 'draft_id' | 'version' | 'saved_at'> & { readonly data: string },
): Promise<void> {
  await tx
    .insertInto('staff_draft')
    .values({ ...place, ...draft })
    .onConflict((conflict) => conflict.columns(['account_id', 'thread_id']).doUpdateSet(draft))
    .execute()
}

/** False if there is none. */
export async function deleteDraft(tx: Tx, place: DraftPlace): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_draft')
    .where((eb) => eb.and(place))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes the draft of a sent message. */
export async function forgetDraft(tx: Tx, place: DraftPlace, clientMessageId: string): Promise<void> {
  await tx
    .deleteFrom('staff_draft')
    .where((eb) => eb.and({ ...place, draft_id: clientMessageId }))
    .execute()
}
