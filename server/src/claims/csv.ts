import { stringify } from 'csv-stringify/sync'
import type { Database } from '../db/database.ts'
import type { ClaimScope } from './people.ts'
import { rowOf } from './service.ts'
import { type ClaimFilter, type ClaimOrder, listShown } from './store.ts'

/** Claims that are read at a time: memory stays the same however many there are. */
const partSize = 1000

type Row = ReturnType<typeof rowOf>

/** Claims as CSV (MP-6), a part at a time, with a byte order mark so that spreadsheets read it as UTF-8. */
export async function* claimsCsv(
  database: Database,
  scope: ClaimScope,
  query: { readonly filter: ClaimFilter; readonly order: ClaimOrder },
  columns: readonly { readonly title: string; readonly of: (row: Row) => string }[],
): AsyncGenerator<Uint8Array> {
  yield line([columns.map(({ title }) => title)], '\uFEFF')
  for (let offset = 0; ; offset += partSize) {
    const rows = await listShown(database.read, scope, { ...query, limit: partSize, offset })
    if (rows.length > 0) yield line(rows.map((row) => columns.map(({ of }) => of(rowOf(row, scope)))))
    if (rows.length < partSize) return
  }
}

/** `escape_formulas`: a cell that begins as a formula begins with an apostrophe, so that no spreadsheet works it out. */
function line(rows: string[][], before = ''): Buffer {
  return Buffer.from(before + stringify(rows, { escape_formulas: true, record_delimiter: 'windows' }))
}

/** Whole cents as dollars without sign or separators, for programs; empty where it is not known. */
export function plainDollars(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}
