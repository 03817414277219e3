import { planKindOf } from '../coverage/plan-kind.ts'
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
  readonly deductible: number | null
  readonly copay: number | null
  readonly coinsurance: number | null
}

export interface Accumulated {
  readonly deductible: number
  readonly outOfPocket: number
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
 * whatever order they came. A claim that was replaced or withdrawn does not count; one without a network counts as in network.
 */
export function accumulate(claims: readonly Counted[], period: Period, network: 'in' | 'out'): Accumulated {
  const counted = claims.filter(
    ({ state, serviceFrom, network: of }) =>
      isDecided(state) && serviceFrom >= period.begins && serviceFrom <= period.ends && (of ?? 'in') === network,
  )
  const sum = (of: (claim: Counted) => number) => counted.reduce((total, claim) => total + of(claim), 0)
  return {
    deductible: sum(({ deductible }) => deductible ?? 0),
    outOfPocket: sum(({ deductible, copay, coinsurance }) => (deductible ?? 0) + (copay ?? 0) + (coinsurance ?? 0)),
  }
}

/**
 * The amounts toward the limits of a claim's plan, year and network before it was decided and after. Null for a claim that counts
 * toward none.
 */
export function effectOf(
  claims: readonly Counted[],
  claim: Counted,
): { readonly before: Accumulated; readonly after: Accumulated } | null {
  if (!isDecided(claim.state)) return null
  const year = calendarYear(Number(claim.serviceFrom.slice(0, 4)))
  const network = claim.network ?? 'in'
  const order = (one: Counted) => `${one.decidedOn ?? one.serviceFrom} ${one.claimId}`
  const kind = planKindOf(claim.type)
  const earlier = claims.filter((one) => planKindOf(one.type) === kind && order(one) < order(claim))
  const before = accumulate(earlier, year, network)
  const own = accumulate([claim], year, network)
  return own.outOfPocket === 0
    ? null
    : {
        before,
        after: {
          deductible: before.deductible + own.deductible,
          outOfPocket: before.outOfPocket + own.outOfPocket,
        },
      }
}
