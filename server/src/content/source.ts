import { EVERY_BRAND } from '@portico/rules/content/match'
import type { Reader } from '../db/database.ts'
import type { SeedRow } from './store.ts'
import * as store from './store.ts'

export interface ContentWanted {
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly brand: string
}

export type StoredContent = SeedRow & { readonly origin: 'release' | 'edited'; readonly updated_at: Date }

/** Where items come from: the database, or, where there is none, the files of the release. */
export interface ContentSource {
  /** Every item that may answer for the brand. */
  list(wanted: ContentWanted): Promise<readonly StoredContent[]>
  /** When anything last changed; it names a version of all content. */
  changedAt(): Promise<Date>
}

export function databaseContent(db: Reader): ContentSource {
  return { list: (wanted) => store.listContent(db, wanted), changedAt: () => store.lastChange(db) }
}

/** The texts of the release alone, for stub mode. */
export function releasedContent(rows: readonly SeedRow[], releasedAt: Date): ContentSource {
  return {
    list: async ({ names, types, brand }) =>
      rows
        .filter(({ name, content_type: type }) => names.includes(name) || (type !== null && types.includes(type)))
        .filter((row) => row.brand === EVERY_BRAND || row.brand === brand.toUpperCase())
        .map((row) => ({ ...row, origin: 'release' as const, updated_at: releasedAt })),
    changedAt: async () => releasedAt,
  }
}
