import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeLanguage, findLocale, type Language, languages } from '@portico/rules/languages/list'

/** Returns a text with its placeholders filled in. */
export type Say<Id extends string> = (id: Id, values?: Readonly<Record<string, string | number>>) => string

type Texts<Id extends string> = Readonly<Record<Id, string>>

/** Texts by language; missing ones appear in English. */
export type TextsByLanguage<Id extends string> = Readonly<
  Record<Language, { readonly own: Partial<Texts<Id>>; readonly english: Texts<Id> }>
>

/** A capability's texts: `texts/<language>.json` in its folder; English has all of them. */
export function readTexts<Id extends string>(english: Texts<Id>, folder: string): TextsByLanguage<Id> {
  const read = (language: Language): Partial<Texts<Id>> => {
    const file = join(folder, 'texts', `${language}.json`)
    return language === 'en' || !existsSync(file) ? {} : JSON.parse(readFileSync(file, 'utf8'))
  }
  const all = languages.map((language) => [language, { own: read(language), english }])
  return Object.fromEntries(all) as TextsByLanguage<Id>
}

const pages = join(import.meta.dirname, '../../../web/src/base/texts')

/** The texts of one area of the page, for documents that say the same. */
export function readPageTexts(area: string): TextsByLanguage<string> {
  const read = (language: Language): Texts<string> => {
    const file = join(pages, language, `${area}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  }
  const english = read('en')
  return Object.fromEntries(
    languages.map((language) => [language, { own: read(language), english }]),
  ) as unknown as TextsByLanguage<string>
}

/** The texts of pages, e-mails and documents, with plurals as on the page: `{count, plural, one {# day} other {# days}}` (LG-4). */
export function documentTexts<Id extends string>(texts: TextsByLanguage<Id>): (language: Language) => Say<Id> {
  return (language) =>
    (id, values = {}) => {
      const { own, english } = texts[language]
      const found = own[id]
      const [text, spoken] = found === undefined ? [english[id], 'en' as const] : [found, language]
      const { direction } = describeLanguage(spoken)
      return choosePlurals(text, values, spoken).replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = String(values[name] ?? '')
        // Isolates names, numbers and amounts, so that they keep their direction among right-to-left words.
        return direction === 'rtl' ? `\u2068${value}\u2069` : value
      })
    }
}

/** The person addressed: the member, or someone viewing the member's information (RG-3). */
export type TextReader = 'member' | 'other'

/** Texts for a reader: for others, `viewed.…` texts replace those that address the member. */
export function sayTo<Id extends string>(reader: TextReader, say: Say<Id>, english: Texts<Id>): Say<Id> {
  return (id, values) => {
    const toOther = `viewed.${id}`
    return say(reader === 'other' && toOther in english ? (toOther as Id) : id, values)
  }
}

const plural = /\{(\w+), plural,((?:\s*[=\w]+\s*\{[^{}]*\})+)\s*\}/g

/** Chooses each plural's form in a text; `#` is the count in the language's digits. */
function choosePlurals(text: string, values: Readonly<Record<string, string | number>>, language: Language): string {
  const locale = findLocale(language)
  return text.replace(plural, (_, name: string, cases: string) => {
    const count = Number(values[name])
    const forms = new Map([...cases.matchAll(/([=\w]+)\s*\{([^{}]*)\}/g)].map(([, form, words]) => [form, words]))
    const words = forms.get(`=${count}`) ?? forms.get(new Intl.PluralRules(locale).select(count)) ?? forms.get('other')
    return (words ?? '').replaceAll('#', new Intl.NumberFormat(locale).format(count))
  })
}
