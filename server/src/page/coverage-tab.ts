import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@portico/contract/page'
import * as v from 'valibot'

const Entry = v.object(v.entriesFromList(languages, v.object({ label: v.string(), url: v.string() })))
const Entries = v.objectWithRest({ default: Entry }, Entry)

/** Label and link of the Coverage tab (HD-3), by brand code where a brand has its own. */
export type CoverageTab = (brand: string, language: Language) => { readonly label: string; readonly url: string }

export function loadCoverageTab(contentDir: string): CoverageTab {
  const entries = v.parse(Entries, JSON.parse(readFileSync(join(contentDir, 'coverage-tab.json'), 'utf8')))
  return (brand, language) => (entries[brand] ?? entries.default)[language]
}
