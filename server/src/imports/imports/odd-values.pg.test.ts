import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { findCovered } from '../../member/member/matching.ts'
import { reportMembers } from './report-store.ts'

const portal = testPortal()

const code = (text: string) => ({ coding: [{ code: text }] })
const patient = (id: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: code('MB'), value: `36${id.replace(/\D/g, '').padStart(9, '0')}` }],
  name: [{ family: 'Kestrel', given: ['Ada'] }],
  birthDate: '1980-02-03',
  ...more,
})
const coverage = (id: string, of: string, period: object) => ({
  resourceType: 'Coverage',
  id,
  status: 'active',
  subscriberId: id,
  beneficiary: { reference: `Patient/${of}` },
  relationship: code('self'),
  period,
  payor: [{ display: 'Test Plan' }],
  class: [{ type: code('group'), value: 'G100', name: 'Test group' }],
})
const claim = (id: string, of: string, more: object = {}) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  type: code('professional'),
  patient: { reference: `Patient/${of}` },
  billablePeriod: { start: '2026-03-05', end: '2026-03-05' },
  created: '2026-03-20',
  ...more,
})

const take = (resources: readonly object[]) =>
  importFiles(portal.database, { 'some.ndjson': ndjson(resources) }, { kind: 'fhir', brand: 'hmbcbs' })
const listReasons = ({ rejected }: Awaited<ReturnType<typeof take>>) =>
  rejected.map(({ path, reason }) => [path, reason])

const readProduct = async (memberNumber: string) =>
  (
    await portal.database.read
      .selectFrom('product')
      .innerJoin('member', 'member.member_id', 'product.member_id')
      .select(['coverage_begin_date as begins', 'coverage_end_date as ends'])
      .where('member_number', '=', memberNumber)
      .execute()
  )[0]
const findClaim = (id: string) =>
  portal.database.read.selectFrom('claim').selectAll().where('resource_id', '=', id).executeTakeFirst()

describe('IM-1 days that mean no end, or unknown', () => {
  test.each([
    '9999-12-31',
    '2999-12-31',
    '9999-12-30',
    '2099-12-31',
    '2078-12-31',
    '2079-06-06T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '0001-01-01',
    '9999',
  ])('IM-1 MP-12 a coverage until %s has no end', async (end) => {
    const id = `d${end.replace(/\D/g, '')}`
    const told = await take([patient(id), coverage('c1', id, { start: '2026-01-01', end })])
    expect(listReasons(told)).toEqual([])
    const number = `36${id.replace(/\D/g, '').padStart(9, '0')}`
    expect(await readProduct(number)).toEqual({ begins: '2026-01-01', ends: null })
  })

  test('IM-1 MP-12 a coverage since 1900-01-01 began on an unknown day; one that begins in 9999 is refused', async () => {
    const told = await take([
      patient('d11'),
      coverage('c11', 'd11', { start: '1900-01-01' }),
      coverage('c12', 'd11', { start: '9999-12-31' }),
    ])
    expect(listReasons(told)).toEqual([['period.start', 'is a day that never comes']])
    expect(await readProduct('36000000011')).toEqual({ begins: null, ends: null })
  })

  test('IM-1 a day that the portal does not show never costs a claim, and an unknown day is left out', async () => {
    const info = (kind: string, timingDate: string) => ({ category: code(kind), timingDate })
    const told = await take([
      patient('d20'),
      claim('e20', 'd20', {
        meta: { lastUpdated: '0001-01-01T00:00:00Z' },
        supportingInfo: [info('discharge-status', '0999-12-27'), info('clmrecvddate', '2026-03-08')],
      }),
      claim('e21', 'd20', { supportingInfo: [info('clmrecvddate', '9999-12-31')], payment: { date: '1900-01-01' } }),
      claim('e22', 'd20', { supportingInfo: [{ category: code('other'), timingPeriod: { start: '03/05/2026' } }] }),
      claim('e23', 'd20', { billablePeriod: { start: '2026-03-05', end: '9999-12-31' } }),
    ])
    expect(listReasons(told)).toEqual([])
    expect(await findClaim('e20')).toMatchObject({ received_on: '2026-03-08' })
    expect(await findClaim('e21')).toMatchObject({ received_on: null, paid_on: null, service_from: '2026-03-05' })
    expect(await findClaim('e22')).toBeDefined()
    expect(await findClaim('e23')).toMatchObject({ service_from: '2026-03-05', service_to: '2026-03-05' })
  })

  test('IM-6 a row of members with an end of 12/31/9999 has no end', async () => {
    const rows = [
      'member_number,first_name,last_name,date_of_birth,group_number,coverage_from,coverage_to',
      '36000000502,Ada,Kestrel,2/3/1980,G100,1/1/2026,12/31/9999',
      '36000000503,Ada,Kestrel,1/1/1900,G100,1/1/2026,',
      '36000000504,Ada,Kestrel,2/3/1980,G100,12/31/9999,',
    ].join('\n')
    const told = await importFiles(portal.database, { 'm.csv': rows }, { kind: 'members', brand: 'hmbcbs' })
    expect(told.rejected.map(({ line, path }) => [line, path])).toEqual([
      [3, 'date_of_birth'],
      [4, 'coverage_from'],
    ])
    expect(await readProduct('36000000502')).toEqual({ begins: '2026-01-01', ends: null })
  })
})

