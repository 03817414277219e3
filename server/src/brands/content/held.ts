import type { Language } from '@portico/contract/page'
import { bestMatch, type ContentItem } from '@portico/rules/content/match'
import * as v from 'valibot'
import { type PlacedTexts, withTexts } from './places.ts'
import type { ContentSet } from './source.ts'

/** Texts from files that authors may change, as they now show; before the database has been read, as in the files. */
export interface HeldTexts {
  /** The texts of an item for readers of a brand, by its shared code. */
  texts(name: string, brand: string, language: Language): PlacedTexts
  /** A file's content with the texts of an item filled in. */
  place<Tree extends object>(name: string, brand: string, tree: Tree): Tree
}

const Texts = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))
const none: PlacedTexts = {}

/** `present` returns the content in force, without waiting. */
export function createHeldTexts(present: () => ContentSet | null): HeldTexts {
  let known: { readonly set: ContentSet | null; readonly found: Map<string, unknown> } = { set: null, found: new Map() }

  const texts: HeldTexts['texts'] = (name, brand, language) =>
    once(`${name} ${brand} ${language}`, (set) => {
      const items = set.listNamed(name).map((row): ContentItem => ({ ...row, contentType: row.content_type }))
      const best = bestMatch(items, { brand, languages: [language], qualifiers: {} })
      const read = v.safeParse(Texts, best?.item.value)
      return read.success ? read.output : none
    }) ?? none

  return {
    texts,
    place: (name, brand, tree) =>
      once(`${name} ${brand}`, () => withTexts(tree, (language) => texts(name, brand, language))) ?? tree,
  }

  /** Caches the result of `make` until the content changes; null while no content is known. */
  function once<T>(key: string, make: (set: ContentSet) => T): T | null {
    const set = present()
    if (set === null) return null
    if (known.set !== set) known = { set, found: new Map() }
    const { found } = known
    if (!found.has(key)) found.set(key, make(set))
    return found.get(key) as T
  }
}

/** The texts of the files, unchanged. */
export const heldByFiles: HeldTexts = createHeldTexts(() => null)
