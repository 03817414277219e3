import { type Selectable, sql } from 'kysely'
import { type Database, statement } from '../src/platform/db/database.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import type { Answer } from './client.ts'

/** The same in every database of a run, and slow to query. */
let names: readonly string[] | undefined

async function tables(database: Database): Promise<readonly string[]> {
  names ??= await tableNames(database)
  return names
}

/** Without what the database and the sealer derive from `audit_event`, and without its months. */
async function tableNames(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('audit_seal', 'audit_waiting')
      and table_name not in (select relname from pg_class where relispartition) order by table_name
  `.execute(database.read)
  return rows.map(({ name }) => name)
}

/** A table's contents when it was last read, and the versions of its rows at that time. */
interface Looked {
  readonly versions: string
  readonly digest: string
}

/** All tables' contents, and the id that the next writing transaction would have gotten at that time. */
interface LookedAll {
  readonly next: string
  readonly tables: ReadonlyMap<string, Looked>
}

const looked = new WeakMap<Database, LookedAll>()

/**
 * A digest of every row in every table, which stays the same as long as nothing changes. A written row is a new version with the
 * id of a later transaction: if a table has as many rows and the same sum of those ids as before, it has not changed and is not
 * read again. If no transaction got an id at all, no table is.
 */
export async function digestRows(database: Database): Promise<Record<string, string>> {
  const before = looked.get(database)
  const [{ next } = { next: '' }] = await database.run(nextTransaction, [])
  if (before?.next === next) return listDigests(before)
  const versions = statement<Named<'versions'>>('versions', selectEach(await tables(database), selectVersions))
  const now = await database.run(versions, [])
  const isSame = (table: Named<'versions'>) => before?.tables.get(table.name)?.versions === table.versions
  const changed = now.filter((table) => !isSame(table)).map(({ name }) => name)
  const after = new Map(before?.tables)
  if (changed.length > 0) {
    const read = selectEach(changed, (name) => `${selectVersions()}, ${digestOfRows(name)}`)
    const { rows } = await sql.raw<Named<'versions' | 'digest'>>(read).execute(database.read)
    for (const { name, ...table } of rows) after.set(name, table)
  }
  const all = { next, tables: after }
  looked.set(database, all)
  return listDigests(all)
}

const nextTransaction = statement<{ readonly next: string }>(
  'next-transaction',
  'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
)

function listDigests({ tables }: LookedAll): Record<string, string> {
  return Object.fromEntries([...tables].map(([name, { digest }]) => [name, digest]))
}

type Named<Column extends string> = Readonly<Record<'name' | Column, string>>

const selectEach = (names: readonly string[], columns: (name: string) => string) =>
  names.map((name) => `select '${name}' as name, ${columns(name)} from "${name}" r`).join(' union all ')

/** Columns that are updated apart from the calls: the use of a session, and the delivery of an e-mail. */
const writtenBeside = new Map([
  ['session', 'last_seen_at'],
  ['outbox', 'sealed_values, state, attempts, due_at, settled_at, last_error'],
])

const selectVersions = () => "count(*) || ' ' || coalesce(sum(r.xmin::text::bigint), 0) as versions"

function digestOfRows(name: string): string {
  const columns = writtenBeside.get(name)
  const row = columns === undefined ? 'r::text' : `(to_jsonb(r) - '{${columns}}'::text[])::text`
  return `count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as digest`
}

/** How many rows each table holds. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const each = (await tables(database)).map(
    (table) => `select '${table}' as name, count(*)::int as rows from "${table}"`,
  )
  const counts = statement<{ readonly name: string; readonly rows: number }>('row-counts', each.join(' union all '))
  return Object.fromEntries((await database.run(counts, [])).map(({ name, rows }) => [name, rows]))
}

/** Names of the tables that contain a text anywhere. */
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

type AuditEvent = Selectable<Tables['audit_event']>

/** The audit rows with these values, oldest first. */
export function eventsWith(database: Database, values: Partial<AuditEvent>): Promise<AuditEvent[]> {
  const rows = database.read.selectFrom('audit_event').selectAll()
  return rows
    .where((row) => row.and(values))
    .orderBy('event_id')
    .execute()
}

/** A call's audit rows. */
export function listEvents(database: Database, answer: Answer): Promise<AuditEvent[]> {
  return eventsWith(database, { request_id: answer.headers.get('x-request-id') ?? '' })
}

/** Each action in them, and its outcome. */
export async function listAuditedActions(database: Database, answer: Answer): Promise<string[]> {
  return (await listEvents(database, answer)).map(({ action, outcome }) => `${action} ${outcome}`)
}
