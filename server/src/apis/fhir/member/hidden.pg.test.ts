import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { codeKey } from '../../../imports/imports/sensitive/code-kinds.ts'
import { reviewAgain } from '../../../imports/imports/sensitive/due-store.ts'
import { reviewStored } from '../../../imports/imports/sensitive/review.ts'

const portal = testPortal()
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
})
afterAll(() => api?.app.close())

const base = '/fhir/neb/r4'
type Json = Record<string, unknown>

const take = (...resources: readonly object[]) =>
  importFiles(portal.database, { 'a.ndjson': ndjson(resources) }, { kind: 'fhir', brand: 'neb' })

/** A new member, with an app token that includes what only the patient may see, and one that does not. */
async function join(number: string) {
  await take({
    resourceType: 'Patient',
    id: `p${number}`,
    identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
    name: [{ family: 'Hidden', given: ['Ann'] }],
    birthDate: '1980-01-01',
  })
  const { rows } = await sql<{ id: string }>`
    select member_id as id from member where brand = 'neb' and member_number = ${number}`.execute(portal.database.read)
  const requestToken = (more: object) => api.tokenFor({ brand: 'neb', memberId: rows[0]?.id ?? '', ...more })
  const [whole, plain] = [requestToken({ includesSensitive: true }), requestToken({ includesSensitive: false })]
  return { whole, plain, requestToken, subject: { reference: `Patient/p${number}` } }
}

const findEntry = async (token: string, path: string): Promise<Json[]> => {
  const { status, body } = await api.ask(token, `${base}/${path}`)
  expect([path, status]).toEqual([path, 200])
  return (body.entry ?? []).map(({ resource }: { resource: Json }) => resource)
}
const readStatus = async (token: string, path: string) => (await api.ask(token, `${base}/${path}`)).status
const on = (day: string, more: object = {}) => ({ meta: { lastUpdated: `2026-05-${day}T00:00:00Z`, ...more } })
const label = { security: [{ code: 'R' }] }

test('OS-2 MP-14 a version that only the patient could see stays hidden when the next one has lost its label', async () => {
  const { whole, plain, subject } = await join('88300000001')
  const condition = { resourceType: 'Condition', id: 'h1', subject }
  await take({ ...condition, ...on('01', label), code: { text: 'Told to nobody' } })
  await take({ ...condition, ...on('02'), code: { text: 'Corrected' } })
  await take({ ...condition, ...on('03'), code: { text: 'Once more' } })
  const [now] = await findEntry(plain, 'Condition')
  expect(now?.code).toEqual({ text: 'Once more' })
  const texts = async (token: string) =>
    (await findEntry(token, `Condition/${now?.id}/_history`)).map(({ code }) => (code as Json).text)
  expect(await texts(whole)).toEqual(['Once more', 'Corrected', 'Told to nobody'])
  expect(await texts(plain)).toEqual(['Once more', 'Corrected'])
  expect(await readStatus(plain, `Condition/${now?.id}/_history/1`)).toBe(404)
  expect(await readStatus(whole, `Condition/${now?.id}/_history/1`)).toBe(200)
})

test('OS-2 MP-14 a withdrawal without the withdrawn resource’s label shows nothing of it', async () => {
  const { whole, plain, subject } = await join('88300000002')
  const condition = { resourceType: 'Condition', id: 'h2', subject }
  await take({ ...condition, ...on('01', label), code: { text: 'Told to nobody' } })
  const [secret] = await findEntry(whole, 'Condition')
  await take({ ...condition, ...on('02'), status: 'entered-in-error' })
  expect(await readStatus(whole, `Condition/${secret?.id}`)).toBe(410)
  for (const path of ['', '/_history', '/_history/1', '/_history/2'])
    expect([path, await readStatus(plain, `Condition/${secret?.id}${path}`)]).toEqual([path, 404])
})

test('MP-14 a code that is found to be sensitive later hides the versions that had it', async () => {
  const { whole, plain, subject } = await join('88300000003')
  const condition = { resourceType: 'Condition', id: 'h3', subject }
  const code = { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'Z99.89' }] }
  await take({ ...condition, ...on('01'), code })
  await take({ ...condition, ...on('02'), code: { text: 'Corrected' } })
  const [now] = await findEntry(plain, 'Condition')
  expect(await readStatus(plain, `Condition/${now?.id}/_history/1`)).toBe(200)
  const key = codeKey('icd-10', 'Z99.89')
  await sql`insert into sensitive_code (brand, key, begins, ends) values ('neb', ${key}, '1900-01-01', '9999-12-31')`.execute(
    portal.database.read,
  )
  await portal.database.transaction((tx) => reviewAgain(tx, 'neb'))
  await reviewStored(portal.database)
  expect(await readStatus(plain, `Condition/${now?.id}`)).toBe(200)
  expect(await readStatus(plain, `Condition/${now?.id}/_history/1`)).toBe(404)
  expect(await readStatus(whole, `Condition/${now?.id}/_history/1`)).toBe(200)
})