describe('IM-1 fields that the portal does not show', () => {
  test('IM-1 the number of a line costs no claim, whatever it is', async () => {
    const line = (sequence: unknown) => ({ sequence, productOrService: code('99213'), adjudication: [] })
    const told = await take([patient('d40'), claim('e40', 'd40', { item: [line('1'), line(undefined), line(2.5)] })])
    expect(listReasons(told)).toEqual([])
    expect(await findClaim('e40')).toBeDefined()
  })
})

describe('IM-1 references by an identifier', () => {
  const npi = 'http://hl7.org/fhir/sid/us-npi'
  const parties = [
    {
      resourceType: 'Practitioner',
      id: 'cond-p',
      identifier: [{ system: npi, value: '9999999299' }],
      name: [{ family: 'Rivers', given: ['Jo'] }],
    },
    { resourceType: 'Location', id: 'cond-l', name: 'Clinic Nine' },
  ]
  const buildVisit = (id: string) =>
    claim(id, 'd41', {
      provider: { reference: `Practitioner?identifier=${npi}|9999999299` },
      facility: { reference: 'Location?identifier=https://github.com/synthetichealth/synthea%7Ccond-l' },
    })

  test('IM-1 MP-14 find their target, by NPI or by id, also in a file that comes again after it', async () => {
    await take([patient('d41'), buildVisit('e41')])
    expect(await findClaim('e41')).toMatchObject({ provider_name: null })
    const told = await take([...parties, buildVisit('e41'), buildVisit('e42')])
    expect(listReasons(told)).toEqual([])
    for (const id of ['e41', 'e42'])
      expect(await findClaim(id)).toMatchObject({
        provider_name: 'Jo Rivers',
        facility_name: 'Clinic Nine',
        sensitive: false,
      })
  })

  test('MP-14 make the record sensitive by what the provider does', async () => {
    const specialty = [{ code: { coding: [{ system: 'http://nucc.org/provider-taxonomy', code: '2084P0800X' }] } }]
    const told = await take([
      {
        resourceType: 'Practitioner',
        id: 'cond-s',
        identifier: [{ system: npi, value: '9999999399' }],
        name: [{ family: 'Still', given: ['Al'] }],
        qualification: specialty,
      },
      patient('d43'),
      claim('e43', 'd43', { provider: { reference: `Practitioner?identifier=${npi}|9999999399` } }),
    ])
    expect(listReasons(told)).toEqual([])
    expect(await findClaim('e43')).toMatchObject({ provider_name: 'Al Still', sensitive: true })
  })
})

