import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type FhirApi, openFhirApi } from '../fhir-api.ts'
import { importFiles, ndjson } from '../importing.ts'
import { askOpenApi, type Json } from '../open-searches.ts'
import type { Portal } from '../portal.ts'
import { seed } from './plan-net-seed.ts'

/** The public directory of a brand that a test loads from files of Plan-Net; before each test nothing of it is corrected. */
export function openReceived(portal: Portal) {
  const base = '/fhir/neb/directory'
  let api: FhirApi
  beforeAll(async () => {
    api = await openFhirApi(portal)
  })
  afterAll(() => api?.app.close())
  beforeEach(async () => {
    await sql`delete from directory_correction`.execute(portal.database.read)
  })
  /** Loads a directory in place of the one before. */
  const loadTexts = (...texts: readonly string[]) =>
    importFiles(portal.database, Object.fromEntries(texts.map((text, at) => [`${at}.ndjson`, text])), {
      ...{ kind: 'directory' as const, brand: 'neb', allowRemovals: true },
    })
  return {
    loadTexts,
    load: (...files: readonly (readonly object[])[]) => loadTexts(...files.map(ndjson)),
    read: async (path: string) => (await api.ask(null, `${base}/${path}`)) as { status: number; body: Json },
    all: askOpenApi(() => api, base).all,
  }
}

export const findSeed = (id: string) => seed.find((one) => one.id === id) as (typeof seed)[number]
export const without = (...ids: readonly string[]) => seed.filter(({ id }) => !ids.includes(id))
