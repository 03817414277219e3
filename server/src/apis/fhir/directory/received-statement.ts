import { directoryTypes } from '@portico/contract/fhir/directory'
import type { OpenTypes } from '@portico/contract/fhir/type'
import { foldText } from '@portico/rules/fhir/search-values'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../platform/db/database.ts'
import { buildUpdatedCondition, type Condition } from '../member/search-statement.ts'
import { buildCondition, joinAlternatives, toReference, toValues } from '../member/values-statement.ts'
import type { Term } from '../open/source.ts'
import { badParameter } from '../outcome.ts'

/** Whose directory is searched, on which day. */
export interface ReceivedFor {
  readonly generation: number
  readonly brand: string
  readonly day: string
  /** The address of the API. */
  readonly base: string
  /** The providers of whom staff found something to be otherwise. */
  readonly corrected: readonly string[]
  /** Those of them who have left, or are in none of the networks. */
  readonly hidden: readonly string[]
}

const types: OpenTypes = directoryTypes

/** So many that are found by a text or at the end of a chain are named one by one: the index finds who has them. */
const maxNamed = 1000

/** A condition on rows, with the ids of those that it finds where these are few, or whether they are many; else it is not known. */
interface Built {
  readonly where: Condition
  readonly ids?: readonly string[]
  readonly areMany?: true
}

/** The types that are in a network by themselves: their days are those of their networks. */
const seated = ['PractitionerRole', 'OrganizationAffiliation']

/**
 * What of a brand's received directory is shown on a day, of a type or (null) of all: what is of nobody, of a provider with a place in its
 * networks, or what such a one refers to.
 */
export function selectShown(of: ReceivedFor, type: string | null): Condition {
  const { generation, brand, day, hidden } = of
  // Without it nothing is looked up for a role, and the planner does not reckon with it.
  const isSeated = sql`(d.provider_id is null or d.is_named or d.type = any(${seated}::text[])
      or exists (select from directory_seat s where s.generation = d.generation and s.brand = ${brand}
        and s.provider_id = d.provider_id and (s.begins is null or s.begins <= ${day}) and (s.ends is null or s.ends >= ${day}))
      or not exists (select from directory_entry e where e.generation = d.generation and e.provider_id = d.provider_id))`
  return sql`d.generation = ${generation} and d.body is not null and (d.begins is null or d.begins <= ${day})
    and (d.ends is null or d.ends >= ${day}) and ${type !== null && seated.includes(type) ? sql`true` : isSeated}
    and ${hidden.length === 0 ? sql`true` : sql`(d.provider_id is null or d.provider_id <> all(${[...hidden]}::text[]))`}
    and ${selectThere(of)}`
}

/** How what refers to a network begins. */
const network = 'network=Organization/'

/** Not a role or a service of which all places were left, nor a role that is in none of its networks at any place. */
function selectThere({ brand, corrected }: ReceivedFor): Condition {
  if (corrected.length === 0) return sql`true`
  return sql`(d.provider_id is null or d.places = '{}' or d.provider_id <> all(${[...corrected]}::text[])
    or exists (select from jsonb_each_text(d.places) p where not exists (select from directory_correction c
      where c.provider_id = d.provider_id and c.brand = ${brand} and c.kind = 'left' and c.place = p.value)
      and (not exists (select from unnest(d.refs) r where starts_with(r, ${network}))
        or exists (select from unnest(d.refs) r where starts_with(r, ${network}) and not exists (select from directory_correction c
          where c.provider_id = d.provider_id and c.brand = ${brand} and c.kind = 'network' and c.place in ('', p.value)
            and c.network_id in ('', substr(r, ${network.length + 1}::int)))))))`
}

/** When a resource changed here last: by its file, by staff, or because its first day came. */
export const selectUpdated = ({ brand, corrected }: ReceivedFor) => {
  const begun = sql`d.begins::date::timestamp at time zone 'America/New_York'`
  return corrected.length === 0
    ? sql<Date>`greatest(d.updated, ${begun})`
    : sql<Date>`greatest(d.updated, ${begun}, (select max(c.made_at) from directory_correction c where c.brand = ${brand}
        and c.provider_id = d.provider_id and (c.place = '' or c.place in (select value from jsonb_each_text(d.places)))))`
}

