import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeCost,
  isPastLimit,
  type OutlookCap,
  type OutlookItem,
  refillsToCome,
  sumOutlook,
  uncountedReasons,
} from './outlook.ts'

const item = (own: Partial<OutlookItem> = {}): OutlookItem => ({
  memberId: 'ana',
  times: 1,
  eachCents: 2_000,
  why: null,
  counts: true,
  ...own,
})
const cap = (leftCents: number | null, memberId: string | null = 'ana'): OutlookCap => ({ memberId, leftCents })

describe('MP-10 what is likely still to come in a plan year', () => {
  test('MP-10 is the sum of everything with a price, with what accounts can pay of it', () => {
    const sums = sumOutlook(
      [item({ times: 3 }), item({ eachCents: 0 }), item({ eachCents: 500 })],
      [cap(90_000)],
      [4_000],
    )
    expect(sums).toMatchObject({
      sumCents: 6_500,
      likelyCents: 6_500,
      fromAccountsCents: 4_000,
      fromPocketCents: 2_500,
    })
  })

  test('MP-10 an item without a price, or with an unknown frequency, is not counted, and is not zero', () => {
    const unpriced = [item({ eachCents: null, why: 'price' }), item({ times: null, why: 'times' })]
    expect(unpriced.map(computeCost)).toEqual([null, null])
    expect(sumOutlook(unpriced, [cap(1_000)], [500])).toMatchObject({
      sumCents: null,
      likelyCents: null,
      fromAccountsCents: null,
      fromPocketCents: null,
    })
    expect(sumOutlook([...unpriced, item()], [], [])).toMatchObject({ sumCents: 2_000, likelyCents: 2_000 })
  })

  test('MP-10 a person’s limit caps their own items, and the family’s limit caps everything', () => {
    const both = [item({ times: 10 }), item({ memberId: 'ben', times: 2 })]
    const own = sumOutlook(both, [cap(5_000)], [])
    expect(own).toMatchObject({ sumCents: 24_000, likelyCents: 9_000 })
    expect(Object.fromEntries(own.byPerson)).toEqual({ ana: 5_000, ben: 4_000 })
    expect(sumOutlook(both, [cap(5_000), cap(7_000, null)], []).likelyCents).toBe(7_000)
    expect(sumOutlook(both, [cap(0), cap(0, null)], []).likelyCents).toBe(0)
  })

  test('MP-10 past a limit, the plan pays in full what counts toward it, even if its price or frequency is unknown', () => {
    const unknown = [item({ eachCents: null, why: 'price' }), item({ times: null, why: 'as-needed' })]
    for (const caps of [[cap(0)], [cap(900), cap(0, null)]]) {
      expect(sumOutlook(unknown, caps, [500])).toMatchObject({ sumCents: 0, likelyCents: 0, fromPocketCents: 0 })
      expect(isPastLimit({ memberId: 'ana', counts: false }, caps)).toBe(false)
    }
    for (const caps of [[cap(0, 'ben')], [cap(null)], [cap(1)], []])
      expect(sumOutlook(unknown, caps, []).sumCents).toBeNull()
  })

  test('MP-10 items that do not count toward the limit are paid in addition, and an unknown limit caps nothing', () => {
    const beside = item({ counts: false, eachCents: 700 })
    expect(sumOutlook([item(), beside], [cap(100)], []).likelyCents).toBe(800)
    expect(sumOutlook([item(), beside], [cap(null)], []).likelyCents).toBe(2_700)
  })

  test('MP-10 an unknown balance pays nothing, and an overdrawn account takes nothing from the others', () => {
    expect(sumOutlook([item()], [], [null])).toMatchObject({ fromAccountsCents: null, fromPocketCents: 2_000 })
    expect(sumOutlook([item()], [], [null, -900, 500])).toMatchObject({
      fromAccountsCents: 500,
      fromPocketCents: 1_500,
    })
  })

  const cents = fc.integer({ min: 0, max: 5_000_000 })
  const person = fc.constantFrom('ana', 'ben', 'cleo')
  const anyItem = fc.record({
    memberId: person,
    times: fc.option(fc.integer({ min: 0, max: 52 })),
    eachCents: fc.option(cents),
    why: fc.option(fc.constantFrom(...uncountedReasons), { freq: 5 }),
    counts: fc.boolean(),
  })
  const anyCap = fc.record({ memberId: fc.option(person), leftCents: fc.option(cents) })
  const anything = fc.tuple(
    fc.array(anyItem),
    fc.array(anyCap),
    fc.array(fc.option(fc.integer({ min: -9_999, max: 900_000 }))),
  )

  test('MP-10 is never above what is left of an out-of-pocket maximum, nor above the sum of its lines', () => {
    fc.assert(
      fc.property(anything, ([items, caps, balances]) => {
        const counting = items.filter(({ counts }) => counts)
        const sums = sumOutlook(counting, caps, balances)
        for (const { memberId, leftCents } of caps) {
          const used = memberId === null ? sums.towardFamilyCents : (sums.byPerson.get(memberId) ?? 0)
          if (leftCents !== null) expect(used).toBeLessThanOrEqual(leftCents)
          if (leftCents !== null && memberId === null) expect(sums.likelyCents ?? 0).toBeLessThanOrEqual(leftCents)
        }
        expect(sums.likelyCents ?? 0).toBeLessThanOrEqual(sums.sumCents ?? 0)
        expect(sums.likelyCents ?? 0).toBe((sums.fromAccountsCents ?? 0) + (sums.fromPocketCents ?? 0))
      }),
    )
  })

  test('MP-10 is the same whatever the order of its lines', () => {
    fc.assert(
      fc.property(anything, fc.func(fc.integer()), ([items, caps, balances], rank) => {
        const mix = <One>(list: readonly One[]) => list.toSorted((a, b) => rank(a) - rank(b))
        const one = sumOutlook(items, caps, balances)
        const other = sumOutlook(mix(items), mix(caps), mix(balances))
        const plain = ({ byPerson, ...sums }: typeof one) => ({ ...sums, byPerson: Object.fromEntries(byPerson) })
        expect(plain(other)).toEqual(plain(one))
      }),
    )
  })

  test('MP-10 lines without a price change no sum, unless a limit makes them free', () => {
    fc.assert(
      fc.property(anything, ([items, caps, balances]) => {
        const priced = items.filter((one) => computeCost(one) !== null || isPastLimit(one, caps))
        expect(sumOutlook(items, caps, balances)).toEqual(sumOutlook(priced, caps, balances))
      }),
    )
  })
})

