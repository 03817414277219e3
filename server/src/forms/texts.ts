import type { Language } from '@portico/contract/page'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const texts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { en, es }

/** Says what stands in a form's document and message, in a language. */
export function formTexts(language: Language) {
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'America/New_York' },
  })
  const say = (id: keyof typeof en, values: Readonly<Record<string, string | number>> = {}): string =>
    texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return Object.assign(say, {
    day: (text: string) => days.format(new Date(`${text}T00:00:00Z`)),
    moment: (at: string) => moments.format(new Date(at)),
  })
}
