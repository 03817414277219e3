import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accumulate, type Counted, calendarYear } from './accumulators.ts'
import { adjudicate, type ClaimServiceLine, nothingPaid, type PlanRules } from './adjudicate.ts'
import { type AppealProgram, appealAnswerBy, appealDeadline, reviewDeadline } from './appeal.ts'
import { claimCategory } from './category.ts'
import { type Adjudicated, addLines, computeFigures, mergeLevels } from './figures.ts'
import { type ClaimFacts, claimState } from './state.ts'
import { claimTimeline } from './timeline.ts'

const noClock = { appealedOn: null, replacedOn: null, appeal: null, appealBy: null, reviewBy: null } as const

const cents = fc.integer({ min: 0, max: 5_000_000 })

describe('MP-4 figures of a claim', () => {
  test('MP-4 a claim whose file states everything adds up', () => {
    const said = { billed: 38_000, allowed: 25_000, deductible: 10_000, coinsurance: 3_000, planPaid: 12_000 }
    expect(computeFigures(said)).toMatchObject({ discount: 13_000, share: 13_000, unexplained: 0, addsUp: true })
  })

  test('MP-4 an amount that the file does not state is unknown, never zero', () => {
    expect(computeFigures({ billed: 12_500, planPaid: 0 })).toMatchObject({
      allowed: null,
      discount: null,
      deductible: null,
      copay: null,
      coinsurance: null,
      notCovered: null,
      share: null,
      unexplained: null,
      addsUp: null,
    })
  })

  test('MP-4 amounts that contradict each other are shown as they came', () => {
    const said = { billed: 714_720, allowed: 154_201, copay: 12_000, planPaid: 139_357, memberLiability: 0 }
    expect(computeFigures(said)).toMatchObject({ share: 0, copay: 12_000, addsUp: false })
  })

  test.each([
    ['what is left of it', { coinsurance: 2_000, memberLiability: 0 }, 2_000],
    ['what is left of it, without parts', { memberLiability: 0 }, 2_000],
    ['a rest of it', { coinsurance: 2_500, memberLiability: 500 }, 2_500],
    ['the whole share', { coinsurance: 2_000, memberLiability: 2_000 }, 2_000],
    ['something else', { coinsurance: 2_000, memberLiability: 700 }, 700],
  ])(
    'MP-4 if an account has paid a part of the share, and the file states %s, the share is whole',
    (_, more, share) => {
      const said = { billed: 10_000, allowed: 8_000, planPaid: 6_000, accountPaid: 2_000, ...more }
      expect(computeFigures(said).share).toBe(share)
    },
  )

  test('MP-4 an unexplained part of the share is separate', () => {
    expect(computeFigures({ billed: 10_000, allowed: 8_000, copay: 500, planPaid: 6_000 })).toMatchObject({
      share: 2_000,
      unexplained: 1_500,
      discount: 2_000,
      addsUp: true,
    })
  })

  test.each([
    ['and the file says more of it than is left', { allowed: 8_000, planPaid: 5_600, notCovered: 5_000 }, 7_400],
    [
      'and the discount tells',
      { billed: 15_000, discount: 6_000, allowed: 8_000, planPaid: 5_600, notCovered: 1_000 },
      3_400,
    ],
    ['and its parts are said', { allowed: 8_000, planPaid: 5_600, notCovered: 5_000, copay: 2_400 }, 7_400],
    ['or it is, where nothing tells', { billed: 15_000, allowed: 8_000, planPaid: 5_600, notCovered: 1_000 }, 2_400],
  ] as const)('MP-4 a noncovered amount is owed in addition to the allowed amount, %s', (_, said, share) => {
    expect(computeFigures(said).share).toBe(share)
  })

  test('MP-4 for any amounts, the known figures add up or are marked as not adding up', () => {
    const amounts = fc.record<Adjudicated>(
      {
        billed: cents,
        allowed: cents,
        discount: cents,
        deductible: cents,
        copay: cents,
        coinsurance: cents,
        notCovered: cents,
        planPaid: cents,
        priorPayerPaid: cents,
        memberLiability: cents,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(amounts, (said) => {
        const { billed, discount, planPaid, otherPaid, share, addsUp } = computeFigures(said)
        if (addsUp) expect((discount ?? 0) + (planPaid ?? 0) + (otherPaid ?? 0) + (share ?? 0)).toBe(billed)
        if (said.billed === undefined) expect(billed).toBeNull()
        expect(addsUp === null).toBe(billed === null || planPaid === null || share === null)
      }),
    )
  })

  test('MP-4 lines add up to the claim, except for kinds that a line leaves out', () => {
    const [first, second] = [
      { billed: 100, planPaid: 60, copay: 40 },
      { billed: 50, planPaid: 50 },
    ]
    expect(addLines([first, second, {}])).toEqual({ billed: 150, planPaid: 110 })
  })

  test('MP-4 a fully explained line has none of the parts that it leaves out: noncovered amounts are owed in addition', () => {
    const paid = { billed: 100, allowed: 80, planPaid: 60, copay: 20 }
    const lost = { billed: 50, allowed: 0, planPaid: 0, notCovered: 50 }
    const all = addLines([paid, lost])
    expect(all).toEqual({ billed: 150, allowed: 80, planPaid: 60, copay: 20, notCovered: 50 })
    const shares = [paid, lost].map((line) => computeFigures(line).share ?? 0)
    expect(computeFigures(all).share).toBe(shares.reduce((sum, share) => sum + share, 0))
  })

  test.each([
    [{ billed: 20_000, allowed: 0, planPaid: 0 }, null],
    [{ billed: 20_000, allowed: 0, paidToProvider: 0, discount: 0 }, null],
    [{ billed: 20_000, allowed: 0, planPaid: 0, discount: 20_000 }, 0],
    [{ billed: 20_000, allowed: 0, planPaid: 0, memberLiability: 0 }, 0],
    [{ billed: 20_000, allowed: 0, planPaid: 0, deductible: 0, coinsurance: 0 }, 0],
  ])('MP-4 if nothing is allowed, it is unknown who bears the bill unless the file says so: %j', (said, share) => {
    const { discount, addsUp, ...figures } = computeFigures(said)
    expect(figures.share).toBe(share)
    if (share === null) expect([discount ?? 0, addsUp]).toEqual([0, null])
  })

  test('MP-4 a line that nobody is known to bear leaves the share of its claim unknown, too', () => {
    const [paid, open] = [
      { billed: 100, allowed: 80, planPaid: 60, copay: 20 },
      { billed: 50, allowed: 0, planPaid: 0 },
    ]
    expect(computeFigures(addLines([paid, open]))).toMatchObject({ billed: 150, planPaid: 60, share: null })
    expect(addLines([open, open])).toEqual({ billed: 100, allowed: 0, planPaid: 0 })
  })

  test('MP-4 what the plan pays comes from a single level', () => {
    const merged = mergeLevels([{ paidToProvider: 62_000 }, {}, { planPaid: 2_000, billed: 100_000 }])
    expect(merged).toEqual({ paidToProvider: 62_000, billed: 100_000 })
  })
})

describe('MP-7 the state of a claim', () => {
  const paid: ClaimFacts = {
    withdrawn: false,
    replaced: false,
    decided: true,
    denied: false,
    lines: 2,
    deniedLines: 0,
    planPaid: 5_000,
    replacesEarlier: false,
    afterAppeal: false,
  }
  test.each([
    ['paid', {}],
    ['in-progress', { decided: false }],
    ['denied', { denied: true, planPaid: 0 }],
    ['denied', { deniedLines: 2, planPaid: 0 }],
    ['partly-denied', { deniedLines: 1 }],
    ['adjusted', { replacesEarlier: true }],
    ['paid-on-appeal', { replacesEarlier: true, afterAppeal: true }],
    ['denied', { replacesEarlier: true, afterAppeal: true, denied: true, planPaid: 0 }],
    ['replaced', { replaced: true, denied: true }],
    ['cancelled', { withdrawn: true, replaced: true }],
  ] as const)('MP-7 %s: %j', (state, change) => {
    expect(claimState({ ...paid, ...change })).toBe(state)
  })

  test('MP-7 a claim that the plan pays in part is never called denied', () => {
    const facts = fc.record({
      withdrawn: fc.boolean(),
      replaced: fc.boolean(),
      decided: fc.boolean(),
      denied: fc.boolean(),
      lines: fc.nat(5),
      deniedLines: fc.nat(5),
      planPaid: fc.integer({ min: 1, max: 9 }),
      replacesEarlier: fc.boolean(),
      afterAppeal: fc.boolean(),
    })
    fc.assert(
      fc.property(facts, (one) => {
        expect(claimState(one)).not.toBe('denied')
      }),
    )
  })
})

describe('MP-4 deciding a claim', () => {
  const plan: PlanRules = {
    person: { deductible: 150_000, outOfPocket: 400_000 },
    family: { deductible: 300_000, outOfPocket: 800_000 },
    embedded: true,
  }
  const lines: fc.Arbitrary<ClaimServiceLine[]> = fc.array(
    fc
      .record({
        billed: cents,
        share: fc.nat(100),
        covered: fc.boolean(),
        deductible: fc.boolean(),
        coinsurance: fc.nat(50),
        copay: fc.option(fc.nat(5_000), { nil: undefined }),
      })
      .map(({ billed, share, copay, ...benefit }) => ({
        billed,
        allowed: Math.round((billed * share) / 100),
        benefit: { ...benefit, ...(copay !== undefined && { copay }) },
      })),
    { maxLength: 20 },
  )

  test('MP-4 every line adds up, nothing is negative, and the yearly limits hold', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (services, embedded) => {
        const decided = adjudicate({ ...plan, embedded }, nothingPaid, services)
        for (const [index, line] of decided.lines.entries()) {
          const sum = Object.values(line).reduce((total, amount) => total + amount, 0)
          expect(sum).toBe(services[index]?.billed)
          expect(Math.min(...Object.values(line))).toBeGreaterThanOrEqual(0)
        }
        const limit = embedded ? plan.person : { deductible: 300_000, outOfPocket: 800_000 }
        expect(decided.soFar.person.deductible).toBeLessThanOrEqual(limit.deductible)
        expect(decided.soFar.person.outOfPocket).toBeLessThanOrEqual(limit.outOfPocket)
      }),
    )
  })

  test('MP-4 once the family reaches its maximum, the plan pays everything that it covers', () => {
    const family = { person: { deductible: 0, outOfPocket: 0 }, family: plan.family ?? plan.person }
    const visit = { billed: 20_000, allowed: 15_000, benefit: { covered: true, deductible: true, coinsurance: 20 } }
    expect(adjudicate(plan, family, [visit]).lines).toEqual([
      { discount: 5_000, planPaid: 15_000, deductible: 0, copay: 0, coinsurance: 0, notCovered: 0 },
    ])
  })

  test('MP-12 accumulators do not depend on the order of the claims, and leave out replaced claims', () => {
    const states = fc.constantFrom('paid', 'denied', 'replaced', 'cancelled', 'in-progress', 'adjusted')
    const claims: fc.Arbitrary<Counted[]> = fc.array(
      fc.record({
        ...{
          memberId: fc.constant('a'),
          type: fc.constantFrom('professional', 'pharmacy'),
          claimId: fc.uuid(),
          groupNumber: fc.constant(null),
          decidedOn: fc.constantFrom('2026-02-01', '2026-03-01', null),
        },
        state: states as fc.Arbitrary<Counted['state']>,
        serviceFrom: fc.constantFrom('2026-01-01', '2025-12-31', '2026-12-31'),
        network: fc.constantFrom('in', 'out', null),
        deductible: fc.option(cents),
        copay: fc.option(cents),
        coinsurance: fc.option(cents),
        unexplained: fc.constantFrom(0, null, 100),
      }),
    )
    fc.assert(
      fc.property(claims, (all) => {
        const reversed = accumulate(all.toReversed(), calendarYear(2026), 'in')
        expect(accumulate(all, calendarYear(2026), 'in')).toEqual(reversed)
        const gone = all.filter(({ state }) => state !== 'replaced' && state !== 'cancelled' && state !== 'in-progress')
        expect(accumulate(gone, calendarYear(2026), 'in')).toEqual(reversed)
      }),
    )
  })
})

