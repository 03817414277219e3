import type { PayloadOf } from '@portico/contract/call'
import type { coveredDrug, searchFormulary } from '@portico/contract/calls/medicines'
import type { Language } from '@portico/contract/page'
import {
  type DrugCost,
  type DrugShare,
  drugCost,
  findDrugBenefit,
  findTierKind,
  type LeftOfYear,
} from '@portico/rules/medicines/drug-cost'
import { nearestNames, searchDrugs } from '@portico/rules/medicines/drug-search'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { about } from '../../platform/http/recorded.ts'
import type { FinishedHandler } from '../../platform/http/stages.ts'
import { listOwnKinds } from '../coverage/cards.ts'
import { type KnownContract, readContract } from '../coverage/contract-year.ts'
import { buildPlanYear, type PlanYear } from '../coverage/plan-year.ts'
import { coversDay, findHomeZip } from '../member/contract.ts'
import type { CoveredDrug, Formularies, Formulary } from './formularies.ts'

type FormularyMatches = PayloadOf<typeof searchFormulary>
type DrugDetail = PayloadOf<typeof coveredDrug>

const maxFound = 30
const maxAlternatives = 8

type DrugPlans = Awaited<ReturnType<typeof readDrugPlans>>

/** Drugs on the list of the member's plan that match the words; the search is audited without the words. */
export const findDrugs = (formularies: Formularies): FinishedHandler<typeof searchFormulary, string, DrugPlans> => ({
  prepare: async ({ body: { planYear } }, { now }) => dayOfList(planYear, now),
  handle: async ({ principal: { memberId } }, { now }, tx) => about(memberId, await readDrugPlans(tx, memberId, now)),
  finish: async ({ planOn, planKinds }, { principal, body: { q, planYear } }, { now }) => {
    const day = dayOfList(planYear, now)
    const [plan, next] = [planOn(day), planOn(nextYear(now))]
    const [list, hasNext] = await Promise.all([
      plan && formularies.of(principal.brand, plan.planId, day),
      next?.planId != null && formularies.has(principal.brand, next.planId, nextYear(now)),
    ])
    const thisYear = toYear(easternDay(now))
    const years = { planYear: toYear(day), planYears: hasNext ? [thisYear, thisYear + 1] : [thisYear] }
    if (plan === null || list === null)
      return { known: false, ...years, planName: plan?.name ?? null, drugs: [], nearest: [], planKinds }
    const drugs = searchDrugs(list.index, q, maxFound).map(toShownDrug)
    const nearest = drugs.length > 0 ? [] : nearestNames(list.index, q, 5)
    return { known: true, ...years, planName: plan.name, drugs, nearest, planKinds }
  },
})

/** The day of the requested list: today, or the first of next year. Throws FIELD-INVALID for any other year. */
function dayOfList(planYear: number | undefined, now: Date): string {
  const [today, next] = [easternDay(now), nextYear(now)]
  const day = [today, next].find((one) => planYear === undefined || toYear(one) === planYear)
  if (day === undefined)
    throw new CallError('FIELD-INVALID', { fields: [{ field: 'planYear', code: 'FIELD-INVALID' }] })
  return day
}

function nextYear(now: Date): string {
  return `${toYear(easternDay(now)) + 1}-01-01`
}

function toYear(day: string): number {
  return Number(day.slice(0, 4))
}

/** Finds the pharmacies in a plan's networks that are nearest to a ZIP code; none without a ZIP code. */
export interface NearestPharmacies {
  pharmacies(
    tx: Tx,
    planId: string | null,
    about: {
      readonly brand: string
      readonly zip: string | null
      readonly language: Language
      readonly today: string
    },
  ): Promise<DrugDetail['pharmacies']>
}