describe('IM-1 references with only an identifier', () => {
  const npi = 'http://hl7.org/fhir/sid/us-npi'
  const buildPractitioner = (id: string, value: string, more: object = {}) => ({
    ...{ resourceType: 'Practitioner', id, identifier: [{ system: npi, value }], name: [{ family: id }], ...more },
  })

  test('IM-1 OS-20 a provider is found by NPI, and numbers in the resource stay exactly the same', async () => {
    const type = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'NPI' }] }
    const visit = claim('e51', 'd51', {
      provider: {
        type: 'Practitioner',
        identifier: { type, system: npi, value: '9999999499' },
        display: 'A {strange" name',
      },
      // The same digits in another system are another number.
      facility: { identifier: { system: 'http://clinic.example/rooms', value: '9999999499' } },
      // A payer is identified by its own words, and a party with a reference needs no other.
      insurer: { identifier: { system: npi, value: '9999999499' } },
      careTeam: [{ sequence: 1, provider: { reference: '#own', identifier: { system: npi, value: '9999999499' } } }],
    })
    const told = await take([patient('d51'), buildPractitioner('logical', '9999999499'), visit])
    expect(listReasons(told)).toEqual([])
    const found = await findClaim('e51')
    expect(found).toMatchObject({ provider_name: 'logical', provider_id: 'logical', facility_name: null })
  })

  test('MP-14 what that provider does makes the record sensitive', async () => {
    const qualification = [{ code: { coding: [{ system: 'http://nucc.org/provider-taxonomy', code: '2084P0800X' }] } }]
    const told = await take([
      ...[buildPractitioner('quiet', '9999999599', { qualification }), patient('d52')],
      claim('e52', 'd52', { provider: { identifier: { value: '9999999599' } } }),
    ])
    expect(listReasons(told)).toEqual([])
    expect(await findClaim('e52')).toMatchObject({ provider_name: 'quiet', sensitive: true })
  })
})

describe('IM-1 a provider with only an NPI, whom no file describes', () => {
  test('IM-1 MP-7 has the name in the directory', async () => {
    const { rows } = await sql<{ npi: string; name: string }>`
      select provider_id as npi, min(name) as name from directory_entry join directory_generation g using (generation)
      where g.state = 'live' and source = '' and npi is not null group by provider_id having count(*) = 1 limit 1`.execute(
      portal.database.read,
    )
    const [{ npi, name } = { npi: '', name: '' }] = rows
    const by = (value: string) => ({ identifier: { system: 'http://hl7.org/fhir/sid/us-npi', value } })
    await take([
      patient('d63'),
      claim('e63', 'd63', { provider: by(npi) }),
      claim('e64', 'd63', { provider: by('1300000043') }),
      claim('e65', 'd63', { provider: { ...by(npi), display: 'As the plan says' } }),
    ])
    expect(name).not.toBe('')
    expect((await findClaim('e63'))?.provider_name).toBe(name)
    expect((await findClaim('e64'))?.provider_name).toBeNull()
    expect((await findClaim('e65'))?.provider_name).toBe('As the plan says')
  })
})

describe('IM-3 nothing is left out silently', () => {
  test('IM-3 skipped resources are counted by type and reason', async () => {
    const { counts, rejected } = await take([
      patient('s1'),
      claim('s1', 's1', { use: 'predetermination' }),
      { resourceType: 'Observation', id: 's1' },
      { resourceType: 'Observation', id: 's2' },
      { resourceType: 'Organization', id: 's3' },
      { resourceType: '<b>Kestrel 1980</b>', id: 's4' },
    ])
    expect(rejected).toEqual([])
    expect(counts).toMatchObject({ read: 1, created: 1, skipped: 5 })
    expect(counts.skips).toEqual(
      expect.arrayContaining([
        { type: 'Observation', reason: 'is about no patient', count: 2 },
        { type: 'other', reason: 'this type is not read', count: 1 },
        { type: 'ExplanationOfBenefit', reason: 'is no claim, but what a plan would pay', count: 1 },
        { type: 'Organization', reason: 'has no name', count: 1 },
      ]),
    )
  })

  test('IM-3 a report names the members of the file and no others, by the ids of their Patients', async () => {
    await take([patient('r1'), coverage('r1', 'r1', {})])
    const { people } = await take([patient('r2'), coverage('r2', 'r2', {}), claim('r3', 'r1')])
    const members = await reportMembers(portal.database.read, 'hmbcbs', people)
    expect(members.map(({ patientId, memberNumber }) => [patientId, memberNumber])).toEqual([['r2', '36000000002']])
  })

  test.each([100_000, 5000])('IM-3 a resource nested %d deep is refused, and the rest is imported', async (depth) => {
    const deep = `{"resourceType":"Organization","id":"deep","name":"x","x":${'[{"x":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}}`
    const bundle = `{"resourceType":"Bundle","entry":[{"resource":${deep}}]}`
    const files = {
      'deep.ndjson': `${deep}\n${bundle}\n${ndjson([patient('n1')])}`,
      'bundle.json': bundle.replace(/"entry":/, '\n$&'),
    }
    const { rejected, counts } = await importFiles(portal.database, files, { kind: 'fhir', brand: 'hmbcbs' })
    expect(rejected.map(({ reason }) => reason)).toEqual(Array(3).fill(expect.stringMatching(/is nested/)))
    expect(counts.read).toBe(4)
  })
})

