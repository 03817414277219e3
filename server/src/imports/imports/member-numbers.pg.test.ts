import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { passNumberEdges } from './numbers.ts'

const portal = testPortal()

const code = (text: string) => ({ coding: [{ code: text }] })
const number = (value: string, more: object = {}, kind = 'MB') => ({ type: code(kind), value, ...more })
const patient = (id: string, identifier: readonly object[], more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier,
  name: [{ family: id, given: ['Ada'] }],
  birthDate: '1980-02-03',
  ...more,
})
const coverage = (id: string, of: string, subscriberId: string, relationship = 'self') => ({
  resourceType: 'Coverage',
  id,
  status: 'active',
  subscriberId,
  beneficiary: { reference: `Patient/${of}` },
  relationship: code(relationship),
  period: { start: '2026-01-01' },
  payor: [{ display: 'Test Plan' }],
  class: [{ type: code('group'), value: 'G100', name: 'Test group' }],
})
const take = async (...resources: readonly object[]) => {
  const { rejected } = await importFiles(
    portal.database,
    { 'some.ndjson': ndjson(resources) },
    { kind: 'fhir', brand: 'hmbcbs' },
  )
  return rejected.map(({ path, reason }) => `${path}: ${reason}`)
}
const buildClaim = (of: string) => ({
  ...{ resourceType: 'ExplanationOfBenefit', id: `${of}-claim`, status: 'active', use: 'claim', outcome: 'complete' },
  ...{ patient: { reference: `Patient/${of}` }, billablePeriod: { start: '2026-05-20' } },
})
const findMember = (lastName: string) =>
  portal.database.read
    .selectFrom('member')
    .select(['member_id', 'member_number as number', 'contract_number as contract', 'first_name as first'])
    .where('last_name', '=', lastName)
    .executeTakeFirst()

test('IM-1 MP-12 the number in force is the member’s, not the first of the file', async () => {
  const old = [
    number('910000080', { use: 'old' }),
    number('910000081', { period: { start: '2017-05-11', end: '2024-12-31' } }),
  ]
  expect(await take(patient('g1', [...old, number('910000082')]), coverage('c1', 'g1', '910000082'))).toEqual([])
  expect(await findMember('g1')).toMatchObject({ number: '910000082', contract: '910000082' })
})

test('IM-1 MP-12 a coverage that ends in a month or a year ends on its last day, and begins on its first', async () => {
  for (const [id, period] of [
    ['ym', { start: '2024-02', end: '2024-02' }],
    ['yy', { start: '2023', end: '2024' }],
  ] as const) {
    expect(await take(patient(id, [number(`9100009${id}`)]), { ...coverage(id, id, '910000990'), period })).toEqual([])
  }
  const rows = await portal.database.read
    .selectFrom('coverage_source')
    .select(['resource_id', 'coverage'])
    .where('resource_id', 'in', ['ym', 'yy'])
    .orderBy('resource_id')
    .execute()
  expect(rows.map(({ coverage: one }) => one)).toMatchObject([
    { begins: '2024-02-01', ends: '2024-02-29' },
    { begins: '2023-01-01', ends: '2024-12-31' },
  ])
})

test('IM-1 MP-12 MP-14 a newer file that ends a number and begins another changes the number of the same member', async () => {
  await take(patient('g2', [number('920000001')]))
  const before = await findMember('g2')
  const ended = number('920000001', { period: { end: '2026-10-31' } })
  expect(await take(patient('g2', [ended, number('920000002', { period: { start: '2026-11-01' } })]))).toEqual([])
  const after = { ...before, number: '920000002', contract: '920000002' }
  expect(await findMember('g2')).toEqual(after)
  // A number that has ended without a successor is still theirs.
  await take(patient('g2', [number('920000002', { period: { end: '2026-11-20' } })]))
  expect(await findMember('g2')).toEqual(after)
})

test('IM-1 RO-4 a new number that is someone else’s is refused, also when the file comes again', async () => {
  await take(patient('g3', [number('930000001')]), patient('g4', [number('930000002')], { birthDate: '1990-01-01' }))
  const wrong = patient('g3', [number('930000002')])
  expect(await take(wrong)).toEqual(['identifier: the member number belongs to someone else'])
  expect(await take(wrong)).toHaveLength(1)
  expect((await findMember('g3'))?.number).toBe('930000001')
})

