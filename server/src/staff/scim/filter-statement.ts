import { refuseScim } from '@portico/rules/scim/error'
import type { Filter, FilterOperator } from '@portico/rules/scim/filter'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A column that has an index, and how its values compare. */
interface Column {
  readonly kind: 'text' | 'exact' | 'id' | 'boolean' | 'moment'
  readonly of: RawBuilder<unknown>
}
type Columns = ReadonlyMap<string, Column | 'always'>

/** The attributes by which users can be found (OS-66). Every stored address counts as a work address. */
export const userColumns: Columns = new Map<string, Column | 'always'>([
  ['id', { kind: 'id', of: sql.ref('user_id') }],
  ['username', { kind: 'text', of: sql.ref('user_key') }],
  ['externalid', { kind: 'exact', of: sql.ref('external_id') }],
  ['active', { kind: 'boolean', of: sql`(active and not barred)` }],
  ['emails', { kind: 'text', of: sql`lower(email)` }],
  ['emails.value', { kind: 'text', of: sql`lower(email)` }],
  ['emails.type', 'always'],
  ['meta.lastmodified', { kind: 'moment', of: sql.ref('changed_at') }],
])

export const groupColumns: Columns = new Map<string, Column | 'always'>([
  ['id', { kind: 'id', of: sql.ref('group_id') }],
  ['displayname', { kind: 'text', of: sql`lower(display_name)` }],
  ['externalid', { kind: 'exact', of: sql.ref('external_id') }],
  ['meta.lastmodified', { kind: 'moment', of: sql.ref('changed_at') }],
])

/** The SQL condition of a filter. Throws ScimError for an attribute or an operator that no index supports. */
export function compileFilter(filter: Filter, columns: Columns): RawBuilder<SqlBool> {
  if ('terms' in filter) {
    const terms = filter.terms.map((one) => compileFilter(one, columns))
    return sql`(${sql.join(terms, filter.kind === 'and' ? sql` and ` : sql` or `)})`
  }
  if (filter.kind === 'not') return sql`not coalesce(${compileFilter(filter.term, columns)}, false)`
  if (filter.path === 'members' || filter.path === 'members.value') return compileMember(filter, columns)
  const column = columns.get(filter.path)
  if (column === undefined)
    throw refuseScim('invalidFilter', `Only ${[...columns.keys()].join(', ')} can be filtered by.`)
  if (column === 'always') return sql`true`
  if (filter.kind === 'present') return sql`${column.of} is not null`
  return compileComparison(column, filter)
}

type Comparison = Extract<Filter, { kind: 'compare' }>

function compileComparison({ kind, of }: Column, { operator, value }: Comparison): RawBuilder<SqlBool> {
  if (kind === 'boolean') {
    requireOperator(operator, ['eq', 'ne'])
    const wanted = String(value).toLowerCase() === (operator === 'eq' ? 'true' : 'false')
    return wanted ? sql`${of}` : sql`not ${of}`
  }
  if (typeof value !== 'string') throw refuseScim('invalidFilter', 'The value is of another kind.')
  if (kind === 'moment') {
    requireOperator(operator, ['eq', 'gt', 'ge', 'lt', 'le'])
    const at = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
    if (Number.isNaN(at)) throw refuseScim('invalidFilter', 'The moment cannot be read.')
    return sql`${of} ${sql.raw(signs[operator] ?? '=')} ${new Date(at)}`
  }
  if (kind === 'id') {
    requireOperator(operator, ['eq'])
    return sql`${of}::text = ${value.toLowerCase()}`
  }
  requireOperator(operator, ['eq', 'sw'])
  const folded = kind === 'text' ? value.toLowerCase() : value
  return operator === 'eq' ? sql`${of} = ${folded}` : sql`starts_with(${of}, ${folded})`
}

const signs: Readonly<Partial<Record<FilterOperator, string>>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }

/** Whether someone is in a group, a filter that Entra sends. */
function compileMember(filter: Filter, columns: Columns): RawBuilder<SqlBool> {
  if (columns !== groupColumns || filter.kind !== 'compare' || typeof filter.value !== 'string')
    throw refuseScim('invalidFilter', 'Members can be compared with an id alone.')
  requireOperator(filter.operator, ['eq'])
  return sql`exists (select from scim_member where scim_member.group_id = scim_group.group_id
    and scim_member.user_id::text = ${filter.value.toLowerCase()})`
}

function requireOperator(operator: FilterOperator, known: readonly FilterOperator[]): void {
  if (!known.includes(operator)) throw refuseScim('invalidFilter', `Only ${known.join(', ')} can be used there.`)
}
