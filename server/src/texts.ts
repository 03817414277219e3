import type { Language } from '@portico/contract/page'

/** Returns a text with its placeholders filled in. */
export type Say<Id extends string> = (id: Id, values?: Readonly<Record<string, string | number>>) => string

/** The texts of documents, by language. */
export function documentTexts<Id extends string>(
  texts: Readonly<Record<Language, Readonly<Record<Id, string>>>>,
): (language: Language) => Say<Id> {
  return (language) =>
    (id, values = {}) =>
      texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