test.each([
  ['emergency', { type: 'institutional', places: ['23'] }],
  ['pharmacy', { type: 'pharmacy' }],
  ['dental', { type: 'oral' }],
  ['hospital', { type: 'institutional', inpatient: true, revenues: ['0120'] }],
  ['imaging', { services: ['71046'] }],
  ['laboratory', { services: ['80053', '85025'] }],
  ['office', { places: ['11'], services: ['99213'] }],
  ['equipment', { services: ['E0601'] }],
  ['other', {}],
] as const)('MP-3 the kind of a claim: %s', (category, codes) => {
  const all = { type: 'professional', places: [], services: [], revenues: [], inpatient: false, ...codes }
  expect(claimCategory(all)).toBe(category)
})

test('MP-7 MP-8 a denied appeal is a separate event, after the first denial', () => {
  const days = { serviceFrom: '2026-03-01', receivedOn: null, decidedOn: '2026-06-10', paidOn: null }
  const earlier = [{ share: 40_000, denied: true, day: '2026-03-15' }]
  const known = {
    ...days,
    state: 'denied',
    importedOn: '2026-06-11',
    ...noClock,
    today: '2026-06-12',
    planPaid: 0,
    share: 40_000,
    earlier,
  } as const
  expect(claimTimeline({ ...known, deniedOnAppeal: true }).slice(1)).toEqual([
    { kind: 'denied', day: '2026-03-15', toCome: false, after: 40_000 },
    { kind: 'appeal-denied', day: '2026-06-10', toCome: false, after: 40_000 },
  ])
})

