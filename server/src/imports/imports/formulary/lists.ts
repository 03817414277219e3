import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { TierCostsData } from '../../../platform/db/tables.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import type { Removal } from '../removals.ts'
import type { DaVinciDrug, DaVinciPlan } from './da-vinci.ts'
import type { ExchangeDrug, ExchangePlan } from './exchange.ts'
import { always, type Period, periodsOfYears } from './periods.ts'
import { computeDrugId, nameParts, tierCosts } from './read.ts'

interface Row extends Period {
  readonly drug_id: string
  readonly name: string
  readonly ingredient: string
  readonly strength: string | null
  readonly form: string | null
  readonly is_brand: boolean | null
  readonly rxnorm: string | null
  readonly tier: string | null
  readonly prior_authorization: boolean | null
  readonly step_therapy: boolean | null
  readonly quantity_limit: boolean | null
  readonly drug_class: string | null
}

/** What a run says of one plan. */
export interface PlanList {
  /** By drug and first day. */
  readonly rows: Map<string, Row>
  readonly costs: TierCostsData[number][]
}

/** The lists of a run, by plan. */
export class GatheredLists {
  readonly lists = new Map<string, PlanList>()

  addDrug(drug: ExchangeDrug | DaVinciDrug): void {
    const { isBrand, ...parts } = nameParts(drug.drug_name)
    const drug_id = computeDrugId(drug.rxnorm_id, drug.drug_name)
    const named = { drug_id, ...parts, is_brand: isBrand, rxnorm: drug.rxnorm_id, drug_class: drug.drug_class }
    for (const one of drug.plans) {
      const { plan_id, drug_tier: tier, prior_authorization, step_therapy, quantity_limit } = one
      const periods = 'period' in one ? [one.period] : periodsOfYears(one.years)
      for (const period of periods)
        this.#of(plan_id).rows.set(`${drug_id} ${period.begins}`, {
          ...named,
          tier,
          prior_authorization,
          step_therapy,
          quantity_limit,
          ...period,
        })
    }
  }

  addCosts(plan: ExchangePlan | DaVinciPlan): void {
    const periods = 'period' in plan ? [plan.period] : periodsOfYears(plan.years)
    for (const { drug_tier, cost_sharing } of plan.formulary ?? [])
      for (const cost of tierCosts(drug_tier, cost_sharing ?? []))
        this.#of(plan.plan_id).costs.push(...periods.map((period) => ({ ...cost, ...period })))
  }

  #of(planId: string): PlanList {
    const list: PlanList = this.lists.get(planId) ?? { rows: new Map(), costs: [] }
    this.lists.set(planId, list)
    return list
  }
}

/**
 * Stores what a run says of a plan. It takes the place of all that was there for the same days: a file of next year's drugs leaves this
 * year's list alone.
 */
export async function storeList(
  tx: Tx,
  at: { readonly brand: string; readonly planId: string; readonly runId: string; readonly now: Date },
  said: PlanList,
  mayRemove: (removal: Removal) => boolean,
): Promise<{ readonly outcome: Outcome | 'refused'; readonly removal: Removal }> {
  const { brand, planId, runId, now } = at
  const known = await tx
    .selectFrom('formulary')
    .select(['version', 'costs'])
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .forUpdate()
    .executeTakeFirst()
  const fresh = [...said.rows.values()]
  const isKept = outside(fresh)
  const before = known === undefined ? [] : await readRows(tx, brand, planId)
  const replaced = before.filter((row) => !isKept(row))
  const fresher = new Set(fresh.map(({ drug_id }) => drug_id))
  const gone = new Set(replaced.map(({ drug_id }) => drug_id).filter((id) => !fresher.has(id)))
  const removal = { removed: gone.size, before: new Set(replaced.map(({ drug_id }) => drug_id)).size }
  if (!mayRemove(removal)) return { outcome: 'refused', removal }
  const rows = inOrder([...before.filter(isKept), ...fresh], ({ drug_id, begins }) => `${drug_id} ${begins}`)
  const oldCosts = (known?.costs ?? []).filter((cost) => isKept({ ...always, ...cost }))
  const costs = inOrder(settleCosts([...oldCosts, ...said.costs]), stable)
  const version = createHash('sha256')
    .update(JSON.stringify([rows.map(stable), costs.map(stable)]))
    .digest('hex')
  if (known?.version === version) return { outcome: 'unchanged', removal }
  await keepBefore(tx, at, known && { version: known.version, costs: known.costs, rows: before })
  await tx.deleteFrom('formulary_drug').where('brand', '=', brand).where('plan_id', '=', planId).execute()
  const placed = JSON.stringify(rows.map((row) => ({ brand, plan_id: planId, ...row })))
  await sql`insert into formulary_drug
    select * from jsonb_populate_recordset(null::formulary_drug, ${placed}::jsonb)`.execute(tx)
  const values = { version, costs: JSON.stringify(costs), run_id: runId, imported_at: now }
  await tx
    .insertInto('formulary')
    .values({ brand, plan_id: planId, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id']).doUpdateSet(values))
    .execute()
  return { outcome: known === undefined ? 'created' : 'updated', removal }
}

/** Keeps a plan's list as it was before a run, which can be taken back; one from before an earlier run is dropped. */
async function keepBefore(
  tx: Tx,
  { brand, planId, runId }: { readonly brand: string; readonly planId: string; readonly runId: string },
  list: { readonly version: string; readonly costs: TierCostsData; readonly rows: readonly Row[] } | undefined,
): Promise<void> {
  const splitList = (one: NonNullable<typeof list>) => ({
    ...one,
    rows: one.rows.map((row) => ({ brand, plan_id: planId, ...row })),
  })
  const values = { list: list === undefined ? null : JSON.stringify(splitList(list)), run_id: runId }
  await tx
    .insertInto('formulary_before')
    .values({ brand, plan_id: planId, ...values })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_id']).doUpdateSet(values))
    .execute()
}

/** Whether something is about days before or after all that some rows are about. */
function outside(rows: readonly Period[]): (one: Period) => boolean {
  let { begins: first, ends: last } = { begins: always.ends, ends: always.begins }
  for (const { begins, ends } of rows) {
    if (begins < first) first = begins
    if (ends > last) last = ends
  }
  return ({ begins, ends }) => ends < first || begins > last
}

async function readRows(tx: Tx, brand: string, planId: string): Promise<Row[]> {
  const rows = await tx
    .selectFrom('formulary_drug')
    .selectAll()
    .where('brand', '=', brand)
    .where('plan_id', '=', planId)
    .execute()
  return rows.map(({ brand: _, plan_id: __, ...row }) => ({ ...row, ingredient: row.ingredient ?? row.name }))
}

function inOrder<T>(all: readonly T[], key: (one: T) => string): T[] {
  return all
    .map((one) => [key(one), one] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, one]) => one)
}

/** The same text for the same content, in whatever order its fields are. */
function stable(one: object): string {
  return JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Each tier's cost once; where a run says two things of the same, it is not known. */
function settleCosts(costs: readonly TierCostsData[number][]): TierCostsData[number][] {
  const unknown = { copayCents: null, coinsurance: null, deductibleApplies: null }
  const found = new Map<string, TierCostsData[number]>()
  for (const cost of costs) {
    const key = JSON.stringify([cost.tier, cost.pharmacy, cost.days, cost.begins])
    const known = found.get(key)
    const isSame = known === undefined || stable(known) === stable(cost)
    found.set(key, isSame ? cost : { ...cost, ...unknown })
  }
  return [...found.values()]
}
