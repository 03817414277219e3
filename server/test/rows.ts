import { sql } from 'kysely'
import { type Database, statement } from '../src/db/database.ts'
import type { Answer } from './client.ts'

/** The same in every database of a run, and slow to ask for. */
let names: readonly string[] | undefined

async function tables(database: Database): Promise<readonly string[]> {
  names ??= await tableNames(database)
  return names
}

async function tableNames(database: Database): Promise<readonly string[]> {
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
  const each = (await tables(database)).map((table) => {
    const row = table === 'session' ? "(to_jsonb(r) - 'last_seen_at')::text" : 'r::text'
    return `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as digest from "${table}" r`
  })
  const digest = statement<{ readonly name: string; readonly digest: string }>('digest', each.join(' union all '))
  const rows = await database.run(digest, [])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** How many rows each table holds. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const each = (await tables(database)).map(
    (table) => `select '${table}' as name, count(*)::int as rows from "${table}"`,
  )
  const { rows } = await sql.raw<{ name: string; rows: number }>(each.join(' union all ')).execute(database.read)
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
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

/** What was written down of a call: each action and its outcome. */
export async function auditOf(database: Database, answer: Answer): Promise<string[]> {
  const events = await database.read
    .selectFrom('audit_event')
    .select(['action', 'outcome'])
    .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
    .execute()
  return events.map(({ action, outcome }) => `${action} ${outcome}`)
}
