import type { EntryRow } from './store.ts'

export { listSeated } from './listed-store.ts'

/** Where an entry stands in the order of a directory, and when it last changed here. */
export type ListedKey = Pick<EntryRow, 'generation' | 'provider_id' | 'place'> & { readonly updated: Date }

/** What may narrow a list; null: nothing. Texts are beginnings, in small letters without accents. */
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
