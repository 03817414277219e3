import { describe, expect, test } from 'vitest'
import { Skipped } from '../refused.ts'
import { readResource } from './read-resource.ts'

function readCoverage(more: object) {
  const coverage = {
    resourceType: 'Coverage',
    id: 'one',
    status: 'active',
    beneficiary: { reference: 'Patient/1' },
    payor: [{ display: 'Sample Plan' }],
    ...more,
  }
  const read = readResource('Coverage', JSON.stringify(coverage), Buffer.alloc(0), '2026-11-26')
  if (read.type !== 'coverage') throw new Error('It was not read as a coverage.')
  return read.incoming.read
}

const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const buildType = (code: string, system = actCode, text?: string) => ({ type: { coding: [{ system, code }], text } })
const medicare = (part: string) => ({
  ...buildType('SUBSIDIZ'),
  payor: [{ identifier: { value: 'Centers for Medicare and Medicaid Services' } }],
  class: [
    { type: { coding: [{ code: 'group' }] }, value: 'Medicare' },
    { type: { coding: [{ code: 'plan' }] }, value: part },
  ],
})

describe('IM-1 MP-12 the last day of a coverage from a server that writes moments in UTC', () => {
  test.each([
    ['2027-01-01T04:59:59Z', '2026-12-31'],
    ['2026-07-01T03:59:59.999+00:00', '2026-06-30'],
    ['2026-09-01T07:59:59.000Z', '2026-08-31'],
    ['2026-12-31T05:00:00Z', '2026-12-31'],
    ['2026-12-31T23:59:59Z', '2026-12-31'],
    ['2026-12-31T04:59:59-05:00', '2026-12-31'],
    ['2026-12-31T00:00:00Z', '2026-12-31'],
    ['9999-12-31T04:59:59Z', null],
  ])('IM-1 MP-12 %s is %s', (end, day) => {
    expect(readCoverage({ period: { start: '2026-01-01T05:00:00Z', end } })).toMatchObject({
      begins: '2026-01-01',
      ends: day,
    })
  })
})

describe('IM-1 the kind of a coverage', () => {
  test.each([
    ['Part A', 'medical'],
    ['Part B', 'medical'],
    ['Part C', 'medical'],
    ['Part D', 'drug'],
  ])('IM-1 Blue Button names Medicare only in the group: %s is %s', (part, kind) => {
    expect(readCoverage(medicare(part))).toMatchObject({ isMedicare: true, isMedicaid: null, kind, planName: part })
  })

  test.each([
    ['1', true, null],
    ['111', true, null],
    ['2', false, true],
    ['512', false, null],
  ])('IM-1 the code of the public typology of payers identifies the program: %s', (code, isMedicare, isMedicaid) => {
    const read = readCoverage(buildType(code, 'https://nahdo.org/sopt'))
    expect(read).toMatchObject({ isMedicare, isMedicaid, kind: 'medical' })
  })

  test.each([
    ['AUTOPOL', actCode],
    ['LIFE', actCode],
    ['DIS', actCode],
    ['WCBPOL', 'http://hl7.org/fhir/v3/ActCode'],
    ['pay', 'http://terminology.hl7.org/CodeSystem/coverage-selfpay'],
  ])('IM-1 %s is not health coverage, and is counted as skipped', (code, system) => {
    expect(() => readCoverage(buildType(code, system))).toThrow(Skipped)
  })

  test.each([
    ['EHCPOL', 'extended healthcare', 'medical'],
    ['DENTAL', 'dental care policy', 'dental'],
    ['VISPOL', 'vision care policy', 'vision'],
    ['HIP', 'East Division PPO', 'medical'],
    ['HIP', 'hospital and accidental injury', 'medical'],
  ])('IM-1 %s (%s) is %s', (code, text, kind) => {
    expect(readCoverage(buildType(code, actCode, text)).kind).toBe(kind)
  })

  test.each([
    ['HMO with Rx drug coverage', 'medical'],
    ['PPO plus dental and vision', 'medical'],
    ['PPO + Pharmacy', 'medical'],
    ['Health & vision', 'medical'],
    ['Dental PPO Plus', 'dental'],
    ['Vision and hearing', 'vision'],
    ['Prescription drugs', 'drug'],
  ])('IM-1 MP-12 a type %s is %s', (text, kind) => {
    expect(readCoverage({ type: { text } }).kind).toBe(kind)
  })

  test.each([
    ['Non-Medicare Retirees', false],
    ['Retirees not yet eligible for Medicare', false],
    ['Pre-Medicare', false],
    ['Without Medicare', false],
    ['Medicare Retirees', true],
    ['Retirees with Medicare', true],
    ['Non-Medicaid Medicare Advantage', true],
  ])('IM-1 MP-12 the group %s is one of Medicare: %s', (name, isMedicare) => {
    const group = { type: { coding: [{ code: 'group' }] }, value: 'G1', name }
    expect(readCoverage({ class: [group] })).toMatchObject({ isMedicare, isMedicaid: null })
  })

  test('IM-1 MP-12 the typology of payers has plans for teeth and eyes alone', () => {
    const kinds = ['561', '562', '512'].map((code) => readCoverage(buildType(code, 'https://nahdo.org/sopt')).kind)
    expect(kinds).toEqual(['dental', 'vision', 'medical'])
  })

  test.each([
    ['Delta Dental PPO Plus Premier', 'dental'],
    ['VSP Vision Choice', 'vision'],
    ['Gold PPO with dental and vision', 'medical'],
    ['Vision HMO Gold', 'medical'],
    ['Medical & Dental', 'medical'],
    ['Blue PPO', 'medical'],
  ])('IM-1 MP-12 without a type, %s is %s', (name, kind) => {
    const plan = { type: { coding: [{ code: 'plan' }] }, value: 'P1', name }
    expect(readCoverage({ class: [plan] }).kind).toBe(kind)
  })
})

