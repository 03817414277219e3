import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { signal } from '../../platform/db/signals.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type Draft = Selectable<Tables['message_draft']>

/** Drafts of a member with the subject of the conversation that they reply to, latest first. */
export async function listDrafts(db: Reader, memberId: string) {
  return db
    .selectFrom('message_draft as draft')
    .leftJoin('thread', (join) =>
      join.onRef('thread.member_id', '=', 'draft.member_id').onRef('thread.thread_id', '=', 'draft.thread_id'),
    )
    .selectAll('draft')
    .select('thread.subject')
    .where('draft.member_id', '=', memberId)
    .orderBy('draft.saved_at', 'desc')
    .orderBy('draft.draft_id', 'desc')
    .execute()
}

export async function findDraft(db: Reader, memberId: string, draftId: string): Promise<Draft | undefined> {
  return ofMember(db, memberId).where('draft_id', '=', draftId).executeTakeFirst()
}

export async function findReplyDraft(db: Reader, memberId: string, threadId: string): Promise<Draft | undefined> {
  return ofMember(db, memberId).where('thread_id', '=', threadId).executeTakeFirst()
}

function ofMember(db: Reader, memberId: string) {
  return db.selectFrom('message_draft').selectAll().where('member_id', '=', memberId)
}

export async function countDrafts(db: Reader, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('message_draft')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return row.found
}

type Written = Omit<Draft, 'data'> & { readonly data: string }

/** False if a draft with this id, or for this conversation, already exists. */
export async function insertDraft(tx: Tx, draft: Written): Promise<boolean> {
  const result = await tx
    .insertInto('message_draft')
    .values(draft)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return signalChange(tx, draft.member_id, result.numInsertedOrUpdatedRows)
}

/** Whether a draft has the same data, whatever the order of keys. */
export async function holdsData(tx: Tx, draft: Draft, data: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select data = ${data}::jsonb as same from message_draft
    where member_id = ${draft.member_id} and draft_id = ${draft.draft_id}`.execute(tx)
  return rows[0]?.same === true
}

export async function updateDraft(
  tx: Tx,
  {
    member_id,
    draft_id,
    version,
    data,
    saved_at,
  }: Pick<Written, 'member_id' | 'draft_id' | 'version' | 'data' | 'saved_at'>,
): Promise<void> {
  await tx
    .updateTable('message_draft')
    .set({ version, data, saved_at })
    .where('member_id', '=', member_id)
    .where('draft_id', '=', draft_id)
    .execute()
  await signal(tx, 'mail', member_id)
}

/** Returns whether there was a draft. */
export async function deleteDraft(tx: Tx, memberId: string, draftId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('message_draft')
    .where('member_id', '=', memberId)
    .where('draft_id', '=', draftId)
    .executeTakeFirstOrThrow()
  return signalChange(tx, memberId, result.numDeletedRows)
}

/** Signals a change to the member's open pages if a row changed; returns whether one did. */
async function signalChange(tx: Tx, memberId: string, rows: bigint | undefined): Promise<boolean> {
  if (Number(rows) !== 1) return false
  await signal(tx, 'mail', memberId)
  return true
}