describe('IM-3 texts that nobody writes', () => {
  test('IM-3 a text over 4,000 characters is cut and costs nothing', async () => {
    const told = await take([
      patient('t1'),
      claim('f1', 't1', { disposition: 'x'.repeat(5000), provider: { display: 'y'.repeat(4500) } }),
    ])
    expect(listReasons(told)).toEqual([])
    expect((await findClaim('f1'))?.details.notes.map((text) => text.length)).toEqual([4000])
  })

  test('IM-3 control characters are removed from shown names and words, and cost nothing', async () => {
    const told = await take([
      patient('t2', { name: [{ family: 'Kes\u0007trel\u0085', given: ['A\u202eda\u0000'] }] }),
      claim('f2', 't2', { disposition: 'a\0b\ud800\u001bc\nd', provider: { display: 'Maple\u0001 Clinic' } }),
    ])
    expect(listReasons(told)).toEqual([])
    const { rows } = await sql`select first_name, last_name from member where member_number = '36000000002'`.execute(
      portal.database.read,
    )
    expect(rows).toEqual([{ first_name: 'Ada', last_name: 'Kestrel' }])
    expect(await findClaim('f2')).toMatchObject({ details: { notes: ['abc\nd'] }, provider_name: 'Maple Clinic' })
  })

  test('IM-3 a name that is a spreadsheet formula is refused', async () => {
    const told = await take([
      patient('t3', { name: [{ family: 'Kestrel', given: ['=HYPERLINK("http://x.example")'] }] }),
    ])
    expect(listReasons(told)).toEqual([['name', 'is a formula of a spreadsheet, not a name']])
  })
})

describe('IM-3 files in another form', () => {
  const lines = ndjson([patient('p90')])
  const zip = Buffer.from('PK\x03\x04\x14\x00some package', 'latin1')
  const utf16 = Buffer.from(`\ufeff${lines}`, 'utf16le')
  test.each([
    ['a ZIP archive', zip, 'is a ZIP archive'],
    ['UTF-16', utf16, 'is UTF-16'],
    ['UTF-16 with the other order of bytes', Buffer.from(utf16).swap16(), 'is UTF-16'],
    ['UTF-16 without its mark', Buffer.from(lines, 'utf16le'), 'is UTF-16'],
  ])('IM-3 %s is named once, by importers of every kind', async (_, content, reason) => {
    const kinds = {
      fhir: 'ndjson',
      directory: 'ndjson',
      formulary: 'json',
      rates: 'json',
      x12: 'x12',
      members: 'csv',
      plans: 'csv',
    }
    for (const [kind, ending] of Object.entries(kinds)) {
      const { rejected } = await importFiles(
        portal.database,
        { [`some.${ending}`]: content },
        { kind, brand: 'hmbcbs' },
      )
      expect(`${kind} ${rejected.map((one) => one.reason)}`).toContain(reason)
      expect(rejected.filter((one) => one.reason !== 'nothing was imported because of this')).toHaveLength(1)
    }
  })

  test('IM-3 resources whose lines end with CR alone are named so', async () => {
    const content = ndjson([patient('p91'), patient('p92')]).replaceAll('\n', '\r')
    const { rejected } = await importFiles(
      portal.database,
      { 'some.ndjson': content },
      { kind: 'fhir', brand: 'hmbcbs' },
    )
    expect(rejected.map((one) => one.reason)).toEqual(['ends its lines with CR alone: write LF'])
  })
})

