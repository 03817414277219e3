import type { PageLanguages } from '@portico/contract/page'
import { describeLanguage, type Language, listOffered } from '@portico/rules/languages/list'
import type { Reader } from '../../platform/db/database.ts'
import { readSettings, type Settings } from '../config-lists/settings.ts'

/** The languages of a brand: those whose texts people have checked, and those that it has switched on (LG-4). */
export function findOffered(settings: Pick<Settings, 'text'>): readonly Language[] {
  return listOffered((settings.text('LANGUAGES') ?? '').split(','))
}

/** The language that a brand may speak to someone who uses this one. */
export async function readSpoken(db: Reader, brand: string, language: Language): Promise<Language> {
  if (describeLanguage(language).checked) return language
  return findOffered(await readSettings(db, brand)).includes(language) ? language : 'en'
}

/** What a page says of its language and of the others. */
export function describeLanguages(language: Language, offered: readonly Language[]): PageLanguages {
  const { locale, name, checked } = describeLanguage(language)
  return {
    locale,
    name,
    isProvisional: !checked,
    offered: offered.map((code) => ({ code, tag: describeLanguage(code).tag, name: describeLanguage(code).name })),
  }
}