test.each([
  ['2026-06-10', '2026-10-10'],
  ['2026-11-05', '2027-03-05'],
  // If that month lacks the day, the first of the next month.
  ['2026-10-30', '2027-03-01'],
  ['2027-10-31', '2028-03-01'],
])('MP-8 after an appeal denied on %s, an external review is possible through %s', (decided, until) => {
  expect(reviewDeadline(decided, 'commercial')).toBe(until)
})

test('MP-8 a denial can be appealed for 180 days', () => {
  expect(appealDeadline('2026-01-01', 'commercial')).toBe('2026-06-30')
})

test('MP-8 Medicare and Medicaid have their own deadlines to appeal, to answer and for what follows', () => {
  const days = (program: AppealProgram) => [
    appealDeadline('2026-01-01', program),
    appealAnswerBy('2026-01-01', program),
    reviewDeadline('2026-01-01', program),
  ]
  expect(days('medicare')).toEqual(['2026-03-07', '2026-03-02', null])
  expect(days('medicaid')).toEqual(['2026-03-02', '2026-01-31', '2026-05-01'])
})

test('MP-7 the timeline lists what happened in order, and explains a change', () => {
  const days = { serviceFrom: '2026-03-01', receivedOn: '2026-03-04', decidedOn: '2026-04-20', paidOn: '2026-04-22' }
  const earlier = [{ share: 40_000, denied: true, day: '2026-03-15' }]
  const known = {
    ...days,
    state: 'adjusted',
    importedOn: '2026-04-21',
    ...noClock,
    today: '2026-04-21',
    planPaid: 34_000,
    share: 6_000,
    earlier,
    deniedOnAppeal: false,
  } as const
  expect(claimTimeline(known)).toEqual([
    { kind: 'service', day: '2026-03-01', toCome: false },
    { kind: 'received', day: '2026-03-04', toCome: false },
    { kind: 'denied', day: '2026-03-15', toCome: false, after: 40_000 },
    { kind: 'changed', day: '2026-04-20', toCome: false, before: 40_000, after: 6_000 },
    // A future day is not shown as done.
    { kind: 'paid', day: '2026-04-22', toCome: true },
  ])
  expect(claimTimeline({ ...known, today: '2026-04-22' }).at(-1)?.toCome).toBe(false)
})

