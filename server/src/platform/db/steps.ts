import { type Kysely, sql } from 'kysely'

/**
 * A migration step that changes a big table while others use it. Each step commits separately, and after an interruption the whole
 * migration runs again: repeating a step must do no harm. A string is one statement.
 */
export type Step = string | ((db: Kysely<unknown>) => Promise<void>)

/** Creates an index while others read and write its table, e.g. `createIndex('claim_provider', 'claim (provider_id, member_id)')`. */
export function createIndex(name: string, on: string, options: { readonly unique?: boolean } = {}): Step {
  const kind = options.unique ? 'unique index' : 'index'
  return async (db) => {
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
    if (rows[0]?.valid) return
    // It waits for transactions that have seen the table without the index, and blocks no one meanwhile.
    await sql`set lock_timeout = 0`.execute(db)
    // An interrupted attempt leaves an invalid index, which slows every write and serves no read.
    if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
    await sql.raw(`create ${kind} concurrently ${name} on ${on}`).execute(db)
  }
}

/** Keys per part: few enough that transactions waiting for one of their rows hardly notice. */
const partKeys = 2_000

/**
 * Changes the rows of a big table in parts, each committed before the next. `key` must lead one of its indexes; `change` is an `update` or
 * `delete` of the rows whose key is in `part`.
 */
export function changeInParts(
  table: string,
  options: { readonly key: readonly string[]; readonly change: string; readonly keys?: number },
): Step {
  const names = options.key.map((name) => sql.ref(name))
  const key = sql.join(names)
  const down = sql.join(names.map((name) => sql`${name} desc`))
  return async (db) => {
    let last: Record<string, unknown> | undefined
    do {
      const after: readonly unknown[] | undefined = last && options.key.map((name) => last?.[name])
      const { rows } = await sql<Record<string, unknown>>`
        with part as materialized (
          select distinct ${key} from ${sql.table(table)} ${after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`}
          order by ${key} limit ${options.keys ?? partKeys}),
        changed as (${sql.raw(options.change)})
        select ${key} from part order by ${down} limit 1`.execute(db)
      last = rows[0]
    } while (last !== undefined)
  }
}
