import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Takes an account off at most `max` unresolved conversations of other brands than these. Returns which. */
export async function releaseSome(
  tx: Tx,
  left: { readonly accountId: string; readonly brands: readonly string[]; readonly now: Date; readonly max: number },
): Promise<readonly { readonly member_id: string; readonly thread_id: string }[]> {
  const theirs = sql`work.assignee_account_id = ${left.accountId} and work.state <> 'resolved'
    and work.brand <> all(${[...left.brands]}::text[])`
  // Lock members first, as every other change of their conversations does.
  const { rows: members } = await sql<{ member_id: string }>`select member_id from member
    where member_id in (select work.member_id from thread_work work where ${theirs} order by 1 limit ${left.max})
    order by member_id for no key update`.execute(tx)
  const { rows } = await sql<{ member_id: string; thread_id: string }>`
    update thread_work work set assignee_account_id = null, version = work.version + 1, changed_at = ${left.now}
    where ${theirs} and work.member_id = any(${members.map(({ member_id }) => member_id)}::uuid[])
    returning work.member_id, work.thread_id`.execute(tx)
  return rows
}
