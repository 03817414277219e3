import type { TierKind } from '../medicines/drug-cost.ts'
import type { CareLevel } from './care-level.ts'
import type { CostShare, Service } from './cost-share.ts'
import type { PlanLimits } from './limits.ts'

/**
 * What each level assumes for every covered person, and what we assume that a service costs before the plan pays: round figures of our
 * own, the same for every plan and shown with the result (SH-4). A hospital stay is three days.
 */
export const assumedCents: Readonly<Partial<Record<Service, number>>> = {
  preventive: 25_000,
  primary: 15_000,
  specialist: 25_000,
  urgent: 20_000,
  lab: 8_000,
  xray: 15_000,
  imaging: 90_000,
  therapy: 12_000,
  generic: 2_000,
  'preferred-brand': 25_000,
  'other-brand': 40_000,
  specialty: 500_000,
  emergency: 220_000,
  hospital: 1_800_000,
}
export const ASSUMED_STAY_DAYS = 3

export const assumedCare: Readonly<Record<CareLevel, readonly (readonly [Service, number])[]>> = {
  rarely: [
    ['preventive', 1],
    ['primary', 1],
    ['generic', 2],
  ],
  some: [
    ['preventive', 1],
    ['primary', 3],
    ['specialist', 2],
    ['urgent', 1],
    ['lab', 2],
    ['xray', 1],
    ['generic', 12],
  ],
  lot: [
    ['preventive', 1],
    ['primary', 5],
    ['specialist', 6],
    ['lab', 6],
    ['xray', 2],
    ['imaging', 1],
    ['emergency', 1],
    ['hospital', 1],
    ['therapy', 10],
    ['generic', 24],
    ['preferred-brand', 12],
  ],
}

/** The service whose benefit pays for a drug of a price class. */
export const drugServices: Readonly<Record<TierKind, Service>> = {
  generic: 'generic',
  preferred: 'preferred-brand',
  'other-brand': 'other-brand',
  specialty: 'specialty',
}

/** How often a year a named drug is filled. */
export const FILLS_A_YEAR = 12

/** The fields of a plan that decide the cost of a year; null: not known. */
export interface PlanCosts extends PlanLimits {
  /** In network. */
  readonly findShare: (service: Service) => CostShare | null
}

export interface CareLine {
  readonly service: Service
  readonly times: number
  /** What the person pays for all of these visits or fills together. */
  readonly cents: number
}

export interface YearOfCare {
  readonly cents: number
  /** For one person alone, before the out-of-pocket maximum. */
  readonly lines: readonly CareLine[]
  /** That person's total, limited by the maximum. */
  readonly personCents: number
  /** How much the maximum takes off that person's lines; zero if they do not reach it. */
  readonly overLimitCents: number
}

/**
 * What a group pays for a year of in-network care if each person needs the same; null: the plan's file lacks a figure that this takes.
 * Drugs that the first person named, by how the plan pays for them, replace the assumed drugs of that person. Each person has their own
 * deductible and limit until the family's is reached; if a family has only its joint amount, the first person may use all of it.
 */
