import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, calendarYear } from '../claims/accumulators.ts'
import {
  claimEffects,
  type FamilyRule,
  limitKinds,
  limitsThatHold,
  networks,
  type YearLimit,
  yearBalances,
} from './balances.ts'
import { findOtherPurpose, findPlanKind } from './plan-kind.ts'
import { findServiceKind, wordsFor } from './service-kind.ts'
import { coverageStanding } from './standing.ts'

const cents = fc.nat(2_000_000)
const people = ['a', 'b', 'c']
const claims: fc.Arbitrary<Counted[]> = fc.array(
  fc.record({
    memberId: fc.constantFrom(...people),
    claimId: fc.uuid(),
    type: fc.constantFrom('professional', 'pharmacy'),
    decidedOn: fc.constantFrom('2026-02-01', null),
    state: fc.constantFrom('paid', 'denied', 'adjusted', 'in-progress', 'replaced'),
    serviceFrom: fc.constantFrom('2026-01-01', '2025-12-31', '2026-12-31'),
    network: fc.constantFrom('in', 'out', null),
    groupNumber: fc.constant(null),
    unexplained: fc.constant(0),
    deductible: fc.option(cents),
    copay: fc.option(cents),
    coinsurance: fc.option(cents),
  }),
)
const limits: fc.Arbitrary<YearLimit[]> = fc.tuple(cents, cents).map(([own, more]) =>
  limitKinds.flatMap((kind) =>
    networks.flatMap((network) => [
      { kind, network, holder: 'person' as const, limitCents: own },
      { kind, network, holder: 'family' as const, limitCents: own + more },
    ]),
  ),
)
const rules = fc.record({
  deductible: fc.constantFrom<FamilyRule>('embedded', 'aggregate'),
  'out-of-pocket': fc.constantFrom<FamilyRule>('embedded', 'aggregate'),
})
const period = calendarYear(2026)

