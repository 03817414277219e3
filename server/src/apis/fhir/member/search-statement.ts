import type { FhirType } from '@portico/contract/fhir/type'
import { findFhirType } from '@portico/contract/fhir/types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { badParameter, FhirError } from '../outcome.ts'
import type { Allowed } from './scopes.ts'
import { buildCondition, compareSandbox, joinAlternatives, toDate, toValues } from './values-statement.ts'

export type Condition = RawBuilder<SqlBool>

/** Sort order of a list: by the last change here, or by the main date. */
export interface Order {
  readonly by: 'updated' | 'starts'
  readonly descending: boolean
}

/** A validated search. */
export interface Search {
  readonly conditions: readonly Condition[]
  readonly order: Order
  readonly count: number
  readonly isTotaled: boolean
  /** Whether only the number of results is requested. */
  readonly isCounted: boolean
  /** Names of reference parameters whose targets are included; `*` for all. */
  readonly includes: readonly string[]
  /** Whether each result's Provenance is included. */
  readonly withProvenance: boolean
  /** Whether it has any search criterion. */
  readonly isNarrowed: boolean
}

export type Pairs = readonly (readonly [name: string, value: string])[]

const [maxPairs, maxOf, defaultCount, maxCount] = [40, 10, 20, 200]

/** Parameters of a query or a form, in order; a repeated one appears several times. */
export function listPairs(given: unknown): Pairs {
  const pairs = Object.entries((given ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as const),
  )
  if (pairs.length > maxPairs) throw new FhirError(400, 'too-costly', `More than ${maxPairs} parameters.`)
  for (const [name, some] of Map.groupBy(pairs, ([name]) => name))
    if (some.length > maxOf) throw badParameter(name, `is given more than ${maxOf} times`)
  return pairs
}

/** Parses a search for a type. Throws FhirError for anything unknown: nothing is ignored. */
export function readSearch(
  type: string,
  pairs: Pairs,
  { base, patientId }: { readonly base: string; readonly patientId: string },
): Search {
  const known = findFhirType(type)
  if (known === undefined) throw new FhirError(404, 'not-supported', 'This type is not served.')
  const search = {
    conditions: [] as Condition[],
    order: { by: 'updated', descending: true } as Order,
    count: defaultCount,
    isTotaled: false,
    isCounted: false,
    includes: [] as string[],
    withProvenance: false,
    isNarrowed: false,
  }
  for (const [written, text] of pairs) {
    const [name = '', modifier = null, ...more] = written.split(':')
    if (more.length > 0) throw badParameter(written, 'has more than one modifier')
    if (modifier !== null && controls.has(name)) throw badParameter(name, 'does not know this modifier')
    switch (name) {
      case '_id': {
        search.isNarrowed = true
        search.conditions.push(idCondition(toValues(name, text)))
        break
      }
      case '_lastUpdated': {
        search.isNarrowed = true
        search.conditions.push(joinAlternatives(toValues(name, text).map((value) => buildUpdatedCondition(value))))
        break
      }
      case '_count':
        search.count = countRows(text)
        break
      case '_sort':
        search.order = toOrder(known, text)
        break
      case '_total':
        search.isTotaled = allowRoles(name, text, ['none', 'accurate']) === 'accurate'
        break
      case '_summary':
        allowRoles(name, text, ['count', 'false'])
        search.isCounted ||= text === 'count'
        break
      case '_format':
        checkFormat(text)
        break
      case '_include':
        search.includes.push(...toValues(name, text).map((value) => readInclude(type, known, value)))
        break
      case '_revinclude':
        if (text !== 'Provenance:target') throw badParameter(name, 'knows Provenance:target alone')
        search.withProvenance = true
        break
      default: {
        const parameter = Object.hasOwn(known.parameters, name) ? known.parameters[name] : undefined
        if (parameter === undefined) throw badParameter(name, 'is no parameter of this type')
        search.isNarrowed = true
        search.conditions.push(
          name === 'patient' && modifier === null
            ? patientCondition(toValues(name, text), base, patientId)
            : buildCondition(parameter, { name, modifier, text, base }),
        )
      }
    }
  }
  return search
}

