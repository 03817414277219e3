import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOnDay } from '../validation/age.ts'
import { ageFactor } from './age-curve.ts'
import { careLevels, yearCents } from './care-level.ts'
import { readCostShare } from './cost-share.ts'
import { findDeductible, findOutOfPocket } from './limits.ts'
import { type ListedPlan, listPlans, planOrders } from './plan-list.ts'
import { type PricedPlan, pricePlan } from './price-plan.ts'
import { computePremium, isForAll, type RatedPerson } from './rating.ts'
import { type LifeEvent, openEnrollment, specialEnrollment, specialStart, yearForSale } from './windows.ts'
import { type PlanCosts, yearOfCare } from './year-cost.ts'

const rate = (age: number, tobacco: boolean) => (age > 64 ? null : ageFactor(age) * (tobacco ? 60 : 50))
const person = (age: number, tobacco = false): RatedPerson => ({ age, tobacco })

describe('SH-3 what a plan costs a month', () => {
  test('SH-3 the federal age curve, at the ages that its publication shows', () => {
    const known = [0, 14, 15, 20, 21, 24, 25, 30, 40, 45, 50, 53, 60, 63, 64, 90].map(ageFactor)
    expect(known).toEqual([765, 765, 833, 970, 1000, 1000, 1004, 1135, 1278, 1444, 1786, 2040, 2714, 2952, 3000, 3000])
  })

  test('SH-3 charges every adult and the three oldest children', () => {
    const family = [person(42), person(40), person(3), person(19), person(12), person(8)]
    const premium = computePremium(family, 'medical', rate)
    expect(premium.lines.map(({ kind }) => kind)).toEqual([
      'charged',
      'charged',
      'free',
      'charged',
      'charged',
      'charged',
    ])
    expect(premium.cents).toBe((1325 + 1278 + 941 + 765 + 765) * 50)
  })

  test('SH-3 someone of 21 is charged in addition to three younger people, and nobody under 18 for tobacco', () => {
    const all = computePremium([person(21), person(20), person(16, true), person(14)], 'medical', rate)
    expect(all.cents).toBe((1000 + 970 + 859 + 765) * 50)
    expect(computePremium([person(18, true)], 'medical', rate).cents).toBe(913 * 60)
  })

  test('SH-3 a rate that does not exist leaves the premium unknown, never zero', () => {
    const premium = computePremium([person(40), person(70)], 'medical', rate)
    expect(premium.cents).toBe(null)
    expect(premium.lines[1]).toMatchObject({ kind: 'unknown', cents: null })
    expect(computePremium([], 'medical', rate).cents).toBe(null)
  })

  test('SH-3 plans for people with Medicare charge everybody', () => {
    expect(computePremium([person(66), person(67)], 'medigap', () => 12_000).cents).toBe(24_000)
  })

  test('SH-3 one more person never makes it cheaper', () => {
    const people = fc.array(fc.record({ age: fc.integer({ min: 0, max: 64 }), tobacco: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(people, fc.integer({ min: 0, max: 64 }), (some, age) => {
        const [less, more] = [
          computePremium(some, 'medical', rate).cents,
          computePremium([...some, person(age)], 'medical', rate).cents,
        ]
        return less !== null && more !== null && more >= less
      }),
    )
  })

  test('SH-3 catastrophic plans are for people under 30', () => {
    const catastrophic = { metal: 'catastrophic' } as const
    expect([isForAll([person(29), person(4)], catastrophic), isForAll([person(30)], catastrophic)]).toEqual([
      true,
      false,
    ])
    expect(isForAll([person(60)], { metal: 'bronze' })).toBe(true)
    // A plan that children cannot buy alone is available to them together with an adult.
    const adults = { metal: 'silver', adultsOnly: true } as const
    expect([isForAll([person(20), person(4)], adults), isForAll([person(21), person(4)], adults)]).toEqual([
      false,
      true,
    ])
    expect(isForAll([person(4)], { metal: 'silver' })).toBe(true)
  })

  test('SH-3 age in whole years on a day', () => {
    expect([ageOnDay('1985-02-28', '2027-02-27'), ageOnDay('1985-02-28', '2027-02-28')]).toEqual([41, 42])
  })
})

describe('IM-9 cost sharing as the exchange files write it', () => {
  test.each([
    ['$30.00', 'Not Applicable', { copayCents: 3_000, coinsurance: null, afterDeductible: false }],
    ['$1,250.00 Copay after deductible', '', { copayCents: 125_000, afterDeductible: true }],
    ['$500.00 Copay per Day', '', { copayCents: 50_000, per: 'day' }],
    ['$500.00 Copay per Stay with deductible', 'Not Applicable', { per: 'stay', afterDeductible: true }],
    [
      'Not Applicable',
      '40.00% Coinsurance after deductible',
      { copayCents: null, coinsurance: 40, afterDeductible: true },
    ],
    ['No Charge', 'No Charge', { copayCents: 0, coinsurance: null, covered: true }],
    ['No Charge after deductible', 'No Charge after deductible', { copayCents: 0, afterDeductible: true }],
    ['Not Covered', 'Not Covered', { covered: false, copayCents: null }],
  ])('IM-9 %s, %s', (copay, coinsurance, share) => {
    expect(readCostShare(copay, coinsurance)).toMatchObject(share)
  })

  test('IM-9 parses every form in CMS’s list of copays and coinsurances, per day, per stay and per visit', () => {
    const whens = ['', ' after deductible', ' with deductible', ' before deductible']
    for (const when of whens) {
      const afterDeductible = when === ' after deductible' || when === ' with deductible'
      for (const [per, each] of [
        ['', 'visit'],
        [' per Day', 'day'],
        [' per Stay', 'stay'],
      ] as const) {
        for (const tail of new Set([`${per}${when}`, `${when}${per}`])) {
          const share = { covered: true, afterDeductible }
          expect(readCostShare(`$1,250.50 Copay${tail}`, 'Not Applicable')).toEqual({
            ...{ ...share, copayCents: 125_050, per: each, coinsurance: null },
          })
          expect(readCostShare('Not Applicable', `50.00% Coinsurance${tail}`)).toEqual({
            ...{ ...share, copayCents: null, per: 'visit', coinsurance: 50 },
          })
          expect(readCostShare('Not Applicable', `12.5%${tail}`)).toMatchObject({ ...share, coinsurance: 12.5 })
          expect(readCostShare(`No Charge${tail}`, `No Charge${tail}`)).toMatchObject({ ...share, copayCents: 0 })
        }
      }
    }
    expect(readCostShare('$250.00 Copay per Stay', '50.00% Coinsurance per Stay')).toMatchObject({
      ...{ copayCents: 25_000, per: 'stay', coinsurance: 50 },
    })
  })

  test.each([
    ['$30.00 Copay before deductible', '20.00% Coinsurance after deductible', 'coinsurance'],
    ['$30.00', '20.00% Coinsurance after deductible', 'coinsurance'],
    ['$30.00 Copay after deductible', '20.00%', 'copay'],
    ['$30.00 Copay with deductible', '20.00% Coinsurance after deductible', undefined],
    ['$30.00 Copay before deductible', '20.00%', undefined],
    ['$30.00 Copay before deductible', 'No Charge after deductible', undefined],
    ['Not Covered', '20.00% Coinsurance after deductible', undefined],
  ])('IM-9 SH-3 of %s and %s, the only part after the deductible is the %s', (copay, coinsurance, onlyAfter) => {
    expect(readCostShare(copay, coinsurance)).toMatchObject(onlyAfter === undefined ? {} : { onlyAfter })
    expect('onlyAfter' in (readCostShare(copay, coinsurance) as object)).toBe(onlyAfter !== undefined)
  })

  test('IM-9 an empty text is unknown; any other text is not cost sharing', () => {
    expect(readCostShare('', '')).toBe(null)
    for (const wrong of [
      'about $5',
      '-3',
      '140%',
      '$12.345',
      '$5 per month',
      '$5 after',
      'per Day',
      '$5 per Day per Stay',
    ])
      expect(readCostShare(wrong, '')).toBe('unreadable')
    expect(readCostShare('', '101%')).toBe('unreadable')
  })
})

describe('SH-4 what a year costs', () => {
  const share = (copayCents: number | null, coinsurance: number | null, afterDeductible = false) =>
    ({ covered: true, copayCents, per: 'visit', coinsurance, afterDeductible }) as const
  const plan = (more: Partial<PlanCosts> = {}): PlanCosts => ({
    ...{
      deductibleCents: 200_000,
      deductibleFamilyCents: 400_000,
      outOfPocketCents: 700_000,
      outOfPocketFamilyCents: 1_400_000,
      deductibleEachCents: null,
      outOfPocketEachCents: null,
    },
    findShare: (service) =>
      service === 'preventive' ? share(0, null) : service === 'primary' ? share(3_000, null) : share(null, 20, true),
    ...more,
  })

  test('SH-4 a copay before the deductible, and a coinsurance after it', () => {
    // A visit of $150: $30 of copay, and all of the rest toward the deductible.
    const split = { ...share(3_000, 20, true), onlyAfter: 'coinsurance' } as const
    const findShare: PlanCosts['findShare'] = (service) => (service === 'primary' ? split : share(0, null))
    const ofVisit = (deductibleCents: number) =>
      yearOfCare(plan({ findShare, deductibleCents }), 'rarely', 1)?.lines.find((one) => one.service === 'primary')
    expect(ofVisit(200_000)?.cents).toBe(15_000)
    expect(ofVisit(0)?.cents).toBe(3_000 + 2_400)
    expect(ofVisit(2_000)?.cents).toBe(3_000 + 2_000 + 2_000)
  })

  test('SH-4 rarely: a visit with its copay, fills under the deductible, free prevention', () => {
    const cost = yearOfCare(plan(), 'rarely', 1)
    expect(cost?.lines).toEqual([
      { service: 'preventive', times: 1, cents: 0 },
      { service: 'primary', times: 1, cents: 3_000 },
      { service: 'generic', times: 2, cents: 4_000 },
    ])
    expect(cost?.cents).toBe(7_000)
  })

  test('SH-4 a lot: first the deductible, then the coinsurance, up to the limit', () => {
    expect(yearOfCare(plan({ outOfPocketCents: 10_000_000 }), 'lot', 1)?.cents).toBeGreaterThan(500_000)
    expect(yearOfCare(plan({ outOfPocketCents: 300_000 }), 'lot', 1)?.cents).toBe(300_000)
    expect(yearOfCare(plan(), 'lot', 4)?.cents).toBeLessThanOrEqual(1_400_000)
  })

  test('SH-4 the lines of a person and what the limit takes off them add up to what that person pays', () => {
    for (const level of careLevels)
      for (const max of [100_000, 300_000, 10_000_000]) {
        const cost = yearOfCare(plan({ outOfPocketCents: max }), level, 1)
        const lines = cost?.lines.reduce((sum, { cents }) => sum + cents, 0) ?? 0
        expect(lines - (cost?.overLimitCents ?? 0)).toBe(cost?.personCents)
      }
    expect(yearOfCare(plan({ outOfPocketCents: 300_000 }), 'lot', 1)?.overLimitCents).toBeGreaterThan(0)
  })

  test('SH-4 a family with a joint deductible pays more before the plan does than a family with one per person', () => {
    const highest = { outOfPocketCents: 10_000_000 }
    const embedded = yearOfCare(plan({ ...highest, deductibleEachCents: 200_000 }), 'lot', 2)
    const shared = yearOfCare(plan({ ...highest, deductibleEachCents: 'shared' }), 'lot', 2)
    expect(shared?.personCents).toBeGreaterThan(embedded?.personCents ?? 0)
  })

  test('SH-4 named drugs are filled every month in place of the assumed ones, for that person only', () => {
    const own = yearOfCare(plan(), 'some', 1, ['generic', 'generic', 'preferred-brand'])
    expect(own?.lines.filter(({ service }) => service === 'generic' || service === 'preferred-brand')).toMatchObject([
      { service: 'generic', times: 24 },
      { service: 'preferred-brand', times: 12 },
    ])
    const assumed = yearOfCare(plan(), 'some', 1)
    const sameButDrugs = (cost: typeof own) => cost?.lines.filter(({ service }) => !/generic|brand/.test(service))
    expect(sameButDrugs(own)).toEqual(sameButDrugs(assumed))
    expect(own?.cents).toBeGreaterThan(assumed?.cents ?? 0)
    // Naming the assumed drugs changes nothing, and the rest of a family needs what we assume for everyone.
    expect(yearOfCare(plan(), 'some', 3, ['generic'])?.cents).toBe(yearOfCare(plan(), 'some', 3)?.cents)
    const noDrugs = plan({ findShare: (service) => (service === 'specialty' ? null : plan().findShare(service)) })
    expect(yearOfCare(noDrugs, 'some', 1, ['specialty'])).toBe(null)
  })

  test('SH-4 a missing figure gives no number', () => {
    expect(yearOfCare(plan({ deductibleCents: null }), 'some', 1)).toBe(null)
    expect(yearOfCare(plan({ findShare: () => null }), 'some', 1)).toBe(null)
  })

  test('SH-4 more care never costs less, nor more than everyone’s limit', () => {
    const money = fc.integer({ min: 0, max: 1_500_000 })
    fc.assert(
      fc.property(money, money, fc.integer({ min: 1, max: 6 }), (deductibleCents, outOfPocketCents, people) => {
        const of = careLevels.map(
          (level) => yearOfCare(plan({ deductibleCents, outOfPocketCents }), level, people)?.cents ?? -1,
        )
        const [rarely = 0, some = 0, lot = 0] = of
        return rarely >= 0 && rarely <= some && some <= lot && lot <= outOfPocketCents * people
      }),
    )
  })
})

describe('SH-9 enrollment windows', () => {
  const market = {
    '2022': { begins: '11-01', ends: '01-15', forJanuary: '12-15' },
    '2027': { begins: '11-01', ends: '12-15', forJanuary: '12-15' },
  }
  test('SH-9 open, with the day when coverage begins', () => {
    expect(openEnrollment(market, '2026-11-22')).toEqual({
      planYear: 2027,
      begins: '2026-11-01',
      ends: '2026-12-15',
      open: true,
      starts: '2027-01-01',
    })
    expect(openEnrollment(market, '2025-12-20')).toMatchObject({
      planYear: 2026,
      ends: '2026-01-15',
      starts: '2026-02-01',
    })
    expect(openEnrollment(market, '2025-12-15')).toMatchObject({ planYear: 2026, starts: '2026-01-01' })
    expect(openEnrollment(market, '2026-01-10')).toMatchObject({ planYear: 2026, starts: '2026-02-01' })
  })

  test('SH-9 closed: when the next one begins', () => {
    expect(openEnrollment(market, '2026-12-16')).toMatchObject({
      planYear: 2028,
      begins: '2027-11-01',
      open: false,
      starts: null,
    })
    expect(openEnrollment(market, '2026-03-01')).toMatchObject({ planYear: 2027, open: false })
  })

  test('SH-9 an event opens enrollment for sixty days, and a loss of coverage for sixty days before it, too', () => {
    expect(specialEnrollment('married', '2026-09-24', '2026-11-22')).toBe('fits')
    expect(specialEnrollment('married', '2026-09-22', '2026-11-22')).toBe('too-late')
    expect(specialEnrollment('moved', '2026-12-01', '2026-11-22')).toBe('too-early')
    expect(specialEnrollment('lost-coverage', '2026-12-31', '2026-11-22')).toBe('fits')
  })

  test.each<[LifeEvent, string, string, number, string | null]>([
    ['married', '2026-11-20', '2026-11-22', 2026, '2026-12-01'],
    ['married', '2026-11-20', '2026-11-22', 2027, null],
    ['lost-coverage', '2026-11-01', '2026-11-22', 2026, '2026-12-01'],
    // Not while the old coverage still pays.
    ['lost-coverage', '2026-12-31', '2026-11-22', 2026, null],
    ['lost-coverage', '2026-12-31', '2026-11-22', 2027, '2027-01-01'],
    ['lost-coverage', '2026-11-30', '2026-11-22', 2026, '2026-12-01'],
    ['baby', '2026-11-05', '2026-11-22', 2026, '2026-11-05'],
    ['baby', '2026-12-20', '2026-12-28', 2027, '2027-01-01'],
    ['baby', '2026-09-01', '2026-11-22', 2026, null],
  ])('SH-9 after %s on %s, coverage bought on %s for %i begins on %s', (kind, day, today, planYear, starts) => {
    expect(specialStart({ kind, day }, today, planYear)).toBe(starts)
  })

  test('SH-4 SH-9 the year for sale can be bought: next year from the end of enrollment on', () => {
    const yearOn = (day: string) => yearForSale(openEnrollment(market, day), day)
    expect(['2026-10-20', '2026-11-22', '2026-12-15', '2026-12-16', '2026-12-31', '2027-01-01'].map(yearOn)).toEqual([
      2026, 2027, 2027, 2027, 2027, 2027,
    ])
  })
})

const buildListedPlan = (more: Partial<ListedPlan> = {}): ListedPlan => ({
  ...{ planId: '1', name: 'A', line: 'medical', metal: 'silver', networkType: 'HMO', hsa: null },
  ...{ premiumCents: 50_000, creditCents: 0, reduced: null },
  ...{ deductibleCents: 550_000, deductibleFamilyCents: 1_100_000, deductibleEachCents: 550_000 },
  ...{ outOfPocketCents: 920_000, outOfPocketFamilyCents: 1_840_000, outOfPocketEachCents: 920_000 },
  careCents: { rarely: 100, some: 200, lot: 300 },
  ...more,
})

test('SH-11 equal plans are sorted by name in any order, and unknown values come last', () => {
  const buildListed = (planId: string, name: string, premiumCents: number | null): PricedPlan =>
    pricePlan(buildListedPlan({ planId, name, premiumCents }), false)
  const plans = [buildListed('3', 'C', null), buildListed('2', 'B', 500), buildListed('1', 'A', 500)]
  const filter = { line: 'medical', metal: '', networkType: '', hsa: false } as const
  for (const order of planOrders) {
    const ids = listPlans(plans, filter, { order, level: 'some', people: 1 }).map(({ planId }) => planId)
    expect(ids).toEqual(['1', '2', '3'])
  }
})

describe('SH-3 limits are those for the quoted people', () => {
  test('SH-3 one person has a person’s limits, several have the family’s, each person’s own within it', () => {
    expect(findDeductible(buildListedPlan(), 'medical', 1)).toEqual({ of: 'person', cents: 550_000 })
    const family = { of: 'family', cents: 1_100_000, kind: 'embedded', eachCents: 550_000 }
    expect(findDeductible(buildListedPlan(), 'medical', 4)).toEqual(family)
    expect(findOutOfPocket(buildListedPlan(), 'medical', 2)).toMatchObject({ cents: 1_840_000, eachCents: 920_000 })
  })

  test('SH-3 a joint family deductible is an aggregate one; what the file leaves out is unknown, never a person’s amount', () => {
    const shared = buildListedPlan({ deductibleEachCents: 'shared' })
    expect(findDeductible(shared, 'medical', 3)).toEqual({ of: 'family', cents: 1_100_000, kind: 'aggregate' })
    const silent = buildListedPlan({ deductibleFamilyCents: null, deductibleEachCents: null })
    expect(findDeductible(silent, 'medical', 3)).toEqual({ of: 'family', cents: null, kind: 'unknown' })
  })

  test('SH-3 if a family pays nothing, there is nothing to say about each person', () => {
    const free = buildListedPlan({ deductibleCents: 0, deductibleFamilyCents: 0, deductibleEachCents: 0 })
    expect(findDeductible(free, 'medical', 4)).toEqual({ of: 'family', cents: 0, kind: 'unknown' })
    expect(findDeductible(free, 'medical', 1)).toEqual({ of: 'person', cents: 0 })
  })

  test('SH-3 two people with Medicare each have a plan with a person’s limits', () => {
    expect(findDeductible(buildListedPlan(), 'medicare-advantage', 2)).toEqual({ of: 'person', cents: 550_000 })
  })

  test('SH-4 lists are sorted by the family’s limits for a family', () => {
    const filter = { line: 'medical', metal: '', networkType: '', hsa: false } as const
    const [low, high] = [
      pricePlan(buildListedPlan({ planId: 'low', deductibleCents: 600_000, deductibleFamilyCents: 700_000 }), false),
      pricePlan(buildListedPlan({ planId: 'high', deductibleCents: 500_000 }), false),
    ]
    const order = (people: number) =>
      listPlans([low, high], filter, { order: 'deductible', level: 'some', people }).map(({ planId }) => planId)
    expect([order(1), order(4)]).toEqual([
      ['high', 'low'],
      ['low', 'high'],
    ])
  })
})

describe('SH-5 one price: with the credit or without', () => {
  const reduced = {
    ...{ deductibleCents: 50_000, deductibleFamilyCents: 100_000, deductibleEachCents: 50_000 },
    ...{ outOfPocketCents: 150_000, outOfPocketFamilyCents: 300_000, outOfPocketEachCents: 150_000 },
    reduction: 94 as const,
    careCents: { rarely: 10, some: 20, lot: 30 },
  }
  const plan = buildListedPlan({ creditCents: 45_000, reduced })

  test('SH-5 with it, the premium is lower and a silver plan has its reduced terms', () => {
    const priced = pricePlan(plan, true)
    expect(priced).toMatchObject({ monthCents: 5_000, reduction: 94, deductibleCents: 50_000, premiumCents: 50_000 })
    expect(yearCents(priced, 'some')).toBe(12 * 5_000 + 20)
  })

  test('SH-5 without it, the plan is at its full price and terms', () => {
    const priced = pricePlan(plan, false)
    expect(priced).toMatchObject({ monthCents: 50_000, creditCents: 0, reduction: null, deductibleCents: 550_000 })
    expect(yearCents(priced, 'lot')).toBe(12 * 50_000 + 300)
    expect(pricePlan(buildListedPlan({ premiumCents: null, creditCents: 10 }), true).monthCents).toBe(null)
  })
})
