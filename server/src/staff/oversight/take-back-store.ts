import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** Whether we still have what a row of `import_run` replaced, and nothing has replaced that run's data since. */
export const mayTakeBack: RawBuilder<boolean> = sql<boolean>`(exists (
    select from directory_generation l join directory_generation b using (source)
    where l.run_id = import_run.run_id and l.state = 'live' and b.state = 'before')
  or exists (select from formulary_before b join formulary f using (brand, plan_id)
    where b.run_id = import_run.run_id and f.run_id = b.run_id)
  or exists (select from shop_catalogue_before b join shop_catalogue c using (brand, plan_year)
    where b.run_id = import_run.run_id and c.run_id = b.run_id)
  or (exists (select from rates_file c where c.run_id = import_run.run_id and c.state = 'current')
    and not exists (select from rates_file c where c.run_id = import_run.run_id and c.state = 'before')))`

export function findRun(db: Reader, runId: string): Promise<{ readonly brand: string | null } | undefined> {
  return db.selectFrom('import_run').select('brand').where('run_id', '=', runId).executeTakeFirst()
}

/** Restores plans' drug lists as they were before a run; lists that the run began disappear. */
export async function showListsBefore(tx: Tx, runId: string): Promise<boolean> {
  const { rows } = await sql<{ brand: string; plan_id: string; is_first: boolean }>`
    select b.brand, b.plan_id, b.list is null as is_first from formulary_before b
      join formulary f on f.brand = b.brand and f.plan_id = b.plan_id and f.run_id = b.run_id
    where b.run_id = ${runId}::uuid order by b.brand, b.plan_id for update of b, f`.execute(tx)
  for (const { brand, plan_id, is_first } of rows) {
    const ofPlan = sql`brand = ${brand} and plan_id = ${plan_id}`
    await sql`delete from formulary_drug where ${ofPlan}`.execute(tx)
    if (is_first) await sql`delete from formulary where ${ofPlan}`.execute(tx)
    else {
      await sql`insert into formulary_drug
        select drug.* from formulary_before b, jsonb_populate_recordset(null::formulary_drug, b.list -> 'rows') drug
        where b.brand = ${brand} and b.plan_id = ${plan_id}`.execute(tx)
      await sql`update formulary f set version = b.list ->> 'version', costs = b.list -> 'costs', run_id = b.replaced,
          received = coalesce(b.list -> 'received', '{"days": [], "parts": []}')
        from (select list, gen_random_uuid() as replaced from formulary_before where ${ofPlan}) b
        where f.brand = ${brand} and f.plan_id = ${plan_id}`.execute(tx)
    }
    await sql`delete from formulary_before where ${ofPlan}`.execute(tx)
  }
  return rows.length > 0
}
