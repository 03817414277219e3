import type { Language } from '@portico/contract/page'
import { documentTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const texts = documentTexts<keyof typeof en>({ en, es })

/** The texts of a form's document and message in a language. */
export function formTexts(language: Language) {
  const locale = language === 'es' ? 'es-US' : 'en-US'
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
