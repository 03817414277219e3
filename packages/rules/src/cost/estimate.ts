import { type LineShare, splitLine, type YearLimits } from '../claims/adjudicate.ts'
import type { Balance, Network } from '../coverage/balances.ts'

/** What a plan says it pays for a service in one network; null: the plan does not say. Money in whole cents, shares in percent. */
export interface SaidBenefit {
  readonly covered: boolean | null
  readonly copayCents: number | null
  readonly coinsurance: number | null
  readonly deductibleApplies: boolean | null
}

/** The question: what one service of one provider costs one member right now. */
export interface EstimateOf {
  readonly network: Network
  /** Null: the plan says nothing about the service. */
  readonly benefit: SaidBenefit | null
  /** How much of each limit is used, for the limits that apply to the member. */
  readonly balances: readonly Balance[]
  /** The lowest and highest price that the plan and the provider have agreed on; null: not known. */
  readonly allowed: { readonly lowCents: number; readonly highCents: number } | null
  /** What the provider bills, if known: out of network, the member pays whatever is above the allowed amount. */
  readonly billedCents?: number
}

/** One way the bill may come out: allowed + above = plan pays + you pay. */
export interface EstimateSide {
  readonly allowedCents: number
  readonly deductibleCents: number
  readonly copayCents: number
  readonly coinsuranceCents: number
  readonly notCoveredCents: number
  /** Out of network: what the provider bills above what the plan allows. */
  readonly aboveCents: number
  readonly planPaysCents: number
  readonly youPayCents: number
  /** Whether the out-of-pocket maximum lowers the member's share below what the benefit says. */
  readonly capped: boolean
}

export const unknownReasons = ['rate', 'benefit', 'used'] as const

/** Why there is no estimate: the price, the plan's coverage of it, or the deductible used so far is not known. */
export type UnknownReason = (typeof unknownReasons)[number]

export type Estimate =
  | { readonly known: false; readonly why: UnknownReason }
  | {
      readonly known: true
      readonly low: EstimateSide
      readonly high: EstimateSide
      /** This is the most that the member may have to pay: we do not know how near they are to their out-of-pocket maximum. */
      readonly atMost: boolean
    }

/**
 * What care would cost a member now (MP-26), by the same rules that decide claims. It guesses nothing: what is not known is reported as
 * unknown, and if the plan does not say whether its deductible comes first, the estimate is a range over both cases.
 */
export function estimateCost(of: EstimateOf): Estimate {
  const { benefit, allowed, network } = of
  if (benefit === null || !isSaid(benefit)) return { known: false, why: 'benefit' }
  if (allowed === null) return { known: false, why: 'rate' }
  const balances = of.balances.filter((one) => one.network === network)
  const isCovered = benefit.covered !== false
  const ways = !isCovered ? [false] : benefit.deductibleApplies === null ? [false, true] : [benefit.deductibleApplies]
  const deductible = computeLeft(balances, 'deductible')
  if (ways.includes(true) && deductible === null) return { known: false, why: 'used' }
  const outOfPocket = computeLeft(balances, 'out-of-pocket')
  const left: YearLimits = { deductible: deductible ?? 0, outOfPocket: outOfPocket ?? Number.POSITIVE_INFINITY }
  const sides = ways.flatMap((isFirst) =>
    [allowed.lowCents, allowed.highCents].map((cents) => estimateSide(of, benefit, { cents, isFirst, left })),
  )
  const byCost = sides.toSorted((a, b) => a.youPayCents - b.youPayCents || a.allowedCents - b.allowedCents)
  const [low, high] = [byCost[0] as EstimateSide, byCost.at(-1) as EstimateSide]
  return { known: true, low, high, atMost: isCovered && outOfPocket === null && high.youPayCents > 0 }
}

function isSaid({ covered, copayCents, coinsurance }: SaidBenefit): boolean {
  return covered === false || copayCents !== null || coinsurance !== null
}

/**
 * How much the member can still be asked to pay this year: what is left of their own limit or of the family's, whichever is less.
 * Null: not known.
 */
function computeLeft(balances: readonly Balance[], kind: Balance['kind']): number | null {
  const of = balances.filter((one) => one.kind === kind)
  const left = of.map(({ limitCents, usedCents }) => (usedCents === null ? null : Math.max(0, limitCents - usedCents)))
  const known = left.filter((one) => one !== null)
  // A used-up limit leaves nothing, even if the other limit is not known.
  if (known.includes(0)) return 0
  return known.length < of.length || of.length === 0 ? null : Math.min(...known)
}

function estimateSide(
  { network, billedCents }: EstimateOf,
  benefit: SaidBenefit,
  { cents, isFirst, left }: { readonly cents: number; readonly isFirst: boolean; readonly left: YearLimits },
): EstimateSide {
  const allowed = network === 'out' && billedCents !== undefined ? Math.min(cents, billedCents) : cents
  const above = network === 'out' && billedCents !== undefined ? billedCents - allowed : 0
  const rule = {
    covered: benefit.covered !== false,
    deductible: isFirst,
    coinsurance: benefit.coinsurance ?? 0,
    ...(benefit.copayCents !== null && { copay: benefit.copayCents, also: true }),
  }
  const split = (of: YearLimits) => splitLine(of, { billed: allowed, allowed, benefit: rule })
  const share = split(left)
  const free = split({ ...left, outOfPocket: Number.POSITIVE_INFINITY })
  const you = sumShare(share)
  return {
    allowedCents: allowed,
    deductibleCents: share.deductible,
    copayCents: share.copay,
    coinsuranceCents: share.coinsurance,
    notCoveredCents: share.notCovered,
    aboveCents: above,
    planPaysCents: share.planPaid,
    youPayCents: you + above,
    capped: you < sumShare(free),
  }
}

function sumShare({ deductible, copay, coinsurance, notCovered }: LineShare): number {
  return deductible + copay + coinsurance + notCovered
}
