import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type FhirTypeName, fhirTypes } from '@portico/contract/fhir/types'
import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

type Json = Readonly<Record<string, unknown>>

const portal = testPortal()
const base = '/fhir/neb/r4'
const job = { kind: 'fhir', brand: 'neb' }
let api: FhirApi
/** Two members from the guides' examples and one of ours. */
const members = { one: '', other: '', paged: '' }
const number = '88200000077'
const observation = (id: number, more: Json = {}) => ({
  resourceType: 'Observation',
  id: `paged-${id}`,
  status: 'final',
  subject: { reference: 'Patient/paged' },
  code: { coding: [{ code: 'paged' }] },
  ...more,
})

beforeAll(async () => {
  api = await openFhirApi(portal)
  const guides = join(import.meta.dirname, '../../../../test/fhir/guides.ndjson.gz')
  await importFiles(portal.database, [guides], { ...job, assignNumbers: true })
  const patient = {
    resourceType: 'Patient',
    id: 'paged',
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
    name: [{ family: 'Paged', given: ['Ann'] }],
    birthDate: '1980-01-01',
  }
  const all = Array.from({ length: 23 }, (_, at) => observation(at))
  await importFiles(portal.database, { 'paged.ndjson': ndjson([patient, ...all]) }, job)
  const find = async (patientId: string) => {
    const { rows } = await sql<{
      id: string
    }>`select member_id as id from import_patient where brand = 'neb' and patient_id = ${patientId}`.execute(
      portal.database.read,
    )
    return rows[0]?.id ?? ''
  }
  Object.assign(members, { one: await find('example'), other: await find('Patient1'), paged: await find('paged') })
})
afterAll(() => api?.app.close())

const toPath = (address: string) => address.replace(/^http:\/\/[^/]+/, '')
const findNext = (bundle: Json) =>
  valuesAt(bundle, 'link')
    .flatMap((one) => (valuesAt(one, 'relation')[0] === 'next' ? valuesAt(one, 'url') : []))
    .map((url) => toPath(String(url)))[0]
const listIds = (bundle: Json) => valuesAt(bundle, 'entry.resource.id').map(String)
const tokenFor = (memberId: string, more: object = {}) =>
  api.tokenFor({ brand: 'neb', memberId, includesSensitive: true, ...more })
const types = (Object.keys(fhirTypes) as FhirTypeName[]).filter((type) => fhirTypes[type].audience === 'member')

test('OS-7 another member’s ids find nothing by any reference parameter, and no include of any type brings another’s data', async () => {
  const [own, other] = [tokenFor(members.one), tokenFor(members.other)]
  const { rows } = await sql<{
    type: string
    id: string
  }>`select type, id from fhir_resource where member_id = ${members.one} and body is not null`.execute(
    portal.database.read,
  )
  const owned = new Set(rows.map(({ type, id }) => `${type}/${id}`))
  let tried = 0
  for (const type of types) {
    const { parameters, includes } = fhirTypes[type]
    for (const [name, { kind }] of Object.entries(parameters)) {
      if (kind !== 'reference') continue
      const refs = rows
        .filter((row) => ['Patient', 'Encounter', 'Coverage', 'Condition', 'ServiceRequest'].includes(row.type))
        .slice(0, 20)
      const values = refs.map((row) => `${row.type}/${row.id}`).join(',')
      const { status, body } = await api.ask(other, `${base}/${type}?${name}=${encodeURIComponent(values)}`)
      expect([type, name, status, listIds(body)]).toEqual([type, name, 200, []])
      tried += 1
    }
    for (const along of [
      ...includes.map((name) => `_include=${type}:${name}`),
      '_include=*',
      '_revinclude=Provenance:target',
    ]) {
      const { body } = await api.ask(other, `${base}/${type}?${along}&_count=200`)
      const found = (valuesAt(body, 'entry.resource') as Json[]).map(({ resourceType, id }) => `${resourceType}/${id}`)
      expect([type, along, found.filter((one) => owned.has(one))]).toEqual([type, along, []])
    }
  }
  expect(tried).toBeGreaterThan(30)
  // A reverse request yields the same set.
  expect((await api.ask(own, `${base}/Observation?_summary=count`)).body.total).toBeGreaterThan(30)
})

