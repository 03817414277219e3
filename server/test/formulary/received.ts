import { afterAll, beforeAll } from 'vitest'
import { type FhirApi, openFhirApi } from '../fhir-api.ts'
import { importFiles, ndjson } from '../importing.ts'
import { askOpenApi, type Json } from '../open-searches.ts'
import type { Portal } from '../portal.ts'
import { type SeedResource, seed } from './da-vinci-seed.ts'

/** The public lists of drugs of a brand that a test loads from files of the US Drug Formulary. */
export function openDrugs(portal: Portal) {
  let api: FhirApi
  beforeAll(async () => {
    api = await openFhirApi(portal)
  })
  afterAll(() => api?.app.close())
  const base = (brand: string) => `/fhir/${brand}/formulary`
  return {
    /** Loads lists of drugs, of which each text is a file. */
    loadTexts: (texts: readonly string[], more: object = {}) =>
      importFiles(portal.database, Object.fromEntries(texts.map((text, at) => [`${at}.json`, text])), {
        ...{ kind: 'formulary' as const, brand: 'neb', ...more },
      }),
    load: (resources: readonly object[], more: object = {}) =>
      importFiles(portal.database, { 'list.ndjson': ndjson(resources) }, { kind: 'formulary', brand: 'neb', ...more }),
    read: async (path: string, brand = 'neb') =>
      (await api.ask(null, `${base(brand)}/${path}`)) as { status: number; body: Json; text: string },
    all: (path: string, brand = 'neb') => askOpenApi(() => api, base(brand)).all(path),
    listIds: async (path: string, brand = 'neb') =>
      (await askOpenApi(() => api, base(brand)).all(path)).map(({ id }) => id).toSorted(),
  }
}

export const findSeed = (id: string) => seed.find((one) => one.id === id) as SeedResource
export const without = (...ids: readonly string[]) => seed.filter(({ id }) => !ids.includes(id))
