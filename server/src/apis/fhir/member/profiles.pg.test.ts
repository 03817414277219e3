import { join } from 'node:path'
import { fhirProfiles } from '@portico/contract/fhir/profiles'
import { type FhirTypeName, fhirTypes } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claims, findProfile, type Json, listBroken, listUnsupported } from '../../../../test/fhir/profiles.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
const folder = join(import.meta.dirname, '../../../../test/fhir')
/** The guides' examples, which leave many elements empty, and resources that have the rest. */
const files = ['guides.ndjson.gz', 'seed.ndjson'].map((name) => join(folder, name))
const base = '/fhir/neb/r4'
let api: FhirApi
/** Everything that the API answers about the guides' members, by reference. */
const answers = new Map<string, Json>()
beforeAll(async () => {
  api = await openFhirApi(portal)
  const { rejected } = await importFiles(portal.database, files, { kind: 'fhir', brand: 'neb', assignNumbers: true })
  expect(rejected.filter(({ file }) => file.endsWith('seed.ndjson'))).toEqual([])
  const { rows } = await sql<{ member: string }>`
    select distinct member_id as member from import_patient where brand = 'neb' and member_id is not null`.execute(
    portal.database.read,
  )
  for (const { member } of rows) {
    const token = api.tokenFor({ brand: 'neb', memberId: member, includesSensitive: true })
    for (let next: string | undefined = `${base}/Patient/${member}/$everything?_count=200`; next !== undefined; ) {
      const { body } = await api.ask(token, next.replace(/^http:\/\/[^/]+/, ''))
      for (const { resource } of body.entry) answers.set(`${resource.resourceType}/${resource.id}`, resource)
      next = body.link.find(({ relation }: Json) => relation === 'next')?.url
    }
  }
})
afterAll(() => api?.app.close())

const profiles = (Object.keys(fhirTypes) as FhirTypeName[]).flatMap((type) =>
  (fhirProfiles[type] ?? []).map(({ url, version }) => `${url}|${version}`),
)

/** Absent from every answer, because narratives are left out (OS-20). */
const unserved = ['CarePlan.text', 'CarePlan.text.status', 'CarePlan.text.div']

test.each(profiles)('OS-2 each element that %s must support is in an answer', (url) => {
  const unsupported = listUnsupported(findProfile(url), [...answers.values()])
  expect(unsupported.filter((id) => !unserved.includes(id))).toEqual([])
})

test.each(profiles)('OS-2 the invariants of %s hold on every answer that claims it', (url) => {
  const own = [...answers.values()].filter((one) => claims(one, url))
  const broken = own.flatMap((one) =>
    listBroken(findProfile(url), one, (reference) => answers.get(reference)).map(
      (key) => `${one.resourceType}/${one.id}: ${key}`,
    ),
  )
  expect(broken).toEqual([])
})
