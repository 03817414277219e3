/** The areas with different poverty guidelines. */
export type Region = 'contiguous' | 'AK' | 'HI'

/**
 * A part of the table of applicable percentages: from a percent of the poverty line up to, but not including, the next one, in
 * hundredths of a percent.
 */
export interface Band {
  readonly from: number
  readonly to: number
  readonly initial: number
  readonly final: number
}

/** The figures behind the credit of a coverage year; money in whole dollars. */
export interface CreditYear {
  readonly percentages: string
  readonly guidelines: string
  /** The previous year's poverty guidelines: for one person, and for each additional one. */
  readonly poverty: Readonly<Record<Region, readonly [first: number, more: number]>>
  readonly bands: readonly Band[]
  /** Whether the credit stops above 400 percent. */
  readonly cliff: boolean
}

function bands(
  below133: number,
  at133: number,
  at150: number,
  at200: number,
  at250: number,
  at300: number,
): readonly Band[] {
  return [
    { from: 0, to: 133, initial: below133, final: below133 },
    { from: 133, to: 150, initial: at133, final: at150 },
    { from: 150, to: 200, initial: at150, final: at200 },
    { from: 200, to: 250, initial: at200, final: at250 },
    { from: 250, to: 300, initial: at250, final: at300 },
    { from: 300, to: 401, initial: at300, final: at300 },
  ]
}

/** 26 U.S.C. 36B(b)(3)(A)(iii), 2021 to 2025: no cliff. */
const enhanced: readonly Band[] = [
  { from: 0, to: 150, initial: 0, final: 0 },
  { from: 150, to: 200, initial: 0, final: 200 },
  { from: 200, to: 250, initial: 200, final: 400 },
  { from: 250, to: 300, initial: 400, final: 600 },
  { from: 300, to: 400, initial: 600, final: 850 },
  { from: 400, to: Number.POSITIVE_INFINITY, initial: 850, final: 850 },
]

/** Published figures by coverage year. Past years stay for the published examples that test the arithmetic. */
export const creditYears: Readonly<Record<number, CreditYear>> = {
  2014: {
    percentages: '26 CFR 1.36B-3(g)(2)',
    guidelines: '78 FR 5182 (2013)',
    poverty: { contiguous: [11_490, 4_020], AK: [14_350, 5_030], HI: [13_230, 4_620] },
    bands: bands(200, 300, 400, 630, 805, 950),
    cliff: true,
  },
  2018: {
    percentages: 'Rev. Proc. 2017-36',
    guidelines: '82 FR 8831 (2017)',
    poverty: { contiguous: [12_060, 4_180], AK: [15_060, 5_230], HI: [13_860, 4_810] },
    bands: bands(201, 302, 403, 634, 810, 956),
    cliff: true,
  },
  2021: {
    percentages: 'Public Law 117-2, section 9661',
    guidelines: '85 FR 3060 (2020)',
    poverty: { contiguous: [12_760, 4_480], AK: [15_950, 5_600], HI: [14_680, 5_150] },
    bands: enhanced,
    cliff: false,
  },
  2025: {
    percentages: 'Public Law 117-169, section 12001',
    guidelines: '89 FR 2961 (2024)',
    poverty: { contiguous: [15_060, 5_380], AK: [18_810, 6_730], HI: [17_310, 6_190] },
    bands: enhanced,
    cliff: false,
  },
  2026: {
    percentages: 'Rev. Proc. 2025-25',
    guidelines: '90 FR 5917 (2025)',
    poverty: { contiguous: [15_650, 5_500], AK: [19_550, 6_880], HI: [17_990, 6_330] },
    bands: bands(210, 314, 419, 660, 844, 996),
    cliff: true,
  },
  2027: {
    percentages: 'Rev. Proc. 2026-26',
    guidelines: '91 FR 1797 (2026)',
    poverty: { contiguous: [15_960, 5_680], AK: [19_950, 7_100], HI: [18_360, 6_530] },
    bands: bands(215, 323, 430, 678, 866, 1022),
    cliff: true,
  },
}
