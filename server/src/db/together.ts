import { type Expression, sql } from 'kysely'
import type { Reader } from './database.ts'

type Columns<Row, Kind> = { [Name in keyof Row]: Extract<Row[Name], Kind> extends never ? never : Name }[keyof Row]

/** A query that is sent with others. */
export interface Part<Row> {
  readonly query: Expression<Row>
  readonly moments: readonly string[]
}

/** `moments` names every column of the query that holds moments; its rows come as JSON, which has none. Bytes cannot be read so. */
export function part<Row>(
  query: Expression<Row> & ([Columns<Row, Uint8Array>] extends [never] ? unknown : never),
  ...[moments]: [Columns<Row, Date>] extends [never] ? [] : [Readonly<Record<Columns<Row, Date>, true>>]
): Part<Row> {
  return { query, moments: Object.keys(moments ?? {}) }
}

type Read<Parts> = { readonly [Name in keyof Parts]: Parts[Name] extends Part<infer Row> ? Row[] : never }

/** Reads the rows of several queries by one statement: they are of one moment, and it takes one way to the database. */
export async function together<Parts extends Readonly<Record<string, Part<unknown>>>>(
  db: Reader,
  parts: Parts,
): Promise<Read<Parts>> {
  const lists = Object.entries(parts).map(
    ([name, { query }]) =>
      sql`(select coalesce(json_agg(row_to_json(part)), '[]') from (${query}) part) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, Record<string, unknown>[]>>`select ${sql.join(lists)}`.execute(db)
  const read = Object.entries(parts).map(([name, { moments }]) => [
    name,
    (rows[0]?.[name] ?? []).map(withDates(moments)),
  ])
  return Object.fromEntries(read) as Read<Parts>
}

function withDates(moments: readonly string[]) {
  return (row: Record<string, unknown>) => {
    for (const name of moments) {
      const moment = row[name]
      if (typeof moment === 'string') row[name] = new Date(moment)
    }
    return row
  }
}
