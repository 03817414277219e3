import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type FhirTypeName, fhirTypes } from '@portico/contract/fhir/types'
import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, sortKeys } from '../../../../test/fhir/comparable.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

type Json = Readonly<Record<string, unknown>>

const portal = testPortal()
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
})
afterAll(() => api?.app.close())

const types = (Object.keys(fhirTypes) as FhirTypeName[]).filter((type) => fhirTypes[type].audience === 'member')
const readGuide = (name: string): Json[] =>
  gunzipSync(readFileSync(join(import.meta.dirname, `../../../../test/fhir/${name}.ndjson.gz`)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
/** The guide's two patients share a number, because its authors say that they are one person: each is loaded separately. */
const selectOwn = (patient: string, all: readonly Json[]) =>
  all.filter((one) => {
    const [owner] = ['subject', 'patient', 'beneficiary'].flatMap((name) => valuesAt(one, `${name}.reference`))
    return one.resourceType === 'Patient'
      ? one.id === patient
      : owner === undefined || String(owner).endsWith(`Patient/${patient}`)
  })

test.each([
  ['US Core 7.0', 'idh', readGuide('us-core-7.0.0')],
  ['CARIN Blue Button 2.0, its first patient', 'ms', selectOwn('Patient1', readGuide('guides'))],
  ['CARIN Blue Button 2.0, its second patient', 'wny', selectOwn('Patient2', readGuide('guides'))],
  [
    'CARIN Blue Button without amounts, its first patient',
    'de',
    selectOwn('Patient1', readGuide('carin-bb-nonfinancial')),
  ],
  [
    'CARIN Blue Button without amounts, its second patient',
    'mn',
    selectOwn('Patient2', readGuide('carin-bb-nonfinancial')),
  ],
  ['PDex 2.2', 'ndbcbs', readGuide('pdex-2.2.0')],
])('OS-20 the examples of %s load, are served, and equal what came, element by element', async (_, brand, all) => {
  await importFiles(portal.database, { 'guide.ndjson': ndjson([...all]) }, { kind: 'fhir', brand, assignNumbers: true })
  const { rows } = await sql<{ patient: string; member: string }>`
    select patient_id as patient, member_id as member from import_patient
    where brand = ${brand} and member_id is not null and patient_id = any(${all.map(({ id }) => String(id))}::text[])`.execute(
    portal.database.read,
  )
  expect(rows.length).toBeGreaterThan(0)
  const known = new Set(rows.map(({ patient }) => `Patient/${patient}`))
  const served: Json[] = []
  for (const memberId of new Set(rows.map(({ member }) => member))) {
    const token = api.tokenFor({ brand, memberId, includesSensitive: true })
    for (const type of types) {
      const { status, body } = await api.ask(token, `/fhir/${brand}/r4/${type}?_count=200`)
      expect([type, status]).toEqual([type, 200])
      if (type !== 'Patient') served.push(...(valuesAt(body, 'entry.resource') as Json[]))
    }
  }
  const owned = all.filter((one) => {
    const [owner = ''] = ['subject', 'patient', 'beneficiary'].flatMap((name) => valuesAt(one, `${name}.reference`))
    return (
      types.includes(one.resourceType as FhirTypeName) &&
      known.has(/Patient\/[^/]+$/.exec(String(owner))?.[0] ?? '') &&
      one.status !== 'entered-in-error'
    )
  })
  const texts = (some: readonly Json[]) =>
    some.map(({ id: _id, ...one }) => JSON.stringify(comparable(one), sortKeys)).toSorted()
  expect(owned.length).toBeGreaterThan(2)
  expect(texts(served)).toEqual(texts(owned))
})
