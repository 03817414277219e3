import { everyBrand } from '../brand/every.ts'

/** A stored content item: for one brand or all, in one language, possibly under further conditions (CT-1). */
export interface ContentItem {
  readonly name: string
  readonly contentType: string | null
  /** Upper-case shared code, or ALL. */
  readonly brand: string
  readonly language: string
  /** All of them must match; empty: the item always matches. */
  readonly qualifiers: Readonly<Record<string, string>>
  readonly value: string
}

/** The reader: brand, languages in order of preference, and what else we know about them. */
export interface ContentAsked {
  readonly brand: string
  readonly languages: readonly string[]
  readonly qualifiers: Readonly<Record<string, string>>
}

/** Why an item was chosen, for staff. */
export interface MatchReason {
  readonly brand: 'own' | 'all'
  readonly language: string
  readonly qualifiers: readonly string[]
}

export interface ContentMatch<Item extends ContentItem> {
  readonly item: Item
  readonly reason: MatchReason
}

/**
 * The most specific of the items with one name, or null. In this order: the preferred language; the brand's own before one for all
 * brands; more qualifiers before fewer; then the qualifiers' names in alphabetical order, so that the answer is always the same. An
 * item with a qualifier that we do not know about the reader does not match.
 */
export function bestMatch<Item extends ContentItem>(
  items: readonly Item[],
  asked: ContentAsked,
): ContentMatch<Item> | null {
  const [best] = items.filter((item) => matches(item, asked)).sort((a, b) => compare(a, b, asked))
  if (best === undefined) return null
  return {
    item: best,
    reason: {
      brand: best.brand === everyBrand ? 'all' : 'own',
      language: best.language,
      qualifiers: Object.keys(best.qualifiers).sort(),
    },
  }
}

/** Why an item is not for the reader; null: it is. */
function obstacle(item: ContentItem, asked: ContentAsked): 'brand' | 'language' | 'qualifier' | null {
  if (item.brand !== everyBrand && item.brand !== asked.brand.toUpperCase()) return 'brand'
  if (!asked.languages.includes(item.language)) return 'language'
  return Object.entries(item.qualifiers).every(([name, value]) => asked.qualifiers[name] === value) ? null : 'qualifier'
}

/** Why an item is used or not: it wins, it is not for the reader, or a better item outranks it. */
export const contentVerdicts = [
  'wins',
  'brand',
  'language',
  'qualifier',
  'worse-language',
  'every-brand',
  'fewer',
  'alphabet',
] as const
export type ContentVerdict = (typeof contentVerdicts)[number]

/** Every item with one name, and why it is used or not (CT-5): the winner first, then the items it outranks, then the others. */
export function explainMatch<Item extends ContentItem>(
  items: readonly Item[],
  asked: ContentAsked,
): { readonly item: Item; readonly verdict: ContentVerdict }[] {
  const [best, ...outranked] = items.filter((item) => matches(item, asked)).sort((a, b) => compare(a, b, asked))
  const others = items.flatMap((item) => {
    const verdict = obstacle(item, asked)
    return verdict === null ? [] : [{ item, verdict }]
  })
  if (best === undefined) return others
  const rank = (item: Item): ContentVerdict => {
    if (item.language !== best.language) return 'worse-language'
    if (item.brand !== best.brand) return 'every-brand'
    const count = (one: Item) => Object.keys(one.qualifiers).length
    return count(item) < count(best) ? 'fewer' : 'alphabet'
  }
  return [{ item: best, verdict: 'wins' }, ...outranked.map((item) => ({ item, verdict: rank(item) })), ...others]
}

function matches(item: ContentItem, asked: ContentAsked): boolean {
  return obstacle(item, asked) === null
}

function compare(a: ContentItem, b: ContentItem, { languages }: ContentAsked): number {
  const names = (item: ContentItem) => Object.keys(item.qualifiers).sort()
  return (
    languages.indexOf(a.language) - languages.indexOf(b.language) ||
    Number(a.brand === everyBrand) - Number(b.brand === everyBrand) ||
    names(b).length - names(a).length ||
    (names(a).join() < names(b).join() ? -1 : 1)
  )
}
