import { sql } from 'kysely'
import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'

const batchSize = 200

export interface Resealed {
  readonly looked: number
  readonly changed: number
  /** Values that none of the keys opens. */
  readonly lost: number
}

/**
 * Seals anew, with the first data key, whatever an older one has sealed. May be stopped at any time and run again: what is done stays done,
 * and whatever changes meanwhile is sealed with the first key by itself.
 */
export async function resealAll(database: Database, dataKey: DataKey, signal?: AbortSignal): Promise<Resealed> {
  const total = { looked: 0, changed: 0, lost: 0 }
  for (const [table, { key, column, nameSeal }] of Object.entries(sealedColumns)) {
    let after: string | null = null
    do {
      const rows = await readBatch(database, { table, key, column }, after)
      for (const { id, sealed } of rows) {
        total.looked += 1
        const anew = openAnew(dataKey, sealed, nameSeal(id))
        if (anew === 'lost') total.lost += 1
        else if (anew !== null) {
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
            where ${sql.ref(key)} = ${id} and ${sql.ref(column)} = ${sealed}`.execute(database.read)
          total.changed += 1
        }
      }
      after = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null)
    } while (after !== null && !signal?.aborted)
    if (signal?.aborted) break
  }
  return total
}

interface Place {
  readonly table: string
  readonly key: string
  readonly column: string
}

async function readBatch(database: Database, { table, key, column }: Place, after: string | null) {
  const further = after === null ? sql`true` : sql`${sql.ref(key)} > ${after}::uuid`
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select ${sql.ref(key)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${further} order by ${sql.ref(key)} limit ${batchSize}`.execute(
    database.read,
  )
  return rows
}

function openAnew(dataKey: DataKey, sealed: Buffer, context: string): Buffer | null | 'lost' {
  try {
    return dataKey.reseal(sealed, context)
  } catch {
    return 'lost'
  }
}
