import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import names from '../../member/coverage/care-texts/hcpcs.json' with { type: 'json' }
import type { PricedService } from './price-store.ts'

/** A service on Medicare's own list. */
export interface ListedService extends PricedService {
  /** The list's own words. */
  readonly description: string
}

/** Services on Medicare's own list; CPT codes are licensed and come only with a plan's files. */
export interface HcpcsList {
  /** The services that we have plain words for. The list's own words, written for billing, are searchable by code only. */
  listNamed(): readonly ListedService[]
  find(code: string): ListedService | undefined
  /** False for a service that has no name but the one on the list, even in a plan's file. */
  isInPlainWords(service: PricedService): boolean
}

const plainNames: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** Our own words for a service on the list; null: we have none. */
export function plainName({ type, code }: Pick<PricedService, 'type' | 'code'>): string | null {
  return type === 'HCPCS' ? (plainNames.get(code) ?? null) : null
}

/** Reads the list on first use: one service per line, code and words separated by a tab, compressed. */
export function hcpcsList(folder: string): HcpcsList {
  let read: Map<string, ListedService> | undefined
  const readKnown = () => {
    if (read !== undefined) return read
    const text = gunzipSync(readFileSync(join(folder, 'hcpcs.tsv.gz'))).toString('utf8')
    read = new Map(
      text.split('\n').flatMap((line) => {
        const [code, description] = line.split('\t')
        if (!code || !description) return []
        const name = plainName({ type: 'HCPCS', code }) ?? description
        return [[code, { type: 'HCPCS', code, name, description }] as const]
      }),
    )
    return read
  }
  return {
    listNamed: () => [...plainNames.keys()].flatMap((code) => readKnown().get(code) ?? []),
    find: (code) => readKnown().get(code.toUpperCase()),
    isInPlainWords: ({ type, code, name }) =>
      type !== 'HCPCS' ||
      plainNames.has(code) ||
      readKnown().get(code)?.description.toLowerCase() !== name.toLowerCase(),
  }
}
