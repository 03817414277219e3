import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** The disk space of a table. */
interface Size {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly indexes: number
}

/** Lists every table with all its parts, largest first; row counts are the database's last own estimate. */
export async function listSizes(db: Reader): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select coalesce(whole.relname, part.relname) as name, sum(greatest(part.reltuples, 0))::bigint as rows,
      sum(pg_table_size(part.oid))::bigint as bytes, sum(pg_indexes_size(part.oid))::bigint as indexes
    from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class whole on whole.oid = inhparent
    where part.relnamespace = current_schema()::regnamespace and part.relkind = 'r' and part.relname not like 'kysely%'
    group by 1 order by sum(pg_total_relation_size(part.oid)) desc`.execute(db)
  return rows
}
