import { isObject, readText, valuesAt } from './json.ts'
import { beginning, end, parseSpan } from './moments.ts'

/** How a search parameter reads the values at its paths. */
export interface SearchParameter {
  readonly kind: ParameterKind
  /** Dotted paths into the resource; the shape of each value decides how it is read. */
  readonly paths: readonly [string, ...string[]]
}

export type SearchParameters = Readonly<Record<string, SearchParameter>>

/** What searches find a resource by. Each entry begins with the name of its parameter. */
export interface SearchValues {
  /** `name|system|code`, and `name:code` for any system; a text, folded, as `name=text`, and unchanged as `name!text`. */
  readonly tokens: readonly string[]
  /** From and to, in milliseconds, by parameter. */
  readonly dates: Readonly<Record<string, readonly (readonly [number, number])[]>>
  /** `name=Type/id`. */
  readonly refs: readonly string[]
}

interface Gathered {
  readonly tokens: Set<string>
  readonly dates: Record<string, (readonly [number, number])[]>
  readonly refs: Set<string>
}

/** One for each kind of parameter: a kind without an extractor does not compile. */
const extractors = {
  token: (name, value, { tokens }) => {
    for (const { system, code } of listCodings(value)) {
      if (code !== undefined) tokens.add(`${name}:${code}`).add(`${name}|${system ?? ''}|${code}`)
      if (system !== undefined) tokens.add(`${name}|${system}|`)
    }
  },
  string: (name, value, { tokens }) => {
    for (const text of listTexts(value)) tokens.add(`${name}=${foldText(text)}`).add(`${name}!${cut(text)}`)
  },
  uri: (name, value, { tokens }) => {
    const uri = readText(value)
    if (uri !== undefined) tokens.add(`${name}:${cut(uri)}`)
  },
  date: (name, value, { dates }) => {
    const spans = listSpans(value)
    if (spans.length > 0) dates[name] = [...(dates[name] ?? []), ...spans]
  },
  reference: (name, value, { refs }) => {
    const target = isObject(value) ? readText(value.reference) : undefined
    if (target !== undefined && !target.startsWith('#')) refs.add(`${name}=${target}`)
  },
} as const satisfies Record<string, (name: string, value: unknown, gathered: Gathered) => void>

export type ParameterKind = keyof typeof extractors

/** Reads the values that searches find a published resource by. */
export function readSearchValues(resource: unknown, parameters: SearchParameters): SearchValues {
  const gathered: Gathered = { tokens: new Set(), dates: {}, refs: new Set() }
  for (const [name, { kind, paths }] of Object.entries(parameters))
    for (const path of paths) for (const value of valuesAt(resource, path)) extractors[kind](name, value, gathered)
  return { tokens: [...gathered.tokens], dates: gathered.dates, refs: [...gathered.refs] }
}

/** A text without differences of writing: capitals, accents, spaces. */
export function foldText(text: string): string {
  return cut(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim())
}

/** Nobody searches by more. */
const maxText = 200

function cut(text: string): string {
  return text.length <= maxText ? text : text.slice(0, maxText).replace(/[\ud800-\udbff]$/, '')
}

interface Coded {
  readonly system: string | undefined
  readonly code: string | undefined
}

/** Codings of a concept, an identifier, a contact, a code, a boolean or a coding. */
function listCodings(value: unknown): Coded[] {
  if (typeof value === 'string' || typeof value === 'boolean') return [{ system: undefined, code: cut(String(value)) }]
  if (!isObject(value)) return []
  if (Array.isArray(value.coding)) return value.coding.flatMap(listCodings)
  const code = readText(value.code) ?? readText(value.value)
  return [{ system: readText(value.system), code: code === undefined ? undefined : cut(code) }]
}

/** The texts of a name, an address, or a plain text. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!isObject(value)) return []
  const parts = [
    'text',
    'family',
    'given',
    'prefix',
    'suffix',
    'line',
    'city',
    'district',
    'state',
    'postalCode',
    'country',
  ]
  return parts.flatMap((part) => valuesAt(value, part)).filter((one) => typeof one === 'string')
}

/** The spans of a date, a period or a timing. */
function listSpans(value: unknown): (readonly [number, number])[] {
  if (typeof value === 'string') {
    const span = parseSpan(value)
    return span === null ? [] : [[span.from, span.to]]
  }
  if (!isObject(value)) return []
  if (Array.isArray(value.event)) return value.event.flatMap(listSpans)
  if (isObject(value.repeat)) return listSpans(value.repeat.boundsPeriod)
  const [from, to] = [parseSpan(readText(value.start) ?? ''), parseSpan(readText(value.end) ?? '')]
  return from === null && to === null ? [] : [[from?.from ?? beginning, to?.to ?? end]]
}
