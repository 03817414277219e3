import type { Language } from '@portico/contract/page'
import spanish from './care-texts/es.json' with { type: 'json' }

/** A name with its language, for screen readers. */
interface SpokenName {
  readonly name: string
  readonly spoken: Language
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(spanish))

/** The name of a service in a language if we have our own words for it; otherwise in English, as in the price files. */
export function chooseSpokenName(name: string, language: Language): SpokenName {
  const own = language === 'es' ? spanishName(name) : null
  return own === null ? { name, spoken: 'en' } : { name: own, spoken: language }
}

/** The Spanish name of a service; null if there is only the one in the price files. */
export function spanishName(name: string): string | null {
  return names.get(name) ?? null
}
