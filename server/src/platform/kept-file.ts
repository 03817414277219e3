import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a file of keys in the data folder, which only its owner can read; if there is none, it is made with this content. */
export function keepFile(dataDir: string, name: string, content: string): string {
  const folder = join(dataDir, 'keys')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    // `wx` fails if there is one already: of several servers starting at once, the first wins and the others read its keys.
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return file
}