describe('IM-3 empty values', () => {
  test('IM-1 a masked first name, and a null anywhere, cost nothing', async () => {
    const masked = {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }],
    }
    const amount = { category: code('submitted'), amount: { value: 10, currency: 'USD' } }
    const { rejected } = await take([
      patient('p93', { name: [{ family: 'Kestrel', given: [null, 'Bo'], _given: [masked, null] }], gender: null }),
      claim('c93', 'p93', {
        ...{
          processNote: [{ number: 1, text: null }],
          facility: null,
          item: null,
          patient: { reference: ' Patient/p93 ' },
        },
        total: [{ ...amount, amount: { ...amount.amount, extension: null } }],
      }),
    ])
    expect(rejected).toEqual([])
    expect(await findClaim('c93')).toMatchObject({ billed_cents: 1000 })
    const member = await portal.database.read
      .selectFrom('member')
      .select('first_name')
      .where('member_number', '=', '36000000093')
      .executeTakeFirst()
    expect(member?.first_name).toBe('Bo')
  })

  test('IM-1 IM-6 nobody is born on a future or unknown day', async () => {
    const bear = (id: string, birthDate: string) => patient(id, { birthDate })
    const refused = listReasons(await take([bear('p94', '2080-01-01'), bear('p95', '0001-01-01')]))
    expect(refused).toEqual([
      ['birthDate', 'is a day to come'],
      ['birthDate', 'there is no whole date of birth'],
    ])
    const row = { member_number: '36000000096', first_name: 'Ada', last_name: 'Kestrel', date_of_birth: '2080-01-01' }
    const { rejected } = await importFiles(portal.database, { 'm.csv': csv(row) }, { kind: 'members', brand: 'hmbcbs' })
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['date_of_birth is a day to come'])
  })

  test('IM-1 a negative quantity, and an impossible number of refills, are unknown', async () => {
    const of = { subject: { reference: 'Patient/p97' }, medicationCodeableConcept: { text: 'Metformin 500 mg' } }
    const refill = (id: string, numberOfRepeatsAllowed: number) => ({
      ...{ resourceType: 'MedicationRequest', id, status: 'active', intent: 'order', ...of },
      dispenseRequest: { numberOfRepeatsAllowed, quantity: { value: -30 } },
    })
    const { rejected } = await take([
      patient('p97'),
      ...[refill('r97a', -1), refill('r97b', 2.5), refill('r97c', 3)],
      {
        resourceType: 'MedicationDispense',
        id: 'd97',
        status: 'completed',
        whenHandedOver: '2026-03-05',
        ...of,
        quantity: { value: -30 },
      },
    ])
    expect(rejected).toEqual([])
    const read = await portal.database.read
      .selectFrom('prescription')
      .select(['refills', 'quantity'])
      .where('resource_id', 'like', 'r97_')
      .orderBy('resource_id')
      .execute()
    expect(read).toEqual([null, null, 3].map((refills) => ({ refills, quantity: null })))
    const given = await portal.database.read
      .selectFrom('dispense')
      .select('quantity')
      .where('resource_id', '=', 'd97')
      .execute()
    expect(given).toEqual([{ quantity: null }])
  })
})

