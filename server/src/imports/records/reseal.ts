import type { DataKey } from '../../platform/data-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { sealedColumns } from '../../platform/sealed-columns.ts'
import { listSealed, replaceSealed } from './sealed-store.ts'

const batchSize = 200

export interface Resealed {
  readonly looked: number
  readonly changed: number
  /** Values that none of the keys can open. */
  readonly lost: number
}

/**
 * Seals again, with the first data key, every value that an older key sealed. May be stopped at any time and run again: finished values
 * stay finished, and values that change meanwhile are sealed with the first key anyway.
 */
export async function resealAll(database: Database, dataKey: DataKey, signal?: AbortSignal): Promise<Resealed> {
  const total = { looked: 0, changed: 0, lost: 0 }
  for (const [table, { key, column, nameSeal }] of Object.entries(sealedColumns)) {
    const place = { table, key, column }
    let after: string | null = null
    do {
      const rows = await listSealed(database.read, place, after, batchSize)
      for (const row of rows) {
        total.looked += 1
        const anew = openAnew(dataKey, row.sealed, nameSeal(row.id))
        if (anew === 'lost') total.lost += 1
        else if (anew !== null) {
          await replaceSealed(database.read, place, row, anew)
          total.changed += 1
        }
      }
      after = rows.length < batchSize ? null : (rows.at(-1)?.id ?? null)
    } while (after !== null && !signal?.aborted)
    if (signal?.aborted) break
  }
  return total
}

function openAnew(dataKey: DataKey, sealed: Buffer, context: string): Buffer | null | 'lost' {
  try {
    return dataKey.reseal(sealed, context)
  } catch {
    return 'lost'
  }
}
