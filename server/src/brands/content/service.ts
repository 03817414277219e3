import type { PayloadOf, QueryOf } from '@portico/contract/call'
import type { contentInfo, explainContent } from '@portico/contract/calls/content'
import type { Language } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/brand/every'
import type { ContentName } from '@portico/rules/content/declared'
import { bestMatch, type ContentItem, type ContentMatch } from '@portico/rules/content/match'
import type { StoredContent } from './content-statement.ts'
import type { ContentSet, ContentSource } from './source.ts'

/** The reader of texts: the brand's shared code, language, and the person's qualifiers. */
export interface ContentAsker {
  readonly brand: string
  readonly language: Language
  readonly qualifiers?: Readonly<Record<string, string>>
}

/** An item by name, or every item of a content type (name '*'). */
export interface ContentWish {
  readonly name: string
  readonly qualifiers?: readonly { readonly name: string; readonly value: string }[] | undefined
  readonly contentType?: string | undefined
}

/** Texts of the content service; a change shows with the next request, on every instance. */
export interface ContentService {
  /** The best value of each name; names without a value are absent. */
  texts(names: readonly ContentName[], asker: ContentAsker): Promise<ReadonlyMap<string, string>>
  /** When anything last changed. */
  readChangedAt(): Promise<Date>
  answer(asked: readonly ContentWish[], language: Language): Promise<PayloadOf<typeof contentInfo>>
  explain(asked: QueryOf<typeof explainContent>): Promise<PayloadOf<typeof explainContent>>
}

type Row = ContentItem & Pick<StoredContent, 'origin' | 'updated_at'>

/** Items of this type are JSON, answered in base64 (CT-1). */
const encodedType = 'Language'

export function createContentService(source: ContentSource): ContentService {
  return {
    texts: async (names, { brand, language, qualifiers = {} }) => {
      const asked = { brand, languages: listLanguages(language), qualifiers }
      const set = await source.read()
      const found = best(
        names.flatMap((name) => set.listNamed(name)),
        asked,
      )
      return new Map(found.map(({ item }) => [item.name, item.value]))
    },

    readChangedAt: async () => (await source.read()).changedAt,

    answer: async (wishes, language) => {
      const set = await source.read()
      return { contentResponse: wishes.flatMap((wish) => answerOne(set, wish, language)) }
    },

    explain: async ({ name, brand, language }) => {
      const rows = (await source.read()).listNamed(name)
      const [match] = best(rows, { brand, languages: [language, 'en'], qualifiers: {} })
      if (match === undefined) return { matched: null }
      const { item, reason } = match
      const { brand: byBrand, language: answered, qualifiers } = reason
      const { value, origin, updated_at: updatedAt } = item
      return {
        matched: {
          value,
          brand: byBrand,
          language: answered,
          qualifiers: [...qualifiers],
          origin,
          updatedAt: updatedAt.toISOString(),
        },
      }
    },
  }

  function answerOne(set: ContentSet, wish: ContentWish, language: Language): { name: string; value: string }[] {
    const { brand = everyBrand, ...qualifiers } = Object.fromEntries(
      (wish.qualifiers ?? []).map(({ name, value }) => [name, value]),
    )
    const rows = wish.name === '*' ? set.listTyped(wish.contentType ?? '') : set.listNamed(wish.name)
    return best(rows, { brand, languages: listLanguages(language), qualifiers }).map(({ item }) => ({
      name: item.name,
      value: item.contentType === encodedType ? Buffer.from(item.value, 'utf8').toString('base64') : item.value,
    }))
  }
}

/** The best item of each name. */
function best(rows: readonly StoredContent[], asked: Parameters<typeof bestMatch>[1]): ContentMatch<Row>[] {
  const byName = Map.groupBy(rows.map(toRow), ({ name }) => name)
  return [...byName.values()].flatMap((items) => bestMatch(items, asked) ?? [])
}

function toRow({ content_type: contentType, ...row }: StoredContent): Row {
  return { ...row, contentType }
}

/** Texts missing in a language show in English. */
export function listLanguages(language: Language): Language[] {
  return language === 'en' ? ['en'] : [language, 'en']
}
