import { setImmediate } from 'node:timers/promises'
import { type DrugIndex, indexingSteps } from '@portico/rules/medicines/drug-search'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { TierCostsData } from '../../platform/db/tables.ts'
import { keepUsed } from '../../platform/keep-used.ts'

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
  /** The list of a plan on a day; null if the plan has sent none for it. */
  of(brand: string, planId: string | null, day: string): Promise<Formulary | null>
  /** Whether a plan has sent a list for a day. */
  has(brand: string, planId: string, day: string): Promise<boolean>
  /** Which of some drugs are on the lists of plans on a day; plans that have sent no list for it are left out. */
  listed(
    brand: string,
    { planIds, day }: { readonly planIds: readonly string[]; readonly day: string },
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
    of: async (brand, planId, day) => {
      const row =
        planId === null
          ? undefined
          : await database.read
              .selectFrom('formulary')
              .select(['version', 'costs', 'imported_at'])
              .where('brand', '=', brand)
              .where('plan_id', '=', planId)
              .executeTakeFirst()
      if (row === undefined || planId === null) return sampled()
      const { version, costs, imported_at } = row
      const list = await hold(`${brand} ${planId} ${day.slice(0, 4)}`, `${version} ${day}`, async () =>
        made(await readDrugs(database, { brand, planId, day }), costsOn(costs, day), imported_at.toISOString()),
      )
      // Other days have a list, this one has none.
      return list.index.drugs.length === 0 ? null : list
    },

    has: async (brand, planId, day) => {
      const row = await database.read
        .selectFrom('formulary_drug')
        .select('plan_id')
        .where('brand', '=', brand)
        .where('plan_id', '=', planId)
        .where(countsOn(day))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    // Looked up by key in the database, so that many plans' lists need not be held in memory.
    listed: async (brand, { planIds, day }, drugIds) => {
      if (drugIds.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('formulary as f')
        .leftJoin(
          (eb) => eb.selectFrom('formulary_drug').selectAll().where(countsOn(day)).as('d'),
          (join) =>
            join
              .onRef('d.brand', '=', 'f.brand')
              .onRef('d.plan_id', '=', 'f.plan_id')
              .on(sql<boolean>`d.drug_id = any(${[...drugIds]}::text[])`),
        )
        .select(['f.plan_id', 'd.drug_id', 'd.tier'])
        .where('f.brand', '=', brand)
        .where(sql<boolean>`f.plan_id = any(${[...planIds]}::text[])`)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('formulary_drug')
              .select('formulary_drug.plan_id')
              .whereRef('formulary_drug.brand', '=', 'f.brand')
              .whereRef('formulary_drug.plan_id', '=', 'f.plan_id')
              .where(countsOn(day)),
          ),
        )
        // What says its days comes before what counts always.
        .orderBy('d.begins', 'desc')
        .execute()
      const found = Map.groupBy(rows, ({ plan_id }) => plan_id)
      const known = new Map<string, readonly ListedDrug[]>()
      for (const [planId, own] of found)
        known.set(
          planId,
          own.flatMap(({ drug_id, tier }) => (drug_id === null ? [] : { drugId: drug_id, tier })),
        )
      const demo = known.size < planIds.length ? await sampled() : null
      if (demo === null) return known
      const sent = await database.read
        .selectFrom('formulary')
        .select('plan_id')
        .where('brand', '=', brand)
        .where(sql<boolean>`plan_id = any(${[...planIds]}::text[])`)
        .execute()
      const own = new Set(sent.map(({ plan_id }) => plan_id))
      const some = demo.index.drugs.filter(({ drugId }) => drugIds.includes(drugId))
      for (const planId of planIds) if (!own.has(planId)) known.set(planId, some)
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

/** Whether a row of a list counts on a day. */
function countsOn(day: string) {
  return sql<boolean>`formulary_drug.begins <= ${day}::date and formulary_drug.ends >= ${day}::date`
}

function costsOn(costs: TierCostsData, day: string): TierCostsData {
  return costs
    .filter(({ begins = day, ends = day }) => begins <= day && ends >= day)
    .toSorted(({ begins: a = '' }, { begins: b = '' }) => (a < b ? 1 : a > b ? -1 : 0))
}

async function readDrugs(
  database: Database,
  { brand, planId, day }: { readonly brand: string; readonly planId: string; readonly day: string },
): Promise<CoveredDrug[]> {
  const rows = await database.read
    .selectFrom('formulary_drug')
    .distinctOn('drug_id')
    .select(['drug_id as drugId', 'name', 'ingredient', 'strength', 'form', 'is_brand as isBrand', 'tier'])
    .select(['prior_authorization as priorAuthorization', 'step_therapy as stepTherapy'])
    .select(['quantity_limit as quantityLimit', 'drug_class as drugClass'])
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .where(countsOn(day))
    .orderBy('drug_id')
    // What says its days comes before what counts always.
    .orderBy('begins', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, priceCents: null }))
}
