import {
  constants,
  cpSync,
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { easternDay } from '../day.ts'

const require = createRequire(import.meta.url)

/** `empty` is set up and holds no one; `demo` holds all of the demo. */
export type PreparedKind = 'empty' | 'demo'

/** What each is made of. */
const sources: Record<PreparedKind, readonly string[]> = {
  empty: ['server/src/db', 'server/src/content', 'server/src/email', 'content', 'brands'],
  demo: ['server/src', 'packages', 'content', 'brands', 'demo'],
}

/** The days of the demo are counted from the one on which it was loaded. */
const maxDays = 7

/**
 * Where a checkout keeps embedded databases that first starts copy (`tools/prepare-database.ts`): PostgreSQL takes seconds to
 * begin a new one, and the demo as long to load. Another version of the engine has others.
 */
export function preparedFolder(root: string, kind: PreparedKind): string {
  const manifest = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return join(root, `.cache/${kind}-${version}`)
}

/** Whether a prepared database is there and no older than what it is made of; one with the demo is of this week and year. */
export function isFresh(root: string, kind: PreparedKind, now: Date): boolean {
  const made = statSync(preparedFolder(root, kind), { throwIfNoEntry: false })?.mtime
  if (made === undefined) return false
  if (kind === 'demo') {
    if (now.getTime() - made.getTime() > maxDays * 24 * 60 * 60 * 1000) return false
    if (easternDay(made).slice(0, 4) !== easternDay(now).slice(0, 4)) return false
  }
  return sources[kind].every((path) => newest(join(root, path)) <= made.getTime())
}

/** The folder that a first start with the demo begins with; none where what is there is older than what it is made of. */
export function preparedForDemo(root: string, now: Date): string | undefined {
  const kinds = ['demo', 'empty'] as const
  const fresh = kinds.find((kind) => isFresh(root, kind, now))
  return fresh && preparedFolder(root, fresh)
}

/** When the newest file below a folder was written, tests apart. */
function newest(folder: string): number {
  const isSource = ({ name }: Dirent) => name !== 'node_modules' && name !== 'dist' && !name.includes('.test.')
  const entries = readdirSync(folder, { withFileTypes: true }).filter(isSource)
  return entries.reduce((latest, entry) => {
    const path = join(folder, entry.name)
    return Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }, 0)
}

/** Copies a prepared database to where there is none, whole or not at all. */
export function copyPrepared(prepared: string, folder: string): void {
  if (existsSync(folder) || !existsSync(prepared)) return
  const copying = `${folder}.copy`
  rmSync(copying, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  cpSync(prepared, copying, { recursive: true, mode: constants.COPYFILE_FICLONE })
  renameSync(copying, folder)
}
