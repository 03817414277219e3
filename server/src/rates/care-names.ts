import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@portico/contract/page'
import * as v from 'valibot'

/** A name with the language that it is in, for whoever reads it aloud. */
export interface SpokenName {
  readonly name: string
  readonly spoken: Language
}

/** Says the name of a service in a language, where we have words of our own for it; else as the files of prices say it. */
export type CareNames = (name: string, language: Language) => SpokenName

/** Reads `content/care-names.json`: words of our own by the name in files of prices, which is English. */
export function loadCareNames(contentDir: string): CareNames {
  const read: unknown = JSON.parse(readFileSync(join(contentDir, 'care-names.json'), 'utf8'))
  const names = new Map(Object.entries(v.parse(v.record(v.string(), v.object({ es: v.string() })), read)))
  return (name, language) => {
    const own = language === 'en' ? undefined : names.get(name)?.[language]
    return own === undefined ? { name, spoken: 'en' } : { name: own, spoken: language }
  }
}
