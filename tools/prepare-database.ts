import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { easternDay } from '../server/src/day.ts'
import { isFresh, type PreparedKind, preparedFolder } from '../server/src/db/prepared.ts'

/**
 * Makes the embedded databases that first starts with demo data copy, each only where it is not there or older than its sources.
 * `today`: the days of the demo are to be counted from today, as tests want them.
 */
const root = resolve(import.meta.dirname, '..')
const wantsToday = process.argv.includes('today')
const isOfToday = (folder: string) => easternDay(statSync(folder).mtime) === easternDay(new Date())

for (const kind of ['empty', 'demo'] as const) {
  const isDue = kind === 'demo' && wantsToday
  const isGood = isFresh(root, kind, new Date()) && (!isDue || isOfToday(preparedFolder(root, kind)))
  if (!isGood) await make(kind)
}

/** In a folder beside, which takes the other one's place when it is whole. */
async function make(kind: PreparedKind): Promise<void> {
  console.log(`prepare: preparing the database of the demo: ${kind === 'empty' ? 'its tables' : 'its people'}`)
  const { fillEmpty, fillWithDemo } = await import('./prepared-databases.ts')
  const folder = preparedFolder(root, kind)
  mkdirSync(dirname(folder), { recursive: true })
  const dataDir = mkdtempSync(`${folder}-`)
  // What is changed meanwhile is newer.
  const began = new Date()
  await (kind === 'empty' ? fillEmpty(root, dataDir) : fillWithDemo(root, dataDir))
  rmSync(folder, { recursive: true, force: true })
  renameSync(join(dataDir, 'db'), folder)
  rmSync(dataDir, { recursive: true, force: true })
  utimesSync(folder, began, began)
}
