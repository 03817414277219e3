import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PricedService } from './price-store.ts'

/** Services on Medicare's own list; CPT codes are licensed and come only with a plan's files. */
export interface HcpcsList {
  all(): readonly PricedService[]
  find(code: string): PricedService | undefined
}

/** Reads the list on first use: one service per line, code and words separated by a tab, compressed. */
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
