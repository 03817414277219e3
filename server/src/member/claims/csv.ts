import { setImmediate } from 'node:timers/promises'
import { csvLines, csvMark } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ClaimScope } from './people.ts'
import { toListedClaim } from './service.ts'
import { type ClaimFilter, type ClaimOrder, claimsIn, listParts } from './store.ts'

type Row = ReturnType<typeof toListedClaim>

/** Claims as CSV (MP-6), written in parts, all as of the same moment. */
export async function* claimsCsv(
  database: Database,
  scope: ClaimScope,
  query: { readonly filter: ClaimFilter; readonly order: ClaimOrder },
  columns: readonly { readonly title: string; readonly of: (row: Row) => string }[],
): AsyncGenerator<Uint8Array> {
  yield csvLines([columns.map(({ title }) => title)], csvMark)
  const parts = await listParts(database.read, scope, query)
  // Removes each part once it is written, to free its memory.
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    yield csvLines(claimsIn(part).map((row) => columns.map(({ of }) => of(toListedClaim(row, scope)))))
    await setImmediate()
  }
}
