import type { Language } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

/** The texts of a form's document and message in a language. */
export function formTexts(language: Language) {
  const locale = findLocale(language)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/New_York',
  })
  return Object.assign(texts(language), {
    day: (text: string) => days.format(new Date(`${text}T00:00:00Z`)),
    moment: (at: string) => moments.format(new Date(at)),
  })
}
