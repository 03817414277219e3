import { refuseScim, type ScimError } from './error.ts'
import { plainName } from './names.ts'

export const filterOperators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type FilterOperator = (typeof filterOperators)[number]
export type FilterValue = string | number | boolean | null

/** A filter of RFC 7644; attribute names are in the form of `plainName`, with the sub-attribute after a period. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Filter[] }
  | { readonly kind: 'not'; readonly term: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | {
      readonly kind: 'compare'
      readonly path: string
      readonly operator: FilterOperator
      readonly value: FilterValue
    }

/** Limits of a filter: its length, the depth of its brackets, and its comparisons (OS-70). */
export const filterLimits = { length: 200, depth: 5, terms: 10 } as const

type Token = { readonly kind: '(' | ')' | '[' | ']' | 'text' | 'word'; readonly text: string }

/** Throws ScimError with `invalidFilter`. */
export function parseFilter(text: string): Filter {
  if (text.length > filterLimits.length) throw refuse(`longer than ${filterLimits.length} characters`)
  const reader = createReader(splitTokens(text))
  const filter = parseOr(reader, '', 0)
  if (reader.peek() !== undefined) throw refuse('something after its end')
  return filter
}

interface Reader {
  peek(): Token | undefined
  take(): Token
  /** Consumes the next token if it is the word, and returns whether it was. */
  skip(word: string): boolean
  expect(kind: Token['kind']): void
  /** Counts a comparison. */
  count(): void
}

function createReader(tokens: readonly Token[]): Reader {
  let at = 0
  let terms = 0
  const reader: Reader = {
    peek: () => tokens[at],
    take: () => {
      const token = tokens[at]
      if (token === undefined) throw refuse('it ends too early')
      at += 1
      return token
    },
    skip: (word) => {
      const isNext = tokens[at]?.kind === 'word' && tokens[at]?.text.toLowerCase() === word
      if (isNext) at += 1
      return isNext
    },
    expect: (kind) => {
      if (reader.take().kind !== kind) throw refuse(`a ${kind} is missing`)
    },
    count: () => {
      terms += 1
      if (terms > filterLimits.terms) throw refuse(`more than ${filterLimits.terms} comparisons`)
    },
  }
  return reader
}

const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

function splitTokens(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const found = token.exec(text)
    if (found === null) throw refuse('a character that cannot be there')
    const [, bracket, quoted, word] = found
    if (bracket !== undefined) tokens.push({ kind: bracket as '(', text: bracket })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted })
    else tokens.push({ kind: 'word', text: word ?? '' })
  }
  return tokens
}

/** `within`: the attribute whose brackets enclose this part, with a period; '' outside of any. */
function parseOr(reader: Reader, within: string, depth: number): Filter {
  return parseList(reader, 'or', () => parseList(reader, 'and', () => parseTerm(reader, within, depth)))
}

function parseList(reader: Reader, kind: 'and' | 'or', parseOne: () => Filter): Filter {
  const terms = [parseOne()]
  while (reader.skip(kind)) terms.push(parseOne())
  const [only] = terms
  return only !== undefined && terms.length === 1 ? only : { kind, terms }
}

function parseTerm(reader: Reader, within: string, depth: number): Filter {
  if (depth >= filterLimits.depth) throw refuse(`brackets deeper than ${filterLimits.depth}`)
  const first = reader.take()
  if (first.kind === '(') return parseRest(')', within)
  if (first.kind !== 'word') throw refuse('the name of an attribute is missing')
  if (first.text.toLowerCase() === 'not') {
    reader.expect('(')
    return { kind: 'not', term: parseRest(')', within) }
  }
  const path = within + readName(first.text)
  if (reader.peek()?.kind === '[') {
    reader.take()
    if (within !== '') throw refuse('brackets within brackets')
    const chosen = parseRest(']', `${path}.`)
    // Entra compares a sub-attribute of the values that brackets select, which the RFC allows only in patches.
    const part = /^\.([a-z]{1,60})$/i.exec(reader.peek()?.text ?? '')?.[1]
    if (part === undefined) return chosen
    reader.take()
    return { kind: 'and', terms: [chosen, parseComparison(reader, `${path}.${part.toLowerCase()}`)] }
  }
  return parseComparison(reader, path)

  function parseRest(end: ')' | ']', inner: string): Filter {
    const filter = parseOr(reader, inner, depth + 1)
    reader.expect(end)
    return filter
  }
}

function parseComparison(reader: Reader, path: string): Filter {
  reader.count()
  if (reader.skip('pr')) return { kind: 'present', path }
  const word = reader.take()
  const operator = filterOperators.find((one) => word.kind === 'word' && one === word.text.toLowerCase())
  if (operator === undefined) throw refuse('an operator that is none')
  return { kind: 'compare', path, operator, value: readValue(reader.take()) }
}

const attribute = /^(?:urn:[\w.:-]{1,120}:)?[a-z$][\w$-]{0,60}(?:\.[a-z$][\w$-]{0,60})?$/i

function readName(text: string): string {
  if (!attribute.test(text)) throw refuse('the name of an attribute is none')
  return plainName(text)
}

function readValue({ kind, text }: Token): FilterValue {
  if (kind === 'text') return readJson(text)
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === 'false') return lower === 'true'
  if (lower === 'null') return null
  if (kind === 'word' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  throw refuse('a value that is no JSON')
}

function readJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string' && value.isWellFormed() && !value.includes('\0')) return value
  } catch {
    // Said below.
  }
  throw refuse('a text that is no JSON')
}

function refuse(why: string): ScimError {
  return refuseScim('invalidFilter', `The filter cannot be read: ${why}.`)
}

/** Whether a flat value, with attributes in the form of `plainName`, passes a filter on `path`. */
export function passesFilter(filter: Filter, path: string, value: Readonly<Record<string, FilterValue>>): boolean {
  if ('terms' in filter) {
    const passes = (one: Filter) => passesFilter(one, path, value)
    return filter.kind === 'and' ? filter.terms.every(passes) : filter.terms.some(passes)
  }
  if (filter.kind === 'not') return !passesFilter(filter.term, path, value)
  const name = filter.path.slice(path.length + 1)
  const held = filter.path.startsWith(`${path}.`) && Object.hasOwn(value, name) ? value[name] : undefined
  if (filter.kind === 'present') return held !== undefined && held !== null
  if (filter.operator !== 'eq' && filter.operator !== 'ne') throw refuse('only eq and ne work within brackets')
  return (foldValue(held) === foldValue(filter.value)) === (filter.operator === 'eq')
}

/** Entra writes true as "True". */
function foldValue(value: FilterValue | undefined): string {
  return String(value ?? '').toLowerCase()
}