describe('IM-1 relationships to the subscriber', () => {
  test.each([
    ['self', '18'],
    ['ONESELF', '18'],
    ['SEL', '18'],
    ['18', '18'],
    ['SPS', '01'],
    ['HUSB', '01'],
    ['WIFE', '01'],
    ['DOMPART', '01'],
    ['SPO', '01'],
    ['NCHILD', '05'],
    ['CHD', '05'],
    ['other', '05'],
    ['20', '18'],
    ['G8', '05'],
    ['UNK', null],
    ['21', null],
  ])('IM-1 MP-3 %s is %s, whichever table of HL7 it is from', (code, expected) => {
    expect(readCoverage({ relationship: { coding: [{ code }] } }).relationshipCode).toBe(expected)
  })

  test.each([
    ['Self', '18'],
    ['Subscriber', '18'],
    ['Spouse', '01'],
    ['Domestic partner', '01'],
    ['Child', '05'],
    ['Dependent', '05'],
    ['Who knows', null],
  ])('IM-1 MP-3 so is the word %s without a code', (text, expected) => {
    expect(readCoverage({ relationship: { text } }).relationshipCode).toBe(expected)
  })
})

describe('IM-1 MP-14 a relationship beside a subscriber', () => {
  const readRelationship = (code: string, subscriber: string) =>
    readCoverage({ relationship: { coding: [{ code }] }, subscriber: { reference: `Patient/${subscriber}` } })
      .relationshipCode

  test('IM-1 MP-14 nobody is the subscriber of a coverage that has another one', () => {
    expect(['1', '2'].map((subscriber) => readRelationship('self', subscriber))).toEqual(['18', null])
  })

  test('IM-1 MP-3 one that is not known follows from the subscriber', () => {
    expect(['1', '2'].map((subscriber) => readRelationship('UNK', subscriber))).toEqual(['18', '05'])
  })
})

describe('IM-1 unusual ways of writing a coverage', () => {
  test('IM-1 a class counts by the word of its type, too', () => {
    const type = (text: string) => ({ type: { text } })
    const read = readCoverage({
      class: [
        { ...type('Group'), value: 'G9', name: 'Nine' },
        { ...type('Plan'), value: 'P9', name: 'Plan nine' },
      ],
    })
    expect(read).toMatchObject({ groupNumber: 'G9', groupName: 'Nine', planCode: 'P9', planName: 'Plan nine' })
  })

  test('IM-1 an invalid order costs no coverage', () => {
    for (const order of [0, 1.5, '1', 1000]) expect(readCoverage({ order })).toMatchObject({ order: null })
  })

  test('IM-1 IM-4 the payer is the first that is not a person', () => {
    const payor = [
      { reference: 'Patient/1', display: 'Ann' },
      { reference: 'RelatedPerson/2' },
      { display: 'Sample Plan' },
    ]
    expect(readCoverage({ payor })).toMatchObject({ payer: { names: ['Sample Plan'] }, payerName: 'Sample Plan' })
    expect(readCoverage({ payor: payor.slice(0, 1) })).toMatchObject({ payerName: 'Ann' })
  })

  test('IM-1 a dental program is dental coverage', () => {
    expect(readCoverage(buildType('DENTPRG')).kind).toBe('dental')
  })
})

