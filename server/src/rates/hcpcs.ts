import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PricedService } from './price-store.ts'

/** Services that Medicare's own list names; CPT is its owner's, and comes with a plan's files alone. */
export interface HcpcsList {
  all(): readonly PricedService[]
  find(code: string): PricedService | undefined
}

/** Reads the list when it is first asked for: a tab a line, code then words, packed. */
export function hcpcsList(folder: string): HcpcsList {
  let read: Map<string, PricedService> | undefined
  const known = () => {
    if (read !== undefined) return read
    const text = gunzipSync(readFileSync(join(folder, 'hcpcs.tsv.gz'))).toString('utf8')
    read = new Map(
      text.split('\n').flatMap((line) => {
        const [code, name] = line.split('\t')
        return code && name ? [[code, { type: 'HCPCS', code, name }] as const] : []
      }),
    )
    return read
  }
  return { all: () => [...known().values()], find: (code) => known().get(code) }
}