/** One drug on the list with its current cost. Throws NOT-FOUND. */
export const readCoveredDrug = (parts: {
  readonly formularies: Formularies
  readonly whereabouts: NearestPharmacies
}): FinishedHandler<typeof coveredDrug, string, DrugOnPlan> => ({
  prepare: async ({ body: { planYear } }, { now }) => dayOfList(planYear, now),
  handle: async ({ principal }, { now, language }, tx, day) => {
    const { memberId, brand, scopes } = principal
    const plan = (await readDrugPlans(tx, memberId, now)).planOn(day)
    // Only the member may see distances from home.
    const zip = scopes === null ? await findHomeZip(tx, memberId) : null
    const where = { brand, zip, language, today: easternDay(now) }
    return about(memberId, { plan, pharmacies: await parts.whereabouts.pharmacies(tx, plan?.planId ?? null, where) })
  },
  finish: (found, { principal: { brand }, body: { drugId, planYear } }, { now }) =>
    describeDrug(parts.formularies, found, { brand, drugId, day: dayOfList(planYear, now) }),
})

/** A member's plan on a day, with the pharmacies near them. */
interface DrugOnPlan extends Pick<DrugDetail, 'pharmacies'> {
  readonly plan: DrugPlan | null
}

async function describeDrug(
  formularies: Formularies,
  { plan, pharmacies }: DrugOnPlan,
  { brand, drugId, day }: Readonly<Record<'brand' | 'drugId' | 'day', string>>,
): Promise<DrugDetail> {
  const list = plan && (await formularies.of(brand, plan.planId, day))
  const drug = list?.index.drugs.find((one) => one.drugId === drugId)
  if (plan === null || list == null || drug === undefined) throw new CallError('NOT-FOUND')
  const retail = (one: CoveredDrug) => listCosts(one, 'retail', plan, list)[0] ?? { cost: null }
  const own = retail(drug)
  // Alternatives of the same dose come first.
  const otherDose = ({ ingredient, strength }: CoveredDrug) =>
    Number(ingredient !== drug.ingredient || strength !== drug.strength)
  const cheaper = (is: (one: CoveredDrug) => boolean) =>
    list.index.drugs
      .filter((one) => one !== drug && is(one))
      .map((one) => ({ one, cost: retail(one) }))
      .filter(({ cost }) => cost.cost !== null && own.cost !== null && cost.cost.cents < own.cost.cents)
      .toSorted((a, b) => otherDose(a.one) - otherDose(b.one) || (a.cost.cost?.cents ?? 0) - (b.cost.cost?.cents ?? 0))
      .slice(0, maxAlternatives)
      .map(({ one, cost: { cost } }) => ({
        drug: toShownDrug(one),
        cents: cost?.cents ?? null,
        atMost: cost?.atMost ?? false,
      }))
  return {
    drug: toShownDrug(drug),
    planYear: toYear(day),
    priorAuthorization: drug.priorAuthorization,
    stepTherapy: drug.stepTherapy,
    quantityLimit: drug.quantityLimit,
    costs: (['retail', 'mail'] as const).flatMap((pharmacy) =>
      listCosts(drug, pharmacy, plan, list).map(({ cost, days, share }) => ({
        pharmacy,
        days,
        cents: cost?.cents ?? null,
        atMost: cost?.atMost ?? false,
        share,
      })),
    ),
    pharmacies,
    alternatives: cheaper((one) => isSame(one, drug)),
    // Other ingredients only, since the same ingredient is listed above; empty if the list names no class.
    sameClass:
      drug.drugClass === null
        ? []
        : cheaper((one) => one.drugClass === drug.drugClass && one.ingredient !== drug.ingredient),
    asOf: list.asOf,
  }
}

/** The plan that pays for the member's drugs on a day. */
interface DrugPlan {
  readonly planId: string | null
  readonly name: string
  readonly left: LeftOfYear
  readonly benefits: NonNullable<PlanYear['plan']>['benefits']
}

/**
 * Reads which plan pays on a day; for next year, today's plan if no other begins. Nobody knows how much of next year's limits will be
 * left, and only next year's plan year states next year's benefits.
 */
async function readDrugPlans(tx: Tx, memberId: string, now: Date) {
  const today = easternDay(now)
  const contract = await readContract(tx, memberId, today)
  const own = contract?.products.filter((one) => one.member_id === memberId && one.drug_coverage) ?? []
  const planOn = (day: string): DrugPlan | null => {
    const product = own.find((one) => coversDay(one, day)) ?? own.find((one) => coversDay(one, today))
    return contract === undefined || product === undefined ? null : findDrugPlan(contract, product, { today, day })
  }
  return { planOn, planKinds: contract === undefined ? [] : listOwnKinds(contract, memberId, today) }
}

