import type { Language } from '@portico/contract/page'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const texts: Readonly<Record<Language, Readonly<Record<TextId, string>>>> = { en, es }
export type TextId = keyof typeof en

export type Say = (id: TextId, values?: Readonly<Record<string, string | number>>) => string

/** The texts of bills and receipts in a language, with values for the braces. */
export function premiumTexts(language: Language): Say {
  return (id, values = {}) => texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
