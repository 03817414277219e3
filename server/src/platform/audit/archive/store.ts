import type { Selectable } from 'kysely'
import type { Database, Reader, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { type Anchor, chainStart } from '../chain.ts'

export type Segment = Selectable<Tables['audit_archive']>

/** The last archived place of the chain; its beginning if nothing was archived. */
export async function findArchived(db: Reader): Promise<Anchor> {
  const row = await db
    .selectFrom('audit_archive')
    .select(['last_seq', 'last_hash'])
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? { seq: 0, hash: chainStart } : { seq: row.last_seq, hash: row.last_hash }
}

export function listSegments(db: Reader): Promise<Segment[]> {
  return db.selectFrom('audit_archive').selectAll().orderBy('first_seq').execute()
}

/** Deletes from the table the events that a file holds; false if another server did so first. */
export function takeAway(database: Database, segment: Segment): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('audit_archive')
      .values(segment)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    const { first_seq: first, last_seq: last } = segment
    const sealed = tx.selectFrom('audit_seal').select('event_id').where('seq', '>=', first).where('seq', '<=', last)
    await tx.deleteFrom('audit_event').where('seq', '>=', first).where('seq', '<=', last).execute()
    await tx.deleteFrom('audit_event').where('event_id', 'in', sealed).execute()
    await tx.deleteFrom('audit_seal').where('seq', '>=', first).where('seq', '<=', last).execute()
    return true
  })
}

/** Files whose events are all older than a moment; none during a legal hold, because they name the people whom a hold may cover. */
export async function listOutdated(tx: Tx, before: Date): Promise<Pick<Segment, 'first_seq' | 'object_name'>[]> {
  const held = await tx.selectFrom('legal_hold').select('hold_id').where('lifted_at', 'is', null).executeTakeFirst()
  if (held !== undefined) return []
  return tx
    .selectFrom('audit_archive')
    .select(['first_seq', 'object_name'])
    .where('removed_at', 'is', null)
    .where('last_at', '<', before)
    .orderBy('first_seq')
    .limit(100)
    .execute()
}

export async function noteRemoved(tx: Tx, firstSeq: number, now: Date): Promise<void> {
  await tx.updateTable('audit_archive').set({ removed_at: now }).where('first_seq', '=', firstSeq).execute()
}

/** The place up to which every outside receiver has the log (OP-11); null if there is no receiver. */
export async function findForwarded(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('audit_forward')
    .select(({ fn }) => fn.min('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? null
}