test('IM-1 MP-12 a number that begins later counts from that day, without a file', async () => {
  const [now, later] = [
    number('940000001', { period: { end: '2098-12-31' } }),
    number('940000002', { period: { start: '2099-01-01' } }),
  ]
  await take(patient('g5', [now, later]))
  expect((await findMember('g5'))?.number).toBe('940000001')
  expect(await passNumberEdges(portal.database, '2098-12-31')).toBe(0)
  expect(await passNumberEdges(portal.database, '2099-01-01')).toBe(1)
  expect(await findMember('g5')).toMatchObject({ number: '940000002', contract: '940000002' })
  expect(await passNumberEdges(portal.database, '2099-01-01')).toBe(0)
})

test('IM-1 MP-14 if a family shares its member number, everyone has their own', async () => {
  const buildNumbers = (own: string) => [number('950000000'), number(own, {}, 'um')]
  const told = await take(
    patient('g6', buildNumbers('950000001')),
    patient('g7', buildNumbers('950000002'), { birthDate: '2012-05-06', name: [{ family: 'g7', given: ['Ben'] }] }),
    patient('g8', buildNumbers('950000003'), { birthDate: '2012-05-06', name: [{ family: 'g8', given: ['Cleo'] }] }),
    coverage('c6', 'g6', '950000000'),
    coverage('c7', 'g7', '950000000', 'child'),
  )
  expect(told).toEqual([])
  expect(await findMember('g6')).toMatchObject({ number: '950000001', contract: '950000000' })
  expect(await findMember('g7')).toMatchObject({ number: '950000002', contract: '950000000' })
  expect(await findMember('g8')).toMatchObject({ number: '950000003', contract: '950000000' })
})

test('IM-1 someone alone with both numbers has the member number', async () => {
  await take(patient('g9', [number('960000001', {}, 'um'), number('960000000')]))
  expect((await findMember('g9'))?.number).toBe('960000000')
})

test('IM-1 RO-4 a former name is never used, for a person or a care giver', async () => {
  const names = [
    { use: 'old', family: 'Before', given: ['Ada'] },
    { use: 'maiden', family: 'Maiden', given: ['Ada'] },
    { use: 'nickname', text: 'Addie' },
    { use: 'usual', family: 'Ended', given: ['Ada'], period: { end: '2020-01-01' } },
    { family: 'g10', given: ['Ada'] },
  ]
  const [doctor] = [{ resourceType: 'Practitioner', id: 'doctor', name: names }]
  const claim = {
    resourceType: 'ExplanationOfBenefit',
    id: 'e10',
    use: 'claim',
    patient: { reference: 'Patient/g10' },
    provider: { reference: 'Practitioner/doctor' },
    billablePeriod: { start: '2026-03-05' },
  }
  expect(await take(patient('g10', [number('970000000')], { name: names }), doctor, claim)).toEqual([])
  expect((await findMember('g10'))?.first).toBe('Ada')
  const { provider_name } = await portal.database.read
    .selectFrom('claim')
    .select('provider_name')
    .where('resource_id', '=', 'e10')
    .executeTakeFirstOrThrow()
  expect(provider_name).toBe('Ada g10')
})

describe('a number that has not the form of its brand', () => {
  const warned = {
    type: 'member number',
    reason: expect.stringMatching(/^nobody can register with it: those of /),
    count: 1,
  }
  const row = (member_number: string) =>
    csv({ member_number, first_name: 'Robin', last_name: 'Lettered', date_of_birth: '1980-02-29' })

  test('VA-5 IM-6 is imported with a warning, if the brand’s members enter only digits', async () => {
    const { counts } = await importFiles(
      portal.database,
      { 'm.csv': row('ABC123456789') },
      { kind: 'members', brand: 'wi' },
    )
    expect(counts).toMatchObject({ created: 1, warnings: [warned] })
    const { counts: again } = await importFiles(
      portal.database,
      { 'm.csv': row('ABC123456789') },
      { kind: 'members', brand: 'wi' },
    )
    expect(again).toMatchObject({ unchanged: 1 })
    expect(again.warnings).toBeUndefined()
    const { counts: fitting } = await importFiles(
      portal.database,
      { 'm.csv': row('777123456789') },
      { kind: 'members', brand: 'wi' },
    )
    expect(fitting.warnings).toBeUndefined()
  })

  test('VA-5 IM-1 is reported for people and for coverages that give the number', async () => {
    const people = [
      {
        resourceType: 'Patient',
        id: 'lettered',
        birthDate: '1980-01-01',
        name: [{ family: 'A', given: ['B'] }],
        identifier: [{ type: { coding: [{ code: 'MB' }] }, value: 'XYZ-555' }],
      },
      { resourceType: 'Patient', id: 'unnumbered', birthDate: '1980-01-01', name: [{ family: 'A', given: ['C'] }] },
      {
        resourceType: 'Coverage',
        id: 'giving',
        status: 'active',
        beneficiary: { reference: 'Patient/unnumbered' },
        subscriberId: 'XYZ556',
        payor: [{ display: 'Plan' }],
      },
    ]
    const { counts } = await importFiles(portal.database, { 'p.ndjson': ndjson(people) }, { kind: 'fhir', brand: 'wi' })
    expect(counts.warnings).toEqual([{ ...warned, count: 2 }])
  })

  test('VA-5 RG-1 registers if the brand’s format has letters', async () => {
    const { counts } = await importFiles(
      portal.database,
      { 'm.csv': row('ABC123456789') },
      { kind: 'members', brand: 'ndbcbs' },
    )
    expect(counts.warnings).toBeUndefined()
    const body = {
      brand: 'ndbcbs',
      zipCode: '58102',
      userType: 'MREG',
      relationship: 'SELF',
      memberId: 'abc123456789',
      firstName: 'Robin',
      lastName: 'Lettered',
      dateOfBirth: '02/29/1980',
    }
    expect((await make(new Client(portal.origin), calls.matchCoverage, { body })).status).toBe(200)
  })
})