describe('IM-1 people with one name, and placeholders for names', () => {
  const buildNamed = (id: string, name: readonly object[]) => patient(id, { name })
  const readName = async (id: string) => {
    const row = await portal.database.read
      .selectFrom('member')
      .select(['first_name', 'last_name'])
      .where('member_number', '=', `36${id.replace(/\D/g, '').padStart(9, '0')}`)
      .executeTakeFirst()
    return row && [row.first_name, row.last_name]
  }

  test.each<[string, readonly object[], readonly string[]]>([
    ['n701', [{ family: 'Suharto' }], ['Suharto', '']],
    ['n702', [{ given: ['Madonna'] }], ['Madonna', '']],
    ['n703', [{ text: 'Teller' }], ['Teller', '']],
    ['n704', [{ family: 'UNKNOWN', given: ['Ada'] }], ['Ada', '']],
    ['n705', [{ family: 'Kestrel', given: ['FNU'] }], ['Kestrel', '']],
    ['n706', [{ family: 'Null', given: ['Ada'] }], ['Ada', 'Null']],
    ['n707', [{ text: 'Kestrel, Ada' }], ['Ada', 'Kestrel']],
    ['n708', [{ text: 'Ada M. de la Cruz' }], ['Ada', 'de la Cruz']],
    ['n711', [{ text: 'Dr. Ada Q. Kestrel Jr.' }], ['Ada', 'Kestrel']],
    ['n712', [{ text: 'Ada Kestrel, MD, PhD' }], ['Ada', 'Kestrel']],
    ['n713', [{ text: 'Kestrel Jr., Mrs. Ada Q.' }], ['Ada', 'Kestrel']],
    ['n714', [{ text: 'Maria Dolores Garcia Lopez' }], ['Maria', 'Dolores Garcia Lopez']],
    ['n715', [{ text: 'Do Ho' }], ['Do', 'Ho']],
    [
      'n9',
      [
        { use: 'usual', given: ['Addie'] },
        { use: 'official', family: 'Kestrel', given: ['Ada'] },
      ],
      ['Ada', 'Kestrel'],
    ],
    [
      'n10',
      [
        { family: '-', given: ['TEST'] },
        { use: 'old', family: 'Kestrel', given: ['Ada'] },
      ],
      ['Ada', 'Kestrel'],
    ],
  ])('IM-1 MP-12 the name of %s is read', async (id, name, expected) => {
    expect(listReasons(await take([buildNamed(id, name)]))).toEqual([])
    expect(await readName(id)).toEqual(expected)
  })

  test.each([
    ['N/A', 'N/A'],
    ['UNKNOWN', 'Unknown'],
    ['TEST', 'TEST'],
    ['-', '-'],
    ['FNU', 'LNU'],
  ])('IM-1 MP-12 nobody’s name is %s %s', async (first, last) => {
    const told = await take([buildNamed('n20', [{ family: last, given: [first] }])])
    expect(listReasons(told)).toEqual([['name', 'there is no name']])
    const row = { member_number: '36000000120', first_name: first, last_name: last, date_of_birth: '1980-02-03' }
    const rows = await importFiles(portal.database, { 'm.csv': csv(row) }, { kind: 'members', brand: 'hmbcbs' })
    expect(listReasons(rows)).toEqual([['first_name', 'there is no name']])
  })

  test('IM-6 RG-1 a row with one name is a member with one name, who registers with it in either field', async () => {
    const row = { member_number: '36000000130', date_of_birth: '1980-02-03' }
    const load = (cells: object) =>
      importFiles(
        portal.database,
        { 'm.csv': csv({ ...row, first_name: '', last_name: '', ...cells }) },
        { kind: 'members', brand: 'hmbcbs' },
      )
    expect((await load({ last_name: 'Suharto' })).rejected).toEqual([])
    expect(await readName('n130')).toEqual(['Suharto', ''])
    expect((await load({ first_name: 'Suharto' })).rejected).toEqual([])
    expect(await readName('n130')).toEqual(['Suharto', ''])
    const asked = { brand: 'hmbcbs', memberId: row.member_number, dateOfBirth: row.date_of_birth }
    const find = (firstName: string, lastName: string) =>
      findCovered(portal.database.read, { ...asked, firstName, lastName }, '2026-11-30')
    for (const [first, last] of [
      ['Suharto', 'Suharto'],
      ['FNU', 'suharto'],
      ['Suharto', '-'],
    ] as const)
      expect(await find(first, last)).toMatchObject({ firstName: 'Suharto' })
    for (const [first, last] of [
      ['Suharto', 'Kestrel'],
      ['Ada', 'Suharto'],
      ['FNU', '-'],
    ] as const)
      expect(await find(first, last)).toBeNull()
    // A row with one part of the name leaves the other part unchanged.
    await load({ first_name: 'Ada', last_name: 'Kestrel' })
    await load({ first_name: 'Ada' })
    expect(await readName('n130')).toEqual(['Ada', 'Kestrel'])
  })
})

