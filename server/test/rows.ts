import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'

async function tables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by table_name
  `.execute(database.read)
  return rows.map(({ name }) => name)
}

/**
 * A digest of every row of every table: the same before and after when nothing was changed. That a session is in use is
 * written down beside the answers, now and then.
 */
export async function digestOf(database: Database): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of await tables(database)) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(line, '|' order by line)) as digest
      from (select (to_jsonb(r) - 'last_seen_at')::text as line from ${sql.table(table)} r) as lines
    `.execute(database.read)
    digests[table] = rows[0]?.digest ?? ''
  }
  return digests
}

/** Names of the tables in which a text stands anywhere. */
export async function tablesHolding(database: Database, text: string): Promise<string[]> {
  const holding: string[] = []
  for (const table of await tables(database)) {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from ${sql.table(table)} r where position(${text} in r::text) > 0
    `.execute(database.read)
    if ((rows[0]?.found ?? 0) > 0) holding.push(table)
  }
  return holding
}
