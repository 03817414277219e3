import { describeLanguage, findLanguage } from '@portico/rules/languages/list'

/** A language by its name in the page's language and in its own. */
export function nameLanguage(code: string, locale: string): string {
  const language = findLanguage(code)
  if (language === undefined) return code
  const { tag, name } = describeLanguage(language)
  return `${new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag} (${name})`
}
