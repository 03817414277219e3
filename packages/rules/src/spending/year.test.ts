import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transactionKinds } from './accounts.ts'
import { monthsChart, stepFor } from './chart.ts'
import { yearInNumbers } from './year.ts'

const row = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom(...transactionKinds),
  person: fc.constantFrom('a', 'b', null),
  inCents: fc.integer({ min: 0, max: 10_000_000 }),
  outCents: fc.integer({ min: -10_000_000, max: 0 }),
  count: fc.integer({ min: 1, max: 40 }),
})

test('MP-11 months, kinds and people each add up to the year', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const year = yearInNumbers(rows)
      for (const parts of [year.months, year.kinds, year.people, rows]) {
        for (const figure of ['inCents', 'outCents', 'count'] as const)
          expect(parts.reduce((sum, one) => sum + one[figure], 0)).toBe(year.total[figure])
      }
      expect(year.months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    }),
  )
})

test('MP-11 every bar of the chart fits in the picture, and a taller bar is never less money', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const { months } = yearInNumbers(rows)
      const chart = monthsChart(months)
      for (const { x, y, width, height } of chart.bars) {
        expect(x >= 0 && x + width <= chart.width && y >= 0 && y + height <= chart.base + 0.1).toBe(true)
      }
      const findCents = (one: (typeof chart.bars)[number]) => {
        const month = months[one.month - 1]
        return one.side === 'in' ? (month?.inCents ?? 0) : -(month?.outCents ?? 0)
      }
      const bars = chart.bars.toSorted((a, b) => findCents(a) - findCents(b))
      for (const [at, one] of bars.entries())
        if (at > 0) expect(one.height).toBeGreaterThanOrEqual(bars[at - 1]?.height ?? 0)
      expect(chart.ticks.at(-1)?.cents).toBeGreaterThanOrEqual(Math.max(0, ...bars.map(findCents)))
    }),
  )
})

test('MP-11 the grid lines of the chart mark round amounts', () => {
  expect([0, 390, 900, 41_000, 415_000].map(stepFor)).toEqual([100, 100, 500, 20_000, 200_000])
})

test('MP-11 a year without transactions has no bars, but all months', () => {
  const chart = monthsChart(yearInNumbers([]).months)
  expect([chart.bars.length, chart.months.length]).toEqual([0, 12])
})
