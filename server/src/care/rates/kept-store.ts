import type { PayloadOf } from '@portico/contract/call'
import type { keepEstimate } from '@portico/contract/calls/cost'
import type { Tx } from '../../platform/db/database.ts'
import { lockMember } from '../../platform/db/row-locks.ts'

type Kept = PayloadOf<typeof keepEstimate>

/** The most estimates that a member may store, and the most in one answer. */
const maxKept = 500
const maxTold = 20

/** Whether an estimate may be stored, or the one already stored under its id. Locks the member until the end of the transaction. */
export async function mayKeep(tx: Tx, memberId: string, estimateId: string): Promise<Kept | 'new' | 'full'> {
  await lockMember(tx, memberId)
  const known = await tx
    .selectFrom('cost_estimate')
    .select('shown')
    .where('member_id', '=', memberId)
    .where('estimate_id', '=', estimateId)
    .executeTakeFirst()
  if (known !== undefined) return known.shown as Kept
  return (await countKept(tx, memberId)) < maxKept ? 'new' : 'full'
}

export async function countKept(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('cost_estimate')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertKept(tx: Tx, memberId: string, kept: Kept, now: Date): Promise<void> {
  await tx
    .insertInto('cost_estimate')
    .values({
      member_id: memberId,
      estimate_id: kept.estimateId,
      shown: JSON.stringify(kept),
      kept_at: now,
      service_name: kept.service.name,
      provider_name: kept.cost?.name ?? null,
      high_cents: kept.cost?.estimate.known ? kept.cost.estimate.high.youPayCents : null,
    })
    .execute()
}

/** Newest first. */
export async function listKept(tx: Tx, memberId: string): Promise<Kept[]> {
  const rows = await tx
    .selectFrom('cost_estimate')
    .select('shown')
    .where('member_id', '=', memberId)
    .orderBy('kept_at', 'desc')
    .orderBy('estimate_id')
    .limit(maxTold)
    .execute()
  return rows.map(({ shown }) => shown as Kept)
}
