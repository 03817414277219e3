import { toBasis } from '@portico/rules/fhir/basis'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { publishStored } from '../../../imports/imports/publish-stored.ts'
import { makeBasisForms } from './basis-job.ts'

const portal = testPortal()

const readShelf = async (brand: string, number: string) => {
  const { rows } = await sql<{
    type: string
    version: number
    sensitive: boolean
    body: string | null
    refs: string[]
  }>`
    select r.type, r.version, r.sensitive, r.body, r.refs from fhir_resource r join member m using (member_id)
    where m.brand = ${brand} and m.member_number = ${number} order by r.type, r.id`.execute(portal.database.read)
  return rows.map(({ body, ...row }) => ({ ...row, body: body === null ? null : JSON.parse(body), text: body ?? '' }))
}
const readTypes = async (number: string) =>
  (await readShelf('neb', number)).map(({ type, body }) => (body ? type : `(${type})`))
const take = (resources: readonly object[]) =>
  importFiles(portal.database, { 'a.ndjson': ndjson(resources) }, { kind: 'fhir', brand: 'neb' })

const patient = (number: string, more: object = {}) => ({
  resourceType: 'Patient',
  id: `p${number}`,
  identifier: [
    { type: { coding: [{ code: 'MB' }] }, value: number },
    { system: 'http://hl7.org/fhir/sid/us-ssn', value: '999-11-2222' },
  ],
  name: [{ family: 'Sample', given: ['Robin'] }],
  gender: 'female',
  birthDate: '1980-02-29',
  ...more,
})
const claim = (id: string, number: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  type: { coding: [{ code: 'professional' }] },
  patient: { reference: `Patient/p${number}` },
  provider: { reference: `Organization/org-${id}`, display: 'Clinic' },
  outcome: 'complete',
  created: '2026-03-10',
  billablePeriod: { start: '2026-03-02' },
  ...more,
})
const condition = (id: string, number: string, more: object = {}) => ({
  resourceType: 'Condition',
  id,
  subject: { reference: `Patient/p${number}` },
  code: { coding: [{ system: 'http://snomed.info/sct', code: '1' }] },
  ...more,
})

test('OS-20 OS-21 received resources are on their member’s shelf with the import that stored them', async () => {
  const number = '88100000001'
  await take([patient(number), claim('s1', number), condition('c1', number, { meta: { security: [{ code: 'R' }] } })])
  const shelf = await readShelf('neb', number)
  expect(shelf.map(({ type, version, sensitive }) => [type, version, sensitive])).toEqual([
    ['Condition', 1, true],
    ['ExplanationOfBenefit', 1, false],
    ['Patient', 1, false],
  ])
  const [, served, person] = shelf
  expect(person?.text).not.toContain('999-11-2222')
  expect(served?.body.patient).toEqual({ reference: `Patient/${person?.body.id}` })
  expect(served?.body.id).toMatch(/^[0-9a-f-]{36}$/)
  expect(served?.text).not.toContain('"s1"')
})

test('OS-27 the newest version is served, whatever arrives late; the same again is no new version', async () => {
  const number = '88100000002'
  const version = (day: string, more: object = {}) =>
    claim('s2', number, { meta: { lastUpdated: `2026-04-${day}T00:00:00Z` }, ...more })
  await take([patient(number), version('02', { disposition: 'second' })])
  await take([version('02', { disposition: 'second' })])
  await take([version('01', { disposition: 'first' })])
  const claims = async () => (await readShelf('neb', number)).filter(({ type }) => type === 'ExplanationOfBenefit')
  expect((await claims()).map(({ version, body }) => [version, body.disposition])).toEqual([[1, 'second']])
  await take([version('03', { disposition: 'third' })])
  expect((await claims()).map(({ version, body }) => [version, body.disposition, body.meta.versionId])).toEqual([
    [2, 'third', '2'],
  ])
  const { rows } = await sql<{ version: number; body: string }>`
    select version, body from fhir_resource_version where body like '%"second"%'`.execute(portal.database.read)
  expect(rows.map(({ version }) => version)).toEqual([1])
})

test('OS-2 IM-1 withdrawn and deleted resources, and those that are now someone else’s, are on the shelf without their content', async () => {
  const [one, other] = ['88100000003', '88100000004']
  await take([
    patient(one),
    patient(other),
    claim('s3', one),
    claim('s4', one),
    condition('c3', one),
    condition('c4', one),
  ])
  await take([
    claim('s3', one, { status: 'entered-in-error' }),
    claim('s4', other),
    { resourceType: 'Bundle', type: 'transaction', entry: [{ request: { method: 'DELETE', url: 'Condition/c3' } }] },
    condition('c4', other),
  ])
  expect(await readTypes(one)).toEqual([
    '(Condition)',
    '(Condition)',
    '(ExplanationOfBenefit)',
    '(ExplanationOfBenefit)',
    'Patient',
  ])
  expect(await readTypes(other)).toEqual(['Condition', 'ExplanationOfBenefit', 'Patient'])
})

test('OS-23 a reference leads nowhere before its target comes, and then does', async () => {
  const number = '88100000005'
  await take([patient(number), claim('s5', number)])
  const provider = async () => (await readShelf('neb', number))[0]?.body.provider
  expect(await provider()).toEqual({
    id: expect.stringMatching(/^Organization\./),
    type: 'Organization',
    display: 'Clinic',
  })
  await take([
    { resourceType: 'PractitionerRole', id: 'role-5', organization: { reference: 'Organization/org-s5' } },
    { resourceType: 'Organization', id: 'org-s5', name: 'Clinic' },
  ])
  expect(await provider()).toEqual({
    reference: expect.stringMatching(/^Organization\/[0-9a-f-]{36}$/),
    display: 'Clinic',
  })
  const { rows } = await sql<{ body: string }>`select body from fhir_party where type = 'PractitionerRole'`.execute(
    portal.database.read,
  )
  expect(rows.map(({ body }) => JSON.parse(body).organization)).toEqual([{ reference: (await provider()).reference }])
  expect((await readShelf('neb', number))[0]?.version).toBe(2)
})

