import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows } from '../../../test/rows.ts'

const fixtures = join(import.meta.dirname, '../../../test/fhir')
const usCore = join(fixtures, 'us-core.ndjson.gz')
const synthea = join(fixtures, 'synthea.ndjson.gz')

const portal = testPortal()

const take = (files: readonly string[], brand: string, assignNumbers = false) =>
  importFiles(portal.database, files, { kind: 'fhir', brand, brands: [], assignNumbers })

const load = (brand: string, ...resources: readonly object[]) =>
  importFiles(portal.database, { 'some.ndjson': ndjson(resources) }, { kind: 'fhir', brand, brands: [] })

type RecordTable = 'prescription' | 'dispense' | 'prior_authorization' | 'care_team' | 'related_person'
const listRecords = (table: RecordTable, brand: string) =>
  portal.database.read
    .selectFrom(table)
    .innerJoin('member', 'member.member_id', `${table}.member_id`)
    .selectAll(table)
    .where('brand', '=', brand)
    .orderBy('resource_id')
    .execute() as Promise<Record<string, unknown>[]>

const patient = (id: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: { coding: [{ code: 'MB' }] }, value: `99${id.padStart(9, '0')}` }],
  name: [{ family: 'Sample', given: ['Robin'] }],
  birthDate: '1980-02-29',
  ...more,
})
const order = (id: string, of: string, more: object = {}) => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  medicationCodeableConcept: { text: 'Lisinopril 10 mg' },
  subject: { reference: `Patient/${of}` },
  authoredOn: '2026-02-01',
  ...more,
})

/** Counts the resources of a type in a file. */
async function inFile(path: string, type: string): Promise<number> {
  const lines = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n')
  return lines.filter((line) => JSON.parse(line).resourceType === type).length
}