/** The condition for a term of a search on a type, whose rows are `d`. Throws FhirError. */
export async function buildTerm(db: Reader, type: string, term: Term, asked: ReceivedFor): Promise<Condition> {
  return (await buildAt(db, type, term, asked, 'd')).where
}

async function buildAt(
  db: Reader,
  type: string,
  { written, text }: Term,
  asked: ReceivedFor,
  row: string,
): Promise<Built> {
  if (written === '_id') return { where: sql`id = any(${toValues(written, text)}::text[])` }
  if (written === '_lastUpdated') {
    const times = toValues(written, text).map((value) => buildUpdatedCondition(value, selectUpdated(asked)))
    return { where: joinAlternatives(times) }
  }
  if (written.includes('.')) return { where: await buildChain(db, type, { written, text }, asked, row) }
  const [name = '', modifier = null] = written.split(':')
  const parameter = types[type]?.parameters[name]
  if (parameter === undefined) throw badParameter(name, 'is no parameter of this type')
  if (parameter.kind === 'string' && modifier !== 'exact')
    return buildText(db, type, { name, modifier, text }, asked, row)
  if (parameter.kind === 'reference' && modifier !== 'missing')
    return buildReference(db, type, { name, modifier, text }, asked, row)
  return { where: buildCondition(parameter, { name, modifier, text, base: asked.base }) }
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
  asked: ReceivedFor,
  row: string,
): Promise<Built> {
  const kinds = modifier === null ? (types[type]?.targets[name] ?? []) : [modifier]
  const targets = toValues(name, text)
    .map((value) => toReference(name, value, asked.base))
    .flatMap((value) => (value.includes('/') ? [value] : kinds.map((target) => `${target}/${value}`)))
  return buildReferring(db, type, { name, targets }, asked, row)
}

/** Whoever refers to one of some. */
async function buildReferring(
  db: Reader,
  type: string,
  { name, targets }: { readonly name: string; readonly targets: readonly string[] },
  { generation }: ReceivedFor,
  row: string,
): Promise<Built> {
  const ids = await listFew(
    db,
    sql`select x.id from fhir_directory_value x where x.generation = ${generation} and x.type = ${type} and x.parameter = ${name}
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
  { generation }: ReceivedFor,
  row: string,
): Promise<Built> {
  const values = toValues(name, text).map(foldText)
  const own = sql`x.generation = ${generation} and x.type = ${type} and x.parameter = ${name}`
  const of = sql.ref(`${row}.id`)
  if (modifier === 'missing') {
    const has = sql<SqlBool>`exists (select from fhir_directory_value x where ${own} and x.id = ${of})`
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
  const ids = await listFew(db, sql`select x.id from fhir_directory_value x where ${found}`)
  if (ids === null)
    return { where: sql`exists (select from fhir_directory_value x where ${found} and x.id = ${of})`, areMany: true }
  return { where: sql`${of} = any(${ids}::text[])`, ids }
}

/** What a reference leads to must be found by the rest of the chain. */
async function buildChain(
  db: Reader,
  type: string,
  { written, text }: Term,
  asked: ReceivedFor,
  row: string,
): Promise<Condition> {
  const dot = written.indexOf('.')
  const [name = '', only] = written.slice(0, dot).split(':')
  const [rest, inner] = [{ written: written.slice(dot + 1), text }, `${row}_`]
  const targets = (types[type]?.targets[name] ?? []).filter((target) => only === undefined || only === target)
  const refs = sql.ref(`${row}.refs`)
  const conditions: Condition[] = []
  for (const target of targets) {
    // Of several types that a reference may lead to, some do not know the parameter.
    if (!Object.hasOwn(types[target]?.parameters ?? {}, rest.written.split(/[.:]/, 1)[0] ?? '')) continue
    const [start, built] = [`${name}=${target}/`, await buildAt(db, target, rest, asked, inner)]
    const found = sql`${sql.ref(inner)}.generation = ${asked.generation} and ${sql.ref(inner)}.type = ${target}
      and ${sql.ref(inner)}.body is not null and ${built.where}`
    const table = sql`fhir_directory ${sql.ref(inner)}`
    const ids = built.ids ?? (built.areMany ? null : await listFew(db, sql`select id from ${table} where ${found}`))
    const few = ids?.map((id) => `${target}/${id}`)
    conditions.push(
      few !== undefined
        ? (await buildReferring(db, type, { name, targets: few }, asked, row)).where
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