test('OS-4 prior authorizations of drugs are not for apps', async () => {
  const number = '88100000006'
  const item = (system: string, code: string) => ({
    item: [{ sequence: 1, productOrService: { coding: [{ system, code }] } }],
  })
  const asked = { use: 'preauthorization', preAuthRef: ['1'] }
  await take([
    patient(number),
    claim('a1', number, { ...asked, ...item('http://hl7.org/fhir/sid/ndc', '00071015523') }),
    claim('a2', number, { ...asked, ...item('http://www.ama-assn.org/go/cpt', '70551') }),
  ])
  expect(await readTypes(number)).toEqual(['ExplanationOfBenefit', 'Patient'])
})

test('OS-20 members from rows are built, with their coverage', async () => {
  const row = {
    member_number: '88100000007',
    first_name: 'Ann',
    last_name: 'Row',
    date_of_birth: '1970-01-02',
    group_number: 'G1',
    plan_name: 'PPO',
    coverage_from: '2026-01-01',
    city: 'Fargo',
  }
  await importFiles(portal.database, { 'members.csv': csv(row) }, { kind: 'members', brand: 'neb' })
  const shelf = await readShelf('neb', '88100000007')
  expect(shelf.map(({ body }) => [body.resourceType, body.birthDate ?? body.period])).toEqual([
    ['Coverage', { start: '2026-01-01' }],
    ['Patient', '1970-01-02'],
  ])
  expect(shelf[0]?.body.beneficiary).toEqual({ reference: `Patient/${shelf[1]?.body.id}` })
  expect(shelf[1]?.body.address).toEqual([{ city: 'Fargo' }])
})

test('OS-25 the worker publishes data stored earlier, once, and the next files bring the rest', async () => {
  const number = '88100000008'
  const coverage = {
    resourceType: 'Coverage',
    id: 'v8',
    status: 'active',
    beneficiary: { reference: `Patient/p${number}` },
    period: { start: '2026-01-01' },
    class: [{ type: { coding: [{ code: 'group' }] }, value: 'G1', name: 'Group' }],
    network: 'Kept by the file alone',
  }
  const files = [patient(number), coverage, claim('s8', number)]
  await take(files)
  const before = await readShelf('neb', number)
  await sql`delete from fhir_resource where member_id = (select member_id from member where member_number = ${number})`.execute(
    portal.database.read,
  )
  await sql`update import_patient set resource = null, content_hash = '' where member_number = ${number}`.execute(
    portal.database.read,
  )
  await sql`update coverage_source set content_hash = '' where resource_id = 'v8'`.execute(portal.database.read)
  await sql`insert into fhir_catch_up values ('members', '00000000-0000-0000-0000-000000000000')`.execute(
    portal.database.read,
  )
  await publishStored(portal.database)
  expect(await readTypes(number)).toEqual(['Coverage', 'ExplanationOfBenefit', 'Patient'])
  const findClaim = (shelf: typeof before) => shelf.find(({ type }) => type === 'ExplanationOfBenefit')?.body.item
  expect(findClaim(await readShelf('neb', number))).toEqual(findClaim(before))
  const { rows } = await sql`select from fhir_catch_up`.execute(portal.database.read)
  expect(rows).toEqual([])
  await take(files)
  const [whole] = await readShelf('neb', number)
  expect([whole?.body.network, whole?.version]).toEqual([coverage.network, 2])
})

test('OS-54 OS-26 types with amounts are also on the shelf without them: at import, after changes, and for earlier data', async () => {
  const number = '88100000077'
  const money = { value: 10.5, currency: 'USD' }
  const about = {
    ...{ total: [{ amount: money }] },
    meta: { profile: ['http://x/C4BB-ExplanationOfBenefit-Pharmacy'] },
  }
  await take([patient(number), claim('basis-1', number, about)])
  const listBoth = async () => {
    const { rows } = await sql<{ body: string; basis: string | null }>`
      select body, basis from fhir_resource where type in ('ExplanationOfBenefit', 'Coverage') and body is not null`.execute(
      portal.database.read,
    )
    expect(rows.length).toBeGreaterThan(1)
    return rows
  }
  const expectBoth = async () => {
    for (const { body, basis } of await listBoth()) expect(basis).toBe(toBasis(body))
  }
  await makeBasisForms(portal.database)
  await expectBoth()
  expect(JSON.stringify(await listBoth())).toContain('10.5')
  // Its organization arrives later, and changes what is served.
  await take([{ resourceType: 'Organization', id: 'org-basis-1', name: 'Late' }])
  await take([claim('basis-1', number, { ...about, meta: { versionId: '2' }, disposition: 'Changed' })])
  await makeBasisForms(portal.database)
  await expectBoth()
  await sql`update fhir_resource set basis = null`.execute(portal.database.read)
  await makeBasisForms(portal.database)
  await expectBoth()
})

test('OS-54 OS-20 imported resources get their form without amounts in the same transaction', async () => {
  const number = '88100000078'
  await take([patient(number), claim('basis-2', number, { total: [{ amount: { value: 1, currency: 'USD' } }] })])
  const { rows } = await sql<{ body: string; basis: string | null }>`
    select body, basis from fhir_resource r join member m using (member_id)
    where m.member_number = ${number} and type = 'ExplanationOfBenefit'`.execute(portal.database.read)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.basis).toBe(toBasis(rows[0]?.body ?? ''))
})
