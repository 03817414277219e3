import type { Language } from '@portico/contract/page'
import spanish from './texts/es.json' with { type: 'json' }

/** A name with its language, for screen readers. */
interface SpokenName {
  readonly name: string
  readonly spoken: Language
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(spanish))

/** Says the name of a service in a language, where we have words of our own for it; else in English, as the files of prices say it. */
export function spokenName(name: string, language: Language): SpokenName {
  const own = language === 'es' ? spanishName(name) : null
  return own === null ? { name, spoken: 'en' } : { name: own, spoken: language }
}

/** What pages in Spanish call a service; null: as the files of prices say it. */
export function spanishName(name: string): string | null {
  return names.get(name) ?? null
}
