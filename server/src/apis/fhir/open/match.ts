import type { DatePrefix, Span } from '@portico/rules/fhir/moments'
import { foldText, readSearchValues, type SearchParameter, type SearchValues } from '@portico/rules/fhir/search-values'
import { modifiers, requestToken, toDate, toReference, toValues } from '../member/values-statement.ts'
import { badParameter } from '../outcome.ts'

/** Whether a resource matches a search parameter. */
export type Match = (resource: unknown) => boolean

/** A search parameter as given. */
export interface Given {
  readonly name: string
  readonly modifier: string | null
  readonly text: string
  readonly base: string
}

/** Parses a parameter of a public search. Throws FhirError for unknown ones. */
export function readMatch(parameter: SearchParameter, given: Given): Match {
  const { name, modifier, text } = given
  const values = toValues(name, text)
  const read = (resource: unknown) => readSearchValues(resource, { [name]: parameter })
  if (modifier === 'missing') {
    if (text !== 'true' && text !== 'false') throw badParameter(name, 'is missing or not: true or false')
    return (resource) => isEmpty(read(resource)) === (text === 'true')
  }
  if (modifier !== null && parameter.kind !== 'reference' && !modifiers[parameter.kind].includes(modifier))
    throw badParameter(name, 'does not know this modifier')
  const finds = readFinder(parameter, given, values)
  return (resource) => finds(read(resource))
}

function isEmpty({ tokens, refs, dates }: SearchValues): boolean {
  return tokens.length === 0 && refs.length === 0 && Object.keys(dates).length === 0
}

function readFinder(
  { kind }: SearchParameter,
  { name, modifier, base }: Given,
  values: readonly string[],
): (found: SearchValues) => boolean {
  switch (kind) {
    case 'token':
    case 'uri': {
      const asked = new Set(values.map((value) => (kind === 'uri' ? `${name}:${value}` : requestToken(name, value))))
      return ({ tokens }) => tokens.some((one) => asked.has(one)) !== (modifier === 'not')
    }
    case 'string':
      return readTextFinder(name, modifier, values)
    case 'reference': {
      const asked = values
        .map((value) => toReference(name, modifier === null ? value : `${modifier}/${value}`, base))
        .map((value) => (value.includes('/') ? `${name}=${value}` : `/${value}`))
      return ({ refs }) => refs.some((one) => asked.some((value) => one.endsWith(value)))
    }
    case 'date': {
      const asked = values.map((value) => toDate(name, value))
      return ({ dates }) =>
        (dates[name] ?? []).some(([from, to]) =>
          asked.some(({ prefix, ...span }) => compareSpans(prefix, { from, to }, span)),
        )
    }
  }
}

function readTextFinder(name: string, modifier: string | null, values: readonly string[]) {
  if (modifier === 'exact') {
    const asked = new Set(values.map((value) => `${name}!${value}`))
    return ({ tokens }: SearchValues) => tokens.some((one) => asked.has(one))
  }
  const folded = values.map((value) => foldText(value))
  if (folded.includes('')) throw badParameter(name, 'has a value without letters')
  const start = `${name}=`
  return ({ tokens }: SearchValues) =>
    tokens.some((one) =>
      folded.some((value) =>
        modifier === 'contains'
          ? one.startsWith(start) && one.includes(value, start.length)
          : one.startsWith(start + value),
      ),
    )
}

/** How a resource's span relates to the search's span; the same as in `member/values-statement.ts`, which queries the database. */
export function compareSpans(prefix: DatePrefix, { from: f, to: t }: Span, { from, to }: Span): boolean {
  const isWithin = f >= from && t <= to
  switch (prefix) {
    case 'eq':
      return isWithin
    case 'ne':
      return !isWithin
    case 'gt':
      return t > to
    case 'ge':
      return t > to || isWithin
    case 'lt':
      return f < from
    case 'le':
      return f < from || isWithin
    case 'sa':
      return f >= to
    case 'eb':
      return t <= from
  }
}
