import { type LimitKind, limitKinds, type Network, networks, type YearLimit } from './balances.ts'

/** A yearly limit as one line of an ID card; an amount that is null is not known. */
export interface CardLimit {
  readonly kind: LimitKind
  readonly network: Network
  readonly personCents: number | null
  readonly familyCents: number | null
}

/**
 * The lines for yearly limits on a card (MP-1): what is known, and on a medical card both limits in the network in any case, because
 * cards must name them by law (42 U.S.C. 300gg-111(e)).
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

/** What a plan says of a service's cost in a network. */
interface Cost {
  readonly covered: boolean | null
  readonly copayCents: number | null
  readonly coinsurance: number | null
  readonly deductibleApplies: boolean | null
}

/** How a cost is said in short. Free only if what is said of it asks for nothing. */
export function findCostWords({ covered, copayCents, coinsurance }: Cost) {
  if (covered === false) return 'not-covered'
  if (copayCents !== null && copayCents > 0) return coinsurance ? 'copay-percent' : 'copay'
  if (coinsurance !== null && coinsurance > 0) return 'percent'
  return copayCents === 0 || coinsurance === 0 ? 'free' : 'unknown'
}

/** Whether the deductible has to be met first; said only beside a cost that is known. */
export function isAfterDeductible(cost: Cost): boolean {
  const words = findCostWords(cost)
  return cost.deductibleApplies === true && words !== 'not-covered' && words !== 'unknown'
}
