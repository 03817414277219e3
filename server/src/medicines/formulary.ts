import type { PayloadOf } from '@portico/contract/call'
import type { coveredDrug, searchFormulary } from '@portico/contract/calls/medicines'
import {
  type DrugCost,
  type DrugShare,
  drugBenefitOf,
  drugCost,
  type LeftOfYear,
  tierKindOf,
} from '@portico/rules/medicines/drug-cost'
import { nearestNames, searchDrugs } from '@portico/rules/medicines/drug-search'
import { auditMember } from '../audit/store.ts'
import { readContract } from '../coverage/contract-year.ts'
import { type PlanYear, planYearOf } from '../coverage/plan-year.ts'
import { easternDay } from '../day.ts'
import type { Database, Tx } from '../db/database.ts'
import type { WhereaboutsOf } from '../finder/whereabouts.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext, ReadContext } from '../http/context.ts'
import type { MemberPrincipal } from '../http/principal.ts'
import { coversDay, findHomeZip } from '../member/contract.ts'
import type { CoveredDrug, Formularies, Formulary } from './formularies.ts'

type FormularyMatches = PayloadOf<typeof searchFormulary>
type DrugDetail = PayloadOf<typeof coveredDrug>

const maxFound = 30
const maxAlternatives = 8

/** Drugs on the list of the member's plan that match the words; the search is audited without the words. */
export async function findDrugs(
  database: Database,
  formularies: Formularies,
  principal: MemberPrincipal,
  q: string,
  asked: ReadContext,
): Promise<FormularyMatches> {
  const plan = await database.transaction(async (tx) => {
    await auditMember(tx, principal, 'drugs.search', asked)
    return drugPlanOf(tx, principal.memberId, asked.now)
  })
  const list = plan && (await formularies.of(principal.brand, plan.planId))
  if (plan === null || list === null) return { known: false, planName: plan?.name ?? null, drugs: [], nearest: [] }
  const drugs = searchDrugs(list.index, q, maxFound).map(shown)
  return { known: true, planName: plan.name, drugs, nearest: drugs.length > 0 ? [] : nearestNames(list.index, q, 5) }
}

/** One drug on the list with its current cost. Throws NOT-FOUND. */
export async function readCoveredDrug(
  database: Database,
  { formularies, whereabouts }: { readonly formularies: Formularies; readonly whereabouts: WhereaboutsOf },
  principal: MemberPrincipal,
  drugId: string,
  asked: ReadContext & Pick<CallContext, 'language'>,
): Promise<DrugDetail> {
  const { plan, pharmacies } = await database.snapshot(async (tx) => {
    await auditMember(tx, principal, 'drug.read', asked)
    const found = await drugPlanOf(tx, principal.memberId, asked.now)
    // Distances from home are only for the member.
    const zip = principal.scopes === null ? await findHomeZip(tx, principal.memberId) : null
    const where = { brand: principal.brand, zip, language: asked.language, today: easternDay(asked.now) }
    return { plan: found, pharmacies: await whereabouts.pharmacies(tx, found?.planId ?? null, where) }
  })
  const list = plan && (await formularies.of(principal.brand, plan.planId))
  const drug = list?.index.drugs.find((one) => one.drugId === drugId)
  if (plan === null || list == null || drug === undefined) throw new CallError('NOT-FOUND')
  const retail = (one: CoveredDrug) => costOf(one, 'retail', plan, list)
  const own = retail(drug)
  // The same dose comes first.
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
        drug: shown(one),
        cents: cost?.cents ?? null,
        atMost: cost?.atMost ?? false,
      }))
  return {
    drug: shown(drug),
    priorAuthorization: drug.priorAuthorization,
    stepTherapy: drug.stepTherapy,
    quantityLimit: drug.quantityLimit,
    costs: (['retail', 'mail'] as const).map((pharmacy) => {
      const { cost, days } = pharmacy === 'retail' ? own : costOf(drug, pharmacy, plan, list)
      return { pharmacy, days, cents: cost?.cents ?? null, atMost: cost?.atMost ?? false }
    }),
    pharmacies,
    alternatives: cheaper((one) => isSame(one, drug)),
    // Other ingredients only, since the same one is listed above; none if the list names no class.
    sameClass:
      drug.drugClass === null
        ? []
        : cheaper((one) => one.drugClass === drug.drugClass && one.ingredient !== drug.ingredient),
    asOf: list.asOf,
  }
}

/** The plan that pays for the member's drugs today. */
interface DrugPlan {
  readonly planId: string | null
  readonly name: string
  readonly left: LeftOfYear
  readonly benefits: NonNullable<PlanYear['plan']>['benefits']
}

async function drugPlanOf(tx: Tx, memberId: string, now: Date): Promise<DrugPlan | null> {
  const today = easternDay(now)
  const contract = await readContract(tx, memberId, today)
  const product = contract?.products.find(
    (one) => one.member_id === memberId && one.drug_coverage && coversDay(one, today),
  )
  if (contract === undefined || product === undefined) return null
  const year = planYearOf(product, contract.yearOf(product), today)
  const own = year.balancesOf(memberId).filter(({ network }) => network === 'in')
  const leftOf = (kind: 'deductible' | 'out-of-pocket') => {
    const limits = own.filter((one) => one.kind === kind)
    const unknown = limits.length === 0 || limits.some(({ usedCents }) => usedCents === null)
    // Whichever limit is reached first, the person's or the family's.
    return unknown
      ? null
      : Math.min(...limits.map(({ limitCents, usedCents }) => Math.max(0, limitCents - (usedCents ?? 0))))
  }
  const left = { deductible: leftOf('deductible'), outOfPocket: leftOf('out-of-pocket') }
  return { planId: product.plan_id, name: product.product_name, left, benefits: year.plan?.benefits ?? [] }
}

/** The cost by the list's own cost sharing for the tier, or else by the plan's benefits for such drugs. */
function costOf(
  drug: CoveredDrug,
  pharmacy: 'retail' | 'mail',
  plan: DrugPlan,
  { costs }: Formulary,
): { readonly cost: DrugCost | null; readonly days: number | null } {
  const said = costs.find((one) => one.tier === drug.tier && one.pharmacy === pharmacy)
  if (said !== undefined) return { cost: drugCost(said, monthly(drug, said.days), plan.left), days: said.days }
  const benefit = drugBenefitOf(plan.benefits, drug.tier, pharmacy)
  if (benefit === null) return { cost: null, days: null }
  const days = Number(/(\d+)-day/.exec(benefit.limit ?? '')?.[1] ?? Number.NaN)
  const share: DrugShare = {
    copayCents: benefit.copayCents,
    coinsurance: benefit.coinsurance,
    deductibleApplies: benefit.deductibleApplies,
  }
  return { cost: drugCost(share, monthly(drug, days), plan.left), days: Number.isNaN(days) ? null : days }
}

/** The price of a supply for so many days, from the price of 30 days. */
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

function shown({
  drugId,
  name,
  ingredient,
  strength,
  form,
  isBrand,
  tier,
}: CoveredDrug): FormularyMatches['drugs'][number] {
  return { drugId, name, ingredient, strength, form, isBrand, tier: tierKindOf(tier), tierName: tier }
}
