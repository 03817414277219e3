import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthoredLanguage } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/brand/every'
import { authoredLanguages } from '@portico/rules/languages/authored'
import type { BrandSet } from '../brand/load.ts'
import { type PlacedTexts, textsIn } from './places.ts'
import { readSeeds } from './seeds.ts'
import type { SeedRow } from './store.ts'

/** An item with its texts in a language. */
interface NamedItem {
  readonly name: string
  readonly type: string
  listTexts(language: AuthoredLanguage): PlacedTexts
}

/** Every text that the portal comes with and authors may change (CT-5): the site's content, and texts in files that also contain data. */
export function readReleasedTexts(contentDir: string, brands: BrandSet, emails: readonly NamedItem[]): SeedRow[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(contentDir, file), 'utf8'))
  return [
    ...readSeeds(contentDir),
    ...emails.flatMap(({ name, type, listTexts }) => rows({ name, type, listTexts })),
    ...brandRows(brands),
    ...topicRows(read('message-topics.json')),
    ...byBrandRows('STAFF_SENDERS', read('staff-senders.json')),
    ...inLanguages({ name: 'PREVENTIVE_CARE', tree: read('preventive-care.json') }),
    ...inLanguages({ name: 'WELLNESS_OFFERS', tree: read('wellness.json') }),
    ...list(read('forms.json')).flatMap((tree) => inLanguages({ name: formItem(tree.kind), type: 'Form', tree })),
    ...list(read('guides.json')).flatMap((tree) => inLanguages({ name: guideItem(tree.id), type: 'Guide', tree })),
    noticeRow(list(read('language-notices.json'))),
  ]
}

/** Name of the item with the texts of a brand: brands that share a code have one each. */
export function brandItem(code: string): string {
  return `BRAND_${code.toUpperCase()}`
}

export function formItem(kind: string | undefined): string {
  return `FORM_${toIdName(kind)}`
}

export function guideItem(id: string | undefined): string {
  return `GUIDE_${toIdName(id)}`
}

function toIdName(id = ''): string {
  return id.toUpperCase().replace(/\W/g, '_')
}

function brandRows(brands: BrandSet): SeedRow[] {
  return [...brands.values()].flatMap(({ brand, texts }) =>
    rows({
      name: brandItem(brand.code),
      type: 'Brand',
      brand: brand.sharedBrandCode,
      // The brand's name cannot change: contracts, senders of e-mail and addresses depend on it.
      listTexts: (language) => ({ tagline: texts[language].tagline, legalText: texts[language].legalText }),
    }),
  )
}

function topicRows(topics: unknown): SeedRow[] {
  const { categories, ...desk } = topics as { readonly categories: unknown }
  return [...inLanguages({ name: 'MESSAGE_TOPICS', tree: { categories } }), ...byBrandRows('MESSAGE_DESK', desk)]
}

/**
 * Items for a tree whose fields have default texts and texts by shared brand code: one item for all brands, and one for each brand with
 * its own.
 */
function byBrandRows(name: string, tree: unknown): SeedRow[] {
  const fields = Object.entries(tree as Readonly<Record<string, unknown>>).filter(([, one]) => typeof one === 'object')
  const brands = fields.flatMap(([, one]) => Object.keys(one as object)).filter((code) => /^[A-Z0-9]+$/.test(code))
  return [everyBrand, ...new Set(brands)].flatMap((brand) => {
    const own = fields.map(([field, one]) => {
      const texts = one as Readonly<Record<string, unknown>>
      return [field, texts[brand] ?? texts.default ?? texts] as const
    })
    return inLanguages({ name, brand, tree: Object.fromEntries(own) })
  })
}

/** The notices of free language help, each in its own language: one item, because everyone sees all of them. */
function noticeRow(notices: readonly Readonly<Record<string, string>>[]): SeedRow {
  const value = JSON.stringify(Object.fromEntries(notices.map(({ lang, text }) => [lang, text])))
  return { name: 'LANGUAGE_NOTICES', brand: everyBrand, language: 'en', qualifiers: {}, content_type: null, value }
}

interface Item {
  readonly name: string
  readonly type?: string
  readonly brand?: string
}

function inLanguages({ tree, ...item }: Item & { readonly tree: unknown }): SeedRow[] {
  return rows({ ...item, listTexts: (language) => textsIn(tree, language) })
}

function rows(item: Item & { readonly listTexts: (language: AuthoredLanguage) => PlacedTexts }): SeedRow[] {
  const { name, type = null, brand = everyBrand, listTexts } = item
  return authoredLanguages.flatMap((language) => {
    const texts = listTexts(language)
    if (Object.keys(texts).length === 0) return []
    const value = JSON.stringify(texts)
    return [{ name, brand, language, qualifiers: {}, content_type: type, value }]
  })
}

function list(read: unknown): Readonly<Record<string, string>>[] {
  return read as Readonly<Record<string, string>>[]
}
