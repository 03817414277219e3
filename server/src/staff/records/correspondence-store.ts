import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Tables of conversations, referring tables first. */
const ofThreads = [
  'member_form',
  'thread_presence',
  'thread_note',
  'thread_work',
  'message_draft',
  'conversation',
] as const

/**
 * Deletes conversations in which nobody has written since a moment, with their forms and notes. Their files become unsent files, whose
 * bytes a worker removes.
 */
export async function deleteOldThreads(tx: Tx, memberId: string, before: Date): Promise<Record<string, number>> {
  const { rows: old } = await sql<{ thread_id: string }>`
    select thread_id from thread where member_id = ${memberId} and created_at < ${before} and not exists (
      select from message where (message.member_id, message.thread_id) = (thread.member_id, thread.thread_id)
        and sent_at >= ${before})`.execute(tx)
  const ids = old.map(({ thread_id }) => thread_id)
  if (ids.length === 0) return {}
  const counts: Record<string, number> = {}
  const own = sql`member_id = ${memberId} and thread_id = any(${ids}::uuid[])`
  const remove = async (table: string) => {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
    counts[table] = Number(numAffectedRows ?? 0n)
  }
  await sql`delete from staff_draft where ${own}`.execute(tx)
  await remove('message_claim')
  await sql`update attachment set state = 'gone', message_id = null where member_id = ${memberId} and message_id in
    (select message_id from message where ${own})`.execute(tx)
  for (const table of ['message', ...ofThreads, 'thread']) await remove(table)
  return counts
}

/** When the oldest conversation was last written in; null: there is none. */
export async function readOldestThread(db: Reader, memberId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(last) as at from (
    select coalesce(max(sent_at), min(created_at)) as last from thread left join message using (member_id, thread_id)
    where thread.member_id = ${memberId} group by thread_id) each`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * A batch of the members who have conversations, in the order of their ids, each with whether one of their conversations has been
 * silent since a moment; false for members under a legal hold.
 */
export async function listWriters(
  db: Reader,
  { after, before, max }: { readonly after: string; readonly before: Date; readonly max: number },
): Promise<readonly { readonly member_id: string; readonly old: boolean }[]> {
  const { rows } = await sql<{ member_id: string; old: boolean }>`
    with part as materialized (
      select distinct member_id from thread where member_id > ${after}::uuid order by member_id limit ${max})
    select member_id, exists (select 1 from thread where thread.member_id = part.member_id and created_at < ${before}
      and not exists (select 1 from message where (message.member_id, message.thread_id) = (thread.member_id, thread.thread_id)
        and sent_at >= ${before}))
      and not exists (select 1 from legal_hold where legal_hold.member_id = part.member_id and lifted_at is null) as old
    from part order by member_id`.execute(db)
  return rows
}