describe('MP-12 how much of the yearly limits is used', () => {
  test('MP-12 no counted amount is above its limit, and a family has at least what each of its people has', () => {
    fc.assert(
      fc.property(claims, limits, rules, (all, yearly, family) => {
        const held = limitsThatHold(yearly, { people: people.length, rules: family })
        const of = (memberId: string) => yearBalances({ limits: held, told: [], period, claims: all }, memberId)
        for (const memberId of people) {
          const balances = of(memberId)
          for (const one of balances) {
            expect(one.usedCents).toBeLessThanOrEqual(one.limitCents)
            const whole = balances.find(
              ({ kind, network, holder }) => kind === one.kind && network === one.network && holder === 'family',
            )
            expect(whole?.usedCents).toBeGreaterThanOrEqual(Math.min(one.usedCents ?? 0, whole?.limitCents ?? 0))
          }
        }
      }),
    )
  })

  test('MP-12 the amounts are the same for every reader in the family, in whatever order claims came', () => {
    fc.assert(
      fc.property(claims, limits, rules, (all, yearly, family) => {
        const held = limitsThatHold(yearly, { people: people.length, rules: family })
        const use = { limits: held, told: [], period, claims: all }
        const listFamilyBalances = (memberId: string, given = use) =>
          yearBalances(given, memberId).filter(({ holder }) => holder === 'family')
        expect(listFamilyBalances('a')).toEqual(listFamilyBalances('b'))
        expect(listFamilyBalances('a', { ...use, claims: all.toReversed() })).toEqual(listFamilyBalances('a'))
      }),
    )
  })

  const claim = (memberId: string, deductible: number): Counted => ({
    memberId,
    deductible,
    claimId: `${memberId}1`,
    type: 'professional',
    state: 'paid',
    decidedOn: null,
    serviceFrom: '2026-03-01',
    network: 'in',
    groupNumber: null,
    copay: null,
    coinsurance: null,
    unexplained: 0,
  })
  const yearly: YearLimit[] = [
    { kind: 'deductible', network: 'in', holder: 'person', limitCents: 150_000 },
    { kind: 'deductible', network: 'in', holder: 'family', limitCents: 300_000 },
  ]
  const balances = (rule: FamilyRule, use: Partial<Parameters<typeof yearBalances>[0]> = {}, covered = 2) =>
    yearBalances(
      {
        limits: limitsThatHold(yearly, { people: covered, rules: { deductible: rule } }),
        told: [],
        period,
        claims: [claim('a', 200_000), claim('b', 40_000)],
        ...use,
      },
      'a',
    ).map(({ holder, usedCents, basis }) => [holder, usedCents, basis])

  test('MP-12 embedded: a person counts only up to their own limit, for the family, too', () => {
    expect(balances('embedded')).toEqual([
      ['person', 150_000, 'counted'],
      ['family', 190_000, 'counted'],
    ])
  })

  test('MP-12 aggregate: only the family’s limit applies, and everything counts', () => {
    expect(balances('aggregate')).toEqual([['family', 240_000, 'counted']])
  })

  test('MP-12 for a single person, their own limit applies, whatever the rule', () => {
    expect(balances('aggregate', { claims: [claim('a', 20_000)] }, 1)).toEqual([['person', 20_000, 'counted']])
  })

  test('MP-12 MP-13 a decided claim that does not state its part makes the used amount unknown, not lower', () => {
    const silent: Counted = { ...claim('b', 0), claimId: 'b2', deductible: null, unexplained: null }
    const use = (one: Counted) => balances('embedded', { claims: [claim('a', 20_000), one] })
    expect(use(silent)).toEqual([
      ['person', 20_000, 'counted'],
      ['family', null, null],
    ])
    expect(use({ ...silent, unexplained: 500 })[1]).toEqual(['family', null, null])
    // The other parts explain the whole share, so this part is zero; nothing of a denied claim counts.
    expect(use({ ...silent, unexplained: 0 })[1]).toEqual(['family', 20_000, 'counted'])
    expect(use({ ...silent, state: 'denied' })[1]).toEqual(['family', 20_000, 'counted'])
    expect(use({ ...silent, state: 'in-progress' })[1]).toEqual(['family', 20_000, 'counted'])
    expect(use({ ...silent, serviceFrom: '2025-12-31' })[1]).toEqual(['family', 20_000, 'counted'])
  })

  test('MP-4 MP-12 the effects of all claims add up to the year’s amounts, for the family, too', () => {
    const year = [
      { ...claim('a', 140_000), decidedOn: '2026-03-02' },
      { ...claim('b', 40_000), decidedOn: '2026-04-01' },
      { ...claim('a', 20_000), claimId: 'a0', decidedOn: '2026-05-01' },
    ]
    const use = { limits: yearly, period, claims: year }
    const steps = year.map((one) =>
      claimEffects(use, one).map(({ holder, beforeCents, afterCents, limitCents }) => [
        holder,
        beforeCents,
        afterCents,
        limitCents,
      ]),
    )
    // No out-of-pocket maximum was loaded.
    const all = (before: number, after: number) => ['person', before, after, null]
    expect(steps).toEqual([
      [['person', 0, 140_000, 150_000], ['family', 0, 140_000, 300_000], all(0, 140_000)],
      [['person', 0, 40_000, 150_000], ['family', 140_000, 180_000, 300_000], all(0, 40_000)],
      [['person', 140_000, 150_000, 150_000], ['family', 180_000, 190_000, 300_000], all(140_000, 160_000)],
    ])
    expect(yearBalances({ ...use, told: [] }, 'a').map(({ usedCents }) => usedCents)).toEqual([150_000, 190_000])
    expect(claimEffects(use, { ...claim('a', 900), state: 'in-progress' })).toEqual([])
    expect(claimEffects(use, { ...claim('a', 0), claimId: 'a9' })).toEqual([])
  })

  test('MP-4 MP-12 a plan year may differ from the calendar year: last year’s amounts do not carry into this year’s', () => {
    const fiscal = { begins: '2026-07-01', ends: '2027-06-30' }
    const february = { ...claim('a', 150_000), claimId: 'a0', serviceFrom: '2026-02-10' }
    const august = { ...claim('a', 20_000), serviceFrom: '2026-08-03' }
    const use = { limits: yearly, period: fiscal, claims: [february, august] }
    expect(claimEffects(use, august)[0]).toMatchObject({ beforeCents: 0, afterCents: 20_000 })
  })

  test('MP-4 MP-13 an amount that an earlier claim does not state makes before and after unknown', () => {
    const silent = { ...claim('a', 0), claimId: 'a0', deductible: null, unexplained: null }
    const effects = claimEffects({ limits: yearly, period, claims: [silent, claim('a', 100)] }, claim('a', 100))
    expect(effects[0]).toMatchObject({ beforeCents: null, afterCents: null, limitCents: 150_000 })
  })

  test('MP-12 the plan’s file takes precedence over the sum of the claims', () => {
    const told = [
      { kind: 'deductible', network: 'in', holder: 'family', usedCents: 210_000, asOf: '2026-04-01' } as const,
    ]
    expect(balances('aggregate', { told })).toEqual([['family', 210_000, 'told']])
  })

  test('MP-12 MP-13 without any claims, nothing is counted, and the amount is not zero', () => {
    expect(balances('aggregate', { claims: null })).toEqual([['family', null, null]])
    expect(balances('aggregate', { claims: [] })).toEqual([['family', 0, 'counted']])
  })
})