test.each([
  [1, true],
  [null, true],
  [0, false],
  [-1, false],
] as const)('MP-7 a day of payment and %s cents from the plan: the plan paid %s', (planPaid, paid) => {
  const days = { serviceFrom: '2026-03-01', receivedOn: null, decidedOn: '2026-03-10', paidOn: '2026-03-12' }
  const decided = {
    state: 'denied',
    deniedOnAppeal: false,
    importedOn: '2026-03-13',
    ...noClock,
    today: '2026-03-13',
    earlier: [],
  } as const
  const known = { ...days, ...decided, planPaid, share: 40_000 }
  expect(claimTimeline(known).some(({ kind }) => kind === 'paid')).toBe(paid)
})

test('MP-7 MP-8 the appeal and its deadline are steps of the timeline, and a replaced claim has the day of its successor', () => {
  const denied = {
    state: 'denied' as const,
    deniedOnAppeal: false,
    serviceFrom: '2026-03-01',
    receivedOn: null,
    decidedOn: '2026-03-10',
    paidOn: null,
    today: '2026-06-01',
    importedOn: '2026-03-12',
    planPaid: 0,
    share: 40_000,
    earlier: [],
    ...noClock,
  }
  const steps = (more: object) =>
    claimTimeline({ ...denied, ...more }).map(({ kind, day, toCome }) => `${day} ${kind}${toCome ? ' to come' : ''}`)
  expect(steps({ appealBy: '2026-09-06' }).at(-1)).toBe('2026-09-06 appeal-until to come')
  expect(steps({ appealBy: '2026-05-31' }).at(-1)).toBe('2026-05-31 appeal-until')
  const appeal = { sentOn: '2026-05-02', answerBy: '2026-07-01' }
  expect(steps({ appealBy: '2026-09-06', appeal }).slice(-2)).toEqual([
    '2026-05-02 appeal-sent',
    '2026-07-01 appeal-answer to come',
  ])
  expect(steps({ deniedOnAppeal: true, reviewBy: '2026-07-10' }).at(-1)).toBe('2026-07-10 review-until to come')
  const earlier = [{ share: 40_000, denied: true, day: '2026-03-10' }]
  expect(
    steps({ state: 'paid-on-appeal', decidedOn: '2026-05-20', earlier, appealedOn: '2026-04-02' }).slice(-3),
  ).toEqual(['2026-03-10 denied', '2026-04-02 appeal-sent', '2026-05-20 appeal-decided'])
  expect(steps({ state: 'replaced', replacedOn: '2026-04-20' }).at(-1)).toBe('2026-04-20 replaced')
})
