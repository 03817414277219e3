import { listLines } from '@portico/rules/shop/lines'
import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { YearKey } from './part-store.ts'

/** The years of a brand with loaded plans, earliest first. */
export async function listYears(db: Reader, brand: string): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('shop_catalogue')
    .select('plan_year')
    .where('brand', '=', brand)
    .orderBy('plan_year')
    .execute()
  return rows.map(({ plan_year }) => plan_year)
}

/** Changes with each load of the year; null if no plans were loaded for it. */
export async function findGeneration(db: Reader, brand: string, planYear: number): Promise<string | null> {
  const row = await db
    .selectFrom('shop_catalogue')
    .select('generation')
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .executeTakeFirst()
  return row?.generation ?? null
}

/** The plans of a year with their benefits and rates; null: none were loaded. */
export function listPlans(db: Reader, brand: string, planYear: number) {
  return db
    .selectFrom('shop_plan')
    .leftJoin('shop_benefit', (join) =>
      join
        .onRef('shop_benefit.brand', '=', 'shop_plan.brand')
        .onRef('shop_benefit.plan_year', '=', 'shop_plan.plan_year')
        .onRef('shop_benefit.plan_id', '=', 'shop_plan.plan_id'),
    )
    .leftJoin('shop_rate', (join) =>
      join
        .onRef('shop_rate.brand', '=', 'shop_plan.brand')
        .onRef('shop_rate.plan_year', '=', 'shop_plan.plan_year')
        .onRef('shop_rate.plan_id', '=', 'shop_plan.plan_id'),
    )
    .select(['shop_plan.plan_id', 'shop_plan.content', 'shop_benefit.benefits', 'shop_rate.rates'])
    .where('shop_plan.brand', '=', brand)
    .where('shop_plan.plan_year', '=', planYear)
    .orderBy('shop_plan.plan_id')
    .execute()
}

/** The service areas and rating areas of a year, with their places. */
export function listAreas(db: Reader, brand: string, planYear: number) {
  return db
    .selectFrom('shop_place')
    .select(['kind', 'area_id', 'places'])
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .orderBy('area_id')
    .execute()
}

/** The loaded state of a year that a run is about to replace; concurrent runs wait for each other. */
export async function lockYear(tx: Tx, { brand, plan_year: planYear }: YearKey) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue ${brand} ${planYear}`}, 0))`.execute(tx)
  return tx
    .selectFrom('shop_catalogue')
    .select(['hashes', 'small_group'])
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .executeTakeFirst()
}

export async function putYear(
  tx: Tx,
  key: YearKey,
  row: Omit<Insertable<Tables['shop_catalogue']>, keyof YearKey>,
): Promise<void> {
  await tx
    .insertInto('shop_catalogue')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['brand', 'plan_year']).doUpdateSet(row))
    .execute()
}

type IdsByYear = ReadonlyMap<number, ReadonlySet<string>>

/** The small-group and child-only plans of loaded files by year, and those for people with Medicare, to which new files may add. */
export async function readKnownPlans(
  tx: Tx,
  brand: string,
): Promise<{ readonly unsold: IdsByYear; readonly medicare: IdsByYear }> {
  const rows = await tx
    .selectFrom('shop_catalogue')
    .select(['plan_year', 'small_group'])
    .where('brand', '=', brand)
    .execute()
  const plans = await tx
    .selectFrom('shop_plan')
    .select(['plan_year', 'plan_id'])
    .where('brand', '=', brand)
    .where(sql<string>`content ->> 'line'`, 'in', listLines('medicare'))
    .execute()
  const ofYear = Map.groupBy(plans, ({ plan_year }) => plan_year)
  return {
    unsold: new Map(rows.map(({ plan_year, small_group }) => [plan_year, new Set(small_group)])),
    medicare: new Map([...ofYear].map(([year, some]) => [year, new Set(some.map(({ plan_id }) => plan_id))])),
  }
}

/** The loaded plans and service areas of a year, to which new files may refer. */
export async function readKnownYear(
  tx: Tx,
  brand: string,
  planYear: number,
): Promise<{ readonly plans: ReadonlySet<string>; readonly areas: ReadonlySet<string> }> {
  const plans = await tx
    .selectFrom('shop_plan')
    .select('plan_id')
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .execute()
  const areas = await tx
    .selectFrom('shop_place')
    .select('area_id')
    .where('brand', '=', brand)
    .where('plan_year', '=', planYear)
    .where('kind', '=', 'service')
    .execute()
  return {
    plans: new Set(plans.map(({ plan_id }) => plan_id)),
    areas: new Set(areas.map(({ area_id }) => area_id)),
  }
}