describe('IM-3 IM-5 lists that nobody writes', () => {
  const many = <Entry>(count: number, make: (at: number) => Entry) => Array.from({ length: count }, (_, at) => make(at))
  const lists: Readonly<Record<string, (count: number) => unknown>> = {
    related: (count) =>
      many(count, (at) => ({ claim: { reference: `ExplanationOfBenefit/x${at}` }, relationship: code('prior') })),
    item: (count) => many(count, (at) => ({ sequence: at + 1, productOrService: code(`9921${at}`) })),
    diagnosis: (count) => many(count, (at) => ({ diagnosisReference: { reference: `Condition/x${at}` } })),
    careTeam: (count) => many(count, (at) => ({ provider: { reference: `Practitioner/x${at}` } })),
    supportingInfo: (count) => many(count, (at) => ({ valueReference: { reference: `Condition/x${at}` } })),
    addItem: (count) => many(count, (at) => ({ productOrService: code(`9921${at}`) })),
    identifier: (count) => many(count, (at) => ({ value: `n${at}` })),
    insurance: (count) => many(count, (at) => ({ coverage: { reference: `Coverage/x${at}` }, preAuthRef: [`p${at}`] })),
    contained: (count) => many(count, (at) => ({ resourceType: 'Organization', id: `o${at}`, name: `O${at}` })),
    total: (count) => many(count, (at) => ({ category: code(`t${at}`), amount: { value: at, currency: 'USD' } })),
    adjudication: (count) => many(count, (at) => ({ category: code(`t${at}`), amount: { value: at } })),
    processNote: (count) => many(count, (at) => ({ number: 1, text: `n${at}` })),
    benefitBalance: (count) =>
      many(count, (at) => ({ category: code('1'), financial: [{ type: code(`v${at}`), usedMoney: { value: 1 } }] })),
  }

  test.each(Object.keys(lists))(
    'IM-3 IM-5 a claim with 50,000 of %s costs only itself, with a reason',
    async (field) => {
      const told = await take([
        patient('l1'),
        claim('l1', 'l1', { [field]: lists[field]?.(50_000) }),
        claim('l2', 'l1'),
      ])
      expect(listReasons(told)).toEqual([[field, 'has more entries than a resource may have']])
      expect(await findClaim('l2')).toBeDefined()
    },
  )

  test('IM-3 IM-5 a claim with the maximum number of entries is imported', async () => {
    for (const [at, [field, make]] of Object.entries(lists).entries()) {
      const count = field === 'related' ? 200 : 2000
      const told = await take([patient('l3'), claim(`l3-${at}`, 'l3', { [field]: make(count) })])
      expect([field, told.rejected]).toEqual([field, []])
    }
  })

  test('IM-3 IM-5 a person, a coverage, a care team and a relative with lists of 50,000 cost only themselves', async () => {
    const team = { resourceType: 'CareTeam', id: 'l4', status: 'active', subject: { reference: 'Patient/l4' } }
    const told = await take([
      patient('l4'),
      patient('l5', { name: many(50_000, (at) => ({ family: `K${at}`, given: ['A'] })) }),
      patient('l6', { link: many(50_000, (at) => ({ type: 'replaces', other: { reference: `Patient/x${at}` } })) }),
      { ...coverage('l4', 'l4', {}), class: many(50_000, (at) => ({ type: code('group'), value: `G${at}` })) },
      { ...team, participant: many(50_000, (at) => ({ member: { reference: `Practitioner/x${at}` } })) },
      {
        ...{ resourceType: 'RelatedPerson', id: 'l4', patient: { reference: 'Patient/l4' }, name: [{ text: 'Bo K' }] },
        telecom: many(50_000, (at) => ({ system: 'phone', value: `${at}` })),
      },
      claim('l4', 'l4'),
    ])
    const reason = 'has more entries than a resource may have'
    expect(listReasons(told)).toEqual(
      expect.arrayContaining(['name', 'link', 'class', 'participant', 'telecom'].map((path) => [path, reason])),
    )
    expect(told.rejected).toHaveLength(5)
    expect(await findClaim('l4')).toBeDefined()
  })
})