function findDrugPlan(
  contract: KnownContract,
  product: KnownContract['products'][number],
  { today, day }: { today: string; day: string },
): DrugPlan {
  const year = buildPlanYear(product, contract.findYear(product), day)
  const own = year.listBalances(product.member_id).filter(({ network }) => network === 'in')
  const computeLeft = (kind: 'deductible' | 'out-of-pocket') => {
    const limits = own.filter((one) => one.kind === kind)
    const unknown =
      day > today || year.drugsApart || limits.length === 0 || limits.some(({ usedCents }) => usedCents === null)
    // Whichever limit is reached first, the person's or the family's.
    return unknown
      ? null
      : Math.min(...limits.map(({ limitCents, usedCents }) => Math.max(0, limitCents - (usedCents ?? 0))))
  }
  const left = { deductible: computeLeft('deductible'), outOfPocket: computeLeft('out-of-pocket') }
  const isItsYear = day <= today || (year.period.begins <= day && year.period.ends >= day)
  return {
    planId: product.plan_id,
    name: product.product_name,
    left,
    benefits: isItsYear ? (year.plan?.benefits ?? []) : [],
  }
}

interface PharmacyCost {
  readonly cost: DrugCost | null
  readonly days: number | null
  readonly share: DrugShare | null
}

/**
 * The costs by the list's own cost sharing for the tier, shortest supply first, or else by the plan's benefits for such drugs; empty if
 * the list says that this kind of pharmacy does not carry the drug.
 */
function listCosts(
  drug: CoveredDrug,
  pharmacy: 'retail' | 'mail',
  plan: DrugPlan,
  { costs }: Formulary,
): readonly PharmacyCost[] {
  const build = (share: DrugShare, days: number): PharmacyCost => ({
    cost: drugCost(share, monthly(drug, days), plan.left),
    days: Number.isNaN(days) ? null : days,
    share: toShare(share),
  })
  const said = costs.filter((one) => one.tier === drug.tier && one.pharmacy === pharmacy)
  if (said.length > 0) {
    const here = said.filter(({ without = [] }) => !without.includes(drug.drugId))
    // The first cost of each supply counts: it has the latest days.
    const each = [...Map.groupBy(here, ({ days }) => days).values()].flatMap(([first]) => first ?? [])
    return each.toSorted((a, b) => a.days - b.days).map((one) => build(one, one.days))
  }
  const benefit = findDrugBenefit(plan.benefits, drug.tier, pharmacy)
  if (benefit === null) return [{ cost: null, days: null, share: null }]
  return [build(benefit, Number(/(\d+)-day/.exec(benefit.limit ?? '')?.[1] ?? Number.NaN))]
}

/** What the plan says the member pays; null: it does not say. */
function toShare({ copayCents, coinsurance, deductibleApplies, onlyAfter }: DrugShare): DrugShare | null {
  return copayCents === null && coinsurance === null ? null : { copayCents, coinsurance, deductibleApplies, onlyAfter }
}

/** The price of a supply for this many days, from the price of 30 days. */
function monthly({ priceCents }: CoveredDrug, days: number): number | null {
  return priceCents === null || Number.isNaN(days) ? null : Math.round((priceCents * days) / 30)
}

/** Whether the ingredients are the same; a different salt or form is not another drug. */
function isSame(one: CoveredDrug, other: CoveredDrug): boolean {
  return one.ingredient !== null && one.ingredient === other.ingredient && firstWord(one.form) === firstWord(other.form)
}

function firstWord(form: string | null): string {
  return /^\w+/.exec(form ?? '')?.[0] ?? ''
}

function toShownDrug({
  drugId,
  name,
  ingredient,
  strength,
  form,
  isBrand,
  tier,
}: CoveredDrug): FormularyMatches['drugs'][number] {
  return { drugId, name, ingredient, strength, form, isBrand, tier: findTierKind(tier), tierName: tier }
}
