import { sql } from 'kysely'
import type { Reader } from '../src/platform/db/database.ts'

/** Everything that a schema consists of, as texts in an order of their own; migrations in another order make columns in another one. */
export async function readSchema(db: Reader): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (select oid, relname, relkind from pg_class
      where relnamespace = 'public'::regnamespace and relname not like 'kysely%')
    select line from (
      select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        attgenerated, attidentity, pg_get_expr(adbin, adrelid)) as line
        from own join pg_attribute on attrelid = own.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relkind in ('r', 'p', 'v', 'S') and attnum > 0 and not attisdropped
      union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(c.oid), convalidated)
        from own join pg_constraint c on conrelid = own.oid
      union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisready)
        from own join pg_index on indrelid = own.oid
      union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
        from own join pg_trigger t on tgrelid = own.oid where not tgisinternal
      union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p
        where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from own where relkind = 'v'
      union all select concat_ws(' ', 'extension', extname) from pg_extension
    ) lines order by line`.execute(db)
  return rows.map(({ line }) => line)
}
