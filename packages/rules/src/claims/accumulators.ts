import { type ClaimState, isDecided } from './state.ts'

/** The parts of a claim that count toward a year's limits; money in whole cents, null where the plan's file does not say. */
export interface Counted {
  readonly memberId: string
  readonly state: ClaimState
  readonly claimId: string
  /** `institutional`, `professional`, `pharmacy`, `oral` or `vision`. */
  readonly type: string
  /** Days `yyyy-mm-dd`; null: not known. */
  readonly decidedOn: string | null
  readonly serviceFrom: string
  readonly network: 'in' | 'out' | null
  /** The claim's group. */
  readonly groupNumber: string | null
  readonly deductible: number | null
  readonly copay: number | null
  readonly coinsurance: number | null
  /** The part of the member's share that no part explains. */
  readonly unexplained: number | null
}

/** In whole cents; null: a claim does not say its part, so the sum is not known. */
export interface Accumulated {
  readonly deductible: number | null
  readonly outOfPocket: number | null
}

/** First and last day of a plan's year, `yyyy-mm-dd`. */
export interface Period {
  readonly begins: string
  readonly ends: string
}

export function calendarYear(year: number): Period {
  return { begins: `${year}-01-01`, ends: `${year}-12-31` }
}

/**
 * What counts toward a year's deductible and out-of-pocket maximum (MP-12): the sum of the year's decided claims in one network, in
 * whatever order they came. A replaced or withdrawn claim does not count; a claim without a network counts as in network.
 */
export function accumulate(claims: readonly Counted[], period: Period, network: 'in' | 'out'): Accumulated {
  const counted = claims.filter(
    ({ state, serviceFrom, network: of }) =>
      isDecided(state) && serviceFrom >= period.begins && serviceFrom <= period.ends && (of ?? 'in') === network,
  )
  const sum = (parts: readonly Part[]) =>
    counted.flatMap((claim) => parts.map((part) => readPart(claim, part))).reduce(plus, 0)
  return { deductible: sum(['deductible']), outOfPocket: sum(['deductible', 'copay', 'coinsurance']) }
}

type Part = 'deductible' | 'copay' | 'coinsurance'

/** The part of a claim. A missing part is zero only if the other parts explain the whole share, or if the claim is denied. */
function readPart(claim: Counted, part: Part): number | null {
  return claim[part] ?? (claim.unexplained === 0 || claim.state === 'denied' ? 0 : null)
}

/** The sum of two amounts; null if either is unknown. */
export function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
