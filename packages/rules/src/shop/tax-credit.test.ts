import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterCredit } from './price-plan.ts'
import { applicablePercentage, estimateCredit, findBenchmark, ownPart } from './tax-credit.ts'
import { creditYears } from './tax-credit-years.ts'

const usd = (dollars: number) => Math.round(dollars * 100)
const hundredths = (planYear: number, percent: number) => {
  const year = creditYears[planYear]
  if (year === undefined) throw new Error(`no year ${planYear}`)
  return applicablePercentage(year, percent)
}
const estimateFor = (planYear: number, income: number, householdSize: number, benchmarkYear: number, state = 'PA') => {
  const credit = estimateCredit({
    planYear,
    state,
    householdSize,
    incomeCents: usd(income),
    benchmarkCents: Math.round(usd(benchmarkYear) / 12),
  })
  if (credit.kind !== 'estimate') throw new Error(`no estimate: ${credit.why}`)
  const { yearCents, percent, hundredths: figure } = credit.arithmetic
  return { percent, figure, own: Math.round(yearCents / 100), credit: Math.round((credit.cents * 12) / 100) }
}

/** Published applicable figures: the year, the percent of the poverty line, and the figure in hundredths of a percent. */
const publishedFigures = [
  ['26 CFR 1.36B-3(g)(3), example 1', 2014, 275, 878],
  ['26 CFR 1.36B-3(g)(3), example 2', 2014, 210, 665],
  ['26 CFR 1.36B-4(a)(4), example of $28,747', 2014, 190, 584],
  ['IRS, Link & Learn Taxes, premium tax credit, question 3', 2014, 300, 950],
  ['South-Western Federal Taxation, Gates family, 2018', 2018, 180, 542],
  ['Form 8962 (2021) instructions, table 2, less than 150', 2021, 149, 0],
  ['Form 8962 (2021) instructions, table 2, 175', 2021, 175, 100],
  ['Form 8962 (2021) instructions, table 2, 200', 2021, 200, 200],
  ['Form 8962 (2021) instructions, table 2, 234', 2021, 234, 336],
  ['Form 8962 (2021) instructions, table 2, 300', 2021, 300, 600],
  ['Form 8962 (2021) instructions, table 2, 400 or more', 2021, 420, 850],
  ['Rev. Proc. 2025-25, below 133', 2026, 132, 210],
  ['Rev. Proc. 2025-25, at 133', 2026, 133, 314],
  ['Rev. Proc. 2025-25, at 150', 2026, 150, 419],
  ['Rev. Proc. 2025-25, at 200', 2026, 200, 660],
  ['Rev. Proc. 2025-25, at 250', 2026, 250, 844],
  ['Rev. Proc. 2025-25, 300 to 400', 2026, 400, 996],
  ['Rev. Proc. 2026-26, below 133', 2027, 132, 215],
  ['Rev. Proc. 2026-26, at 150', 2027, 150, 430],
  ['Rev. Proc. 2026-26, 300 to 400', 2027, 400, 1022],
] as const

/** Worked examples: income, household, the yearly benchmark premium; then the household's own part and the credit, in dollars. */
const workedExamples = [
  ['IRS, Link & Learn Taxes, question 3, Karen', 2014, 34_470, 1, 5_200, { percent: 300, own: 3_275, credit: 1_925 }],
  ['South-Western Federal Taxation, Gates family', 2018, 51_804, 5, 9_700, { percent: 180, own: 2_808, credit: 6_892 }],
  ['IRS Form 8962 (2021), Gordon', 2021, 29_900, 1, 5_200, { percent: 234, own: 1_005, credit: 4_195 }],
  [
    'golden facts of the public repository of a 2027 calculator, at the cliff',
    2027,
    63_840,
    1,
    12_000,
    { percent: 400, own: 6_524 },
  ],
  ['golden facts, 150 percent', 2027, 23_940, 1, 9_000, { percent: 150, figure: 430, own: 1_029 }],
  ['golden facts, $20,000', 2027, 20_000, 1, 9_000, { percent: 125, figure: 215, own: 430 }],
] as const

/** From the regulation, whose examples give income and percentage but not the family's poverty line: per year, in dollars. */
const regulationExamples = [
  ['an individual at 250 percent', 27_225, 805, 5_200, 2_192, 3_008],
  ['the same at 303 percent', 33_000, 950, 5_200, 3_135, 2_065],
  ['a household of $28,747, twelve months', 28_747, 584, 7_200, 1_679, 5_521],
  ['a household with a contribution of $7,125', 75_000, 950, 14_699, 7_125, 7_574],
] as const

