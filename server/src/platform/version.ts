import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The number of this version of the program. */
export function readVersion(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
