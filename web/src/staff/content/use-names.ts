import { everyBrand } from '@portico/rules/brand/every'
import { type ContentName, contentDeclared, declaredContent, parseReplyId } from '@portico/rules/content/declared'
import { contentFields } from '@portico/rules/content/judge'
import { useText } from '../../base/texts/text.tsx'
import { nameReaders } from './reader-names.ts'
import type { ContentItem, ContentList, ItemKey } from './types.ts'

interface Names {
  /** The title of an item. */
  title(item: Pick<ContentItem, 'name' | 'contentType' | 'live' | 'latest'>): string
  brand(code: string): string
  /** The readers of an item, in one line. */
  readers(key: ItemKey): string
}

/** Names of items, brands and readers on the content screens. */
export function useNames(brands: ContentList['brands']): Names {
  const t = useText()
  const brand = (code: string) =>
    code === everyBrand ? t('content.every-brand') : (brands.find((one) => one.code === code)?.name ?? code)
  return {
    brand,
    title: ({ name, contentType, live, latest }) => {
      if (Object.hasOwn(declaredContent, name)) return t(`content.name.${name as ContentName}`)
      const declared = contentDeclared(name, contentType)
      const value = live?.value ?? latest?.value ?? ''
      const [first] = declared === null ? [] : contentFields(declared, value)
      if (first !== undefined && first.value !== '') return first.value.slice(0, 80)
      return parseReplyId(name) === null ? name : t('content.name.reply')
    },
    readers: ({ brand: code, language, qualifiers }) =>
      [
        brand(code),
        t(`content.language.${language}`),
        ...Object.entries(qualifiers).map(([name, value]) => `${nameReaders(name, t)}: ${value}`),
      ].join(' · '),
  }
}
