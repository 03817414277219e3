import type { OpenTypes } from '@portico/contract/fhir/type'
import { parseSpan } from '@portico/rules/fhir/moments'
import { checkFormat, countRows, type Pairs } from '../member/search-statement.ts'
import { toDate, toValues } from '../member/values-statement.ts'
import { badParameter, FhirError } from '../outcome.ts'
import { compareSpans, readMatch } from './match.ts'
import type { Candidate, Hint, Link, Term } from './source.ts'

type Test = (one: Candidate) => boolean

/** A validated search of a public API. */
export interface OpenSearch {
  readonly tests: readonly Test[]
  readonly terms: readonly Term[]
  readonly hints: readonly Hint[]
  readonly links: readonly Link[]
  readonly count: number
  /** The id after which the page begins. */
  readonly after: string | null
  /** Reference parameters whose targets are included. */
  readonly includes: readonly string[]
  /** Types that refer to the results, with the reference parameter. */
  readonly reverse: readonly (readonly [type: string, name: string])[]
}

const isId = (text: string) => /^[A-Za-z0-9.-]{1,64}$/.test(text)
/** Maximum number of links in a chain. */
const maxLinks = 2

/** Parses a search for a type. Throws FhirError for anything unknown: nothing is ignored. */
export function readOpenSearch(types: OpenTypes, type: string, pairs: Pairs, base: string): OpenSearch {
  const search = {
    tests: [] as Test[],
    terms: [] as Term[],
    hints: [] as Hint[],
    links: [] as Link[],
    count: 20,
    after: null as string | null,
    includes: [] as string[],
    reverse: [] as [string, string][],
  }
  for (const [written, text] of pairs) {
    if (!controls.has(written)) search.terms.push({ written, text })
    if (written === '_count') search.count = countRows(text)
    else if (written === '_format') checkFormat(text)
    else if (written === '_page') search.after = readPlace(text)
    else if (written === '_id') {
      const ids = toValues(written, text)
      if (!ids.every(isId)) throw badParameter(written, 'is no id')
      search.hints.push({ name: written, values: ids })
      search.tests.push(({ resource }) => ids.includes(resource.id))
    } else if (written === '_lastUpdated') search.tests.push(readUpdated(text))
    else if (written === '_include') search.includes.push(...readIncludes(types, type, text))
    else if (written === '_revinclude') search.reverse.push(readReverse(types, type, text))
    else {
      const asked = { written, text, base, links: 0 }
      search.tests.push(readTest(types, type, asked))
      if (written.includes('.')) search.links.push(readLink(types, type, asked))
      if (!written.includes(':')) search.hints.push({ name: written, values: toHints(toValues(written, text), base) })
    }
  }
  return search
}

/** Parameters that control the page instead of selecting resources. */
const controls = new Set(['_count', '_format', '_page', '_include', '_revinclude'])

/** References are compared by id. */
function toHints(values: readonly string[], base: string): readonly string[] {
  return values.map((value) => (value.startsWith(`${base}/`) ? value.slice(base.length + 1) : value))
}

function readPlace(text: string): string {
  if (!isId(text.replace(/^~/, '')))
    throw new FhirError(400, 'invalid', '_page: is no link of ours', { expression: '_page' })
  return text
}

/** A search parameter, or the rest of a chain after some links. */
interface Asked {
  readonly written: string
  readonly text: string
  readonly base: string
  readonly links: number
}

function readTest(types: OpenTypes, type: string, asked: Asked): Test {
  const { written, text, base, links } = asked
  if (written.includes('.')) {
    const { name, finds } = readLink(types, type, asked)
    return (one) => one.follow(name).some(finds)
  }
  const [name = '', modifier = null, ...more] = written.split(':')
  const known = types[type]
  const parameter = known !== undefined && Object.hasOwn(known.parameters, name) ? known.parameters[name] : undefined
  if (parameter === undefined)
    throw badParameter(
      name,
      links === 0 ? 'is no parameter of this type' : 'is no parameter of what the chain leads to',
    )
  if (more.length > 0) throw badParameter(name, 'has more than one modifier')
  const isType = parameter.kind === 'reference' && modifier !== null && modifier !== 'missing'
  if (isType && !known?.targets[name]?.includes(modifier)) throw badParameter(name, 'does not lead to this type')
  const match = readMatch(parameter, { name, modifier, text, base })
  return ({ resource }) => match(resource)
}

/** `location.address-city`, `subject:MedicationKnowledge.code`: what a reference's target must match. */
function readLink(types: OpenTypes, type: string, asked: Asked): Link {
  const dot = asked.written.indexOf('.')
  const [name = '', only, ...more] = asked.written.slice(0, dot).split(':')
  const targets = readTargets(types, type, name).filter((target) => only === undefined || only === target)
  if (targets.length === 0 || more.length > 0) throw badParameter(name, 'leads to nothing that can be searched')
  if (asked.links === maxLinks) throw badParameter(name, `has more than ${maxLinks} links`)
  const rest = { ...asked, written: asked.written.slice(dot + 1), links: asked.links + 1 }
  const tests = new Map(targets.map((target) => [target, readTest(types, target, rest)]))
  return { name, finds: (target) => tests.get(target.resource.resourceType)?.(target) ?? false }
}

function readTargets(types: OpenTypes, type: string, name: string): readonly string[] {
  const targets = types[type]?.targets ?? {}
  return Object.hasOwn(targets, name) ? (targets[name] ?? []) : []
}

function readIncludes(types: OpenTypes, type: string, text: string): string[] {
  if (text === '*' || text === `${type}:*`) return Object.keys(types[type]?.targets ?? {})
  const [of, name = '', target, ...more] = text.split(':')
  const targets = readTargets(types, type, name)
  if (of !== type || targets.length === 0 || (target !== undefined && !targets.includes(target)) || more.length > 0)
    throw badParameter('_include', 'is not one of this type’s')
  return [name]
}

function readReverse(types: OpenTypes, type: string, text: string): [string, string] {
  const [of = '', name = '', target, ...more] = text.split(':')
  if (!readTargets(types, of, name).includes(type) || (target !== undefined && target !== type) || more.length > 0)
    throw badParameter('_revinclude', 'does not refer to this type')
  return [of, name]
}

function readUpdated(text: string): Test {
  const asked = toValues('_lastUpdated', text).map((value) => toDate('_lastUpdated', value))
  return ({ resource }) => {
    const span = parseSpan(resource.meta.lastUpdated)
    return span !== null && asked.some(({ prefix, ...other }) => compareSpans(prefix, span, other))
  }
}
