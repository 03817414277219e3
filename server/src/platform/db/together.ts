import { type CompiledQuery, type Expression, sql } from 'kysely'
import { executeKept, type Reader } from './database.ts'

type Columns<Row, Kind> = { [Name in keyof Row]: Extract<Row[Name], Kind> extends never ? never : Name }[keyof Row]

/** A query sent together with others. */
export interface Part<Row> {
  readonly query: Expression<Row>
  readonly moments: readonly string[]
}

/** `moments` must name every column with a moment: rows come as JSON, which has no dates. Binary columns cannot be read this way. */
export function part<Row>(
  query: Expression<Row> & ([Columns<Row, Uint8Array>] extends [never] ? unknown : never),
  ...[moments]: [Columns<Row, Date>] extends [never] ? [] : [Readonly<Record<Columns<Row, Date>, true>>]
): Part<Row> {
  return { query, moments: Object.keys(moments ?? {}) }
}

type Read<Parts> = { readonly [Name in keyof Parts]: Parts[Name] extends Part<infer Row> ? Row[] : never }

type Parts = Readonly<Record<string, Part<unknown>>>
type JsonRows = Readonly<Record<string, Record<string, unknown>[]>>

/**
 * Reads the rows of several queries in one statement: all as of one moment, in one round trip. Connections keep its plan, so the queries
 * may differ only in their values.
 */
export async function together<P extends Parts>(db: Reader, parts: P): Promise<Read<P>> {
  const query = buildStatement(parts)
  return parseRows(parts, await executeKept(db, { compile: () => query.compile(db) }))
}

/**
 * The same for the hottest paths: the queries are built and compiled once, with marks in place of their values. `make` must pass the marks
 * on unchanged.
 */
export function prepareTogether<Name extends string, P extends Parts>(
  names: readonly Name[],
  make: (db: Reader, values: Readonly<Record<Name, string>>) => P,
): (db: Reader, values: Readonly<Record<Name, string | null>>) => Promise<Read<P>> {
  let prepared: { readonly parts: P; readonly query: CompiledQuery<JsonRows> } | undefined
  const prepare = (db: Reader) => {
    const parts = make(db, Object.fromEntries(names.map((name) => [name, toMark(name)])) as Record<Name, string>)
    return { parts, query: buildStatement(parts).compile(db) }
  }
  return async (db, values) => {
    prepared ??= prepare(db)
    const { parts, query } = prepared
    const named = new Map<unknown, string | null>(names.map((name) => [toMark(name), values[name]]))
    const parameters = query.parameters.map((value) => (named.has(value) ? named.get(value) : value))
    return parseRows(parts, await executeKept(db, { compile: () => ({ ...query, parameters }) }))
  }
}

/** A mark begins with a character that no text in the database can contain. */
function toMark(name: string): string {
  return `\0${name}`
}

function buildStatement(parts: Parts) {
  const lists = Object.entries(parts).map(
    ([name, { query }]) =>
      sql`(select coalesce(json_agg(row_to_json(part)), '[]') from (${query}) part) as ${sql.ref(name)}`,
  )
  return sql<JsonRows>`select ${sql.join(lists)}`
}

function parseRows<P extends Parts>(parts: P, [row]: readonly JsonRows[]): Read<P> {
  const read = Object.entries(parts).map(([name, { moments }]) => [name, (row?.[name] ?? []).map(withDates(moments))])
  return Object.fromEntries(read) as Read<P>
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
