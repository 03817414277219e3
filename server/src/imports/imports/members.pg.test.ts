import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { claimScope } from '../../member/claims/people.ts'
import { easternDay } from '../../platform/day.ts'
import { passDayEdges } from './day-edges.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())

type Parts = readonly (readonly object[] | string)[]
/** Imports each part as a separate file, and returns the rejected records. */
const take = (...parts: Parts) => takeFor('wi', parts)
async function takeFor(brand: string, parts: Parts): Promise<string[]> {
  const told: string[] = []
  for (const part of parts) {
    const isCsv = typeof part === 'string'
    const files = isCsv ? { 'some.csv': part } : { 'some.ndjson': ndjson(part) }
    const { rejected } = await importFiles(opened.database, files, { kind: isCsv ? 'members' : 'fhir', brand })
    told.push(...rejected.map(({ path, reason }) => `${path}: ${reason}`))
  }
  return told
}

const code = (text: string) => ({ coding: [{ code: text }] })
/** A person whose family name is their id. */
const patient = (id: string, birthDate: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ type: code('MB'), value: `44${id.replace(/\D/g, '').padStart(9, '0')}` }],
  name: [{ family: id, given: ['Robin'] }],
  birthDate,
  ...more,
})
const coverage = (id: string, of: string, subscriberId: string, more: object = {}) => ({
  resourceType: 'Coverage',
  id,
  status: 'active',
  beneficiary: { reference: `Patient/${of}` },
  subscriberId,
  relationship: code('child'),
  payor: [{ display: 'Sample Plan' }],
  class: [{ type: code('group'), value: 'G1', name: 'Group one' }],
  period: { start: '2025-01-01' },
  ...more,
})
const self = { relationship: code('self') }
const withdrawn = { status: 'entered-in-error' }
const ended = { period: { start: '2019-01-01', end: '2023-12-31' } }
const foreign = { ...self, class: [], payor: [{ display: 'Another insurer' }], order: 2 }
const unsaid = { relationship: undefined, type: { text: 'dental' } }

const resolveMember = (id: string) =>
  opened.database.read
    .selectFrom('member')
    .select(['member_id', 'member_number', 'contract_number', 'relationship_code'])
    .where('last_name', '=', id)
    .executeTakeFirstOrThrow()
async function claimsSeenBy(id: string): Promise<string[]> {
  const { member_id: memberId } = await resolveMember(id)
  const { people } = await claimScope(
    opened.database.read,
    { kind: 'member', memberId, scopes: null, actor: null } as never,
    new Date('2026-11-23T12:00:00Z'),
  )
  return people.map(({ lastName }) => lastName)
}

