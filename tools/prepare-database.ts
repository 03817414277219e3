import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { easternDay } from '../server/src/platform/day.ts'
import { findPreparedFolder, isFresh, type PreparedKind } from '../server/src/platform/db/prepared.ts'

/**
 * Creates the embedded databases that a first start with demo data copies, each only if it is missing or older than its sources. `today`:
 * the demo's days must be relative to today, as tests need them.
 */
const root = resolve(import.meta.dirname, '..')
const wantsToday = process.argv.includes('today')
const isOfToday = (folder: string) => easternDay(statSync(folder).mtime) === easternDay(new Date())

for (const kind of ['empty', 'demo'] as const) {
  const isDue = kind === 'demo' && wantsToday
  const isGood = isFresh(root, kind, new Date()) && (!isDue || isOfToday(findPreparedFolder(root, kind)))
  if (!isGood) await make(kind)
}

/** Created in a folder next to the old one, which it replaces when complete. */
async function make(kind: PreparedKind): Promise<void> {
  console.log(`prepare: preparing the database of the demo: ${kind === 'empty' ? 'its tables' : 'its people'}`)
  const { fillEmpty, fillWithDemo } = await import('./prepared-databases.ts')
  const folder = findPreparedFolder(root, kind)
  mkdirSync(dirname(folder), { recursive: true })
  const dataDir = mkdtempSync(`${folder}-`)
  // Sources that change in the meantime must count as newer.
  const began = new Date()
  await (kind === 'empty' ? fillEmpty(root, dataDir) : fillWithDemo(root, dataDir))
  rmSync(folder, { recursive: true, force: true })
  renameSync(join(dataDir, 'db'), folder)
  rmSync(dataDir, { recursive: true, force: true })
  utimesSync(folder, began, began)
}
