import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { shopPlan, shopQuote } from '@portico/contract/calls/shop'
import { findHelp } from '@portico/rules/shop/help-with-costs'
import { pickLimits } from '@portico/rules/shop/limits'
import { listLines, type Market, toMarket } from '@portico/rules/shop/lines'
import { computePremium, isForAll, type RatedPerson } from '@portico/rules/shop/rating'
import { type Reduction, reductions } from '@portico/rules/shop/reductions'
import { findExchange } from '@portico/rules/shop/state-help'
import { estimateCredit, findBenchmark, findEssentialPart, takesCredit } from '@portico/rules/shop/tax-credit'
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
import type { Home, Territory } from './territory.ts'

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
  /** A plan for these people in a ZIP code's part of a county; null if it is not sold there. */
  one(asked: {
    readonly brand: string
    readonly planYear: number
    readonly planId: string
    readonly county: Home
    readonly people: readonly RatedPerson[]
    /** For an estimate of the tax credit; absent: no estimate. */
    readonly income?: Question['income']
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
      const exchange = county === null ? null : findExchange(county.state)
      if (catalogue === null || county === null) return { ...answer, plans: [], credit: null, help: null, exchange }
      const { help, credit, terms } = helpFor(catalogue, county, people, market === 'under65' ? income : null)
      return { ...answer, plans: quoteAll(catalogue, county, market, people, terms), credit, help, exchange }
    },

    plan: async (planId, planYear, named, context) => {
      const catalogue = await catalogues.of(territory.findBrand(named, context), planYear)
      const plan = catalogue?.plan(planId)
      if (plan === undefined) throw new CallError('NOT-FOUND')
      const reduced = reductions.flatMap((reduction) => {
        const terms = plan.reduced[reduction]
        return terms === undefined ? [] : [{ ...pickLimits(terms), reduction, benefits: [...terms.benefits] }]
      })
      return { ...toFacts(plan), planYear, benefits: [...plan.benefits], reduced, documents: [...plan.documents] }
    },

    one: async ({ brand, planYear, planId, county, people, income = null }) => {
      const catalogue = await catalogues.of(brand, planYear)
      const plan = catalogue?.listSold(county).find((one) => one.planId === planId)
      if (catalogue === null || plan === undefined || !isForAll(people, plan)) return null
      const { terms } = helpFor(catalogue, county, people, toMarket(plan.line) === 'under65' ? income : null)
      return quoteOne(plan, catalogue.findRatingArea(county), people, terms)
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

function quoteAll(
  catalogue: Catalogue,
  county: Home,
  market: Market,
  people: readonly RatedPerson[],
  terms: HelpTerms,
): QuotedPlan[] {
  const lines = listLines(market)
  const area = catalogue.findRatingArea(county)
  return catalogue
    .listSold(county)
    .filter((plan) => lines.includes(plan.line) && isForAll(people, plan))
    .map((plan) => quoteOne(plan, area, people, terms))
}

function quoteOne(
  plan: SoldPlan,
  area: string | null,
  people: readonly RatedPerson[],
  { creditCents, credited, reduction }: HelpTerms,
): QuotedPlan {
  const rate = (area === null ? null : plan.rateIn(area)) ?? (() => null)
  const premium = computePremium(people, plan.line, rate)
  // The credit pays no more than the premiums of those who can have it (26 CFR 1.36B-3(d)(1)(i)).
  const isHelped = takesCredit(plan)
  const most = isHelped ? (findEssentialPart(computePremium(credited, plan.line, rate).cents, plan) ?? 0) : 0
  const terms = reduction === null || plan.metal !== 'silver' || !isHelped ? undefined : plan.reduced[reduction]
  return {
    ...toFacts(plan),
    premiumCents: premium.cents,
    creditCents: premium.cents === null ? 0 : Math.min(creditCents, most),
    unrated: premium.lines.filter(({ kind }) => kind === 'unknown').map(({ person }) => person),
    careCents: plan.careFor(people.length),
    reduced:
      terms === undefined || reduction === null
        ? null
        : { ...pickLimits(terms), reduction, careCents: terms.careFor(people.length) },
  }
}

function toFacts(plan: SoldPlan) {
  const { planId, name, line, metal, networkType, tiered, hsa, halfStars } = plan
  return { planId, name, line, metal, networkType, ...(tiered && { tiered }), hsa, halfStars, ...pickLimits(plan) }
}

/** The marketplace's help toward plans. */
interface HelpTerms {
  readonly creditCents: number
  /** The people who can have the credit. */
  readonly credited: readonly RatedPerson[]
  readonly reduction: Reduction | null
}

const noTerms: HelpTerms = { creditCents: 0, credited: [], reduction: null }

/** Who gets help with costs, and the credit for those who can have it under the rules (SH-5). */
function helpFor(
  catalogue: Catalogue,
  county: Home,
  people: readonly RatedPerson[],
  income: Question['income'],
): { readonly help: Quote['help']; readonly credit: Quote['credit']; readonly terms: HelpTerms } {
  if (income === null) return { help: null, credit: null, terms: noTerms }
  const { planYear } = catalogue
  const { state } = county
  const { householdSize, cents: incomeCents } = income
  const found = findHelp({ planYear, state, householdSize, incomeCents, ages: people.map(({ age }) => age) })
  const help = found === null ? null : { ...found, people: [...found.people] }
  const credited = found === null ? people : people.filter((_, at) => found.people[at] === 'credit')
  if (found !== null && credited.length === 0 && !found.people.some((kind) => kind === 'gap' || kind === 'high'))
    return { help, credit: { kind: 'none', why: 'other-help' }, terms: noTerms }
  const benchmarkCents = findCreditBenchmark(catalogue, county, credited)
  const credit = estimateCredit({ planYear, state, householdSize, incomeCents, benchmarkCents })
  if (credit.kind === 'none') return { help, credit, terms: noTerms }
  return { help, credit, terms: { creditCents: credit.cents, credited, reduction: found?.reduction ?? null } }
}

/**
 * The second cheapest silver premium for those who can have the credit, for essential benefits and without tobacco surcharges (26 CFR
 * 1.36B-3(e), (f), (j)).
 */
function findCreditBenchmark(catalogue: Catalogue, county: Home, credited: readonly RatedPerson[]): number | null {
  const area = catalogue.findRatingArea(county)
  const silver = catalogue.listSold(county).filter((plan) => plan.metal === 'silver' && takesCredit(plan))
  const people = credited.map((person) => ({ ...person, tobacco: false }))
  const computeRate = (plan: SoldPlan) => (area === null ? null : plan.rateIn(area)) ?? (() => null)
  const findPart = (plan: SoldPlan) =>
    findEssentialPart(computePremium(people, plan.line, computeRate(plan)).cents, plan)
  return findBenchmark(silver.map(findPart))
}
