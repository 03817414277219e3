import type { Language } from '@portico/contract/page'
import type { Specialty } from '@portico/rules/finder/specialties'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

type TextId = keyof typeof en
const texts: Readonly<Record<Language, Readonly<Record<TextId, string>>>> = { en, es }

/** The directory's texts in a language, with values for the braces. */
export function finderTexts(language: Language) {
  return (id: TextId, values: Readonly<Record<string, string | number>> = {}): string =>
    texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Kinds of care with their names. */
export function namedSpecialties(ids: readonly string[], language: Language) {
  const say = finderTexts(language)
  return ids.flatMap((id) => {
    const text = `specialty.${id}`
    return text in en ? [{ id: id as Specialty, name: say(text as TextId) }] : []
  })
}
