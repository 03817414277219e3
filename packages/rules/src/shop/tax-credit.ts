import type { Metal, PlanLine } from './lines.ts'
import { type CreditYear, creditYears, type Region } from './tax-credit-years.ts'

/** The lowest and highest percent of the poverty line that gets a credit, in years with a cliff. */
export const LEAST_PERCENT = 100
export const CLIFF_PERCENT = 400

/** What an estimate is based on; money in cents. */
export interface CreditQuestion {
  readonly planYear: number
  /** Two-letter code of the state. */
  readonly state: string
  /** People on the tax return. */
  readonly householdSize: number
  /** Per year. */
  readonly incomeCents: number
  /** Per month; null: not known. */
  readonly benchmarkCents: number | null
}

export interface CreditArithmetic {
  readonly povertyCents: number
  /** Whole percent of the poverty line, rounded down as in worksheet 2 of Form 8962 (1.8565 is 185). */
  readonly percent: number
  /** The applicable percentage, in hundredths of a percent. */
  readonly hundredths: number
  /** What the household pays toward the benchmark plan in a year. */
  readonly yearCents: number
  readonly monthCents: number
  readonly percentages: string
  readonly guidelines: string
}

/** An estimate (SH-5), or why there is none. */
export type Credit =
  | { readonly kind: 'none'; readonly why: 'year-unknown' | 'benchmark-unknown' }
  | {
      readonly kind: 'none'
      readonly why: 'income-low' | 'income-high'
      readonly percent: number
      /** The income at which the credit begins or ends. */
      readonly limitCents: number
    }
  | {
      readonly kind: 'estimate'
      /** Per month; zero where the benchmark plan costs less than the household's own part. */
      readonly cents: number
      readonly benchmarkCents: number
      readonly arithmetic: CreditArithmetic
    }

/**
 * Estimates the monthly premium tax credit (26 U.S.C. 36B, 26 CFR 1.36B-3): the benchmark premium minus the household's own part, which
 * is its income times the applicable percentage for that income relative to the poverty line.
 */
export function estimateCredit(question: CreditQuestion): Credit {
  const { planYear, incomeCents, benchmarkCents } = question
  const year = creditYears[planYear]
  if (year === undefined) return { kind: 'none', why: 'year-unknown' }
  const povertyCents = findPovertyLine(year, question)
  const percent = Math.floor((incomeCents * 100) / povertyCents)
  if (percent < LEAST_PERCENT) return { kind: 'none', why: 'income-low', percent, limitCents: povertyCents }
  // Compared before rounding: one cent over the limit is over.
  if (year.cliff && incomeCents > 4 * povertyCents)
    return { kind: 'none', why: 'income-high', percent, limitCents: (CLIFF_PERCENT / 100) * povertyCents }
  if (benchmarkCents === null) return { kind: 'none', why: 'benchmark-unknown' }
  const hundredths = applicablePercentage(year, percent)
  const yearCents = ownPart(incomeCents, hundredths)
  const monthCents = Math.round(yearCents / 12)
  return {
    kind: 'estimate',
    cents: Math.max(0, benchmarkCents - monthCents),
    benchmarkCents,
    arithmetic: {
      povertyCents,
      percent,
      hundredths,
      yearCents,
      monthCents,
      percentages: year.percentages,
      guidelines: year.guidelines,
    },
  }
}

/** The poverty line of a household, in cents per year. */
export function findPovertyLine(
  { poverty }: CreditYear,
  { householdSize, state }: Pick<CreditQuestion, 'householdSize' | 'state'>,
): number {
  const region: Region = state === 'AK' || state === 'HI' ? state : 'contiguous'
  const [first, more] = poverty[region]
  return (first + (householdSize - 1) * more) * 100
}

/** What a household pays itself per year. */
export function ownPart(incomeCents: number, hundredths: number): number {
  return Math.round((incomeCents * hundredths) / 10_000)
}

/** In hundredths of a percent, by linear interpolation within the band, rounded half up as in the regulation's examples. */
export function applicablePercentage({ bands }: Pick<CreditYear, 'bands'>, percent: number): number {
  const band = bands.find(({ from, to }) => percent >= from && percent < to)
  if (band === undefined) return 0
  if (band.final === band.initial) return band.initial
  return Math.floor(band.initial + ((band.final - band.initial) * (percent - band.from)) / (band.to - band.from) + 0.5)
}

/** The second cheapest of several monthly premiums, which is the basis of the credit; of a single premium, that premium. */
export function findBenchmark(premiums: readonly (number | null)[]): number | null {
  const known = premiums.filter((cents) => cents !== null).toSorted((a, b) => a - b)
  return known[1] ?? known[0] ?? null
}

/** The facts about a plan that decide its credit. */
export interface CreditedPlan {
  readonly line: PlanLine
  readonly metal: Metal | null
  readonly onExchange?: boolean | null | undefined
  readonly essentialShare?: number | null | undefined
}

/**
 * Whether marketplace help can apply to a plan at all: a medical plan above the catastrophic level that is sold there (26 CFR
 * 1.36B-1(c)).
 */
export function takesCredit({ line, metal, onExchange }: CreditedPlan): boolean {
  return line === 'medical' && metal !== null && metal !== 'catastrophic' && onExchange !== false
}

/** The part of a premium for essential health benefits, the only part that earns a credit (26 CFR 1.36B-3(j)). */
export function findEssentialPart(cents: number | null, { essentialShare }: CreditedPlan): number | null {
  return cents === null ? null : Math.round(cents * (essentialShare ?? 1))
}
