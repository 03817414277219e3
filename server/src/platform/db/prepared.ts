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

/** `empty` has all tables but no people; `demo` holds the whole demo. */
export type PreparedKind = 'empty' | 'demo'

/** Folders that each kind is made from. */
const sources: Record<PreparedKind, readonly string[]> = {
  empty: ['server/src/platform/db', 'server/src/brands/content', 'server/src/mailing/email', 'content', 'brands'],
  demo: ['server/src', 'packages', 'content', 'brands', 'demo'],
}

/** The demo's days are relative to the day when it was loaded. */
const maxDays = 7

/**
 * Where a checkout keeps embedded databases for first starts to copy (`tools/prepare-database.ts`): PostgreSQL takes seconds to create a
 * new one, and the demo takes as long to load. Each version of the engine has its own folder.
 */
export function findPreparedFolder(root: string, kind: PreparedKind): string {
  const manifest = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return join(root, `.cache/${kind}-${version}`)
}

/** Whether a prepared database exists and is no older than its sources; the demo's must also be from this year and at most a week old. */
export function isFresh(root: string, kind: PreparedKind, now: Date): boolean {
  const made = statSync(findPreparedFolder(root, kind), { throwIfNoEntry: false })?.mtime
  if (made === undefined) return false
  if (kind === 'demo') {
    if (now.getTime() - made.getTime() > maxDays * 24 * 60 * 60 * 1000) return false
    if (easternDay(made).slice(0, 4) !== easternDay(now).slice(0, 4)) return false
  }
  return sources[kind].every((path) => newest(join(root, path)) <= made.getTime())
}

/** The folder that a first start with the demo copies; undefined if every prepared one is older than its sources. */
export function findFreshFolder(root: string, now: Date): string | undefined {
  const kinds = ['demo', 'empty'] as const
  const fresh = kinds.find((kind) => isFresh(root, kind, now))
  return fresh && findPreparedFolder(root, fresh)
}

/** Modification time of the newest file in a folder, without tests. */
function newest(folder: string): number {
  const isSource = ({ name }: Dirent) => name !== 'node_modules' && name !== 'dist' && !name.includes('.test.')
  const entries = readdirSync(folder, { withFileTypes: true }).filter(isSource)
  return entries.reduce((latest, entry) => {
    const path = join(folder, entry.name)
    return Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }, 0)
}

/** Copies a prepared database to a folder that does not exist yet, whole or not at all. */
export function copyPrepared(prepared: string, folder: string): void {
  if (existsSync(folder) || !existsSync(prepared)) return
  const copying = `${folder}.copy`
  rmSync(copying, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  cpSync(prepared, copying, { recursive: true, mode: constants.COPYFILE_FICLONE })
  renameSync(copying, folder)
}
