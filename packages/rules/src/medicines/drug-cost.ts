import { adjudicate, type YearLimits } from '../claims/adjudicate.ts'

/** The price classes of plans, whatever a plan's files call them. */
export const tierKinds = ['generic', 'preferred', 'other-brand', 'specialty'] as const
export type TierKind = (typeof tierKinds)[number]

export function findTierKind(tier: string | null): TierKind | null {
  const said = (tier ?? '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .replace(/non ?specialty/, '')
  if (said.includes('specialty')) return 'specialty'
  if (said.includes('generic')) return 'generic'
  if (/non ?preferred/.test(said)) return 'other-brand'
  if (said.includes('preferred')) return 'preferred'
  return said.includes('brand') ? 'other-brand' : null
}

/** The part of a plan's benefit that drugs need. */
interface DrugBenefit {
  readonly service: string
  readonly network: 'in' | 'out'
}

/** The benefit that pays for drugs of a tier at a kind of pharmacy, by the words of its service; null: none matches, or several do. */
export function findDrugBenefit<Benefit extends DrugBenefit>(
  benefits: readonly Benefit[],
  tier: string | null,
  pharmacy: 'retail' | 'mail',
): Benefit | null {
  const kind = findTierKind(tier)
  const meant = benefits.filter(
    ({ service, network }) =>
      network === 'in' &&
      kind !== null &&
      /drug/i.test(service) &&
      findTierKind(service) === kind &&
      /mail/i.test(service) === (pharmacy === 'mail'),
  )
  // Drug lists and plans may split generic or specialty drugs into preferred and non-preferred ones.
  const alike = meant.filter(({ service }) => findGrade(service) === findGrade(tier ?? ''))
  const [one = null, ...others] = meant.length > 1 ? alike : meant
  return others.length === 0 ? one : null
}

function findGrade(text: string): 'non-preferred' | 'preferred' | null {
  if (/non[^a-z]?preferred/i.test(text)) return 'non-preferred'
  return /preferred/i.test(text) ? 'preferred' : null
}

/** What the member pays for a drug of a tier, in cents and percent; null: the plan does not say. */
export interface DrugShare {
  readonly copayCents: number | null
  readonly coinsurance: number | null
  /** Null: the plan does not say, or it comes before one part alone. */
  readonly deductibleApplies: boolean | null
  readonly onlyAfter?: 'copay' | 'coinsurance' | undefined
}

/** What is left of each limit this year; null: there is no such limit, or the rest is not known. */
export interface LeftOfYear {
  readonly deductible: number | null
  readonly outOfPocket: number | null
}

export interface DrugCost {
  readonly cents: number
  /** The cost may be lower, since the price is not known. */
  readonly atMost: boolean
}

/** What a drug costs the member now, decided as a claim would be (MP-17); null: too little is known. */
export function drugCost(share: DrugShare, priceCents: number | null, left: LeftOfYear): DrugCost | null {
  const { copayCents, coinsurance, deductibleApplies } = share
  if (copayCents === null && coinsurance === null) return null
  if (priceCents === null) {
    const isFlat = copayCents !== null && (deductibleApplies === false || left.deductible === 0) && !coinsurance
    return isFlat ? { cents: Math.min(copayCents, left.outOfPocket ?? copayCents), atMost: true } : null
  }
  // Without knowing the deductible, the answer could be the copay or the whole price.
  if (deductibleApplies !== false && left.deductible === null) return null
  if (deductibleApplies === null && left.deductible !== 0) return null
  const boundless = Number.MAX_SAFE_INTEGER
  const person: YearLimits = { deductible: left.deductible ?? 0, outOfPocket: left.outOfPocket ?? boundless }
  const nothing = { deductible: 0, outOfPocket: 0 }
  const benefit = {
    covered: true,
    deductible: deductibleApplies === true,
    coinsurance: coinsurance ?? 0,
    ...(copayCents !== null && { copay: copayCents, also: true }),
  }
  const { lines } = adjudicate({ person, family: null, embedded: true }, { person: nothing, family: nothing }, [
    { billed: priceCents, allowed: priceCents, benefit },
  ])
  const [line] = lines
  if (line === undefined) return null
  return { cents: line.deductible + line.copay + line.coinsurance, atMost: false }
}