test.each([
  ['active', { begins: '2026-01-01', ends: null, effectuatedOn: '2026-01-01' }],
  ['active', { begins: '2026-01-01', ends: '2026-06-01', effectuatedOn: '2026-01-01' }],
  ['ended', { begins: '2026-01-01', ends: '2026-05-31', effectuatedOn: '2026-01-01' }],
  ['ended', { begins: '2026-01-01', ends: '2026-05-31', effectuatedOn: null }],
  ['pending', { begins: '2026-01-01', ends: null, effectuatedOn: null }],
  ['upcoming', { begins: '2026-07-01', ends: null, effectuatedOn: '2026-07-01' }],
  ['upcoming', { begins: null, ends: null, effectuatedOn: '2026-06-02' }],
  ['unknown', { begins: null, ends: null, effectuatedOn: null }],
] as const)('HT-4 MP-12 a coverage is %s: %j', (standing, coverage) => {
  expect(coverageStanding({ ...coverage, today: '2026-06-01' })).toBe(standing)
})

test.each([
  ['Primary care visit to treat an injury or illness', 'primary'],
  ['Urgent care', 'urgent'],
  ['Emergency room care', 'emergency'],
  ['Emergency medical transportation', 'ambulance'],
  ['Diagnostic test (x-ray, blood work)', 'laboratory'],
  ['Generic drugs', 'drug'],
  ['Specialist visit', 'specialist'],
  ['Something of their own', null],
] as const)('MP-12 the kind of care from the plan’s name for it: %s', (service, kind) => {
  expect(findServiceKind(service)).toBe(kind)
})

test('MP-12 everyday words find a benefit', () => {
  expect(wordsFor('Imaging (CT/PET scans, MRIs)')).toContain('x-ray')
  expect(wordsFor('Diagnostic test (x-ray, blood work)')).toContain('x-ray')
  expect(wordsFor('Something of their own')).toBe('')
})

test('MP-12 a dentist’s claims count only toward the dental plan', () => {
  expect(['oral', 'vision', 'pharmacy', 'institutional'].map(findPlanKind)).toEqual([
    'dental',
    'vision',
    'medical',
    'medical',
  ])
})

test.each([
  [['dental'], 'drug', 'dental'],
  [['vision'], 'medical', 'vision'],
  [['dental', 'vision'], 'medical', 'other'],
  [['medical'], 'drug', 'other'],
  [['medical', 'drug'], 'drug', null],
  [[], 'medical', null],
] as const)('MP-17 MP-26 plans for %j, asked about %s, are called by their purpose: %s', (kinds, sought, purpose) => {
  expect(findOtherPurpose(kinds, sought)).toBe(purpose)
})
