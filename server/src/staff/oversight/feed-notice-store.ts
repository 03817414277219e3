import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The held X12 files that nobody has been notified of; records that somebody now is. */
export async function takeUntoldHeld(
  tx: Tx,
  now: Date,
): Promise<readonly { readonly brand: string; readonly arrivedAt: Date }[]> {
  const rows = await tx
    .updateTable('x12_feed')
    .set({ told_at: now })
    .where('state', '=', 'held')
    .where('told_at', 'is', null)
    .returning(['brand', 'arrived_at'])
    .execute()
  return rows.map(({ brand, arrived_at }) => ({ brand, arrivedAt: arrived_at }))
}

/** The last nightly files from a sender. */
export interface LastFiles {
  readonly feedId: string
  readonly brand: string
  readonly sender: string
  readonly arrivedAt: Date
}

/** The last nightly files from each sender since a moment, whatever was decided about them. */
export async function listLastFiles(tx: Tx, since: Date): Promise<readonly LastFiles[]> {
  const { rows } = await sql<{ feed_id: string; brand: string; sender: string; arrived_at: Date }>`
    select distinct on (brand, part ->> 'sender') feed_id, brand, part ->> 'sender' as sender, arrived_at
    from x12_feed, jsonb_array_elements(parts) as part
    where nightly and arrived_at > ${since}
    order by brand, part ->> 'sender', arrived_at desc`.execute(tx)
  return rows.map(({ feed_id, arrived_at, ...row }) => ({ ...row, feedId: feed_id, arrivedAt: arrived_at }))
}

/** Records the notification that nothing has arrived since these files; false if it was recorded before. */
export async function noteToldLate(tx: Tx, { feedId, sender }: LastFiles): Promise<boolean> {
  const { numAffectedRows } = await sql`update x12_feed set told_late = array_append(told_late, ${sender}::text)
    where feed_id = ${feedId} and not ${sender}::text = any(told_late)`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
