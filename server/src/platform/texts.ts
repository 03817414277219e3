import type { Language } from '@portico/contract/page'

/** Returns a text with its placeholders filled in. */
export type Say<Id extends string> = (id: Id, values?: Readonly<Record<string, string | number>>) => string

/** The texts of documents, by language; counted things as on the page: `{count, plural, one {# day} other {# days}}` (LG-4). */
export function documentTexts<Id extends string>(
  texts: Readonly<Record<Language, Readonly<Record<Id, string>>>>,
): (language: Language) => Say<Id> {
  return (language) =>
    (id, values = {}) =>
      choosePlurals(texts[language][id], values, language).replace(/\{(\w+)\}/g, (_, name: string) =>
        String(values[name] ?? ''),
      )
}

const plural = /\{(\w+), plural,((?:\s*[=\w]+\s*\{[^{}]*\})+)\s*\}/g

/** Chooses the form of each plural in a text; `#` is the count in the language's digits. */
function choosePlurals(text: string, values: Readonly<Record<string, string | number>>, language: Language): string {
  const locale = language === 'es' ? 'es-US' : 'en-US'
  return text.replace(plural, (_, name: string, cases: string) => {
    const count = Number(values[name])
    const forms = new Map([...cases.matchAll(/([=\w]+)\s*\{([^{}]*)\}/g)].map(([, form, words]) => [form, words]))
    const words = forms.get(`=${count}`) ?? forms.get(new Intl.PluralRules(locale).select(count)) ?? forms.get('other')
    return (words ?? '').replaceAll('#', new Intl.NumberFormat(locale).format(count))
  })
}
