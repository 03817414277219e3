import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import type { Catalogue } from './catalogues.ts'
import { createTexts, type Texts } from './text.tsx'

const files = import.meta.glob<Record<string, string>>('./*/*.json', { eager: true, import: 'default' })

/** The source catalogues in one language, by area; for tests. */
export function rawCatalogues(language: Language): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const ofLanguage = Object.entries(files).filter(([path]) => path.startsWith(`./${language}/`))
  return new Map(ofLanguage.map(([path, texts]) => [path.slice(`./${language}/`.length, -'.json'.length), texts]))
}

/** All texts in a language, compiled as in the build; `viewed` is the name of the person whose information someone looks at. For tests. */
export function allTexts(language: Language, viewed?: string): Texts {
  const texts = createTexts(language, findLocale(language), viewed)
  for (const catalogue of rawCatalogues(language).values()) {
    const there = Object.entries(catalogue).filter(([id]) => viewed !== undefined || !id.startsWith('viewed.'))
    const compiled = there.map(([id, text]) => [id, compileMessageOrThrow(text)])
    texts.add(Object.fromEntries(compiled) as Catalogue)
  }
  return texts
}
