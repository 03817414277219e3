import { sql } from 'kysely'
import { mayAnswer, type Scope } from '../../identity/rights/scope.ts'
import type { AuditEvent } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'

const batchSize = 500

/**
 * Gives unresolved conversations back to everyone whose assignee may no longer answer the mail of their brands (MC-6, AD-2). `record` audits each batch of
 * them.
 */
export async function releaseWork(
  tx: Tx,
  left: Pick<Scope, 'accountId' | 'brands' | 'entitlements'>,
  { now, record }: { readonly now: Date; readonly record: (released: readonly AuditEvent[]) => Promise<void> },
): Promise<void> {
  const brands = mayAnswer(left) ? left.brands : []
  if (brands === null) return
  const theirs = sql`work.assignee_account_id = ${left.accountId} and work.state <> 'resolved'
    and work.brand <> all(${[...brands]}::text[])`
  let released: readonly { member_id: string; thread_id: string }[]
  do {
    // Members are locked first, as for every other change of their conversations.
    const { rows: members } = await sql<{ member_id: string }>`select member_id from member
      where member_id in (select work.member_id from thread_work work where ${theirs} order by 1 limit ${batchSize})
      order by member_id for no key update`.execute(tx)
    const { rows } = await sql<{ member_id: string; thread_id: string }>`
      update thread_work work set assignee_account_id = null, version = work.version + 1, changed_at = ${now}
      where ${theirs} and work.member_id = any(${members.map(({ member_id }) => member_id)}::uuid[])
      returning work.member_id, work.thread_id`.execute(tx)
    released = rows
    await record(
      rows.map(({ member_id: memberId, thread_id: recordId }) => ({
        action: 'workspace.release',
        memberId,
        recordType: 'thread',
        recordId,
      })),
    )
  } while (released.length >= batchSize)
}
