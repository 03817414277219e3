import type { Adjudicated, Figures } from './figures.ts'

/** What a reversal takes back, in whole cents as on the earlier claim; null: the file does not say. */
export type TakenBack = Pick<Figures, 'billed' | 'planPaid' | 'share'>

/**
 * What a claim takes back, if it does nothing else: payers correct a claim with another that has the same amounts below zero (X12 835
 * calls it a reversal), which is no debt, or with one that the file marks as void. Null for any other claim.
 */
export function findTakenBack(said: Adjudicated, figures: Figures, isVoid: boolean): TakenBack | null {
  const amounts = Object.values(said).filter((cents) => cents !== undefined)
  const isNegative = amounts.some((cents) => cents < 0) && amounts.every((cents) => cents <= 0)
  if (!isNegative && !isVoid) return null
  const { billed, planPaid, share } = figures
  const toCounterAmount = (cents: number | null) => (cents === null || cents === 0 ? null : Math.abs(cents))
  return { billed: toCounterAmount(billed), planPaid: toCounterAmount(planPaid), share: toCounterAmount(share) }
}

const compared = ['billed', 'planPaid', 'share'] as const

/** Whether a reversal may take back this claim: their amounts agree wherever both are known. */
export function isTakenBack(claim: TakenBack, taken: TakenBack): boolean {
  return compared.every((kind) => claim[kind] === null || taken[kind] === null || claim[kind] === taken[kind])
}

/** What several reversals take back together; null where any of them does not say. */
export function addTakenBack(parts: readonly TakenBack[]): TakenBack {
  const add = (kind: keyof TakenBack) =>
    parts.reduce<number | null>((sum, { [kind]: cents }) => (sum === null || cents === null ? null : sum + cents), 0)
  return { billed: add('billed'), planPaid: add('planPaid'), share: add('share') }
}

/** Whether the amounts alone prove it: the bill and at least one other amount are the same. */
export function isMirrored(claim: TakenBack, taken: TakenBack): boolean {
  const same = compared.filter((kind) => taken[kind] !== null && claim[kind] === taken[kind])
  return isTakenBack(claim, taken) && same.includes('billed') && same.length > 1
}

/** The figures of a claim that takes back an earlier claim: it costs nothing, and nobody owes anything on it. */
export const correctionFigures: Figures = {
  billed: null,
  allowed: null,
  discount: null,
  planPaid: null,
  otherPaid: null,
  deductible: null,
  copay: null,
  coinsurance: null,
  notCovered: null,
  share: 0,
  unexplained: 0,
  addsUp: null,
}
