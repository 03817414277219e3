import type { Language } from '@portico/contract/page'
import { documentTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

/** The texts of the shop's documents. */
export const shopTexts = documentTexts<keyof typeof en>({ en, es })

/** Formats money in a language, without cents if there are none. */
export function wholeMoney(language: Language): (cents: number) => string {
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  } as const)
  return (cents) => format.format(cents / 100)
}
