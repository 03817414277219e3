import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'
import { setSettings } from '../../../test/settings.ts'

const portal = testPortal()
beforeAll(async () => {
  await setSettings(portal.database, 'wi', { IMPORT_PAYERS: 'Badger Health Plan; 54771' })
  await setSettings(portal.database, 'fl', { IMPORT_PAYERS: 'Sunshine  Health' })
})

const take = (kind: string, name: string, content: string, more: { brand?: string; dryRun?: boolean } = {}) =>
  importFiles(portal.database, { [name]: content }, { kind, brands: ['wi', 'fl'], ...more })

const patient = (id: string, number: string) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: number }],
  name: [{ family: 'Sample', given: ['Robin'] }],
  birthDate: '1980-02-29',
})
const coverage = (id: string, of: string, payor: object) => ({
  resourceType: 'Coverage',
  id,
  status: 'active',
  beneficiary: { reference: `Patient/${of}` },
  payor: [payor],
})
const claim = (id: string, of: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  patient: { reference: `Patient/${of}` },
  provider: { reference: 'Organization/clinic' },
  billablePeriod: { start: '2026-03-02' },
  ...more,
})
const brandOfClaim = (id: string) =>
  portal.database.read
    .selectFrom('claim')
    .innerJoin('member', 'member.member_id', 'claim.member_id')
    .select(['brand', 'provider_name'])
    .where('resource_id', '=', id)
    .execute()

const all = [
  claim('c1', 'p1'),
  coverage('v1', 'p1', { reference: 'Organization/payer' }),
  claim('c2', 'p2', { insurer: { display: 'SUNSHINE HEALTH' } }),
  claim('c3', 'p3', { insurer: { display: 'No one Knows' } }),
  coverage('v4', 'p1', { display: 'No one Knows' }),
  ...['p1', 'p2', 'p3'].map((id, index) => patient(id, `6600000000${index}`)),
  { resourceType: 'Organization', id: 'payer', name: 'Badger', identifier: [{ value: '54771' }] },
  { resourceType: 'Organization', id: 'clinic', name: 'Sample Clinic' },
]
const lines = all.map((one) => `${JSON.stringify(one)}\n`).join('')

test('IM-1 the payers of coverages and claims determine the members’ brand, in any order', async () => {
  const { counts, rejected } = await take('fhir', 'all.ndjson', lines)
  expect(await brandOfClaim('c1')).toEqual([{ brand: 'wi', provider_name: 'Sample Clinic' }])
  expect(await brandOfClaim('c2')).toEqual([{ brand: 'fl', provider_name: 'Sample Clinic' }])
  expect(counts).toMatchObject({ read: 10, created: 7, rejected: 3 })
  expect(rejected.map(({ line, path, reason }) => [line, path, reason])).toEqual([
    [8, '', expect.stringMatching(/no coverage or claim of the person names a payer/)],
    [5, 'payor', expect.stringMatching(/the payer No one Knows is none.*IMPORT_PAYERS.*--brand/)],
    [4, 'insurer', expect.stringMatching(/the payer No one Knows is none/)],
  ])
})

test('IM-2 the same files again change nothing', async () => {
  const before = await digestRows(portal.database)
  expect((await take('fhir', 'all.ndjson', lines)).counts).toMatchObject({ unchanged: 7, created: 0 })
  const { import_run: _, ...rest } = await digestRows(portal.database)
  expect(before).toMatchObject(rest)
})

