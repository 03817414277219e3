import type { Adjudicated, Figures } from './figures.ts'

/** What a counter-entry takes back, in whole cents as the earlier claim said it; null: the file does not say. */
export type TakenBack = Pick<Figures, 'billed' | 'planPaid' | 'share'>

/**
 * What a claim takes back, if that is all it does: payers correct a claim by one with the same amounts below zero (X12 835 calls it a
 * reversal), which is no debt; or its file calls it void. Null for any other claim.
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

/** Whether a claim may be what a counter-entry takes back: their amounts agree as far as both know them. */
export function isTakenBack(claim: TakenBack, taken: TakenBack): boolean {
  return compared.every((kind) => claim[kind] === null || taken[kind] === null || claim[kind] === taken[kind])
}

/** What several counter-entries take back together; an amount that one of them does not say is not known. */
export function addTakenBack(parts: readonly TakenBack[]): TakenBack {
  const add = (kind: keyof TakenBack) =>
    parts.reduce<number | null>((sum, { [kind]: cents }) => (sum === null || cents === null ? null : sum + cents), 0)
  return { billed: add('billed'), planPaid: add('planPaid'), share: add('share') }
}

/** Whether amounts alone show it: the bill and another amount are the same. */
export function isMirrored(claim: TakenBack, taken: TakenBack): boolean {
  const same = compared.filter((kind) => taken[kind] !== null && claim[kind] === taken[kind])
  return isTakenBack(claim, taken) && same.includes('billed') && same.length > 1
}

/** The figures of a claim that takes back an earlier one: it costs nothing, and nobody owes anything on it. */
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
