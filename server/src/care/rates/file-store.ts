import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** A file whose prices are shown. */
export interface PriceFile {
  readonly fileId: string
  readonly brand: string
  /** Its name when it came; '': it came before we stored names. */
  readonly name: string
  readonly entity: string
  /** For a file of several plans, some of their ids; null: its prices apply to all plans of the brand. */
  readonly planId: string | null
  readonly planName: string | null
  /** The day stated in the file; null: none. */
  readonly day: string | null
  /** Groups of providers, services and lists of prices. */
  readonly pieces: number
  /** Whether a file of the same payer and plan is from a later month: payers renew all of them each month (45 CFR 147.212(b)(3)). */
  readonly behind: boolean
}

/** The first plans of a file according to its table of contents, and whether there are more. */
const listedIds = sql`(select string_agg(case when place > 3 then '…' else id end, ', ' order by place) from (
  select id, row_number() over (order by id) as place from (select distinct l.plan_id as id from rates_file_plan l
    where l.file_id = rates_file.file_id) as one order by id limit 4) as first)`

/** The files whose prices are shown, by plan and name; outdated ones come first, so that no limit hides them. */
export async function listPriceFiles(
  db: Reader,
  { brands, max }: { readonly brands: readonly string[] | null; readonly max: number },
): Promise<readonly PriceFile[]> {
  const { rows } = await sql<PriceFile>`select * from (
      select file_id as "fileId", brand, name, entity, coalesce(plan_id, ${listedIds}) as "planId", plan_name as "planName", updated_on::text as day, pieces,
        coalesce(date_trunc('month', updated_on)
          < max(date_trunc('month', updated_on)) over (partition by brand, entity, plan_id), false) as behind
      from rates_file where state = 'current' and (${brands}::text[] is null or brand = any (${brands}::text[]))
    ) as file order by behind desc, brand, "planId" nulls first, name, day limit ${sql.lit(max)}`.execute(db)
  return rows
}

/** How many files of the same payers and plans are from an earlier month than a run's own, by their day. */
export async function listFilesLeftBehind(
  db: Reader,
  runId: string,
): Promise<readonly { readonly day: string; readonly count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`select f.updated_on::text as day, count(*)::int as count
    from rates_file f join (select brand, entity, plan_id, max(updated_on) as newest from rates_file
      where run_id = ${runId}::uuid and state = 'current' group by brand, entity, plan_id) r
    on f.brand = r.brand and f.entity = r.entity and f.plan_id is not distinct from r.plan_id
    where f.state = 'current' and date_trunc('month', f.updated_on) < date_trunc('month', r.newest)
    group by f.updated_on order by f.updated_on`.execute(db)
  return rows
}

/** Hides the prices of a file. Returns whether they were shown, and for one of these brands (null: any). */
export async function removePriceFile(tx: Tx, fileId: string, brands: readonly string[] | null): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update rates_file set state = 'old'
    where file_id = ${fileId}::uuid and state = 'current' and (${brands}::text[] is null or brand = any (${brands}::text[]))`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