describe('IM-1 MP-14 placeholders for "none"', () => {
  const buildClass = (kind: string, value: string, name?: string) => ({
    type: { coding: [{ code: kind }] },
    value,
    name,
  })

  test.each(['UNKNOWN', 'N/A', 'NULL', '000000000'])(
    'IM-1 MP-14 %s is neither a contract nor a member number',
    (said) => {
      const read = readCoverage({
        subscriberId: said,
        dependent: '01',
        identifier: [{ type: { coding: [{ code: 'MB' }] }, value: said }],
      })
      expect(read).toMatchObject({ contractNumber: null, memberNumber: null })
    },
  )

  test('IM-1 zeros may be a person’s position on a contract', () => {
    expect(readCoverage({ subscriberId: 'W100', dependent: '00' })).toMatchObject({ memberNumber: 'W10000' })
  })

  test('IM-1 MP-1 no group or plan is shown under a placeholder name', () => {
    const read = readCoverage({ class: [buildClass('group', 'N/A', 'None'), buildClass('plan', 'P-1', 'Unknown')] })
    expect(read).toMatchObject({
      groupNumber: 'P-1',
      groupName: 'Sample Plan',
      planName: 'Sample Plan',
      planCode: 'P-1',
    })
    expect(readCoverage({ class: [buildClass('group', 'NULL')] })).toMatchObject({
      groupNumber: 'one',
      namesPlan: false,
    })
  })
})

describe('IM-1 MP-14 the member’s costs in a coverage', () => {
  const money = (value: number) => ({ valueMoney: { value, currency: 'USD' } })
  const cost = (code: string, value: number, text?: string) => ({
    ...buildType(code, 'http://terminology.hl7.org/CodeSystem/coverage-copay-type', text),
    ...money(value),
  })
  const readCosts = (...costToBeneficiary: object[]) => {
    const { copays, limits } = readCoverage({ costToBeneficiary })
    return { copays, limits }
  }

  test('IM-1 MP-14 a family’s amount is not a person’s', () => {
    expect(readCosts(cost('deductible', 500), cost('deductible', 1500, 'Family deductible')).limits).toEqual([
      { kind: 'deductible', network: 'in', holder: 'person', limitCents: 50_000 },
      { kind: 'deductible', network: 'in', holder: 'family', limitCents: 150_000 },
    ])
  })

  test('IM-1 MP-14 the out-of-pocket maximum is in network, whatever its name', () => {
    for (const text of ['Maximum out of pocket', 'Out-of-pocket maximum'])
      expect(readCosts(cost('maxoutofpocket', 3000, text)).limits).toMatchObject([
        { kind: 'out-of-pocket', network: 'in' },
      ])
    const out = 'Out-of-pocket maximum, out of network'
    expect(readCosts(cost('maxoutofpocket', 3000, out)).limits).toMatchObject([
      { kind: 'out-of-pocket', network: 'out' },
    ])
  })

  test.each([
    [{ value: 20, unit: 'percent' }, {}],
    [{ value: 0.2, code: '%', unit: 'Percentage' }, {}],
    [{ value: 3, unit: 'visits' }, {}],
    [{ value: 30, code: 'EUR' }, {}],
    [{ value: 30, unit: 'US dollars' }, { primary: 3_000 }],
    [{ value: 30, unit: 'USD per visit', code: 'USD' }, { primary: 3_000 }],
    [{ value: 30, unit: '$' }, { primary: 3_000 }],
    [{ value: 30 }, { primary: 3_000 }],
  ])('IM-1 MP-14 the number in %j is a copay only if it may be dollars', (valueQuantity, copays) => {
    expect(readCosts({ type: { coding: [{ code: 'gpvisit' }] }, valueQuantity }).copays).toEqual(copays)
  })

  test('IM-1 MP-14 a cost that is contradictory, negative, or has an exception is unknown', () => {
    const exception = [{ type: { coding: [{ code: 'retired' }] } }]
    expect(
      readCosts(
        ...[cost('gpvisit', 20), cost('gpvisit', 30), cost('spvisit', 40), cost('spvisit', 40)],
        ...[cost('emergency', -5), { ...cost('urgentcare', 60), exception }],
        ...[cost('deductible', 500), cost('deductible', 700), cost('maxoutofpocket', 3000)],
      ),
    ).toEqual({
      copays: { specialist: 4_000 },
      limits: [{ kind: 'out-of-pocket', network: 'in', holder: 'person', limitCents: 300_000 }],
    })
  })
})

test.each([
  [{ start: '2026-07-01', end: '2026-06-30' }, true],
  [{ start: '2026-07', end: '2026-06' }, true],
  [{ start: '2026-07-01', end: '2026-07-01' }, false],
  [{ start: '2026-07-15', end: '2026-07' }, false],
  [{ end: '2026-06-30' }, false],
  [{ start: '2026-07-01' }, false],
])('IM-1 MP-12 a coverage that ends before it begins was never in force: %j', (period, cancelled) => {
  expect(readCoverage({ period }).cancelled).toBe(cancelled)
})

test.each(['9999-12-31', '2999-12-31', '9999-12-30', '12/31/9999', '99991231', '2099-12-31', '9999-12-31T00:00:00Z'])(
  'IM-1 a coverage that ends on %s has no end',
  (end) => {
    expect(readCoverage({ period: { start: '2026-01-01', end } })).toMatchObject({ begins: '2026-01-01', ends: null })
  },
)
