import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** The import run that rows come from. */
export interface ImportRun {
  readonly runId: string
  readonly now: Date
}

/** Stores an import's rows, as `upsertRows` does. */
export async function upsert(
  tx: Tx,
  table: keyof Tables,
  key: readonly string[],
  rows: readonly object[],
  run: ImportRun,
): Promise<void> {
  const stored = rows.map((row) => ({ ...row, run_id: run.runId, imported_at: run.now.toISOString() }))
  await upsertRows(tx, table, key, stored)
}

/** Stores any number of rows with the same columns and different keys in one statement, sent as one JSON value. */
export async function upsertRows(
  tx: Tx,
  table: keyof Tables,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {})
  const listed = sql.join(columns.map((name) => sql.ref(name)))
  const changes = columns
    .filter((name) => !key.includes(name))
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`insert into ${sql.table(table)} (${listed})
    select ${listed} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(changes)}`.execute(tx)
}

/** For `doUpdateSet`: takes these columns from the new row. */
export function takeExcluded<Column extends string>(...columns: Column[]) {
  const pairs = columns.map((name) => [name, sql.ref(`excluded.${name}`)])
  return Object.fromEntries(pairs) as Record<Column, RawBuilder<never>>
}

/** Binary data in PostgreSQL's text format. */
export function toHex(data: Buffer): string {
  return `\\x${data.toString('hex')}`
}

/** Records that brands have sent files of a kind, which distinguishes an empty file from no file. */
export async function noteSent(
  tx: Tx,
  table: 'spending_sent' | 'premium_sent',
  brands: readonly string[],
  now: Date,
): Promise<void> {
  for (const brand of new Set(brands)) {
    await tx
      .insertInto(table)
      .values({ brand, sent_at: now })
      .onConflict((conflict) => conflict.column('brand').doUpdateSet({ sent_at: now }))
      .execute()
  }
}