export function yearOfCare(
  plan: PlanCosts,
  level: CareLevel,
  people: number,
  ownDrugs: readonly Service[] = [],
): YearOfCare | null {
  if (people < 1) return null
  const isGroup = people > 1
  const ofCare = openPool(plan.deductibleCents, isGroup, plan.deductibleFamilyCents, plan.deductibleEachCents)
  const {
    drugDeductibleCents: drugs,
    drugDeductibleFamilyCents: drugsOfAll = null,
    drugDeductibleEachCents: drugsOfEach = null,
  } = plan
  // Without a separate drug deductible, drugs count toward the deductible of all care.
  const ofDrugs = drugs === undefined ? ofCare : openPool(drugs, isGroup, drugsOfAll, drugsOfEach)
  const max = findOwnPart(plan.outOfPocketCents, isGroup, plan.outOfPocketFamilyCents, plan.outOfPocketEachCents)
  if (ofCare === null || ofDrugs === null || max === null) return null
  const findShares = (care: readonly (readonly [Service, number])[]) =>
    care.map(([service, times]) => ({ service, times, share: plan.findShare(service) }))
  const shares = findShares(assumedCare[level])
  const firstShares = ownDrugs.length === 0 ? shares : findShares(withOwnDrugs(assumedCare[level], ownDrugs))
  if ([...shares, ...firstShares].some(({ share }) => share === null)) return null
  const sums: number[] = []
  let first: readonly CareLine[] = []
  for (let person = 0; person < people; person += 1) {
    const left = new Map([ofCare, ofDrugs].map((pool) => [pool, Math.min(pool.each, pool.family)]))
    const lines = (person === 0 ? firstShares : shares).map(({ service, times, share }): CareLine => {
      const pool = ownDrugServices.has(service) ? ofDrugs : ofCare
      let cents = 0
      for (let time = 0; time < times; time += 1) {
        const paid = payFor(service, share as CostShare, left.get(pool) ?? 0)
        left.set(pool, (left.get(pool) ?? 0) - paid.deductible)
        pool.family -= paid.deductible
        cents += paid.cents
      }
      return { service, times, cents }
    })
    if (person === 0) first = lines
    sums.push(addUp(lines))
  }
  const all = sums.reduce((sum, one) => sum + Math.min(one, max), 0)
  const family = isGroup ? plan.outOfPocketFamilyCents : null
  const personCents = Math.min(sums[0] ?? 0, max)
  return {
    cents: Math.min(all, family ?? all),
    lines: first,
    personCents,
    overLimitCents: (sums[0] ?? 0) - personCents,
  }
}

/** A deductible: what is left of the family's, and the most that each person reaches. */
interface Pool {
  readonly each: number
  family: number
}

function openPool(
  person: number | null,
  isGroup: boolean,
  family: number | null,
  each: number | 'shared' | null,
): Pool | null {
  const own = findOwnPart(person, isGroup, family, each)
  return own === null ? null : { each: own, family: (isGroup ? family : null) ?? Number.POSITIVE_INFINITY }
}

const ownDrugServices: ReadonlySet<Service> = new Set(Object.values(drugServices))

function withOwnDrugs(care: readonly (readonly [Service, number])[], own: readonly Service[]) {
  const drugs: readonly Service[] = Object.values(drugServices)
  const named = drugs.map((service) => [service, FILLS_A_YEAR * own.filter((one) => one === service).length] as const)
  return [...care.filter(([service]) => !drugs.includes(service)), ...named.filter(([, times]) => times > 0)]
}

/** The most that one person of a group reaches; if the file does not say, a person's own amount. */
function findOwnPart(
  person: number | null,
  isGroup: boolean,
  family: number | null,
  each: number | 'shared' | null,
): number | null {
  if (!isGroup || each === null) return person
  return each === 'shared' ? family : each
}

function addUp(lines: readonly CareLine[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

function payFor(
  service: Service,
  share: CostShare,
  left: number,
): { readonly cents: number; readonly deductible: number } {
  const price = assumedCents[service] ?? 0
  if (!share.covered) return { cents: price, deductible: 0 }
  const copay = (share.copayCents ?? 0) * (share.per === 'day' ? ASSUMED_STAY_DAYS : 1)
  if (share.onlyAfter === 'coinsurance') {
    // The copay is due first, and the deductible applies to what is left of the price.
    const first = Math.min(copay, price)
    const deductible = Math.min(left, price - first)
    const own = Math.round(((price - first - deductible) * (share.coinsurance ?? 0)) / 100)
    return { cents: first + deductible + own, deductible }
  }
  const deductible = share.afterDeductible ? Math.min(left, price) : 0
  const rest = price - deductible
  if (rest === 0) return { cents: deductible, deductible }
  const own = Math.min(rest, copay + Math.round((rest * (share.coinsurance ?? 0)) / 100))
  return { cents: deductible + own, deductible }
}
