import { setImmediate } from 'node:timers/promises'
import { type DrugIndex, indexInSteps } from '@portico/rules/medicines/drug-search'
import type { Database } from '../../platform/db/database.ts'
import type { TierCostsData } from '../../platform/db/tables.ts'
import { createLruCache } from '../../platform/lru-cache.ts'
import {
  findFormulary,
  hasFormulary,
  listDrugNames,
  listDrugsOfPlans,
  listPlansWithList,
  readDrugs,
} from './formulary-store.ts'

/** A drug on a plan's list; null: the list does not say. */
export interface CoveredDrug {
  readonly drugId: string
  readonly name: string
  readonly ingredient: string | null
  readonly strength: string | null
  readonly form: string | null
  readonly isBrand: boolean | null
  readonly tier: string | null
  readonly priorAuthorization: boolean | null
  readonly stepTherapy: boolean | null
  readonly quantityLimit: boolean | null
  /** The drug class, as the list groups drugs. */
  readonly drugClass: string | null
  /** The price of a month's supply. */
  readonly priceCents: number | null
}

export interface Formulary {
  readonly index: DrugIndex<CoveredDrug>
  readonly costs: TierCostsData
  readonly asOf: string | null
}

/** Lists of covered drugs, ready to be searched. */
export interface Formularies {
  /** The list of a plan on a day; null: the plan has sent none for it. */
  of(brand: string, planId: string | null, day: string): Promise<Formulary | null>
  /** Whether a plan has sent a list for a day. */
  has(brand: string, planId: string, day: string): Promise<boolean>
  /** Which of these drugs are on plans' lists on a day; plans without a list for the day are left out. */
  findListed(
    brand: string,
    { planIds, day }: { readonly planIds: readonly string[]; readonly day: string },
    drugIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ListedDrug[]>>
  /** The names of drugs that are on any list of the brand. */
  nameDrugs(brand: string, drugIds: readonly string[]): Promise<readonly NamedDrug[]>
}

/** The parts of a drug's name. */
export type NamedDrug = Pick<CoveredDrug, 'drugId' | 'name' | 'strength' | 'form'>

export type ListedDrug = Pick<CoveredDrug, 'drugId' | 'tier'>

/** How many lists we hold in memory; the least recently used one goes. */
const max = 12

/**
 * Keeps requested lists in memory, since every search compares every word; a single statement checks whether a list is still the
 * newest. `sample` stands in for the demo plans' missing lists.
 */
export function createFormularies(
  database: Database,
  sample: (() => Promise<readonly CoveredDrug[]>) | null,
): Formularies {
  const hold = createLruCache<Formulary>(max)
  const loadSample = async () => sample && hold('sample', '1', async () => indexList(await sample(), [], null))
  return {
    of: async (brand, planId, day) => {
      const row = planId === null ? undefined : await findFormulary(database.read, brand, planId, day)
      if (row === undefined || planId === null) return loadSample()
      const { plan_id: listId, version, costs, imported_at } = row
      const list = await hold(`${brand} ${listId} ${day.slice(0, 4)}`, `${version} ${day}`, async () =>
        indexList(
          await readDrugs(database.read, { brand, planId: listId, day }),
          costsOn(costs, day),
          imported_at.toISOString(),
        ),
      )
      // The plan has lists for other days, but none for this day.
      return list.index.drugs.length === 0 ? null : list
    },

    has: (brand, planId, day) => hasFormulary(database.read, brand, planId, day),

    // Looked up by key in the database, so that we need not hold many plans' lists in memory.
    findListed: async (brand, { planIds, day }, drugIds) => {
      if (drugIds.length === 0) return new Map()
      const rows = await listDrugsOfPlans(database.read, brand, { planIds, day }, drugIds)
      const found = Map.groupBy(rows, ({ plan_id }) => plan_id)
      const known = new Map<string, readonly ListedDrug[]>()
      for (const [planId, own] of found)
        known.set(
          planId,
          own.flatMap(({ drug_id, tier }) => (drug_id === null ? [] : { drugId: drug_id, tier })),
        )
      const demo = known.size < planIds.length ? await loadSample() : null
      if (demo === null) return known
      const own = await listPlansWithList(database.read, brand, planIds)
      const some = demo.index.drugs.filter(({ drugId }) => drugIds.includes(drugId))
      for (const planId of planIds) if (!own.has(planId)) known.set(planId, some)
      return known
    },

    nameDrugs: async (brand, drugIds) => {
      if (drugIds.length === 0) return []
      const rows = await listDrugNames(database.read, brand, drugIds)
      const known = new Map<string, NamedDrug>(rows.map((row) => [row.drugId, row]))
      const demo = known.size < drugIds.length ? await loadSample() : null
      for (const drug of demo?.index.drugs ?? [])
        if (drugIds.includes(drug.drugId) && !known.has(drug.drugId)) known.set(drug.drugId, drug)
      return [...known.values()]
    },
  }
}

async function indexList(drugs: readonly CoveredDrug[], costs: TierCostsData, asOf: string | null): Promise<Formulary> {
  const steps = indexInSteps(drugs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { index: value, costs, asOf }
    await setImmediate()
  }
}

function costsOn(costs: TierCostsData, day: string): TierCostsData {
  return costs
    .filter(({ begins = day, ends = day }) => begins <= day && ends >= day)
    .toSorted(({ begins: a = '' }, { begins: b = '' }) => (a < b ? 1 : a > b ? -1 : 0))
}
