import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** The import run that rows come from. */
export interface ImportRun {
  readonly runId: string
  readonly now: Date
}

/** Stores imported rows with different keys in one statement, however many: they are sent as one JSON value. */
export async function upsert(
  tx: Tx,
  table: keyof Tables,
  key: readonly string[],
  rows: readonly object[],
  run: ImportRun,
): Promise<void> {
  if (rows.length === 0) return
  const stored = rows.map((row) => ({ ...row, run_id: run.runId, imported_at: run.now.toISOString() }))
  const columns = Object.keys(stored[0] ?? {})
  const listed = sql.join(columns.map((name) => sql.ref(name)))
  const changes = columns
    .filter((name) => !key.includes(name))
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`insert into ${sql.table(table)} (${listed})
    select ${listed} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(stored)}::jsonb)
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(changes)}`.execute(tx)
}

/** Records that brands have sent files of a kind, so that an empty file can be told from none. */
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
