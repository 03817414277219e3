import type { EntryRow } from './store.ts'

export { listSeated } from './listed-store.ts'

/** An entry's position in the order of a directory, and when it last changed here. */
export type ListedKey = Pick<EntryRow, 'generation' | 'provider_id' | 'place'> & { readonly updated: Date }

/** Filters for a list; null: no filter. Texts are prefixes, in lower case without accents. */
export interface ListedFilter {
  readonly people: boolean | null
  readonly providerIds: readonly string[] | null
  readonly places: readonly string[] | null
  readonly networkIds: readonly string[] | null
  readonly specialties: readonly string[] | null
  readonly cities: readonly string[] | null
  readonly states: readonly string[] | null
  readonly zips: readonly string[] | null
  /** Parts of names. */
  readonly names: readonly string[] | null
}
