import { csvLines, csvMark } from '../csv.ts'
import type { Database } from '../db/database.ts'
import type { ClaimScope } from './people.ts'
import { rowOf } from './service.ts'
import { type ClaimFilter, type ClaimOrder, listShown } from './store.ts'

/** Claims that are read at a time: memory stays the same however many there are. */
const partSize = 1000

type Row = ReturnType<typeof rowOf>

/** Claims as CSV (MP-6), a part at a time. */
export async function* claimsCsv(
  database: Database,
  scope: ClaimScope,
  query: { readonly filter: ClaimFilter; readonly order: ClaimOrder },
  columns: readonly { readonly title: string; readonly of: (row: Row) => string }[],
): AsyncGenerator<Uint8Array> {
  yield csvLines([columns.map(({ title }) => title)], csvMark)
  for (let offset = 0; ; offset += partSize) {
    const rows = await listShown(database.read, scope, { ...query, limit: partSize, offset })
    if (rows.length > 0) yield csvLines(rows.map((row) => columns.map(({ of }) => of(rowOf(row, scope)))))
    if (rows.length < partSize) return
  }
}
