import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { takeExcluded } from '../../../platform/db/upsert.ts'

/** A stored row: its id, digest and version. */
interface StoredRow {
  readonly rowId: string
  readonly version: string | null
  readonly hash: Buffer
}

/** Finds and locks the stored rows among some rows, by their ids. */
export async function findRows(tx: Tx, kind: string, rows: readonly Pick<StoredRow, 'rowId'>[]) {
  const ids = rows.map(({ rowId }) => Buffer.from(rowId, 'hex'))
  const known = await tx
    .selectFrom('import_row')
    .select(['row_id', 'content_hash as hash', 'version'])
    .where('kind', '=', kind)
    .where('row_id', '=', sql<Buffer>`any(${ids}::bytea[])`)
    .orderBy('row_id')
    .forUpdate()
    .execute()
  return new Map(known.map((row) => [row.row_id.toString('hex'), row]))
}

/** Stores the digests and versions of rows. */
export async function keepRows(tx: Tx, kind: string, rows: readonly StoredRow[], runId: string): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('import_row')
    .values(
      rows.map(({ rowId, version, hash }) => ({
        kind,
        row_id: Buffer.from(rowId, 'hex'),
        version,
        content_hash: hash,
        run_id: runId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'row_id']).doUpdateSet(takeExcluded('version', 'content_hash', 'run_id')),
    )
    .execute()
}

/** The id of a row, by its key. */
export function computeRowId(kind: string, brand: string, key: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, brand, ...key]))
    .digest('hex')
}

/** Forgets a row that another one has replaced, so that it counts if it comes again. */
export async function forgetRow(tx: Tx, kind: string, rowId: string): Promise<void> {
  await tx.deleteFrom('import_row').where('kind', '=', kind).where('row_id', '=', Buffer.from(rowId, 'hex')).execute()
}