const controls = new Set([
  '_count',
  '_sort',
  '_total',
  '_summary',
  '_format',
  '_include',
  '_revinclude',
  '_lastUpdated',
  '_id',
])

export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

function idCondition(ids: readonly string[]): Condition {
  if (ids.some((id) => !/^[A-Za-z0-9.-]{1,64}$/.test(id))) throw badParameter('_id', 'is no id')
  return sql`id = any(${ids.filter(isUuid)}::uuid[])`
}

/** A search for another patient finds nothing, and does not reveal whether there is one. */
export function patientCondition(values: readonly string[], base: string, patientId: string): Condition {
  const own = [patientId, `Patient/${patientId}`, `${base}/Patient/${patientId}`]
  if (values.some((value) => !/^(\S+\/)?[A-Za-z0-9.-]{1,64}$/.test(value)))
    throw badParameter('patient', 'is no reference: id, Type/id, or an address of this API')
  return values.some((value) => own.includes(value)) ? sql`true` : sql`false`
}

export function buildUpdatedCondition(value: string, updated: RawBuilder<unknown> = sql`updated`): Condition {
  const { prefix, from, to } = toDate('_lastUpdated', value)
  const [first, after] = [from, to].map((at) => sql`${new Date(Math.min(at, 2e14))}::timestamptz`)
  // Times of changes have millisecond precision.
  const [f, t] = [
    sql`date_trunc('milliseconds', ${updated})`,
    sql`(date_trunc('milliseconds', ${updated}) + interval '1 millisecond')`,
  ]
  return compareSandbox(prefix, f, t, first, after)
}

export function countRows(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (count < 0) throw badParameter('_count', 'is no number of resources')
  return Math.min(count, maxCount)
}

function toOrder({ date }: FhirType, text: string): Order {
  const [, minus, name] = /^(-?)([\w-]+)$/.exec(text) ?? []
  const by = name === '_lastUpdated' ? 'updated' : name !== undefined && name === date ? 'starts' : null
  if (by === null) throw badParameter('_sort', `knows _lastUpdated${date === null ? '' : ` and ${date}`}`)
  return { by, descending: minus === '-' }
}

function readInclude(type: string, { includes }: FhirType, value: string): string {
  if (value === '*' || value === `${type}:*`) return '*'
  const [of, name = '', target, ...more] = value.split(':')
  if (of !== type || !includes.includes(name) || more.length > 0)
    throw badParameter('_include', 'is not one of this type’s')
  if (target !== undefined && findFhirType(target) === undefined)
    throw badParameter('_include', 'names an unknown type')
  return target === undefined ? name : `${name}=${target}`
}

function allowRoles(name: string, text: string, values: readonly string[]): string {
  if (!values.includes(text)) throw badParameter(name, `is one of ${values.join(', ')}`)
  return text
}

/** JSON is the only format. */
export function checkFormat(format: string): void {
  if (!/^(json|application\/(fhir\+)?json)(;.*)?$/i.test(format.trim().replace(' ', '+')))
    throw new FhirError(406, 'not-supported', 'Only JSON is served.')
}

/** Narrows to what a token allows. */
export function buildAllowedCondition(allowed: Allowed): Condition {
  return allowed === 'all'
    ? sql`true`
    : joinAlternatives(allowed.map((tokens) => sql<SqlBool>`tokens @> ${[...tokens]}::text[]`))
}

/** Narrows to the types that may be read, each to the readable part. */
export function buildAnyAllowedCondition(
  readable: readonly { readonly type: string; readonly may: Allowed }[],
): Condition {
  const scope = sql.join(
    readable.map(({ type, may }) => sql`(type = ${type} and ${buildAllowedCondition(may)})`),
    sql` or `,
  )
  return sql`(${scope})`
}

export const buildTypeCondition = (type: string): Condition => sql`type = ${type}`

export const buildIdCondition = (id: string): Condition => sql`id = ${id}::uuid`

/** Narrows events by their time. */
export function buildAtCondition(name: string, text: string): Condition {
  const { prefix, from, to } = toDate(name, text)
  const at = (ms: number) => sql`${new Date(Math.min(ms, 2e14))}::timestamptz`
  return compareSandbox(prefix, sql`at`, sql`at`, at(from), at(to))
}
