import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spendingAccountTypes } from './accounts.ts'
import { CATCH_UP_CENTS, lawLimit, sumCounted } from './limits.ts'

const dollars = (limit: ReturnType<typeof lawLimit>) => (limit.known ? limit.cents / 100 : limit.why)
const of = (type: (typeof spendingAccountTypes)[number], planYear: number, more = {}) =>
  lawLimit({ type, planYear, coverageLevel: 'self', birthYear: 1990, ...more })

// Copied from the publications themselves.
test.each([
  [2025, 4_300, 8_550, 3_300, 5_000],
  [2026, 4_400, 8_750, 3_400, 7_500],
  [2027, 4_500, 9_000, 'year', 7_500],
])('MP-10 the limits of %i', (year, self, family, health, care) => {
  expect(dollars(of('HSA', year))).toBe(self)
  expect(dollars(of('HSA', year, { coverageLevel: 'family' }))).toBe(family)
  expect(dollars(of('FSA', year))).toBe(health)
  expect(dollars(of('LPFSA', year))).toBe(health)
  expect(dollars(of('DCA', year))).toBe(care)
})

test('MP-10 from the year of the 55th birthday, a savings account takes a thousand dollars more', () => {
  expect(dollars(of('HSA', 2026, { birthYear: 1972 }))).toBe(4_400)
  expect(of('HSA', 2026, { birthYear: 1971 })).toMatchObject({ cents: 540_000, catchUpCents: CATCH_UP_CENTS })
  expect(dollars(of('FSA', 2026, { birthYear: 1950 }))).toBe(3_400)
})

test('MP-10 an unknown limit is reported as unknown, with the reason', () => {
  expect(dollars(of('HSA', 2099))).toBe('year')
  expect(dollars(of('HSA', 2026, { coverageLevel: null }))).toBe('coverage')
  expect(dollars(of('HRA', 2026))).toBe('none')
})

test('MP-10 every known limit names its source and the day of the source', () => {
  for (const type of spendingAccountTypes) {
    for (let year = 2020; year < 2035; year++) {
      const found = of(type, year)
      if (found.known)
        expect(found.source).toMatchObject({ published: expect.stringMatching(/^\d{4}-\d{2}(-\d{2})?$/) })
    }
  }
})

test('MP-10 a family’s limit is never below one person’s, and age never lowers one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2025, max: 2027 }), fc.integer({ min: 1930, max: 2008 }), (year, birthYear) => {
      const [self, family] = [of('HSA', year, { birthYear }), of('HSA', year, { birthYear, coverageLevel: 'family' })]
      const older = of('HSA', year, { birthYear: birthYear - 1 })
      if (!self.known || !family.known || !older.known) throw new Error('These years are known.')
      expect(family.cents).toBeGreaterThan(self.cents)
      expect(older.cents).toBeGreaterThanOrEqual(self.cents)
    }),
  )
})

test('MP-10 an employer’s money counts toward the limit of savings and dependent care, and not of health spending', () => {
  const paid = { employeeCents: 700, employerCents: 300 }
  expect(spendingAccountTypes.map((type) => [type, sumCounted({ type, ...paid })])).toEqual([
    ['HSA', 1_000],
    ['FSA', 700],
    ['LPFSA', 700],
    ['DCA', 1_000],
    ['HRA', 1_000],
  ])
  expect(sumCounted({ type: 'HSA', employeeCents: null, employerCents: null })).toBeNull()
})

test('MP-10 if one part is unknown, we never say that a savings account has room for more', () => {
  expect(sumCounted({ type: 'HSA', employeeCents: 440_000, employerCents: null })).toBeNull()
  expect(sumCounted({ type: 'HSA', employeeCents: null, employerCents: 100_000 })).toBeNull()
  expect(sumCounted({ type: 'DCA', employeeCents: 440_000, employerCents: null })).toBe(440_000)
})
