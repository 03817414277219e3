import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CsvRow, readCsv } from '../../imports/imports/csv/rows.ts'
import { importPlans } from '../../imports/imports/plans/run.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { listLoadedBrands } from './store.ts'

/**
 * Loads the plans that the demo's brands sell, like a plan's own files: for the current year, and for the next one, which open enrollment
 * is for. A brand that has any is left alone.
 */
export async function loadDemoPlans(database: Database, folder: string, now: Date): Promise<void> {
  const loaded = await listLoadedBrands(database.read, 'shop_catalogue')
  const year = Number(easternDay(now).slice(0, 4))
  for (const brand of readdirSync(folder)) {
    if (loaded.has(brand)) continue
    const own = join(folder, brand)
    const files = readdirSync(own).map((name) => join(own, name))
    const options = { brand, files, dryRun: false, now }
    await importPlans(database, options, {
      read: (file) => inYears(file, [year, year + 1]),
      progress: () => {},
      reject: ({ file, line, path, reason }) => {
        throw new Error(`${file}:${line}: ${path}: ${reason}`)
      },
    })
  }
}

/** The rows of a file, repeated for each year. */
async function* inYears(file: string, years: readonly number[]): AsyncGenerator<CsvRow> {
  let place = -1
  for await (const row of readCsv(file)) {
    if (row.problem !== undefined || place < 0) {
      if (row.problem === undefined) place = row.cells.indexOf('BusinessYear')
      yield row
      continue
    }
    for (const year of years) yield { line: row.line, cells: row.cells.with(place, `${year}`) }
  }
}