describe('IM-1 prescriptions, care teams and related persons', () => {
  test('IM-1 the examples of US Core load whole', async () => {
    const { rejected } = await take([usCore], 'la', true)
    expect(rejected).toEqual([])
    for (const [table, type] of [
      ['prescription', 'MedicationRequest'],
      ['dispense', 'MedicationDispense'],
      ['care_team', 'CareTeam'],
      ['related_person', 'RelatedPerson'],
    ] as const) {
      expect(await listRecords(table, 'la')).toHaveLength(await inFile(usCore, type))
    }
    const prescriptions = await listRecords('prescription', 'la')
    // One describes its drug itself, one contains it, one refers to a resource, and one is a drug taken without a prescription.
    expect(prescriptions.map(({ rxnorm }) => rxnorm)).toEqual(['476872', '582620', '582620', '1187314'])
    expect(prescriptions[0]).toMatchObject({
      name: 'Nizatidine 15 MG/ML Oral Solution',
      intent: 'order',
      status: 'active',
      withdrawn: false,
      dose: '10 mL bid',
      quantity: 480,
      quantity_unit: 'mL',
      days_supply: 30,
      refills: 1,
      prescriber_name: 'Ronald Bone',
      written_on: '2008-04-05',
      ends_on: null,
    })
    expect(prescriptions[3]).toMatchObject({ intent: 'plan', prescriber_name: '**self-prescribed**', refills: null })
    expect(await listRecords('dispense', 'la')).toMatchObject([
      {
        prescription_id: 'medicationrequest-coded-oral-axid',
        pharmacy_name: 'Dispenser Douglas',
        handed_over_on: '2016-12-08',
        status: 'completed',
        quantity: 480,
      },
    ])
    const [team] = await listRecords('care_team', 'la')
    expect(team?.participants).toEqual([
      { id: 'practitioner-1', name: 'Ronald Bone', role: 'Cardiologist' },
      { id: 'practitioner-2', name: 'Fielding Kathy', role: 'Primary care provider' },
      { id: 'shaw-niece', name: 'Sarah van Putten', role: 'Caregiver (person)' },
    ])
    expect(await listRecords('related_person', 'la')).toMatchObject([
      { name: 'Sarah van Putten', relationship: 'niece', phone: '555-555-5555', birth_date: '1996-01-28' },
    ])
  })

  test('IM-1 every prescription of the sample of Synthea loads', async () => {
    expect((await take([synthea], 'fl', true)).rejected).toEqual([])
    const rows = await listRecords('prescription', 'fl')
    expect(rows).toHaveLength(await inFile(synthea, 'MedicationRequest'))
    expect(rows.every(({ name, rxnorm, written_on }) => name !== '' && rxnorm !== null && written_on !== null)).toBe(
      true,
    )
  })

  test('IM-2 the same again changes nothing, an older version does not overwrite a newer one, and every version is kept', async () => {
    const at = (day: string, status: string) => order('v1', '1', { status, meta: { lastUpdated: `${day}T00:00:00Z` } })
    await load('wi', patient('1'), at('2026-03-10', 'active'))
    const before = await digestRows(portal.database)
    expect((await load('wi', at('2026-03-10', 'active'))).counts).toMatchObject({ unchanged: 1 })
    const { import_run: _, ...rest } = await digestRows(portal.database)
    expect(before).toMatchObject(rest)
    for (const change of [{ updated: 1 }, { unchanged: 1 }])
      expect((await load('wi', at('2026-03-01', 'draft'))).counts).toMatchObject(change)
    expect((await listRecords('prescription', 'wi'))[0]).toMatchObject({ status: 'active' })
    expect((await load('wi', at('2026-03-20', 'completed'))).counts).toMatchObject({ updated: 1 })
    expect((await listRecords('prescription', 'wi'))[0]).toMatchObject({ status: 'completed' })
    const versions = await portal.database.read
      .selectFrom('record_version')
      .innerJoin('member', 'member.member_id', 'record_version.member_id')
      .select('resource')
      .where('brand', '=', 'wi')
      .execute()
    expect(versions).toHaveLength(3)
  })

  test('IM-2 MP-14 records entered in error are withdrawn, and labeled ones stay sensitive', async () => {
    await load('wi', patient('2'), order('e1', '2'), order('e2', '2', { meta: { security: [{ code: 'PSY' }] } }))
    await load('wi', order('e1', '2', { status: 'entered-in-error' }))
    const rows = await listRecords('prescription', 'wi')
    expect(rows.filter(({ resource_id }) => /^e/.test(String(resource_id)))).toMatchObject([
      { resource_id: 'e1', withdrawn: true, sensitive: false },
      { resource_id: 'e2', withdrawn: false, sensitive: true },
    ])
  })

  const drug = { medicationCodeableConcept: { text: 'Lisinopril 10 mg' } }
  test.each<[RecordTable, (of: object) => object]>([
    ['prescription', (subject) => order('moved', '', { subject })],
    ['dispense', (subject) => ({ resourceType: 'MedicationDispense', status: 'completed', subject, ...drug })],
    [
      'prior_authorization',
      (of) => ({ resourceType: 'ExplanationOfBenefit', status: 'active', use: 'preauthorization', patient: of }),
    ],
    ['care_team', (subject) => ({ resourceType: 'CareTeam', status: 'active', subject })],
    ['related_person', (of) => ({ resourceType: 'RelatedPerson', active: true, patient: of, name: [{ text: 'Kim' }] })],
  ])('IM-2 MP-14 a record (%s) that moves to another patient is theirs alone, in one brand', async (table, made) => {
    const of = (who: string, day: string) => ({
      ...made({ reference: `Patient/${who}` }),
      id: 'moved',
      meta: { lastUpdated: `2026-03-${day}T00:00:00Z` },
    })
    const people = [patient('31'), patient('32', { birthDate: '1990-01-01' })]
    const listShown = async (brand: string) => {
      const { rows } = await sql<{ member_number: string }>`
        select m.member_number from ${sql.table(table)} r join member m on m.member_id = r.member_id
        where m.brand = ${brand} and r.resource_id = 'moved' and not r.withdrawn`.execute(portal.database.read)
      return rows.map(({ member_number }) => Number(member_number.slice(2)))
    }
    expect((await load('ks', ...people, of('31', '01'))).rejected).toEqual([])
    await load('neb', ...people, of('31', '01'))
    await load('ks', of('32', '05'))
    await load('ks', of('31', '03'))
    expect([await listShown('ks'), await listShown('neb')]).toEqual([[32], [31]])
    await load('ks', of('31', '09'))
    expect(await listShown('ks')).toEqual([31])
  })

  test.each([
    ['names no drug', order('b1', '1', { medicationCodeableConcept: {} }), /names no drug/],
    [
      'refers to an unknown drug',
      order('b2', '1', { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/none' } }),
      /Medication\/none is not known/,
    ],
    ['is of no one', order('b3', 'no one'), /Patient\/no one is not known/],
    ['names no patient', order('b4', '1', { subject: { reference: '#contained' } }), /names no Patient/],
    ['has a date that is none', order('b5', '1', { authoredOn: '2026-13-01' }), /does not exist/],
  ])('IM-3 a prescription that %s is reported', async (_, wrong, reason) => {
    const { rejected } = await load('wi', patient('1'), wrong)
    expect(rejected).toMatchObject([{ line: 2, reason: expect.stringMatching(reason) }])
  })
})

test('IM-1 records name their providers and pharmacies whether these come before or after them', async () => {
  const records = [
    order('late-order', '61', { requester: { reference: 'Practitioner/late-doc' } }),
    {
      resourceType: 'MedicationDispense',
      id: 'late-supply',
      status: 'completed',
      medicationCodeableConcept: { text: 'Lisinopril 10 mg' },
      subject: { reference: 'Patient/61' },
      performer: [{ actor: { reference: 'Organization/late-store' } }],
      whenHandedOver: '2026-02-03',
    },
    {
      resourceType: 'CareTeam',
      id: 'late-team',
      status: 'active',
      subject: { reference: 'Patient/61' },
      participant: [
        { role: [{ text: 'Doctor' }], member: { reference: 'Practitioner/late-doc' } },
        { role: [{ text: 'Nurse' }], member: { display: 'Kim Sample' } },
      ],
    },
  ]
  const parties = [
    { resourceType: 'Practitioner', id: 'late-doc', name: [{ family: 'Rivers', given: ['Ada'] }] },
    {
      resourceType: 'Organization',
      id: 'late-store',
      name: 'Late Pharmacy',
      address: [{ line: ['1 Main St'], city: 'Reno', state: 'NV', postalCode: '89501' }],
    },
  ]
  const findNamed = async (brand: string) => {
    const [one] = (await listRecords('prescription', brand)).filter((row) => row.resource_id === 'late-order')
    const [supply] = (await listRecords('dispense', brand)).filter((row) => row.resource_id === 'late-supply')
    const [team] = (await listRecords('care_team', brand)).filter((row) => row.resource_id === 'late-team')
    return [one?.prescriber_name, supply?.pharmacy_name, supply?.pharmacy_address, team?.participants]
  }
  await load('la', ...parties, patient('61'), ...records)
  const clean = await findNamed('la')
  expect(clean.slice(0, 3)).toEqual(['Ada Rivers', 'Late Pharmacy', '1 Main St, Reno, NV 89501'])
  expect(clean[3]).toMatchObject([{ name: 'Ada Rivers' }, { name: 'Kim Sample' }])
  await load('mn', patient('61'), ...records)
  await load('mn', ...parties)
  expect(await findNamed('mn')).toEqual(clean)
})

describe('MP-2 the group of a claim', () => {
  const coverage = (id: string, more: object = {}) => ({
    resourceType: 'Coverage',
    id,
    status: 'active',
    beneficiary: { reference: 'Patient/3' },
    period: { start: '2026-01-01' },
    class: [
      { type: { coding: [{ code: 'group' }] }, value: 'GRP7', name: 'Sample Works' },
      { type: { coding: [{ code: 'plan' }] }, value: 'P9', name: 'Sample PPO' },
      { type: { coding: [{ code: 'rxbin' }] }, value: '610011' },
    ],
    ...more,
  })
  const claim = (id: string, coverageId: string) => ({
    resourceType: 'ExplanationOfBenefit',
    id,
    status: 'active',
    use: 'claim',
    patient: { reference: 'Patient/3' },
    billablePeriod: { start: '2026-03-02' },
    insurance: [{ focal: true, coverage: { reference: `Coverage/${coverageId}` } }],
  })
  const readGroup = (id: string) =>
    portal.database.read.selectFrom('claim').select('group_number').where('resource_id', '=', id).executeTakeFirst()

  test('MP-2 a claim belongs to the group that its coverage names, whichever comes first', async () => {
    await load('wi', patient('3'), coverage('cov1'), claim('g1', 'cov1'), claim('g2', 'cov2'))
    expect([await readGroup('g1'), await readGroup('g2')]).toEqual([{ group_number: 'GRP7' }, { group_number: null }])
    await load('wi', coverage('cov2'))
    expect(await readGroup('g2')).toEqual({ group_number: 'GRP7' })
    const [kept] = await portal.database.read
      .selectFrom('coverage')
      .select(['plan_name', 'rx_bin'])
      .where('group_number', '=', 'GRP7')
      .execute()
    expect(kept).toEqual({ plan_name: 'Sample PPO', rx_bin: '610011' })
  })

  test('MP-2 a group whose coverages were all withdrawn is gone', async () => {
    await load('wi', coverage('cov1', { status: 'cancelled' }), coverage('cov2', { status: 'entered-in-error' }))
    const left = await portal.database.read
      .selectFrom('coverage')
      .where('group_number', '=', 'GRP7')
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })
})
