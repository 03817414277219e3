import { type CareLevel, careLevels, hasCareCost } from '@portico/rules/shop/care-level'
import type { Service } from '@portico/rules/shop/cost-share'
import { type PlanLimits, pickLimits } from '@portico/rules/shop/limits'
import { OLDEST, type RateOf } from '@portico/rules/shop/rating'
import { type Reduction, readReduced } from '@portico/rules/shop/reductions'
import { yearOfCare } from '@portico/rules/shop/year-cost'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { PlanBenefit, PlanContent, PlanRates } from '../../platform/db/plan-columns.ts'
import { createLruCache } from '../../platform/lru-cache.ts'
import { findGeneration, listAreas, listPlans, listYears } from './catalogue-store.ts'
import { areaOfPlan } from './service-areas.ts'

/** The terms of a plan at one level of cost sharing. */
export interface PlanTerms extends PlanLimits {
  readonly benefits: readonly PlanBenefit[]
  /** What this many people pay for a year of care at each level of care. */
  careFor(people: number): Readonly<Record<CareLevel, number | null>>
}

/** A plan in a shop, ready to be quoted. */
export interface SoldPlan extends PlanContent, PlanTerms {
  readonly deductibleEachCents: number | 'shared' | null
  readonly outOfPocketEachCents: number | 'shared' | null
  readonly planId: string
  /** Its terms with reduced cost sharing (SH-5). */
  readonly reduced: Readonly<Partial<Record<Reduction, PlanTerms>>>
  /** Its monthly premium in a rating area; null for an area without rates. */
  rateIn(area: string): RateOf | null
}

/** The plans of a brand for a year. */
export interface Catalogue {
  readonly planYear: number
  readonly plans: readonly SoldPlan[]
  plan(planId: string): SoldPlan | undefined
  /** Plans sold in a ZIP code's part of a county: a plan may cover a county in part. */
  listSold(home: { readonly fips: string; readonly state: string; readonly zipCode: string }): readonly SoldPlan[]
  findRatingArea(county: { readonly fips: string; readonly state: string }): string | null
}

export interface Catalogues {
  /** The current plans of a year; null if none were loaded. */
  of(brand: string, planYear: number): Promise<Catalogue | null>
  /** Years with loaded plans. */
  years(brand: string): Promise<readonly number[]>
}

/** The most catalogues in memory; one of 200 plans takes about 2 MB. */
const maxKept = 24

/** Keeps each generation in memory: plans are the same for everyone and change only with a load. */
export function createCatalogues(database: Database): Catalogues {
  const kept = createLruCache<Catalogue>(maxKept)
  return {
    years: (brand) => listYears(database.read, brand),
    of: async (brand, planYear) => {
      const generation = await findGeneration(database.read, brand, planYear)
      if (generation === null) return null
      const read = () => database.snapshot((tx) => readCatalogue(tx, brand, planYear))
      return kept(`${brand} ${planYear}`, generation, read)
    },
  }
}

async function readCatalogue(db: Reader, brand: string, planYear: number): Promise<Catalogue> {
  const rows = await listPlans(db, brand, planYear)
  const places = await listAreas(db, brand, planYear)
  const reduced = new Map<string, Partial<Record<Reduction, PlanTerms>>>()
  for (const { plan_id, content, benefits } of rows) {
    const variant = readReduced(plan_id)
    if (variant === null) continue
    const terms = createTerms(content, benefits ?? [])
    reduced.set(variant.planId, { ...reduced.get(variant.planId), [variant.reduction]: terms })
  }
  const plans = rows
    .filter(({ plan_id }) => readReduced(plan_id) === null)
    .map((row) =>
      toSoldPlan(row.plan_id, row.content, { ...row, benefits: row.benefits ?? [] }, reduced.get(row.plan_id) ?? {}),
    )
  const byId = new Map(plans.map((plan) => [plan.planId, plan]))
  const areas = (kind: 'service' | 'rating') =>
    places.filter((one) => one.kind === kind).map((one) => ({ area: one.area_id, places: new Set(one.places) }))
  const [service, rating] = [new Map(areas('service').map((one) => [one.area, one.places])), areas('rating')]
  return {
    planYear,
    plans,
    plan: (planId) => byId.get(planId),
    listSold: ({ fips, state, zipCode }) =>
      plans.filter((plan) => {
        const sold = service.get(areaOfPlan(plan, service) ?? '')
        return sold !== undefined && [fips, state, `${fips} ${zipCode}`].some((place) => sold.has(place))
      }),
    findRatingArea: ({ fips, state }) =>
      (rating.find((one) => one.places.has(fips)) ?? rating.find((one) => one.places.has(state)))?.area ?? null,
  }
}

function toSoldPlan(
  planId: string,
  content: PlanContent,
  { benefits, rates }: { readonly benefits: readonly PlanBenefit[]; readonly rates: PlanRates | null },
  reduced: SoldPlan['reduced'],
): SoldPlan {
  const rateTables = new Map<string, RateOf>()
  return {
    ...content,
    ...createTerms(content, benefits),
    planId,
    reduced,
    rateIn: (area) => {
      const bands = rates !== null && Object.hasOwn(rates, area) ? rates[area] : undefined
      if (bands === undefined) return null
      const known = rateTables.get(area)
      if (known) return known
      const table = rateTable(bands)
      rateTables.set(area, table)
      return table
    },
  }
}

function createTerms(content: PlanContent, benefits: readonly PlanBenefit[]): PlanTerms {
  const shares = new Map(benefits.flatMap(({ service, inNetwork }) => (service === null ? [] : [[service, inNetwork]])))
  const care = new Map<number, Record<CareLevel, number | null>>()
  const limits = pickLimits(content)
  const costs = { ...limits, findShare: (service: Service) => shares.get(service) ?? null }
  return {
    ...limits,
    benefits,
    careFor: (people) => {
      const known = care.get(people)
      if (known) return known
      const of = (level: CareLevel) =>
        hasCareCost(content.line) ? (yearOfCare(costs, level, people)?.cents ?? null) : null
      const found = Object.fromEntries(careLevels.map((level) => [level, of(level)])) as Record<
        CareLevel,
        number | null
      >
      care.set(people, found)
      return found
    },
  }
}

/** Indexed by age; -1: no rate. */
function rateTable(bands: PlanRates[string]): RateOf {
  const plain = new Int32Array(OLDEST + 1).fill(-1)
  const tobacco = new Int32Array(OLDEST + 1).fill(-1)
  for (const [from, to, cents, withTobacco] of bands) {
    plain.fill(cents, from, to + 1)
    tobacco.fill(withTobacco ?? cents, from, to + 1)
  }
  return (age, uses) => {
    const cents = (uses ? tobacco : plain)[age] ?? -1
    return cents < 0 ? null : cents
  }
}
