import { setImmediate } from 'node:timers/promises'
import { type DrugIndex, indexingSteps } from '@portico/rules/medicines/drug-search'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { TierCostsData } from '../db/tables.ts'
import { keepUsed } from '../keep-used.ts'

/** A drug on a plan's list; null if the list does not say. */
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
  /** Null if the plan has sent none. */
  of(brand: string, planId: string | null): Promise<Formulary | null>
  /** Which of some drugs are on the lists of plans; plans that have sent no list are left out. */
  listed(
    brand: string,
    planIds: readonly string[],
    drugIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ListedDrug[]>>
  /** The names of drugs that are on any list of the brand. */
  named(brand: string, drugIds: readonly string[]): Promise<readonly NamedDrug[]>
}

/** The parts of a drug's name. */
export type NamedDrug = Pick<CoveredDrug, 'drugId' | 'name' | 'strength' | 'form'>

export type ListedDrug = Pick<CoveredDrug, 'drugId' | 'tier'>

/** How many lists are held in memory; the least recently used one goes. */
const max = 12

/**
 * Keeps requested lists in memory, since every search compares every word; one statement finds out whether a list is still the newest.
 * `sample` stands in for the lists of the demo's plans that have none.
 */
export function createFormularies(
  database: Database,
  sample: (() => Promise<readonly CoveredDrug[]>) | null,
): Formularies {
  const hold = keepUsed<Formulary>(max)
  const sampled = async () => sample && hold('sample', '1', async () => made(await sample(), [], null))
  return {
    of: async (brand, planId) => {
      const row =
        planId === null
          ? undefined
          : await database.read
              .selectFrom('formulary')
              .select(['version', 'costs', 'imported_at'])
              .where('brand', '=', brand)
              .where('plan_id', '=', planId)
              .executeTakeFirst()
      if (row !== undefined && planId !== null) {
        const { version, costs, imported_at } = row
        return hold(`${brand} ${planId}`, version, async () =>
          made(await readDrugs(database, brand, planId), costs, imported_at.toISOString()),
        )
      }
      return sampled()
    },

    // Looked up by key in the database, so that many plans' lists need not be held in memory.
    listed: async (brand, planIds, drugIds) => {
      if (drugIds.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('formulary as f')
        .leftJoin('formulary_drug as d', (join) =>
          join
            .onRef('d.brand', '=', 'f.brand')
            .onRef('d.plan_id', '=', 'f.plan_id')
            .on(sql<boolean>`d.drug_id = any(${[...drugIds]}::text[])`),
        )
        .select(['f.plan_id', 'd.drug_id', 'd.tier'])
        .where('f.brand', '=', brand)
        .where(sql<boolean>`f.plan_id = any(${[...planIds]}::text[])`)
        .execute()
      const found = Map.groupBy(rows, ({ plan_id }) => plan_id)
      const known = new Map<string, readonly ListedDrug[]>()
      for (const [planId, own] of found)
        known.set(
          planId,
          own.flatMap(({ drug_id, tier }) => (drug_id === null ? [] : { drugId: drug_id, tier })),
        )
      const demo = known.size < planIds.length ? await sampled() : null
      const some = demo?.index.drugs.filter(({ drugId }) => drugIds.includes(drugId))
      for (const planId of planIds) if (some !== undefined && !known.has(planId)) known.set(planId, some)
      return known
    },

    named: async (brand, drugIds) => {
      if (drugIds.length === 0) return []
      const rows = await database.read
        .selectFrom('formulary as f')
        .innerJoin('formulary_drug as d', (join) =>
          join.onRef('d.brand', '=', 'f.brand').onRef('d.plan_id', '=', 'f.plan_id'),
        )
        .select(['d.drug_id as drugId', 'd.name', 'd.strength', 'd.form'])
        .distinctOn('d.drug_id')
        .where('f.brand', '=', brand)
        .where(sql<boolean>`d.drug_id = any(${[...drugIds]}::text[])`)
        .orderBy('d.drug_id')
        .orderBy('d.plan_id')
        .execute()
      const known = new Map<string, NamedDrug>(rows.map((row) => [row.drugId, row]))
      const demo = known.size < drugIds.length ? await sampled() : null
      for (const drug of demo?.index.drugs ?? [])
        if (drugIds.includes(drug.drugId) && !known.has(drug.drugId)) known.set(drug.drugId, drug)
      return [...known.values()]
    },
  }
}

async function made(drugs: readonly CoveredDrug[], costs: TierCostsData, asOf: string | null): Promise<Formulary> {
  const steps = indexingSteps(drugs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { index: value, costs, asOf }
    await setImmediate()
  }
}

async function readDrugs(database: Database, brand: string, planId: string): Promise<CoveredDrug[]> {
  const rows = await database.read
    .selectFrom('formulary_drug')
    .select(['drug_id as drugId', 'name', 'ingredient', 'strength', 'form', 'is_brand as isBrand', 'tier'])
    .select(['prior_authorization as priorAuthorization', 'step_therapy as stepTherapy'])
    .select(['quantity_limit as quantityLimit', 'drug_class as drugClass'])
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .orderBy('drug_id')
    .execute()
  return rows.map((row) => ({ ...row, priceCents: null }))
}
