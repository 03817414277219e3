import type { OpenTypes } from '@portico/contract/fhir/type'
import { foldText } from '@portico/rules/fhir/search-values'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'
import { buildUpdatedCondition, type Condition } from '../member/search-statement.ts'
import { buildCondition, joinAlternatives, toReference, toValues } from '../member/values-statement.ts'
import { badParameter } from '../outcome.ts'
import type { Term } from './source.ts'

/** Tables of received resources, with the texts and references by which they are found. */
export interface ReceivedShelf {
  readonly types: OpenTypes
  /** Address of the API. */
  readonly base: string
  readonly table: string
  readonly values: string
  /** Which rows of the table are searched; `row` is the table's alias. */
  readonly selectOwn: (row: string) => Condition
  /** Which of the values, `x`. */
  readonly ownValues: Condition
  /** When a resource `d` last changed here. */
  readonly updated: RawBuilder<Date>
}

/** Up to this many resources found by a text or at a chain's end are listed by id, so that the index finds who refers to them. */
const maxNamed = 1000

/** A condition on rows, with the ids it finds if they are few, or with `areMany` if they are many; otherwise their number is unknown. */
interface Built {
  readonly where: Condition
  readonly ids?: readonly string[]
  readonly areMany?: true
}

/** The rows that a condition is about: those of a type, under their alias. */
interface Searched {
  readonly db: Reader
  readonly shelf: ReceivedShelf
  readonly type: string
  readonly row: string
}

/** The condition for a search term on a type, whose rows are `d`. Throws FhirError. */
export async function buildTerm(db: Reader, type: string, term: Term, shelf: ReceivedShelf): Promise<Condition> {
  return (await buildAt({ db, shelf, type, row: 'd' }, term)).where
}

async function buildAt(on: Searched, { written, text }: Term): Promise<Built> {
  const { shelf, type } = on
  if (written === '_id') return { where: sql`id = any(${toValues(written, text)}::text[])` }
  if (written === '_lastUpdated') {
    const times = toValues(written, text).map((value) => buildUpdatedCondition(value, shelf.updated))
    return { where: joinAlternatives(times) }
  }
  if (written.includes('.')) return { where: await buildChain(on, { written, text }) }
  const [name = '', modifier = null] = written.split(':')
  const parameter = shelf.types[type]?.parameters[name]
  if (parameter === undefined) throw badParameter(name, 'is no parameter of this type')
  if (parameter.kind === 'string' && modifier !== 'exact') return buildText(on, { name, modifier, text })
  if (parameter.kind === 'reference' && modifier !== 'missing') return buildReference(on, { name, modifier, text })
  return { where: buildCondition(parameter, { name, modifier, text, base: shelf.base }) }
}

interface Given {
  readonly name: string
  readonly modifier: string | null
  readonly text: string
}

/** An id without a type may be of any type that the parameter leads to. */
function buildReference(on: Searched, { name, modifier, text }: Given): Promise<Built> {
  const { shelf, type } = on
  const kinds = modifier === null ? (shelf.types[type]?.targets[name] ?? []) : [modifier]
  const targets = toValues(name, text)
    .map((value) => toReference(name, value, shelf.base))
    .flatMap((value) => (value.includes('/') ? [value] : kinds.map((target) => `${target}/${value}`)))
  return buildReferring(on, name, targets)
}

/** Resources that refer to one of the targets through a parameter. */
async function buildReferring(on: Searched, name: string, targets: readonly string[]): Promise<Built> {
  const ids = await listFew(
    on.db,
    sql`select x.id from ${selectValues(on, name)} and x.value = any(${[...targets]}::text[])`,
  )
  return ids === null
    ? {
        where: sql`${sql.ref(`${on.row}.refs`)} && ${targets.map((target) => `${name}=${target}`)}::text[]`,
        areMany: true,
      }
    : { where: sql`${sql.ref(`${on.row}.id`)} = any(${ids}::text[])`, ids }
}

/** The values `x` of a parameter, for use after `from`. */
function selectValues({ shelf, type }: Searched, name: string): RawBuilder<unknown> {
  return sql`${sql.table(shelf.values)} x where ${shelf.ownValues} and x.type = ${type} and x.parameter = ${name}`
}

async function buildText(on: Searched, { name, modifier, text }: Given): Promise<Built> {
  const values = toValues(name, text).map(foldText)
  const [all, of] = [selectValues(on, name), sql.ref(`${on.row}.id`)]
  if (modifier === 'missing') {
    const has = sql<SqlBool>`exists (select from ${all} and x.id = ${of})`
    return { where: text === 'true' ? sql`not ${has}` : has }
  }
  if (values.includes('')) throw badParameter(name, 'has a value without letters')
  const matches = values.map((value) =>
    modifier === 'contains'
      ? sql<SqlBool>`x.value like ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}`
      : // Range in the index's order; no value with this prefix sorts after the last code point.
        sql<SqlBool>`(x.value ~>=~ ${value} and x.value ~<~ ${`${value}\u{10ffff}`})`,
  )
  const found = sql`${all} and (${sql.join(matches, sql` or `)})`
  const ids = await listFew(on.db, sql`select x.id from ${found}`)
  if (ids === null) return { where: sql`exists (select from ${found} and x.id = ${of})`, areMany: true }
  return { where: sql`${of} = any(${ids}::text[])`, ids }
}

/** A reference's target must match the rest of the chain. */
async function buildChain(on: Searched, { written, text }: Term): Promise<Condition> {
  const { db, shelf, type, row } = on
  const dot = written.indexOf('.')
  const [name = '', only] = written.slice(0, dot).split(':')
  const [rest, inner] = [{ written: written.slice(dot + 1), text }, `${row}_`]
  const targets = (shelf.types[type]?.targets[name] ?? []).filter((target) => only === undefined || only === target)
  const refs = sql.ref(`${row}.refs`)
  const conditions: Condition[] = []
  for (const target of targets) {
    // Of several types that a reference may lead to, some do not have the parameter.
    if (!Object.hasOwn(shelf.types[target]?.parameters ?? {}, rest.written.split(/[.:]/, 1)[0] ?? '')) continue
    const [start, built] = [`${name}=${target}/`, await buildAt({ db, shelf, type: target, row: inner }, rest)]
    const found = sql`${shelf.selectOwn(inner)} and ${sql.ref(inner)}.type = ${target}
      and ${sql.ref(inner)}.body is not null and ${built.where}`
    const table = sql`${sql.table(shelf.table)} ${sql.ref(inner)}`
    const ids = built.ids ?? (built.areMany ? null : await listFew(db, sql`select id from ${table} where ${found}`))
    const few = ids?.map((id) => `${target}/${id}`)
    conditions.push(
      few !== undefined
        ? (await buildReferring(on, name, few)).where
        : sql`exists (select from unnest(${refs}) each join ${table} on ${sql.ref(`${inner}.id`)} = substr(each, ${start.length + 1}::int)
            where starts_with(each, ${start}) and ${found})`,
    )
  }
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** A query's ids; null: there are many. */
async function listFew(db: Reader, query: RawBuilder<unknown>): Promise<readonly string[] | null> {
  const { rows } = await sql<{ id: string }>`${query} limit ${maxNamed + 1}`.execute(db)
  return rows.length > maxNamed ? null : rows.map(({ id }) => id)
}