describe('MP-10 refills through the end of the year', () => {
  const count = (lastDay: string, days: number | null, today = '2026-09-01') =>
    refillsToCome({ lastDay, daysLeft: 0 }, days, { today, yearEnds: '2026-12-31' })

  test.each([
    ['2026-09-10', 30, { times: 4, first: '2026-09-11' }],
    ['2026-12-30', 30, { times: 1, first: '2026-12-31' }],
    ['2026-12-31', 30, { times: 0, first: '2027-01-01' }],
    ['2026-07-01', 90, { times: 2, first: '2026-09-01' }],
  ])('MP-10 a supply through %s of %i days', (lastDay, days, expected) => {
    expect(count(lastDay, days)).toEqual(expected)
  })

  test('MP-10 are unknown if the size of a fill is', () => {
    expect(count('2026-09-10', null)).toBeNull()
    expect(count('2026-09-10', 0)).toBeNull()
    expect(refillsToCome(null, 30, { today: '2026-09-01', yearEnds: '2026-12-31' })).toBeNull()
  })

  test('MP-10 cover the days that are left, with at most one fill too many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 180 }), fc.integer({ min: 0, max: 120 }), (days, left) => {
        const lastDay = new Date(Date.UTC(2026, 8, left)).toISOString().slice(0, 10)
        const { times, first } = count(lastDay, days) ?? { times: -1, first: '' }
        const rest = (Date.parse('2026-12-31') - Date.parse(first)) / 86_400_000 + 1
        expect(times * days).toBeGreaterThanOrEqual(rest)
        expect((times - 1) * days).toBeLessThan(Math.max(rest, 0) || 1)
      }),
    )
  })
})
