import type { PayloadOf } from '@portico/contract/call'
import type { contentItems, contentReleases, explainContentFor } from '@portico/contract/calls/content-console'

export type ContentList = PayloadOf<typeof contentItems>
export type ContentItem = ContentList['items'][number]
export type ContentVersion = NonNullable<ContentItem['latest']>
export type ContentRelease = PayloadOf<typeof contentReleases>['releases'][number]
export type Candidate = PayloadOf<typeof explainContentFor>['candidates'][number]

/** Identifies an item. */
export type ItemKey = Pick<ContentItem, 'name' | 'brand' | 'language' | 'qualifiers'>

/** A key that is the same for the same item, in any order of its qualifiers. */
export function toItemKey({ name, brand, language, qualifiers }: ItemKey): string {
  return JSON.stringify([name, brand, language, Object.entries(qualifiers).sort()])
}
