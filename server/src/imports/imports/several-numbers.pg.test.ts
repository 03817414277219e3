import { describe, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { x12 } from '../../../test/x12.ts'

const portal = testPortal()
const brand = 'hmbcbs'

const code = (text: string) => ({ coding: [{ code: text }] })
const number = (value: string, more: object = {}) => ({ type: code('MB'), value, ...more })
const dental = { assigner: { display: 'Acme Dental' } }
const patient = (id: string, identifier: readonly object[], more: object = {}) => ({
  ...{ resourceType: 'Patient', id, identifier, name: [{ family: id, given: ['Ada'] }], birthDate: '1980-02-03' },
  ...more,
})
const coverage = (id: string, of: string, subscriberId: string, more: object = {}) => ({
  ...{ resourceType: 'Coverage', id, status: 'active', subscriberId, beneficiary: { reference: `Patient/${of}` } },
  ...{ relationship: code('self'), period: { start: '2020-01-01' }, payor: [{ display: 'Test Plan' }] },
  class: [{ type: code('group'), value: 'G100' }],
  ...more,
})
const ofTeeth = { type: code('DENTPRG') }
const take = async (...resources: readonly object[]) => {
  const { rejected } = await importFiles(portal.database, { 'some.ndjson': ndjson(resources) }, { kind: 'fhir', brand })
  return rejected.map(({ path, reason }) => `${path}: ${reason}`)
}
const findMembers = (lastName: string) =>
  portal.database.read
    .selectFrom('member')
    .select(['member_id as id', 'member_number as number', 'contract_number as contract', 'first_name as first'])
    .where('last_name', '=', lastName)
    .orderBy('member_number')
    .execute()
const findNumbers = async (lastName: string) => (await findMembers(lastName)).map((one) => one.number)

describe('IM-1 MP-12 several member numbers at the same time (kind 8)', () => {
  test('IM-1 MP-12 the number that the medical coverage names counts, in whatever order the files come', async () => {
    const person = patient('s1', [number('911000001'), number('911000002')])
    const [teeth, care] = [coverage('s1d', 's1', '911000001', ofTeeth), coverage('s1m', 's1', '911000002')]
    expect(await take(person, teeth, care)).toEqual([])
    expect(await findMembers('s1')).toMatchObject([{ number: '911000002', contract: '911000002' }])
    const other = patient('s2', [number('911000011'), number('911000012')])
    expect(await take(other)).toEqual([])
    expect(await findNumbers('s2')).toEqual(['911000011'])
    expect(await take(coverage('s2m', 's2', '911000012'))).toEqual([])
    expect(await take(coverage('s2d', 's2', '911000011', ofTeeth))).toEqual([])
    expect(await findNumbers('s2')).toEqual(['911000012'])
    // A newer Patient with the same numbers changes nothing.
    expect(await take({ ...other, gender: 'female' })).toEqual([])
    expect(await findNumbers('s2')).toEqual(['911000012'])
    // Once that number has ended, only the other remains.
    const ended = number('911000012', { period: { end: '2025-12-31' } })
    expect(await take({ ...other, identifier: [number('911000011'), ended] })).toEqual([])
    expect(await findNumbers('s2')).toEqual(['911000011'])
  })

  test('IM-1 MP-12 without a coverage, the words of a number decide, and the format of the brand’s numbers', async () => {
    await take(
      patient('s3', [number('912000001', dental), number('912000002')]),
      patient('s4', [number('912000003', { system: 'https://plan.example/vision-member-id' }), number('912000004')]),
      patient('s5', [number('77'), number('912000006')]),
    )
    expect([await findNumbers('s3'), await findNumbers('s4'), await findNumbers('s5')]).toEqual([
      ['912000002'],
      ['912000004'],
      ['912000006'],
    ])
  })

  test('IM-1 MP-12 an identifier of the coverage names it as well as its subscriber id does', async () => {
    const person = patient('s6', [number('913000001'), number('913000002')])
    const care = { ...coverage('s6m', 's6', '913000999'), identifier: [number('913000002')] }
    expect(await take(person, care)).toEqual([])
    expect(await findMembers('s6')).toMatchObject([{ number: '913000002', contract: '913000999' }])
  })

  test('IM-1 MP-14 a dependent with the family’s number and their own has their own, and the subscriber the family’s', async () => {
    const child = patient('s7', [number('914000000'), number('914000001')], { birthDate: '2012-05-06' })
    const cover = coverage('s7c', 's7', '914000000', { relationship: code('child') })
    const parent = patient('s7', [number('914000000')])
    expect(await take(child, cover, { ...parent, id: 's7p' }, coverage('s7s', 's7p', '914000000'))).toEqual([])
    expect(await findMembers('s7')).toMatchObject([
      { number: '914000000', contract: '914000000' },
      { number: '914000001', contract: '914000000' },
    ])
  })

  test('IM-6 MP-10 rows with a member’s other number are theirs', async () => {
    await take(patient('s8', [number('915000001', dental), number('915000002')]))
    const row = {
      record: 'account',
      member_number: '915000001',
      account_number: 'A1',
      plan_year: '2026',
      account_type: 'hsa',
    }
    const { rejected } = await importFiles(portal.database, { 's.csv': csv(row) }, { kind: 'spending', brand })
    expect(rejected).toEqual([])
    const [member] = await findMembers('s8')
    const accounts = await portal.database.read
      .selectFrom('spending_account')
      .select('member_id')
      .where('member_id', '=', member?.id ?? '')
      .execute()
    expect(accounts).toHaveLength(1)
  })
})

describe('FD-2 FD-3 bills and payments that name a member by number (kind 8)', () => {
  const parties = ['NM1*41*2*T*****46*PB01', 'NM1*40*2*PLAINS*****46*PLAINS']
  const load = async (set: '835' | '837', version: string, segments: readonly string[]) => {
    const content = x12({ set, version, segments })
    const { counts } = await importFiles(portal.database, { 'claims.x12': content }, { kind: 'x12', brand })
    return { created: counts.created, skips: (counts.skips ?? []).map(({ reason }) => reason) }
  }
  const listClaims = async (lastName: string) => {
    const [member] = await findMembers(lastName)
    const rows = await portal.database.read
      .selectFrom('claim')
      .select('billed_cents')
      .where('member_id', '=', member?.id ?? '')
      .execute()
    return rows.map(({ billed_cents }) => billed_cents)
  }

  test('FD-2 MP-12 a dentist’s bill with the number of the dental card is its member’s', async () => {
    await take(patient('x1', [number('D918000001', dental), number('918000001')]))
    const bill = [
      ...[
        'BHT*0019*00*S9*20261115*1023*CH',
        ...parties,
        'HL*1**20*1',
        'NM1*85*2*TOOTH*****XX*1234567893',
        'HL*2*1*22*0',
      ],
      ...[
        'SBR*P*18*******CI',
        'NM1*IL*1*X1*ADA****MI*D918000001',
        'DMG*D8*19800203*F',
        'NM1*PR*2*PLAINS*****PI*PLAINS',
      ],
      ...['CLM*T1*245.5***11:B:1*Y*A*Y*Y', 'DTP*472*D8*20261103', 'LX*1', 'SV3*AD:D2392*245.50****1'],
    ]
    expect(await load('837', '005010X224A2', bill)).toEqual({ created: 1, skips: [] })
    expect(await listClaims('x1')).toEqual([24_550])
  })

  test('FD-3 MP-14 a payment for a person with another name waits, even if the number’s holder is alone on the contract', async () => {
    await take(patient('Stone', [number('918000011')]))
    const pay = (account: string, name: string) => [
      ...['BPR*I*0*C*NON************20261125', `TRN*1*${account}*1512345678`, 'DTM*405*20261125'],
      ...['N1*PR*PLAINS HEALTH*XV*12345', 'N1*PE*DOC*XX*1234567893', 'LX*1'],
      ...[`CLP*${account}*1*90*0*90*12*26${account}*11*1`, `NM1*QC*1*${name}****MI*918000011`],
      ...['SVC*HC:99214*90*0**1', 'DTM*472*20261110', 'CAS*PR*1*90'],
    ]
    expect(await load('835', '005010X221A1', pay('Z7', 'QUITE*OTHER'))).toEqual({
      created: 0,
      skips: ['waits for its member'],
    })
    expect(await load('835', '005010X221A1', pay('Z8', 'STONE*ADDIE'))).toMatchObject({ created: 1 })
    expect(await listClaims('Stone')).toEqual([9_000])
  })
})

describe('IM-1 MP-14 a number that a plan gives out again (kind 8)', () => {
  const former = [
    patient('old', [number('916000000')], { name: [{ family: 'Former', given: ['Ada'] }] }),
    coverage('oldc', 'old', '916000000', { period: { start: '2015-01-01', end: '2018-12-31' } }),
  ]
  const name = [{ family: 'Newly', given: ['Zoe'] }]
  const newly = { name, birthDate: '1991-07-08' }

  test('IM-1 RO-4 the new person is refused with a reason and advice; no data of the two is mixed', async () => {
    expect(await take(...former)).toEqual([])
    const told = await take(patient('new', [number('916000000')], newly), coverage('newc', 'new', '916000000'))
    expect(told.join()).toMatch(
      /give (?:whoever is new|this one) a number of their own|give this one a number of its own/,
    )
    expect(await findMembers('Newly')).toEqual([])
    expect(await findMembers('Former')).toMatchObject([{ number: '916000000' }])
  })

  test('IM-1 MP-14 nobody of the new family joins the contract of the former one', async () => {
    const child = { name: [{ family: 'Newly', given: ['Kit'] }], birthDate: '2015-03-04' }
    const told = await take(
      ...former,
      patient('kit', [number('916000777')], child),
      coverage('kitc', 'kit', '916000000', { relationship: code('child'), subscriber: { reference: 'Patient/new' } }),
      patient('new', [number('916000555')], newly),
      coverage('newd', 'new', '916000000', { subscriber: { reference: 'Patient/new' } }),
    )
    expect(told).toEqual([
      'subscriberId: is the contract of another family: give this one a number of its own',
      'subscriberId: is the contract of another family: give this one a number of its own',
    ])
    const { length } = await portal.database.read
      .selectFrom('member')
      .select('member_id')
      .where('contract_number', '=', '916000000')
      .execute()
    expect(length).toBe(1)
  })

  test('IM-1 MP-14 a dependent may become the contract’s subscriber, and a dependent stays when the subscriber’s coverage has ended', async () => {
    const spouse = { name: [{ family: 'Heir', given: ['Sam'] }], birthDate: '1979-01-01' }
    const ended = { start: '2015-01-01', end: '2024-12-31' }
    expect(
      await take(
        patient('hp', [number('917000000')], { name: [{ family: 'Heir', given: ['Ada'] }] }),
        coverage('hpc', 'hp', '917000000', { period: ended }),
        patient('hs', [number('917000001')], spouse),
        coverage('hsc', 'hs', '917000000', { relationship: code('spouse'), subscriber: { reference: 'Patient/hp' } }),
      ),
    ).toEqual([])
    const next = coverage('hsn', 'hs', '917000000', {
      period: { start: '2025-01-01' },
      subscriber: { reference: 'Patient/hs' },
    })
    expect(await take(next)).toEqual([])
    expect((await findMembers('Heir')).map(({ contract }) => contract)).toEqual(['917000000', '917000000'])
  })
})
