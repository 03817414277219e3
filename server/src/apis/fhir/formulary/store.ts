import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'
import type { PlanContent } from '../../../platform/db/plan-columns.ts'
import type { Tables, TierCostsData } from '../../../platform/db/tables.ts'

export type DrugRow = Selectable<Tables['formulary_drug']>

/** A plan with a formulary, as far as that came in tables. */
export interface ListedPlan {
  readonly planId: string
  readonly costs: TierCostsData
  readonly importedAt: Date
  /** The first and last day of all its rows. */
  readonly begins: string
  readonly ends: string
  /** All its rows' tiers, in the list's own words. */
  readonly tiers: readonly string[]
  /** From the shop's newest year; null: it is not sold there. */
  readonly content: PlanContent | null
}

/** Whether a row `d` of a list `f` came in a table, not as a resource. */
const isMade = sql`(f.received -> 'days' = '[]' or not exists (select from jsonb_to_recordset(f.received -> 'days') as r (begins date, ends date)
  where d.begins >= r.begins and d.ends <= r.ends))`

/** Changes with every list and every load of the shop's plans. */
export async function readListsVersion(db: Reader, brand: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce((select string_agg(plan_id || ' ' || version || ' ' || imported_at, ',' order by plan_id)
        from formulary where brand = ${brand}), '')
      || coalesce((select string_agg(generation::text, ',' order by plan_year) from shop_catalogue where brand = ${brand}), '')) as version
  `.execute(db)
  return rows[0]?.version ?? ''
}

export async function readListedPlans(db: Reader, brand: string): Promise<ListedPlan[]> {
  const { rows } = await sql<ListedPlan>`
    select f.plan_id as "planId", f.costs, f.imported_at as "importedAt", days.begins, days.ends, days.tiers, sold.content
    from formulary f
    join (select d.plan_id, min(d.begins)::text as begins, max(d.ends)::text as ends,
        coalesce(array_agg(distinct d.tier) filter (where d.tier is not null), '{}') as tiers
      from formulary_drug d join formulary f using (brand, plan_id) where d.brand = ${brand} and ${isMade}
      group by d.plan_id) days using (plan_id)
    left join lateral (select s.content from shop_plan s where s.brand = f.brand and s.plan_id = f.plan_id
      order by s.plan_year desc limit 1) sold on true
    where f.brand = ${brand} order by f.plan_id collate "C"
  `.execute(db)
  return rows
}

/** A drug on any of a brand's lists. */
export type ListedDrug = Pick<
  DrugRow,
  'drug_id' | 'name' | 'ingredient' | 'strength' | 'form' | 'is_brand' | 'rxnorm' | 'drug_class'
> & {
  readonly imported_at: Date
}

/** Each drug from tables on any of a brand's lists, in the newest list's words. */
export async function readListedDrugs(db: Reader, brand: string): Promise<ListedDrug[]> {
  const { rows } = await sql<ListedDrug>`
    select distinct on (d.drug_id) d.drug_id, d.name, d.ingredient, d.strength, d.form, d.is_brand, d.rxnorm, d.drug_class, f.imported_at
    from formulary_drug d join formulary f using (brand, plan_id)
    where d.brand = ${brand} and ${isMade} order by d.drug_id, f.imported_at desc, d.plan_id, d.begins
  `.execute(db)
  return rows
}

/** A row's position in the order of a brand's lists. */
export type RowKey = Pick<DrugRow, 'plan_id' | 'drug_id' | 'begins'>

/** Rows of a brand's lists that came in tables, in the order of their keys. */
export async function readListRows(
  db: Reader,
  brand: string,
  asked: {
    readonly planIds: readonly string[] | null
    readonly drugIds: readonly string[] | null
    readonly tiers: readonly string[] | null
    readonly only: readonly RowKey[] | null
    readonly after: RowKey | null
    readonly limit: number
  },
): Promise<DrugRow[]> {
  const { planIds, drugIds, tiers, only, after, limit } = asked
  // A first list's rows are stored before the list itself.
  const isListed = sql`exists (select from formulary f where f.brand = d.brand and f.plan_id = d.plan_id and ${isMade})`
  const conditions: RawBuilder<unknown>[] = [sql`d.brand = ${brand}`, isListed]
  // A single plan is compared by equality, so that its rows come in key order without sorting.
  if (planIds?.length === 1) conditions.push(sql`d.plan_id = ${planIds[0]}`)
  else if (planIds !== null) conditions.push(sql`d.plan_id = any(${[...planIds]}::text[])`)
  if (drugIds !== null) conditions.push(sql`d.drug_id = any(${[...drugIds]}::text[])`)
  if (tiers !== null) conditions.push(sql`d.tier = any(${[...tiers]}::text[])`)
  if (only !== null)
    conditions.push(sql`(d.plan_id, d.drug_id, d.begins) in (select plan_id, drug_id, begins
      from jsonb_to_recordset(${JSON.stringify(only)}::jsonb) as k (plan_id text, drug_id text, begins date))`)
  if (after !== null)
    conditions.push(sql`(d.plan_id, d.drug_id, d.begins) > (${after.plan_id}, ${after.drug_id}, ${after.begins}::date)`)
  const { rows } = await sql<DrugRow>`
    select d.* from formulary_drug d where ${sql.join(conditions, sql` and `)}
    order by d.plan_id, d.drug_id, d.begins limit ${limit}
  `.execute(db)
  return rows
}
