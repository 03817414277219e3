import type { Columns, CsvKind } from '../../imports/imports/csv/kind.ts'
import { importCsv } from '../../imports/imports/csv/run.ts'
import type { Database } from '../../platform/db/database.ts'

export type DemoRow = Readonly<Record<string, string>>

/** Imports rows of the demo like those of a plan's file of that kind. Throws if one is refused. */
export async function importDemoRows<C extends Columns>(
  database: Database,
  kind: CsvKind<C>,
  file: { readonly name: string; readonly brand: string; readonly rows: readonly DemoRow[] },
  now: Date,
): Promise<void> {
  const { name, brand, rows } = file
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const options = { brand, brands: new Set([brand]), files: [name], dryRun: false, now }
  await importCsv(database, kind, options, {
    read: async function* () {
      yield { line: 1, cells: columns }
      for (const [at, row] of rows.entries()) yield { line: at + 2, cells: columns.map((column) => row[column] ?? '') }
    },
    progress: () => {},
    reject: ({ line, path, reason }) => {
      throw new Error(`${name}:${line}: ${path}: ${reason}`)
    },
  })
}
