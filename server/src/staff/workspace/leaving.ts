import { mayAnswer, type Scope } from '../../identity/rights/scope.ts'
import type { AuditEvent } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { releaseSome } from './leaving-store.ts'

const batchSize = 500

/**
 * Returns to the queue all unresolved conversations whose assignee may no longer answer the mail of their brands (MC-6, AD-2). `record`
 * audits each batch of them.
 */
export async function releaseWork(
  tx: Tx,
  left: Pick<Scope, 'accountId' | 'brands' | 'entitlements'>,
  { now, record }: { readonly now: Date; readonly record: (released: readonly AuditEvent[]) => Promise<void> },
): Promise<void> {
  const brands = mayAnswer(left) ? left.brands : []
  if (brands === null) return
  let released: readonly { member_id: string; thread_id: string }[]
  do {
    released = await releaseSome(tx, { accountId: left.accountId, brands, now, max: batchSize })
    await record(
      released.map(({ member_id: memberId, thread_id: recordId }) => ({
        action: 'workspace.release',
        memberId,
        recordType: 'thread',
        recordId,
      })),
    )
  } while (released.length >= batchSize)
}
