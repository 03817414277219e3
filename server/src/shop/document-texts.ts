import type { Language } from '@portico/contract/page'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const texts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { en, es }

/** The texts of the shop's documents in a language. */
export function shopTexts(language: Language) {
  return (id: keyof typeof en, values: Readonly<Record<string, string | number>> = {}): string =>
    texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Formats money in a language, without cents where there are none. */
export function wholeMoney(language: Language): (cents: number) => string {
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' },
  } as const)
  return (cents) => format.format(cents / 100)
}
