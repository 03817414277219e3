import { type Kysely, sql } from 'kysely'
import type { Extracted } from './declared.ts'

/** The extracts' own connection, without statement timeouts. */
export type Db = Kysely<unknown>

export interface Part {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

export interface State {
  /** Changes before this moment are in a complete extract; null: there is no complete extract yet. */
  readonly until: Date | null
  /** When the extract in progress began; null: none is in progress. */
  readonly begunAt: Date | null
  readonly freeText: boolean
  readonly parts: readonly Part[]
  readonly afterKey: readonly string[] | null
}

/** No other advisory lock of the portal has this number. */
const lockKey = 7_205_812

/** Takes the lock on writing extracts; false: another process holds it. */
export async function takeTurn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lockKey}) as mine`.execute(db)
  if (!rows[0]?.mine) return false
  await sql`set statement_timeout = 0`.execute(db)
  await sql`set time zone 'UTC'`.execute(db)
  return true
}

export async function endTurn(db: Db): Promise<void> {
  await sql`select pg_advisory_unlock(${lockKey})`.execute(db)
  await sql`reset all`.execute(db)
}

export async function readState(db: Db, name: string): Promise<State> {
  const { rows } = await sql<State>`
    select extracted_until as until, begun_at as "begunAt", free_text as "freeText", parts, after_key as "afterKey"
    from extract_state where name = ${name}`.execute(db)
  return rows[0] ?? { until: null, begunAt: null, freeText: false, parts: [], afterKey: null }
}

export async function keepState(db: Db, name: string, state: State): Promise<void> {
  const { until, begunAt, freeText, parts, afterKey } = state
  const values = sql`${until}, ${begunAt}, ${freeText}, ${JSON.stringify(parts)}::jsonb,
    ${afterKey === null ? null : JSON.stringify(afterKey)}::jsonb`
  await sql`
    insert into extract_state (name, extracted_until, begun_at, free_text, parts, after_key) values (${name}, ${values})
    on conflict (name) do update set (extracted_until, begun_at, free_text, parts, after_key) = row (${values})`.execute(
    db,
  )
}

/** Reads the next changed rows in the order of their key as lines of JSON. Without a last key, there are no more. */
export async function readChunk(
  db: Db,
  chunk: {
    readonly name: string
    readonly table: Extracted
    readonly columns: readonly string[]
    readonly after: readonly string[] | null
    readonly from: Date | null
    readonly max: number
  },
): Promise<{ readonly lines: readonly string[]; readonly lastKey: readonly string[] | null }> {
  const { name, table, columns, after, from, max } = chunk
  const key = sql.join(table.key.map((column) => sql.ref(`t.${column}`)))
  const texts = sql.join(table.key.map((column) => sql`${sql.ref(`t.${column}`)}::text`))
  const rows = sql`${sql.table(name)} t`
  const later = after === null ? sql`true` : sql`(${key}) > (${sql.join(after)})`
  const { rows: ends } = await sql<{ key: readonly string[] }>`
    select array[${texts}] as key from ${rows} where ${later} order by ${key} offset ${max - 1} limit 1`.execute(db)
  const end = ends[0]?.key ?? null
  const upTo = end === null ? sql`true` : sql`(${key}) <= (${sql.join(end)})`
  const moment = sql.raw(table.changedAt ?? 'null')
  const isChanged = from === null ? sql`true` : sql`coalesce(${moment} >= ${from}, true)`
  const { rows: found } = await sql<{ line: string }>`
    select to_json(r)::text as line from (
      select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))} from ${rows}
      where ${later} and ${upTo} and ${isChanged} order by ${key}) r`.execute(db)
  return { lines: found.map(({ line }) => line), lastKey: end }
}
