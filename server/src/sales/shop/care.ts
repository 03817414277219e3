import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { openShopping, saveShopping } from '@portico/contract/calls/shop'
import type { shopCare, shopDrugs } from '@portico/contract/calls/shop-care'
import { findTierKind } from '@portico/rules/medicines/drug-cost'
import { nameDrug } from '@portico/rules/medicines/drug-name'
import { searchDrugs } from '@portico/rules/medicines/drug-search'
import { coversDrugs } from '@portico/rules/shop/lines'
import type { Catalogues, SoldPlan } from '../../brands/plans/catalogue.ts'
import { networkStandings, providerNames } from '../../care/finder/plan-networks.ts'
import type { Formularies, Formulary } from '../../member/medicines/formularies.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Territory } from './territory.ts'

const maxSuggested = 8

/** How many drug lists we search for a word: each list is held in memory. */
const maxLists = 2

type Asked = NonNullable<BodyOf<typeof saveShopping>['care']>

/** Doctors and drugs by name, in the order of the request. */
export type NamedCare = NonNullable<PayloadOf<typeof openShopping>['care']>

/** Which doctors are in the networks of plans and which drugs are on their lists (SH-4); nothing of the request is stored. */
export interface PlanCare {
  drugs(body: BodyOf<typeof shopDrugs>, context: CallContext): Promise<PayloadOf<typeof shopDrugs>>
  standings(body: BodyOf<typeof shopCare>, context: CallContext): Promise<PayloadOf<typeof shopCare>>
  /** Names from our own data only, so that nobody can make a brand's page or document say something; unknown ids are left out. */
  nameCare(brand: string, asked: Asked): Promise<NamedCare>
}

/** What the comparison of plans by care depends on. */
export interface PlanCareParts {
  readonly database: Database
  readonly territory: Territory
  readonly catalogues: Catalogues
  readonly formularies: Formularies
}

export function createPlanCare(parts: PlanCareParts): PlanCare {
  return {
    drugs: (body, context) => suggestDrugs(parts, body, context),
    standings: (body, context) => readStandings(parts, body, context),
    nameCare: (brand, asked) => nameCare(parts, brand, asked),
  }
}

async function suggestDrugs(
  parts: PlanCareParts,
  { text, ...body }: BodyOf<typeof shopDrugs>,
  context: CallContext,
): Promise<PayloadOf<typeof shopDrugs>> {
  const { formularies } = parts
  const { brand, plans, day } = await listSold(parts, body, context)
  const lists = new Set<Formulary>()
  for (const { planId, line } of plans) {
    const list = coversDrugs(line) && lists.size < maxLists ? await formularies.of(brand, planId, day) : null
    if (list !== null) lists.add(list)
  }
  const found = [...lists].flatMap(({ index }) => searchDrugs(index, text, maxSuggested))
  const drugs = [...new Map(found.map((drug) => [drug.drugId, { drugId: drug.drugId, name: nameDrug(drug) }])).values()]
  return { known: lists.size > 0, drugs: drugs.slice(0, maxSuggested) }
}

async function readStandings(
  parts: PlanCareParts,
  { providerIds, drugIds, ...body }: BodyOf<typeof shopCare>,
  context: CallContext,
): Promise<PayloadOf<typeof shopCare>> {
  const { database, formularies } = parts
  const { brand, plans, day } = await listSold(parts, body, context)
  const planIds = plans.map(({ planId }) => planId)
  const networks = await networkStandings(database.read, { brand, planIds, providerIds, day })
  const lists = await formularies.findListed(brand, { planIds, day }, drugIds)
  const listDrugs = (planId: string) => {
    const list = lists.get(planId)
    return drugIds.map((id) => {
      const drug = list?.find(({ drugId }) => drugId === id)
      if (drug !== undefined) return { standing: 'listed' as const, tier: findTierKind(drug.tier), tierName: drug.tier }
      return {
        standing: list === undefined ? ('unknown' as const) : ('not-listed' as const),
        tier: null,
        tierName: null,
      }
    })
  }
  return {
    plans: plans.map(({ planId, line }) => ({
      planId,
      doctors: [...(networks.get(planId) ?? [])],
      drugs: coversDrugs(line) ? listDrugs(planId) : null,
    })),
  }
}

async function nameCare(
  { database, formularies }: PlanCareParts,
  brand: string,
  { providerIds, drugIds }: Asked,
): Promise<NamedCare> {
  const doctors = await providerNames(database.read, { brand, providerIds })
  const drugs = new Map((await formularies.nameDrugs(brand, drugIds)).map((drug) => [drug.drugId, nameDrug(drug)]))
  return {
    doctors: [...new Set(providerIds)].flatMap((providerId) => {
      const name = doctors.get(providerId)
      return name === undefined ? [] : { providerId, name }
    }),
    drugs: [...new Set(drugIds)].flatMap((drugId) => {
      const name = drugs.get(drugId)
      return name === undefined ? [] : { drugId, name }
    }),
  }
}

/** Which of the given plans the brand sells, and the day whose drug lists apply to them. */
async function listSold(
  { territory, catalogues }: PlanCareParts,
  { planYear, planIds, ...body }: Pick<BodyOf<typeof shopCare>, 'brand' | 'planYear' | 'planIds'>,
  context: CallContext,
): Promise<{ readonly brand: string; readonly plans: readonly SoldPlan[]; readonly day: string }> {
  const brand = territory.findBrand(body.brand, context)
  const catalogue = await catalogues.of(brand, planYear)
  const plans = [...new Set(planIds)].flatMap((id) => catalogue?.plan(id) ?? [])
  const today = easternDay(context.now)
  // The first day on which people could have the plan.
  return { brand, plans, day: today.startsWith(`${planYear}-`) ? today : `${planYear}-01-01` }
}