test('OS-2 OS-7 a resource that turned out to be someone else’s is gone with its history', async () => {
  const [one, other] = [await join('88300000004'), await join('88300000005')]
  const condition = { resourceType: 'Condition', id: 'h4' }
  await take({ ...condition, ...on('01'), subject: one.subject, code: { text: 'First' } })
  await take({ ...condition, ...on('02'), subject: one.subject, code: { text: 'Second' } })
  const [theirs] = await findEntry(one.whole, 'Condition')
  await take({ ...condition, ...on('03'), subject: other.subject, code: { text: 'Third' } })
  expect(await readStatus(one.whole, `Condition/${theirs?.id}`)).toBe(410)
  expect(await findEntry(one.whole, `Condition/${theirs?.id}/_history`)).toEqual([undefined])
  for (const version of [1, 2])
    expect(await readStatus(one.whole, `Condition/${theirs?.id}/_history/${version}`)).toBe(404)
  expect((await findEntry(other.whole, 'Condition')).map(({ code }) => code)).toEqual([{ text: 'Third' }])
})

const claim = (id: string, subject: object, more: object) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'professional' }] },
  patient: subject,
  outcome: 'complete',
  created: '2026-03-10',
  billablePeriod: { start: '2026-03-02' },
  ...more,
})

test('OS-33 scopes narrowed by use and type apply to reads, searches, includes and history', async () => {
  const { whole, requestToken, subject } = await join('88300000006')
  const pharmacy = {
    type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'pharmacy' }] },
  }
  await take(
    claim('n1', subject, on('01')),
    claim('n2', subject, { ...on('01'), ...pharmacy }),
    claim('n3', subject, { ...on('01'), use: 'preauthorization', preAuthRef: ['1'] }),
  )
  const ids = async (token: string) => (await findEntry(token, 'ExplanationOfBenefit')).map(({ id }) => String(id))
  const readId = async (query: string) => String((await findEntry(whole, `ExplanationOfBenefit?${query}`))[0]?.id)
  const [drugs, asked] = [await readId('type=pharmacy'), await readId('use=preauthorization')]
  const [bill = ''] = (await ids(whole)).filter((id) => id !== drugs && id !== asked)
  const narrow = (query: string) => requestToken({ scopes: [`patient/ExplanationOfBenefit.rs?${query}`] })
  const [byUse, byType, byBoth] = [
    narrow('use=claim'),
    narrow('type=http://terminology.hl7.org/CodeSystem/claim-type|pharmacy'),
    narrow('use=preauthorization&type=pharmacy'),
  ]
  expect((await ids(byUse)).toSorted()).toEqual([bill, drugs].toSorted())
  expect(await ids(byType)).toEqual([drugs])
  expect(await ids(byBoth)).toEqual([])
  const everything = await findEntry(byType, `Patient/${(await findEntry(whole, 'Patient'))[0]?.id}/$everything`)
  expect(everything.map(({ id }) => id)).toEqual([drugs])
  expect((await api.ask(byUse, `${base}/ExplanationOfBenefit?_total=accurate`)).body.total).toBe(2)
  for (const path of ['', '/_history', '/_history/1'])
    expect([path, await readStatus(byUse, `ExplanationOfBenefit/${asked}${path}`)]).toEqual([path, 404])
  // It was not in the scope before, and is withdrawn by now.
  await take(claim('n3', subject, { ...on('02'), status: 'entered-in-error', use: 'preauthorization' }))
  await take(claim('n1', subject, { ...on('02'), ...pharmacy }))
  expect(await readStatus(whole, `ExplanationOfBenefit/${asked}`)).toBe(410)
  for (const path of ['', '/_history', '/_history/1'])
    expect([path, await readStatus(byUse, `ExplanationOfBenefit/${asked}${path}`)]).toEqual([path, 404])
  // Its earlier version was a bill, which the scope does not include.
  expect(await readStatus(byType, `ExplanationOfBenefit/${bill}`)).toBe(200)
  expect(await readStatus(byType, `ExplanationOfBenefit/${bill}/_history/1`)).toBe(404)
  expect(await readStatus(whole, `ExplanationOfBenefit/${bill}/_history/1`)).toBe(200)
})
