import { type DatePrefix, datePrefixes, parseSpan } from '@portico/rules/fhir/moments'
import type { SearchParameter } from '@portico/rules/fhir/search-values'
import { foldText } from '@portico/rules/fhir/search-values'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isText } from '../../../platform/http/incoming-text.ts'
import { badParameter } from '../outcome.ts'

type Condition = RawBuilder<SqlBool>

/** Maximum number of values in one parameter, and maximum length of each. */
export const maxValues = 100
const maxLength = 300

/** The values of a parameter: an unescaped comma means "or". */
export function toValues(name: string, text: string): string[] {
  if (!isText(text)) throw badParameter(name, 'is not text')
  const values = text.split(/(?<!\\),/).map((value) => value.replace(/\\([,|$\\])/g, '$1'))
  if (values.length > maxValues) throw badParameter(name, `has more than ${maxValues} values`)
  if (values.some((value) => value.length > maxLength)) throw badParameter(name, `has a value longer than ${maxLength}`)
  if (values.some((value) => value === '')) throw badParameter(name, 'has an empty value')
  return values
}

/** Modifiers of each kind of parameter, besides `missing`. */
export const modifiers: Readonly<Record<SearchParameter['kind'], readonly string[]>> = {
  token: ['not'],
  string: ['exact', 'contains'],
  uri: [],
  date: [],
  reference: [],
}

/** The condition for one occurrence of a parameter. */
export function buildCondition(
  { kind }: Pick<SearchParameter, 'kind'>,
  {
    name,
    modifier,
    text,
    base,
  }: { readonly name: string; readonly modifier: string | null; readonly text: string; readonly base: string },
): Condition {
  const values = toValues(name, text)
  if (modifier === 'missing') return findMissing(kind, name, values)
  if (modifier !== null && !modifiers[kind].includes(modifier)) throw badParameter(name, 'does not know this modifier')
  switch (kind) {
    case 'token': {
      const found = sql<SqlBool>`tokens && ${values.map((value) => requestToken(name, value))}::text[]`
      return modifier === 'not' ? sql`not (${found})` : found
    }
    case 'uri':
      return sql`tokens && ${values.map((value) => `${name}:${value}`)}::text[]`
    case 'string':
      return textCondition(name, modifier, values)
    case 'reference':
      return referenceCondition(
        name,
        values.map((value) => toReference(name, value, base)),
      )
    case 'date':
      return joinAlternatives(values.map((value) => dateCondition(name, value)))
  }
}

function findMissing(kind: SearchParameter['kind'], name: string, [value = '', ...more]: readonly string[]): Condition {
  if (more.length > 0 || !['true', 'false'].includes(value))
    throw badParameter(name, 'is missing or not: true or false')
  const has = {
    token: sql<SqlBool>`exists (select from unnest(tokens) each where starts_with(each, ${`${name}|`}))`,
    uri: sql<SqlBool>`exists (select from unnest(tokens) each where starts_with(each, ${`${name}:`}))`,
    string: sql<SqlBool>`exists (select from unnest(tokens) each where starts_with(each, ${`${name}=`}))`,
    reference: sql<SqlBool>`exists (select from unnest(refs) each where starts_with(each, ${`${name}=`}))`,
    date: sql<SqlBool>`dates ? ${name}`,
  }[kind]
  return value === 'true' ? sql`not (${has})` : has
}

/** `code`, `system|code`, `|code` and `system|`. */
export function requestToken(name: string, value: string): string {
  const at = value.indexOf('|')
  return at === -1 ? `${name}:${value}` : `${name}|${value}`
}

function textCondition(name: string, modifier: string | null, values: readonly string[]): Condition {
  if (modifier === 'exact') return sql`tokens && ${values.map((value) => `${name}!${value}`)}::text[]`
  const folded = values.map((value) => foldText(value))
  if (folded.includes('')) throw badParameter(name, 'has a value without letters')
  const begins = folded.map(
    (value) => `${name}=${modifier === 'contains' ? '%' : ''}${value.replace(/[\\%_]/g, '\\$&')}%`,
  )
  return sql`exists (select from unnest(tokens) each where each like any(${begins}::text[]))`
}

/** `id`, `Type/id`, or one of our addresses. */
export function toReference(name: string, value: string, base: string): string {
  const own = value.startsWith(`${base}/`) ? value.slice(base.length + 1) : value
  if (/^([A-Z]\w{1,40}\/)?[A-Za-z0-9.-]{1,64}$/.test(own)) return own
  throw badParameter(name, 'is no reference: id, Type/id, or an address of this API')
}

/** An id without a type matches any type. */
export function referenceCondition(name: string, targets: readonly string[]): Condition {
  const [ids, typed] = [targets.filter((one) => !one.includes('/')), targets.filter((one) => one.includes('/'))]
  const found = sql<SqlBool>`refs && ${typed.map((one) => `${name}=${one}`)}::text[]`
  if (ids.length === 0) return found
  return sql`(${found} or exists (select from unnest(refs) each
    where starts_with(each, ${`${name}=`}) and split_part(each, '/', 2) = any(${ids}::text[])))`
}

/** A date in a search, with its prefix. */
export function toDate(
  name: string,
  value: string,
): { readonly prefix: DatePrefix; readonly from: number; readonly to: number } {
  const prefix = datePrefixes.find((one) => value.startsWith(one)) ?? 'eq'
  const span = parseSpan(value.startsWith(prefix) ? value.slice(2) : value)
  if (span === null) throw badParameter(name, 'is no date as FHIR writes them, or has an unknown prefix')
  return { prefix, ...span }
}

/** How a resource's spans (`f` to `t`) relate to a search's span. */
export function compareSandbox(
  prefix: DatePrefix,
  f: RawBuilder<unknown>,
  t: RawBuilder<unknown>,
  from: unknown,
  to: unknown,
): Condition {
  switch (prefix) {
    case 'eq':
      return sql`${f} >= ${from} and ${t} <= ${to}`
    case 'ne':
      return sql`not (${f} >= ${from} and ${t} <= ${to})`
    case 'gt':
      return sql`${t} > ${to}`
    case 'ge':
      return sql`(${t} > ${to} or (${f} >= ${from} and ${t} <= ${to}))`
    case 'lt':
      return sql`${f} < ${from}`
    case 'le':
      return sql`(${f} < ${from} or (${f} >= ${from} and ${t} <= ${to}))`
    case 'sa':
      return sql`${f} >= ${to}`
    case 'eb':
      return sql`${t} <= ${from}`
  }
}

function dateCondition(name: string, value: string): Condition {
  const { prefix, from, to } = toDate(name, value)
  const [f, t] = [sql`(span ->> 0)::bigint`, sql`(span ->> 1)::bigint`]
  return sql`exists (select from jsonb_array_elements(dates -> ${name}) span where ${compareSandbox(prefix, f, t, sql`${from}::bigint`, sql`${to}::bigint`)})`
}

export function joinAlternatives(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], sql` or `)})`
}
