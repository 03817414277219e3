import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a key file in the data folder, readable only by its owner; if there is none, it is created with this content. */
export function keepFile(dataDir: string, name: string, content: string): string {
  const folder = join(dataDir, 'keys')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    // `wx` fails if the file exists: of several servers starting at once, the first wins and the others read its keys.
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return file
}