test('OS-1 every type sorts by when it changed and by its main date, in both directions, with the same resources', async () => {
  for (const memberId of [members.one, members.other])
    for (const type of types) {
      const token = tokenFor(memberId)
      for (const order of ['_lastUpdated', ...(fhirTypes[type].date === null ? [] : [fhirTypes[type].date])]) {
        const [up, down] = [
          await api.ask(token, `${base}/${type}?_sort=${order}&_count=200`),
          await api.ask(token, `${base}/${type}?_sort=-${order}&_count=200`),
        ]
        expect([type, order, listIds(up.body).toSorted()]).toEqual([type, order, listIds(down.body).toSorted()])
        if (order === '_lastUpdated') expect([type, listIds(up.body)]).toEqual([type, listIds(down.body).toReversed()])
      }
    }
})

test('OS-24 OS-27 pages keep their place while files arrive: what stays is seen once', async () => {
  const token = tokenFor(members.paged)
  const seen: string[] = []
  let version = 0
  for (
    let next: string | undefined = `${base}/Observation?code=paged&_sort=_lastUpdated&_count=4`;
    next !== undefined;
  ) {
    const { status, body } = await api.ask(token, next)
    expect(status).toBe(200)
    seen.push(...listIds(body))
    next = findNext(body)
    // One that was seen changes, one is new, one goes.
    version += 1
    if (version > 3) continue
    const gone = {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ request: { method: 'DELETE', url: `Observation/paged-${22 - version}` } }],
    }
    const files = {
      'more.ndjson': ndjson([
        observation(version - 1, { note: [{ text: `changed ${version}` }] }),
        observation(100 + version),
        gone,
      ]),
    }
    await importFiles(portal.database, files, job)
  }
  const { rows } = await sql<{
    id: string
    version: number
  }>`select id, version from fhir_resource where member_id = ${members.paged} and type = 'Observation' and body is not null`.execute(
    portal.database.read,
  )
  const unchanged = rows.filter((row) => row.version === 1).map(({ id }) => id)
  expect(unchanged.filter((id) => seen.filter((one) => one === id).length !== 1)).toEqual([])
  // What changed while the pages were read appears again, at its new place.
  expect(rows.filter((row) => row.version > 1 && !seen.includes(row.id))).toEqual([])
})

test('OS-41 MP-14 a label that comes after the grant hides a resource at once: read, history, searches, includes, and a list in progress', async () => {
  const token = tokenFor(members.paged, { includesSensitive: false })
  const whole = tokenFor(members.paged)
  const first = (await api.ask(token, `${base}/Observation?code=paged&_sort=-_lastUpdated&_count=2`)).body
  const { body: everything } = await api.ask(token, `${base}/Observation?code=paged&_count=200`)
  const hidden = listIds(everything).find((id) => !listIds(first).includes(id)) ?? ''
  // The next file labels all of the member's observations.
  const labeled = Array.from({ length: 110 }, (_, at) => observation(at, { meta: { security: [{ code: 'ETH' }] } }))
  await importFiles(portal.database, { 'labeled.ndjson': ndjson(labeled) }, job)
  expect((await api.ask(token, `${base}/Observation/${hidden}`)).status).toBe(404)
  expect((await api.ask(token, `${base}/Observation/${hidden}/_history`)).status).toBe(404)
  expect((await api.ask(token, `${base}/Observation/${hidden}/_history/1`)).status).toBe(404)
  expect(listIds((await api.ask(token, `${base}/Observation?_id=${hidden}`)).body)).toEqual([])
  const next = findNext(first) ?? ''
  expect(listIds((await api.ask(token, next)).body)).not.toContain(hidden)
  const { text } = await api.ask(token, `${base}/Patient/${members.paged}/$everything?_count=200`)
  expect(text).not.toContain(hidden)
  expect((await api.ask(whole, `${base}/Observation/${hidden}`)).status).toBe(200)
})

test('OS-24 one search’s page does not work for another: other parameters, another order, another token and an invented place are refused', async () => {
  const token = tokenFor(members.paged)
  const next = findNext((await api.ask(token, `${base}/Observation?_count=2`)).body) ?? ''
  expect((await api.ask(token, next)).status).toBe(200)
  for (const [who, path] of [
    [tokenFor(members.other), next],
    [tokenFor(members.paged, { clientId: randomUUID() }), next],
    [token, next.replace('/Observation?', '/Condition?')],
    [token, next.replace(/_page=./, (found) => `${found.slice(0, -1)}${found.endsWith('A') ? 'B' : 'A'}`)],
  ] as const)
    expect([path, (await api.ask(who, path)).status]).toEqual([path, 404])
})
