import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@portico/rules/languages/list'

/** A name with its language, for screen readers. */
interface SpokenName {
  readonly name: string
  readonly spoken: Language
}

type Names = ReadonlyMap<string, string>

/** Our own words for services and benefits, by their English name: `care-texts/<language>.json`, which a new language brings with it. */
const names: ReadonlyMap<Language, Names> = new Map(languages.map((language) => [language, readNames(language)]))

function readNames(language: Language): Names {
  const file = join(import.meta.dirname, 'care-texts', `${language}.json`)
  return new Map(existsSync(file) ? Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))) : [])
}

/** The name of a service in a language if we have our own words for it; otherwise in English, as in the price files. */
export function chooseSpokenName(name: string, language: Language): SpokenName {
  const own = names.get(language)?.get(name)
  return own === undefined ? { name, spoken: 'en' } : { name: own, spoken: language }
}

/** The Spanish name of a service; null if there is only the one in the price files. */
export function spanishName(name: string): string | null {
  return names.get('es')?.get(name) ?? null
}
