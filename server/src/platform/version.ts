import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** This program's version number. */
export function readVersion(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