test('IM-1 a dry run without a brand reports the same and stores nothing', async () => {
  const before = await digestRows(portal.database)
  const other = lines.replace(/(["/])([pcv])(\d")/g, '$1other-$2$3').replaceAll('"6600', '"7700')
  const { counts } = await take('fhir', 'dry.ndjson', other, { dryRun: true })
  expect(counts).toMatchObject({ created: 5, unchanged: 2, rejected: 3 })
  expect(await digestRows(portal.database)).toEqual(before)
})

test('IM-1 a payer that two brands claim is neither’s, in files and in rows', async () => {
  const setOfFlorida = (text: string) =>
    sql`update app_config set string_value = ${text} where key = 'IMPORT_PAYERS' and brand = 'FL'`.execute(
      portal.database.read,
    )
  await setOfFlorida('Sunshine  Health; badger health plan')
  const some = [patient('p9', '66000000009'), claim('c9', 'p9', { insurer: { display: 'Badger Health Plan' } })]
  const told = await take('fhir', 'both.ndjson', some.map((one) => `${JSON.stringify(one)}\n`).join(''))
  expect(told.rejected.map(({ path, reason }) => [path, reason])).toContainEqual([
    'insurer',
    expect.stringMatching(
      /the payer Badger Health Plan is of several brands: leave it in the setting IMPORT_PAYERS of one/,
    ),
  ])
  const rows = 'member_number,first_name,last_name,date_of_birth,payer\n66000000109,Robin,Sample,1980-02-29,54771\n'
  expect((await take('members', 'm.csv', rows.replace('54771', 'Badger Health Plan'))).rejected).toHaveLength(1)
  expect((await take('members', 'm.csv', rows)).rejected).toEqual([])
  await setOfFlorida('Sunshine  Health')
})

test('IM-1 MP-2 contained payers, providers and drugs are read like others', async () => {
  const within = (...contained: object[]) => ({ contained })
  const payer = { resourceType: 'Organization', id: 'ins', name: 'Acme', identifier: [{ value: '54771' }] }
  const doctor = {
    resourceType: 'Practitioner',
    id: 'pr',
    name: [
      { use: 'old', family: 'Before', given: ['Indiana'] },
      { family: 'Garcia', given: ['Indiana'] },
    ],
  }
  const role = { resourceType: 'PractitionerRole', id: 'role', practitioner: { reference: '#pr' } }
  const place = { resourceType: 'Location', id: 'place', name: 'Maple Clinic' }
  const drug = { resourceType: 'Medication', id: 'drug', code: { text: 'Sample 5 MG' } }
  const told = await take(
    'fhir',
    'contained.ndjson',
    [
      patient('q1', '66000000201'),
      { ...coverage('q1', 'q1', { reference: '#ins' }), ...within(payer) },
      claim('q1', 'q1', {
        insurer: { reference: '#ins' },
        provider: { reference: '#role' },
        facility: { reference: '#place' },
        ...within(payer, role, doctor, place),
      }),
      {
        resourceType: 'MedicationRequest',
        id: 'q1',
        subject: { reference: 'Patient/q1' },
        medicationReference: { reference: '#drug' },
        requester: { reference: '#pr' },
        ...within(drug, doctor),
      },
      {
        resourceType: 'CareTeam',
        id: 'q1',
        subject: { reference: 'Patient/q1' },
        participant: [{ member: { reference: '#pr' } }],
        ...within(doctor),
      },
    ]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  )
  expect([told.rejected, told.counts.created]).toEqual([[], 5])
  const { read } = portal.database
  expect(await brandOfClaim('q1')).toEqual([{ brand: 'wi', provider_name: 'Indiana Garcia' }])
  expect(await read.selectFrom('claim').select('facility_name').where('resource_id', '=', 'q1').execute()).toEqual([
    { facility_name: 'Maple Clinic' },
  ])
  const drugs = read.selectFrom('prescription').select(['name', 'prescriber_name']).where('resource_id', '=', 'q1')
  expect(await drugs.execute()).toEqual([{ name: 'Sample 5 MG', prescriber_name: 'Indiana Garcia' }])
  const [team] = await read.selectFrom('care_team').select('participants').where('resource_id', '=', 'q1').execute()
  expect(team?.participants).toMatchObject([{ name: 'Indiana Garcia' }])
})

test('IM-6 the payer of a row determines its brand, which the command’s must not contradict', async () => {
  const rows = [
    'member_number,first_name,last_name,date_of_birth,payer',
    '66000000101,Robin,Sample,1980-02-29,badger health plan',
    '66000000102,Robin,Sample,1980-02-29,No one Knows',
  ].join('\n')
  const { rejected } = await take('members', 'm.csv', rows)
  expect(rejected).toMatchObject([{ line: 3, path: 'payer', reason: expect.stringMatching(/IMPORT_PAYERS/) }])
  const contradicting = await take('members', 'm.csv', rows, { brand: 'fl' })
  expect(contradicting.rejected).toMatchObject([{ line: 2, path: 'payer', reason: expect.stringMatching(/is of wi/) }])
  expect(contradicting.counts).toMatchObject({ created: 1 })
})
