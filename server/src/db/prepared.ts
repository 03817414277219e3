import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Where a checkout keeps an embedded database that is set up and holds no one (`tools/prepare-database.ts`): PostgreSQL takes
 * seconds to begin a new one. An old one does no harm, because the copy is brought up to date; another version of the
 * engine has another.
 */
export function preparedFolder(root: string): string {
  const manifest = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return join(root, `.cache/empty-${version}`)
}

/** Copies a prepared database to where there is none, whole or not at all. */
export function copyPrepared(prepared: string, folder: string): void {
  if (existsSync(folder) || !existsSync(prepared)) return
  const copying = `${folder}.copy`
  rmSync(copying, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  cpSync(prepared, copying, { recursive: true })
  renameSync(copying, folder)
}
