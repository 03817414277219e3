import type { Language } from '@portico/contract/page'
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const texts: Readonly<Record<Language, Readonly<Record<keyof typeof en, string>>>> = { en, es }

/** Returns the words on a card in a language. */
export function cardTexts(language: Language) {
  return (id: keyof typeof en, values: Readonly<Record<string, string | number>> = {}): string =>
    texts[language][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
