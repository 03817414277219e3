import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { easternDay } from '../day.ts'
import type { Database } from '../db/database.ts'
import { importFhir } from '../imports/run.ts'
import type { Found } from '../imports/source/found.ts'
import { readResources } from '../imports/source/read.ts'

/** The last day of the year that the demo's files speak of. */
export const ANCHOR = '2026-12-31'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Imports the record of the demo's members as a plan's files are imported, one file a brand, with its days moved so that the
 * anchor is today. A brand whose file was taken whole before is left alone.
 */
export async function loadDemoRecord(database: Database, folder: string, now: Date): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
  const done = await database.read
    .selectFrom('import_run')
    .select('brand')
    .where('state', '=', 'done')
    .where('kind', '=', 'fhir')
    .execute()
  const loaded = new Set(done.map(({ brand }) => brand))
  const shiftDays = Math.round((Date.parse(easternDay(now)) - Date.parse(ANCHOR)) / dayMs)
  for (const name of files) {
    const brand = name.replace('.ndjson.gz', '')
    if (loaded.has(brand)) continue
    const options = { brand, files: [name], assignNumbers: false, dryRun: false, now }
    await importFhir(database, options, {
      read: () => movedResources(join(folder, name), shiftDays),
      progress: () => {},
      reject: ({ line, path, reason }) => {
        throw new Error(`demo/record/${name}:${line}: ${path}: ${reason}`)
      },
    })
  }
}

async function* movedResources(file: string, days: number): AsyncGenerator<Found> {
  for await (const found of readResources(file)) {
    const moves = found.refused === undefined && found.type !== 'Patient'
    yield moves ? { ...found, text: moveDays(found.text, days) } : found
  }
}

/** Moves every day that a text names, `yyyy-mm-dd`. */
export function moveDays(text: string, days: number): string {
  return text.replace(/(?<=")\d{4}-\d{2}-\d{2}(?=[T"])/g, (day) =>
    new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10),
  )
}
