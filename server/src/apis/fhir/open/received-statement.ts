import type { OpenTypes } from '@portico/contract/fhir/type'
import { foldText } from '@portico/rules/fhir/search-values'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'
import { buildUpdatedCondition, type Condition } from '../member/search-statement.ts'
import { buildCondition, joinAlternatives, toReference, toValues } from '../member/values-statement.ts'
import { badParameter } from '../outcome.ts'
import type { Term } from './source.ts'

/** Resources as they came, with the texts and references that they are found by beside them. */
export interface ReceivedShelf {
  readonly types: OpenTypes
  /** The address of the API. */
  readonly base: string
  readonly table: string
  readonly values: string
  /** Which rows of the table are searched; `row`: what the statement calls them. */
  readonly selectOwn: (row: string) => Condition
  /** Which of its values, `x`. */
  readonly ownValues: Condition
  /** When a resource `d` changed here last. */
  readonly updated: RawBuilder<Date>
}

/** So many that are found by a text or at the end of a chain are named one by one: the index finds who has them. */
const maxNamed = 1000

/** A condition on rows, with the ids of those that it finds where these are few, or whether they are many; else it is not known. */
interface Built {
  readonly where: Condition
  readonly ids?: readonly string[]
  readonly areMany?: true
}

/** The condition for a term of a search on a type, whose rows are `d`. Throws FhirError. */
export async function buildTerm(db: Reader, type: string, term: Term, shelf: ReceivedShelf): Promise<Condition> {
  return (await buildAt(db, type, term, shelf, 'd')).where
}

async function buildAt(
  db: Reader,
  type: string,
  { written, text }: Term,
  shelf: ReceivedShelf,
  row: string,
): Promise<Built> {
  if (written === '_id') return { where: sql`id = any(${toValues(written, text)}::text[])` }
  if (written === '_lastUpdated') {
    const times = toValues(written, text).map((value) => buildUpdatedCondition(value, shelf.updated))
    return { where: joinAlternatives(times) }
  }
  if (written.includes('.')) return { where: await buildChain(db, type, { written, text }, shelf, row) }
  const [name = '', modifier = null] = written.split(':')
  const parameter = shelf.types[type]?.parameters[name]
  if (parameter === undefined) throw badParameter(name, 'is no parameter of this type')
  if (parameter.kind === 'string' && modifier !== 'exact')
    return buildText(db, type, { name, modifier, text }, shelf, row)
  if (parameter.kind === 'reference' && modifier !== 'missing')
    return buildReference(db, type, { name, modifier, text }, shelf, row)
  return { where: buildCondition(parameter, { name, modifier, text, base: shelf.base }) }
}

interface Given {
  readonly name: string
  readonly modifier: string | null
  readonly text: string
}

/** An id alone is of any type that the parameter leads to. */
function buildReference(
  db: Reader,
  type: string,
  { name, modifier, text }: Given,
  shelf: ReceivedShelf,
  row: string,
): Promise<Built> {
  const kinds = modifier === null ? (shelf.types[type]?.targets[name] ?? []) : [modifier]
  const targets = toValues(name, text)
    .map((value) => toReference(name, value, shelf.base))
    .flatMap((value) => (value.includes('/') ? [value] : kinds.map((target) => `${target}/${value}`)))
  return buildReferring(db, type, { name, targets }, shelf, row)
}

/** Whoever refers to one of some. */
async function buildReferring(
  db: Reader,
  type: string,
  { name, targets }: { readonly name: string; readonly targets: readonly string[] },
  shelf: ReceivedShelf,
  row: string,
): Promise<Built> {
  const ids = await listFew(
    db,
    sql`select x.id from ${sql.table(shelf.values)} x where ${shelf.ownValues} and x.type = ${type} and x.parameter = ${name}
      and x.value = any(${[...targets]}::text[])`,
  )
  return ids === null
    ? {
        where: sql`${sql.ref(`${row}.refs`)} && ${targets.map((target) => `${name}=${target}`)}::text[]`,
        areMany: true,
      }
    : { where: sql`${sql.ref(`${row}.id`)} = any(${ids}::text[])`, ids }
}

async function buildText(
  db: Reader,
  type: string,
  { name, modifier, text }: Given,
  shelf: ReceivedShelf,
  row: string,
): Promise<Built> {
  const values = toValues(name, text).map(foldText)
  const [all, own] = [
    sql`${sql.table(shelf.values)} x`,
    sql`${shelf.ownValues} and x.type = ${type} and x.parameter = ${name}`,
  ]
  const of = sql.ref(`${row}.id`)
  if (modifier === 'missing') {
    const has = sql<SqlBool>`exists (select from ${all} where ${own} and x.id = ${of})`
    return { where: text === 'true' ? sql`not ${has}` : has }
  }
  if (values.includes('')) throw badParameter(name, 'has a value without letters')
  const matches = values.map((value) =>
    modifier === 'contains'
      ? sql<SqlBool>`x.value like ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}`
      : // In the order of the index; nothing that begins so comes after the last of all letters.
        sql<SqlBool>`(x.value ~>=~ ${value} and x.value ~<~ ${`${value}\u{10ffff}`})`,
  )
  const found = sql`${own} and (${sql.join(matches, sql` or `)})`
  const ids = await listFew(db, sql`select x.id from ${all} where ${found}`)
  if (ids === null) return { where: sql`exists (select from ${all} where ${found} and x.id = ${of})`, areMany: true }
  return { where: sql`${of} = any(${ids}::text[])`, ids }
}

/** What a reference leads to must be found by the rest of the chain. */
async function buildChain(
  db: Reader,
  type: string,
  { written, text }: Term,
  shelf: ReceivedShelf,
  row: string,
): Promise<Condition> {
  const dot = written.indexOf('.')
  const [name = '', only] = written.slice(0, dot).split(':')
  const [rest, inner] = [{ written: written.slice(dot + 1), text }, `${row}_`]
  const targets = (shelf.types[type]?.targets[name] ?? []).filter((target) => only === undefined || only === target)
  const refs = sql.ref(`${row}.refs`)
  const conditions: Condition[] = []
  for (const target of targets) {
    // Of several types that a reference may lead to, some do not know the parameter.
    if (!Object.hasOwn(shelf.types[target]?.parameters ?? {}, rest.written.split(/[.:]/, 1)[0] ?? '')) continue
    const [start, built] = [`${name}=${target}/`, await buildAt(db, target, rest, shelf, inner)]
    const found = sql`${shelf.selectOwn(inner)} and ${sql.ref(inner)}.type = ${target}
      and ${sql.ref(inner)}.body is not null and ${built.where}`
    const table = sql`${sql.table(shelf.table)} ${sql.ref(inner)}`
    const ids = built.ids ?? (built.areMany ? null : await listFew(db, sql`select id from ${table} where ${found}`))
    const few = ids?.map((id) => `${target}/${id}`)
    conditions.push(
      few !== undefined
        ? (await buildReferring(db, type, { name, targets: few }, shelf, row)).where
        : sql`exists (select from unnest(${refs}) each join ${table} on ${sql.ref(`${inner}.id`)} = substr(each, ${start.length + 1}::int)
            where starts_with(each, ${start}) and ${found})`,
    )
  }
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** The ids of a query; null: they are many. */
async function listFew(db: Reader, query: RawBuilder<unknown>): Promise<readonly string[] | null> {
  const { rows } = await sql<{ id: string }>`${query} limit ${maxNamed + 1}`.execute(db)
  return rows.length > maxNamed ? null : rows.map(({ id }) => id)
}
