import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { CataloguePart } from '../../platform/db/plan-columns.ts'
import { catalogueParts, findPartRows, type YearKey } from './part-store.ts'

/** Keeps the parts of a year that a run is about to replace, and deletes what an earlier run replaced. */
export async function keepYearBefore(
  tx: Tx,
  key: YearKey,
  { runId, parts }: { readonly runId: string; readonly parts: readonly CataloguePart[] },
): Promise<void> {
  const ofYear = sql`brand = ${key.brand} and plan_year = ${key.plan_year}`
  await sql`delete from shop_before where ${ofYear}`.execute(tx)
  for (const part of parts) {
    const { table, id, content, only } = findPartRows(part)
    await sql`insert into shop_before (brand, plan_year, part, id, content)
      select brand, plan_year, ${part}, ${id}, ${content} from ${table} where ${ofYear} and ${only}`.execute(tx)
  }
  await sql`insert into shop_catalogue_before (brand, plan_year, parts, catalogue, run_id)
    values (${key.brand}, ${key.plan_year}, ${JSON.stringify(parts)}::jsonb,
      (select to_jsonb(c) from shop_catalogue c where ${ofYear}), ${runId}::uuid)
    on conflict (brand, plan_year) do update
      set parts = excluded.parts, catalogue = excluded.catalogue, run_id = excluded.run_id`.execute(tx)
}

/** Restores the plans that a run replaced (IM-9); a year that it began disappears. Returns whether there were any. */
export async function showYearsBefore(tx: Tx, runId: string): Promise<boolean> {
  const { rows } = await sql<YearKey & { parts: readonly CataloguePart[]; is_first: boolean }>`
    select b.brand, b.plan_year, b.parts, b.catalogue is null as is_first from shop_catalogue_before b
      join shop_catalogue c on c.brand = b.brand and c.plan_year = b.plan_year and c.run_id = b.run_id
    where b.run_id = ${runId}::uuid order by b.brand, b.plan_year for update of b, c`.execute(tx)
  for (const { brand, plan_year, parts, is_first } of rows) {
    const ofYear = sql`brand = ${brand} and plan_year = ${plan_year}`
    for (const part of catalogueParts.filter((one) => parts.includes(one))) {
      const { table, columns, only } = findPartRows(part)
      await sql`delete from ${table} where ${ofYear} and ${only}`.execute(tx)
      await sql`insert into ${table} (brand, plan_year, ${columns})
        select brand, plan_year, ${part === 'service' || part === 'rating' ? sql`part, id, content` : sql`id, content`}
        from shop_before where ${ofYear} and part = ${part}`.execute(tx)
    }
    if (is_first) await sql`delete from shop_catalogue where ${ofYear}`.execute(tx)
    // A new generation, because readers cache the one that they know.
    else
      await sql`update shop_catalogue c set hashes = b.catalogue -> 'hashes', small_group = b.catalogue -> 'small_group',
          generation = gen_random_uuid(), run_id = (b.catalogue ->> 'run_id')::uuid,
          loaded_at = (b.catalogue ->> 'loaded_at')::timestamptz
        from shop_catalogue_before b where b.brand = c.brand and b.plan_year = c.plan_year
          and c.brand = ${brand} and c.plan_year = ${plan_year}`.execute(tx)
    await sql`delete from shop_before where ${ofYear}`.execute(tx)
    await sql`delete from shop_catalogue_before where ${ofYear}`.execute(tx)
  }
  return rows.length > 0
}