test('IM-1 MP-14 twins are two people, although both have one number', async () => {
  const twin = (id: string, first: string, multiple: object) =>
    patient(id, [number('910000180')], {
      name: [{ family: 'twins', given: [first] }],
      birthDate: '2012-05-06',
      ...multiple,
    })
  const told = await take(
    twin('tw1', 'Ann', { multipleBirthInteger: 1 }),
    twin('tw2', 'Bob', { multipleBirthInteger: 2 }),
    ...[buildClaim('tw1'), buildClaim('tw2')],
  )
  expect(told).toEqual([expect.stringContaining('Patient/tw2 has no member number of their own')])
  // A person who is not a twin may have had another name before.
  expect(await take(twin('tw3', 'Anna', {}), buildClaim('tw3'))).toEqual([])
  expect(await findMember('twins')).toMatchObject({ number: '910000180' })
})

test('IM-1 MP-14 a boy and a girl with one date of birth are two people, although nothing says that they are twins', async () => {
  const child = (id: string, first: string, gender: string) =>
    patient(id, [number('910000181')], {
      name: [{ family: 'pair', given: [first] }],
      birthDate: '2013-05-06',
      gender,
    })
  const told = await take(
    child('pr1', 'Ann', 'female'),
    child('pr2', 'Bob', 'male'),
    buildClaim('pr1'),
    buildClaim('pr2'),
  )
  expect(told).toEqual([expect.stringContaining('Patient/pr2 has no member number of their own')])
  // Names with the same beginning are one person's; any others are not, of whichever sex.
  expect(await take(child('pr4', 'Annie', 'unknown'), buildClaim('pr4'))).toEqual([])
  expect(await take(child('pr3', 'Nancy', 'female'), buildClaim('pr3'))).toEqual([
    expect.stringContaining('Patient/pr3 has no member number of their own'),
  ])
})

test('IM-1 MP-14 a boy without a name yet is not a girl with the same date of birth', async () => {
  const child = (id: string, first: string, gender: string) =>
    patient(id, [number('910000184')], {
      name: [{ family: 'unnamed', given: [first] }],
      birthDate: '2026-05-07',
      gender,
    })
  const told = await take(
    child('un1', 'Baby Boy', 'male'),
    child('un2', 'Emma', 'female'),
    buildClaim('un1'),
    buildClaim('un2'),
  )
  expect(told).toEqual([expect.stringContaining('Patient/un2 has no member number of their own')])
  // The same child, now with a name.
  expect(await take(child('un3', 'Noah', 'male'), buildClaim('un3'))).toEqual([])
})

test('IM-1 a twin who had no name at first is not the other twin', async () => {
  const twin = (id: string, value: string, first: string) =>
    patient(id, [number(value)], {
      name: [{ family: 'newborn', given: [first] }],
      birthDate: '2026-05-06',
      multipleBirthBoolean: true,
    })
  const [one, two] = ['910000182', '910000183']
  expect(
    await take(twin('nb1', one, 'Baby A'), twin('nb2', two, 'BABY BOY B'), buildClaim('nb1'), buildClaim('nb2')),
  ).toEqual([])
  expect(await take(twin('nb3', two, 'Noah'), buildClaim('nb3'))).toEqual([])
  expect(await take(twin('nb4', one, 'Noah'), buildClaim('nb4'))).toEqual([])
  // Two children without their own names are still two.
  expect(await take(twin('nb5', one, 'Baby B'), buildClaim('nb5'))).toEqual([
    expect.stringContaining('Patient/nb5 has no member number of their own'),
  ])
})