describe('SH-5 the premium tax credit', () => {
  test.each(publishedFigures)('SH-5 %s', (_, year, percent, figure) => {
    expect(hundredths(year, percent)).toBe(figure)
  })

  test.each(workedExamples)('SH-5 matches %s to the dollar', (_, year, income, size, benchmark, expected) => {
    expect(estimateFor(year, income, size, benchmark)).toMatchObject(expected)
  })

  test.each(regulationExamples)(
    'SH-5 matches 26 CFR 1.36B-4(a)(4), %s',
    (_, income, figure, benchmark, own, credit) => {
      const part = Math.round(ownPart(usd(income), figure) / 100)
      expect([part, benchmark - part]).toEqual([own, credit])
    },
  )

  test('SH-5 matches the ten coverage months in the same regulation', () => {
    const part = Math.round((ownPart(usd(28_747), 584) * 10) / 12 / 100)
    expect([part, 6_334 - part]).toEqual([1_399, 4_935])
  })

  test('SH-5 drops digits after the point, as worksheet 2 of Form 8962 does with .9984, 1.8565 and 3.997', () => {
    const percents = [0.9984, 1.8565, 3.997].map((share) => {
      const found = estimateCredit({
        planYear: 2027,
        state: 'PA',
        householdSize: 1,
        benchmarkCents: usd(900),
        incomeCents: Math.round(usd(15_960) * share),
      })
      return found.kind === 'estimate' ? found.arithmetic.percent : 'percent' in found ? found.percent : null
    })
    expect(percents).toEqual([99, 185, 399])
  })

  test('SH-5 ends a cent above 400 percent since 2026, and did not from 2021 to 2025', () => {
    const at = (planYear: number, incomeCents: number) =>
      estimateCredit({ planYear, state: 'PA', householdSize: 1, incomeCents, benchmarkCents: usd(1_500) })
    expect(at(2026, usd(62_600)).kind).toBe('estimate')
    expect(at(2026, usd(62_600) + 1)).toMatchObject({ why: 'income-high', limitCents: usd(62_600) })
    expect(at(2027, usd(63_840) + 1)).toMatchObject({ why: 'income-high', limitCents: usd(63_840) })
    expect(at(2025, usd(90_000))).toMatchObject({ kind: 'estimate', arithmetic: { hundredths: 850 } })
  })

  test('SH-5 reports what is unknown or too low, and never a number for it', () => {
    const question = { planYear: 2027, state: 'PA', householdSize: 1, incomeCents: usd(40_000), benchmarkCents: null }
    expect(estimateCredit(question)).toEqual({ kind: 'none', why: 'benchmark-unknown' })
    expect(estimateCredit({ ...question, planYear: 2031 })).toEqual({ kind: 'none', why: 'year-unknown' })
    expect(estimateCredit({ ...question, incomeCents: usd(15_959) })).toMatchObject({ why: 'income-low', percent: 99 })
  })

  test('SH-5 knows the guidelines of Alaska and Hawaii', () => {
    expect(estimateFor(2027, 39_900, 1, 9_000, 'AK').percent).toBe(200)
    expect(estimateFor(2027, 36_720, 1, 9_000, 'HI').percent).toBe(200)
  })

  test('SH-5 never rises with income, nor makes a premium negative', () => {
    const credit = (incomeCents: number) => {
      const found = estimateCredit({
        planYear: 2027,
        state: 'PA',
        householdSize: 3,
        incomeCents,
        benchmarkCents: usd(1_200),
      })
      return found.kind === 'estimate' ? found.cents : 0
    }
    const incomes = fc.integer({ min: usd(27_320), max: usd(120_000) })
    fc.assert(fc.property(incomes, incomes, (a, b) => credit(Math.max(a, b)) <= credit(Math.min(a, b))))
    fc.assert(fc.property(fc.nat(200_000), fc.nat(200_000), (premium, off) => afterCredit(premium, off) >= 0))
  })

  test('SH-5 uses the second cheapest plan', () => {
    expect(findBenchmark([usd(500), null, usd(400), usd(450)])).toBe(usd(450))
    expect(findBenchmark([usd(500)])).toBe(usd(500))
    expect(findBenchmark([null])).toBe(null)
  })
})