describe('IM-1 references to something other than a Patient', () => {
  test('IM-1 IM-3 a claim, a coverage or a prescription of anything but a Patient belongs to nobody', async () => {
    const to = (reference: string, more: object = {}) => ({ reference, ...more })
    const drug = { resourceType: 'MedicationRequest', status: 'active', intent: 'order' }
    const { rejected, counts } = await take([
      patient('g1'),
      claim('g1', '', { patient: to('Group/g1') }),
      claim('g2', '', { patient: to('https://payer.example/fhir/Group/g1/_history/2') }),
      claim('g3', '', { patient: to('g1', { type: 'Group' }) }),
      { ...coverage('g1', '', {}), beneficiary: to('RelatedPerson/g1') },
      { ...drug, id: 'g1', subject: to('Group/g1'), medicationCodeableConcept: { text: 'Metformin 500 mg' } },
      { resourceType: 'Observation', id: 'g1', subject: to('Device/g1') },
      claim('g4', '', { patient: to('https://payer.example/fhir/Patient/g1/_history/2') }),
      claim('g5', '', { patient: to('Patient/g1', { type: 'Patient' }) }),
    ])
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual(
      expect.arrayContaining([
        ...Array(3).fill('patient.reference names no Patient'),
        'beneficiary.reference names no Patient',
        'subject.reference names no Patient',
      ]),
    )
    expect(rejected).toHaveLength(5)
    expect(counts.skipped).toBe(1)
    expect(await findClaim('g4')).toBeDefined()
    expect(await findClaim('g5')).toBeDefined()
  })
})

describe('IM-1 IM-3 MP-15 a drug without a name', () => {
  const order = (id: string, display?: string) => ({
    ...{ resourceType: 'MedicationRequest', id, status: 'active', intent: 'order', authoredOn: '2026-03-05' },
    ...{ subject: { reference: 'Patient/u1' }, medicationReference: { reference: `Medication/${id}`, display } },
  })
  const compound = (id: string, more: object = {}) => ({
    ...{ resourceType: 'Medication', id, ...more },
    ingredient: [{ itemReference: { reference: 'Medication/unknown1' } }, { itemReference: {} }],
  })

  test('IM-1 MP-15 a compound of referenced parts costs no prescription, and each is a separate drug', async () => {
    const told = await take([
      patient('u1'),
      compound('u1'),
      compound('u2', { code: { coding: [] } }),
      { resourceType: 'Medication', id: 'u3' },
      ...[order('u1'), order('u2', 'Cream of the hospital'), order('u3')],
    ])
    expect(listReasons(told)).toEqual([])
    const rows = await portal.database.read
      .selectFrom('prescription')
      .select(['resource_id', 'name'])
      .where('resource_id', 'in', ['u1', 'u2', 'u3'])
      .orderBy('resource_id')
      .execute()
    expect(rows.map(({ resource_id, name }) => [resource_id, name])).toEqual([
      ['u1', ''],
      ['u2', 'Cream of the hospital'],
      ['u3', ''],
    ])
  })
})

describe('MP-14 ingredients of a drug', () => {
  test('MP-14 IM-1 a Medication is judged by its ingredients, and named by them if it has no other name', async () => {
    const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
    const composeDrug = (id: string, more: object, ...of: readonly string[]) => ({
      ...{ resourceType: 'Medication', id, ...more },
      ingredient: of.map((display) => ({ itemCodeableConcept: { coding: [{ system: rxnorm, display }] } })),
    })
    const order = (id: string) => ({
      ...{ resourceType: 'MedicationRequest', id, status: 'active', intent: 'order', authoredOn: '2026-03-05' },
      ...{ subject: { reference: 'Patient/i1' }, medicationReference: { reference: `Medication/${id}` } },
    })
    const open = { code: { text: 'A drug' } }
    const told = await take([
      patient('i1'),
      composeDrug('i1', open, 'Buprenorphine'),
      composeDrug('i2', open, 'Metformin'),
      composeDrug('i3', {}, 'Metformin', 'Glipizide'),
      ...['i1', 'i2', 'i3'].map(order),
    ])
    expect(listReasons(told)).toEqual([])
    const rows = await portal.database.read
      .selectFrom('prescription')
      .select(['resource_id', 'name', 'sensitive'])
      .where('resource_id', 'in', ['i1', 'i2', 'i3'])
      .orderBy('resource_id')
      .execute()
    expect(rows).toEqual([
      { resource_id: 'i1', name: 'A drug', sensitive: true },
      { resource_id: 'i2', name: 'A drug', sensitive: false },
      { resource_id: 'i3', name: 'Metformin / Glipizide', sensitive: false },
    ])
  })
})
