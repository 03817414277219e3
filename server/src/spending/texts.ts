import type { Language } from '@portico/contract/page'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

type TextId = keyof typeof en
const texts: Readonly<Record<Language, Readonly<Record<TextId, string>>>> = { en, es }

/** Returns a function for the texts of downloads in a language. */
export function spendingTexts(language: Language): (id: TextId) => string {
  return (id) => texts[language][id]
}
