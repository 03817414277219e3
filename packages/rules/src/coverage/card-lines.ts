import { type LimitKind, limitKinds, type Network, networks, type YearLimit } from './balances.ts'

/** A yearly limit as one line of an ID card; null amount: not known. */
export interface CardLimit {
  readonly kind: LimitKind
  readonly network: Network
  readonly personCents: number | null
  readonly familyCents: number | null
}

/**
 * The lines for yearly limits on a card (MP-1): the known limits, and on a medical card both in-network limits even if not known,
 * because cards must name them by law (42 U.S.C. 300gg-111(e)).
 */
export function listCardLimits(limits: readonly YearLimit[], isMedical: boolean): CardLimit[] {
  return networks.flatMap((network) =>
    limitKinds.flatMap((kind) => {
      const find = (holder: YearLimit['holder']) =>
        limits.find((one) => one.kind === kind && one.network === network && one.holder === holder)?.limitCents ?? null
      const line = { kind, network, personCents: find('person'), familyCents: find('family') }
      const isKnown = line.personCents !== null || line.familyCents !== null
      return isKnown || (isMedical && network === 'in') ? [line] : []
    }),
  )
}

/** Which amounts of a line are known. */
export function findKnownHolders({ personCents, familyCents }: CardLimit): 'both' | 'person' | 'family' | 'unknown' {
  if (personCents !== null && familyCents !== null) return 'both'
  if (personCents !== null) return 'person'
  return familyCents === null ? 'unknown' : 'family'
}

/** What a plan says about a service's cost in a network. */
interface Cost {
  readonly covered: boolean | null
  readonly copayCents: number | null
  readonly coinsurance: number | null
  readonly deductibleApplies: boolean | null
}

/** How we say a cost in short. It is free only if every amount that the plan states is zero. */
export function findCostWords({ covered, copayCents, coinsurance }: Cost) {
  if (covered === false) return 'not-covered'
  if (copayCents !== null && copayCents > 0) return coinsurance ? 'copay-percent' : 'copay'
  if (coinsurance !== null && coinsurance > 0) return 'percent'
  return copayCents === 0 || coinsurance === 0 ? 'free' : 'unknown'
}

/** Whether the deductible must be met first; we say so only beside a known cost. */
export function isAfterDeductible(cost: Cost): boolean {
  const words = findCostWords(cost)
  return cost.deductibleApplies === true && words !== 'not-covered' && words !== 'unknown'
}
