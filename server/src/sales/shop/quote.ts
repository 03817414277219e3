import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { shopPlan, shopQuote } from '@portico/contract/calls/shop'
import { listLines, type Market } from '@portico/rules/shop/lines'
import { computePremium, isForAll, type RatedPerson } from '@portico/rules/shop/rating'
import { estimateCredit, findBenchmark } from '@portico/rules/shop/tax-credit'
import {
  type EnrollmentWindow,
  isYearOver,
  openEnrollment,
  type Windows,
  yearForSale,
} from '@portico/rules/shop/windows'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Catalogue, Catalogues, SoldPlan } from '../../brands/plans/catalogue.ts'
import { easternDay } from '../../platform/day.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { County, Home, Territory } from './territory.ts'

type Question = BodyOf<typeof shopQuote>
export type Quote = PayloadOf<typeof shopQuote>
export type QuotedPlan = Quote['plans'][number]

export interface Quotes {
  /** Throws FIELD-INVALID. */
  quote(body: Question, context: CallContext): Promise<Quote>
  /** Throws NOT-FOUND. */
  plan(
    planId: string,
    planYear: number,
    named: string | undefined,
    context: CallContext,
  ): Promise<PayloadOf<typeof shopPlan>>
  /** A plan for some people in a ZIP code's part of a county; null if it is not sold there. */
  one(asked: {
    readonly brand: string
    readonly planYear: number
    readonly planId: string
    readonly county: Home
    readonly people: readonly RatedPerson[]
  }): Promise<QuotedPlan | null>
  /** When people of a market can enroll, by the brand's dates. */
  window(brand: string, market: Market, now: Date): EnrollmentWindow
}

export function createQuotes(parts: {
  readonly brands: BrandService
  readonly territory: Territory
  readonly catalogues: Catalogues
  readonly findWindows: (brand: string) => Windows
}): Quotes {
  const { brands, territory, catalogues, findWindows } = parts
  const window: Quotes['window'] = (brand, market, now) => openEnrollment(findWindows(brand)[market], easternDay(now))

  return {
    window,

    quote: async (body, context) => {
      const { market, zipCode, people, income } = body
      const brand = territory.findBrand(body.brand, context)
      const { counties, county } = territory.counties(zipCode, body.county)
      const open = window(brand, market, context.now)
      const loaded = await catalogues.years(brand)
      const years = loaded.filter((year) => !isYearOver(year, easternDay(context.now)))
      const planYear = findYear(body.planYear, open, years, context.now)
      const other = territory.otherBrand(zipCode, brand)
      const answer = {
        counties: [...counties],
        county,
        otherBrand:
          other === null ? null : { brand: other, name: brands.requireLoaded(other).texts[context.language].name },
        years,
        planYear,
        window: open,
      }
      const catalogue = planYear === null ? null : await catalogues.of(brand, planYear)
      if (catalogue === null || county === null) return { ...answer, plans: [], credit: null }
      const plans = quoteAll(catalogue, county, market, people)
      return {
        ...answer,
        plans,
        credit: income === null ? null : computeCredit(catalogue.planYear, county, income, plans),
      }
    },

    plan: async (planId, planYear, named, context) => {
      const catalogue = await catalogues.of(territory.findBrand(named, context), planYear)
      const plan = catalogue?.plan(planId)
      if (plan === undefined) throw new CallError('NOT-FOUND')
      return { ...toFacts(plan), planYear, benefits: [...plan.benefits], documents: [...plan.documents] }
    },

    one: async ({ brand, planYear, planId, county, people }) => {
      const catalogue = await catalogues.of(brand, planYear)
      const plan = catalogue?.listSold(county).find((one) => one.planId === planId)
      if (catalogue === null || plan === undefined || !isForAll(people, plan.metal)) return null
      return quoteOne(plan, catalogue.findRatingArea(county), people)
    },
  }
}

/** The requested year, or else the one for sale. */
function findYear(
  asked: number | undefined,
  open: EnrollmentWindow,
  years: readonly number[],
  now: Date,
): number | null {
  if (asked !== undefined) return years.includes(asked) ? asked : null
  const wanted = yearForSale(open, easternDay(now))
  return years.includes(wanted) ? wanted : null
}

function quoteAll(catalogue: Catalogue, county: Home, market: Market, people: readonly RatedPerson[]): QuotedPlan[] {
  const lines = listLines(market)
  const area = catalogue.findRatingArea(county)
  return catalogue
    .listSold(county)
    .filter(({ line, metal }) => lines.includes(line) && isForAll(people, metal))
    .map((plan) => quoteOne(plan, area, people))
}

function quoteOne(plan: SoldPlan, area: string | null, people: readonly RatedPerson[]): QuotedPlan {
  const rate = area === null ? null : plan.rateIn(area)
  const premium = computePremium(people, plan.line, rate ?? (() => null))
  return {
    ...toFacts(plan),
    premiumCents: premium.cents,
    unrated: premium.lines.filter(({ kind }) => kind === 'unknown').map(({ person }) => person),
    careCents: plan.careFor(people.length),
  }
}

function toFacts({ planId, name, line, metal, networkType, hsa, halfStars, ...plan }: SoldPlan) {
  const { deductibleCents, deductibleFamilyCents, outOfPocketCents, outOfPocketFamilyCents } = plan
  return {
    planId,
    name,
    line,
    metal,
    networkType,
    hsa,
    halfStars,
    deductibleCents,
    deductibleFamilyCents,
    outOfPocketCents,
    outOfPocketFamilyCents,
  }
}

function computeCredit(
  planYear: number,
  { state }: County,
  income: NonNullable<Question['income']>,
  plans: readonly QuotedPlan[],
): Quote['credit'] {
  const silver = plans.filter(({ line, metal }) => line === 'medical' && metal === 'silver')
  return estimateCredit({
    planYear,
    state,
    householdSize: income.householdSize,
    incomeCents: income.cents,
    benchmarkCents: findBenchmark(silver.map(({ premiumCents }) => premiumCents)),
  })
}