describe('MP-14 RO-4 whose contract a member is on', () => {
  test.each([
    ['a withdrawn coverage', 810, withdrawn],
    ['a coverage that ended', 820, ended],
    ['another insurer’s coverage', 830, foreign],
  ])('MP-14 RO-4 IM-1 %s opens nobody’s claims to anyone, in whatever order they are read', async (_, from, wrong) => {
    for (const isLast of [true, false]) {
      const [mom, dad, kid] = [1, 2, 3].map((at) => `P${from + at + (isLast ? 0 : 5)}`) as [string, string, string]
      const parents = [mom, dad].flatMap((id) => [patient(id, '1980-05-05'), coverage(id, id, `C${id}`, self)])
      const right = [coverage(`a-${kid}`, kid, `C${mom}`)]
      const other = [coverage(`b-${kid}`, kid, `C${dad}`, wrong)]
      const order = isLast ? [right, other] : [other, right]
      expect(await take([...parents, patient(kid, '2018-02-01')], ...order)).toEqual([])
      expect(await resolveMember(kid)).toMatchObject({ contract_number: `C${mom}`, relationship_code: '05' })
      expect([await claimsSeenBy(mom), await claimsSeenBy(dad)]).toEqual([[mom, kid], [dad]])
    }
  })

  test('MP-14 RO-4 a coverage without a relationship makes no child the subscriber', async () => {
    const family = [patient('teen801', '2009-01-01'), patient('kid802', '2018-01-01')]
    const medical = [coverage('m801', 'teen801', 'FAM800'), coverage('m802', 'kid802', 'FAM800')]
    expect(await take([...family, ...medical], [coverage('d801', 'teen801', 'FAM800', unsaid)])).toEqual([])
    expect(await resolveMember('teen801')).toMatchObject({ contract_number: 'FAM800', relationship_code: '05' })
    expect(await claimsSeenBy('teen801')).toEqual(['teen801'])
    // Nor if it is the only coverage.
    await take([patient('teen803', '2009-01-01'), coverage('d803', 'teen803', 'FAM800', unsaid)])
    expect(await claimsSeenBy('teen803')).toEqual(['teen803'])
    // Someone on their own contract is its subscriber.
    await take([patient('solo804', '1980-01-01'), coverage('d804', 'solo804', '44000000804', unsaid)])
    expect(await resolveMember('solo804')).toMatchObject({ relationship_code: '18' })
  })

  test('MP-14 IM-1 a member’s number is the plan’s own, even if another insurer’s coverage came first', async () => {
    const nameless = { identifier: [] }
    await take(
      [patient('late805', '1980-01-01', nameless), coverage('o805', 'late805', 'X905', foreign)],
      [coverage('m805', 'late805', 'FAM805', { dependent: '02' })],
    )
    const place = { member_number: 'FAM80502', contract_number: 'FAM805', relationship_code: '05' }
    expect(await resolveMember('late805')).toMatchObject(place)
    await take([patient('soon806', '1980-01-01', nameless)])
    await take(
      [coverage('m806', 'soon806', 'FAM806', { dependent: '02' })],
      [coverage('o806', 'soon806', 'X906', foreign)],
    )
    expect(await resolveMember('soon806')).toMatchObject({ member_number: 'FAM80602', contract_number: 'FAM806' })
  })

  test('MP-14 RO-4 IM-6 rows of ended or withdrawn coverages do not change the contract either', async () => {
    const header =
      'member_number,first_name,last_name,date_of_birth,contract_number,relationship,coverage_id,group_number,coverage_from,coverage_to,coverage_withdrawn\n'
    const row = (contract: string, id: string, rest: string) =>
      `44000000807,Robin,kid807,2018-01-01,${contract},child,${id},G1,${rest}\n`
    const rows = [row('MOM807', 'a', '2025-01-01,,'), row('DAD807', 'b', '2019-01-01,2023-12-31,')]
    expect(await take(header + rows.join(''), `${header}${row('DAD807', 'c', '2025-06-01,,yes')}`)).toEqual([])
    expect(await resolveMember('kid807')).toMatchObject({ contract_number: 'MOM807', relationship_code: '05' })
    // A row about the person alone, and a cell without a value, keep the stored values.
    await take(`${header}44000000807,Robin,kid807,2018-01-01,MOM808,,,,,,\n`)
    expect(await resolveMember('kid807')).toMatchObject({ contract_number: 'MOM808', relationship_code: '05' })
  })

  test('MP-14 RO-4 MP-12 contract and plan change on the day when a coverage begins or ends, without a file', async () => {
    const year = Number(easternDay(new Date()).slice(0, 4))
    const [first, next] = [{ period: { end: `${year}-12-31` } }, { period: { start: `${year + 1}-01-01` } }]
    const plan = (name: string) => ({
      class: [
        { type: code('group'), value: 'G1' },
        { type: code('plan'), value: name, name },
      ],
    })
    const parents = ['dad808', 'mom809'].flatMap((id) => [patient(id, '1980-05-05'), coverage(id, id, id, self)])
    const own = [
      coverage('k1', 'kid810', 'dad808', { ...first, ...plan('Plan of this year') }),
      coverage('k2', 'kid810', 'mom809', { ...next, ...plan('Plan of next year') }),
    ]
    expect(await take([...parents, patient('kid810', '2020-01-01'), ...own])).toEqual([])
    const readSeenClaims = async () => [await claimsSeenBy('dad808'), await claimsSeenBy('mom809')]
    const readPlan = async () => {
      const { member_id: id } = await resolveMember('kid810')
      const rows = opened.database.read.selectFrom('coverage').select(['plan_name']).where('member_id', '=', id)
      return (await rows.execute()).map((row) => row.plan_name)
    }
    expect([await readSeenClaims(), await readPlan()]).toEqual([
      [['dad808', 'kid810'], ['mom809']],
      ['Plan of this year'],
    ])
    await passDayEdges(opened.database, new Date(`${year + 1}-01-01T04:59:00Z`))
    expect(await readSeenClaims()).toEqual([['dad808', 'kid810'], ['mom809']])
    await passDayEdges(opened.database, new Date(`${year + 1}-01-01T05:01:00Z`))
    expect([await readSeenClaims(), await readPlan()]).toEqual([
      [['dad808'], ['mom809', 'kid810']],
      ['Plan of next year'],
    ])
    expect(await passDayEdges(opened.database, new Date(`${year + 1}-01-01T06:00:00Z`))).toBe(0)
  })

  test('MP-14 RO-4 a member whose coverages are unreadable does not block the others’ change on that day', async () => {
    const year = Number(easternDay(new Date()).slice(0, 4))
    const ends = { period: { end: `${year + 1}-12-31` } }
    const starts = { period: { start: `${year + 2}-01-01` } }
    // Members are stored in the order of their arrival.
    expect(
      await take([patient('broken861', '1980-05-05'), coverage('b1', 'broken861', 'broken861', { ...self, ...ends })]),
    ).toEqual([])
    await take(
      ['dad862', 'mom863'].flatMap((id) => [patient(id, '1980-05-05'), coverage(id, id, id, self)]),
      [patient('kid864', '2020-01-01'), coverage('k3', 'kid864', 'dad862', ends)],
      [coverage('k4', 'kid864', 'mom863', starts)],
    )
    const { member_id: id } = await resolveMember('broken861')
    await opened.database.read
      .updateTable('coverage_source')
      .set({ coverage: JSON.stringify({ groupNumber: 7, begins: 7 }) })
      .where('member_id', '=', id)
      .execute()
    await expect(passDayEdges(opened.database, new Date(`${year + 2}-01-01T05:01:00Z`))).rejects.toThrow()
    expect(await claimsSeenBy('mom863')).toEqual(['mom863', 'kid864'])
  })

  test('IM-1 HD-5 BR-10 the words of a coverage identify Medicaid and Blue Extra, and leave open who pays', async () => {
    const withPlanName = (name: string) => ({ ...self, class: [{ type: code('plan'), value: name, name }] })
    const plans = ['North Dakota Medicaid Expansion', 'Blue Extra Basic', 'Blue Extra Plus']
    const people = plans.map((_, index) => patient(`Words${881 + index}`, '1980-05-05'))
    const coverages = plans.map((name, index) =>
      coverage(`words-${index}`, `Words${881 + index}`, `4400000088${index}`, withPlanName(name)),
    )
    expect(await takeFor('ndbcbs', [[...people, ...coverages]])).toEqual([])
    const rows = await opened.database.read
      .selectFrom('product')
      .innerJoin('coverage', 'coverage.member_id', 'product.member_id')
      .innerJoin('member', 'member.member_id', 'product.member_id')
      .select(['product_name', 'is_nd_medicaid', 'direct_pay_indicator', 'is_blue_extra_basic', 'is_blue_extra_plus'])
      .where('member.last_name', 'like', 'Words%')
      .orderBy('product_name', 'desc')
      .execute()
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['North Dakota Medicaid Expansion', true, null, false, false],
      ['Blue Extra Plus', false, null, false, true],
      ['Blue Extra Basic', false, null, true, false],
    ])
  })
})

test('IM-6 MP-14 one number for two people in one file turns neither into the other', async () => {
  const rows = [
    'member_number,first_name,last_name,date_of_birth,group_number,plan_name,coverage_from',
    '440009901,Pat,Oneboth,1980-01-01,G1,Gold,2026-01-01',
    '440009901,Kim,Oneboth,2012-01-01,G1,Gold,2026-01-01',
    // One of the two may have been wrong.
    '440009901,Pat,Oneboth,1980-01-10,G1,Gold,2026-01-01',
  ]
  expect(await take(`${rows.join('\n')}\n`)).toEqual(['member_number: the member number belongs to someone else'])
  const named = await opened.database.read
    .selectFrom('member')
    .select(['first_name', 'date_of_birth'])
    .where('last_name', '=', 'Oneboth')
    .execute()
  expect(named).toEqual([{ first_name: 'Pat', date_of_birth: '1980-01-10' }])
})
