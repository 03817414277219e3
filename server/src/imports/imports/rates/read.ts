import type { parser } from 'stream-json/parser.js'
import { Refused } from '../refused.ts'
import { openFile } from '../source/open.ts'
import { createTextReader } from '../source/utf8.ts'

/** The pieces of a rates file, in the order of the file. Prices come before their service. */
export type RatesPiece =
  /** A group of providers that prices refer to. */
  | { readonly kind: 'providers'; readonly index: number; readonly value: unknown }
  /** Prices of the service with index `item` in the file, counted from 0. */
  | { readonly kind: 'prices'; readonly item: number; readonly index: number; readonly value: unknown }
  /** A service without its prices. */
  | { readonly kind: 'service'; readonly item: number; readonly value: JsonFields; readonly prices: number }
  /** Plans with their files, in a table of contents. */
  | { readonly kind: 'plans'; readonly index: number; readonly value: unknown }
  /** Everything before the first list, and which list that is: usually enough to identify the file. */
  | { readonly kind: 'head'; readonly value: JsonFields; readonly list: keyof Lists }
  /** All fields other than the lists, at the end. */
  | { readonly kind: 'header'; readonly value: JsonFields; readonly lists: Lists }

export type JsonFields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
const listNames = ['provider_references', 'in_network', 'reporting_structure'] as const
type Lists = Readonly<Record<(typeof listNames)[number], number>>

/** The most tokens of one piece; real files have some ten thousand. */
const maxTokens = 500_000

/** Replaces a piece, or a field of the header, with more tokens. */
export const tooLarge = Symbol(`has more than ${maxTokens} values: no such piece is read`)

/** The longest text in a file: the parser returns a text only once it is complete. */
const maxText = 16 * 1024 * 1024

/**
 * The pieces of a file of in-network rates of any size, with at most one piece in memory. A file that is not JSON, or is cut short, ends
 * with Refused.
 */
export async function* readRates(file: string, progress: (bytes: number) => void): AsyncGenerator<RatesPiece> {
  const [{ getManyValues, isMany, none }, { jsonParser }, { default: Assembler }] = await Promise.all([
    import('stream-chain/defs.js'),
    import('stream-json/parser.js'),
    import('stream-json/assembler.js'),
  ])
  const reader = new PieceReader(() => new Assembler())
  const parse = jsonParser({ packValues: true, streamValues: false })
  // Parses a whole chunk per call: a stream pipeline would pass on each of its ten thousand tokens separately.
  let untold = 0
  const readText = (text: string | typeof none): RatesPiece[] => {
    const parsed = parse(text as string)
    untold = isMany(parsed) && getManyValues(parsed).length > 0 ? 0 : untold + String(text).length
    if (untold > maxText) throw new Refused('', 'has a text of more than 16 MB: no such file is read')
    return isMany(parsed) ? (getManyValues(parsed) as Token[]).flatMap((token) => reader.take(token)) : []
  }
  try {
    const toText = createTextReader()
    for await (const chunk of (await openFile(file, progress)) as AsyncIterable<Buffer>) yield* readText(toText(chunk))
    yield* readText(none)
  } catch (error) {
    throw isOfTheJson(error) ? new Refused('', 'is not JSON, or is cut short: nothing of it was imported') : error
  }
  if (!reader.isWhole) throw new Refused('', 'is cut short: nothing of it was imported')
}

type Token = parser.Token

interface ValueReader {
  readonly done: boolean
  readonly current: unknown
  consume(token: Token): unknown
}

/** The part of the file that contains the next token. */
type Where = 'start' | 'top' | 'references' | 'services' | 'service' | 'prices' | 'structures' | 'end'

const placesOfLists: Readonly<Record<keyof Lists, Where>> = {
  ...{ provider_references: 'references', in_network: 'services', reporting_structure: 'structures' },
}

function isListName(key: string): key is keyof Lists {
  return (listNames as readonly string[]).includes(key)
}

/** A value that is being assembled. */
interface Unfinished {
  /** Null once it is too large: the rest is skipped, and only this value is lost. */
  value: ValueReader | null
  readonly then: (value: unknown) => RatesPiece[]
  tokens: number
  depth: number
  /** The field of the next token. */
  key: string
}

/** Assembles tokens into the pieces of a file. */
class PieceReader {
  readonly #assembler: () => ValueReader
  readonly #counts = { provider_references: 0, in_network: 0, reporting_structure: 0 }
  #where: Where = 'start'
  #key = ''
  #header: Record<string, unknown> = {}
  #service: Record<string, unknown> = {}
  #prices = 0
  #isPast = false
  #under: Unfinished | null = null

  constructor(assembler: () => ValueReader) {
    this.#assembler = assembler
  }

  get isWhole(): boolean {
    return this.#where === 'end'
  }

  take(token: Token): RatesPiece[] {
    if (this.#under !== null) return this.#continue(token, this.#under)
    const [where, key, isOpen] = [this.#where, this.#key, token.name === 'startArray']
    if (token.name === 'keyValue') this.#key = token.value
    else if (where === 'start') this.#open(token)
    else if (token.name === 'endObject' || token.name === 'endArray') return this.#close()
    else if (where === 'top' && isOpen && isListName(key)) return this.#list(key)
    else if (where === 'service' && key === 'negotiated_rates' && isOpen) {
      this.#where = 'prices'
      this.#service[key] = []
    } else if (where === 'services' && token.name === 'startObject') {
      this.#where = 'service'
      this.#service = {}
      this.#prices = 0
    } else return this.#read(token)
    return []
  }

  #open(token: Token): void {
    if (token.name !== 'startObject') throw new Refused('', 'is no file of in-network rates: it is no object')
    this.#where = 'top'
  }

  #list(key: keyof Lists): RatesPiece[] {
    this.#header[key] = []
    this.#where = placesOfLists[key]
    const isFirst = !this.#isPast
    this.#isPast = true
    return isFirst ? [{ kind: 'head', value: { ...this.#header }, list: key }] : []
  }

  #close(): RatesPiece[] {
    if (this.#where === 'prices') this.#where = 'service'
    else if (this.#where === 'service') {
      this.#where = 'services'
      return [{ kind: 'service', item: this.#counts.in_network++, value: this.#service, prices: this.#prices }]
    } else if (this.#where === 'top') {
      this.#where = 'end'
      const value = this.#header
      this.#header = {}
      return [{ kind: 'header', value, lists: this.#counts }]
    } else this.#where = 'top'
    return []
  }

  /** Begins a value, which is complete at once unless it is a list or an object. */
  #read(token: Token): RatesPiece[] {
    const then = this.#findSink()
    if (token.name === 'startObject' || token.name === 'startArray') {
      this.#under = { value: this.#assembler(), then, tokens: 0, depth: 0, key: this.#key }
      return this.#continue(token, this.#under)
    }
    const said = 'value' in token ? token.value : null
    return then(token.name === 'numberValue' ? Number(said) : said)
  }

  #continue(token: Token, one: Unfinished): RatesPiece[] {
    one.tokens += 1
    if (token.name === 'startObject' || token.name === 'startArray') one.depth += 1
    else if (token.name === 'endObject' || token.name === 'endArray') one.depth -= 1
    if (one.tokens > maxTokens) one.value = null
    if (token.name === 'keyValue') one.key = token.value
    one.value?.consume(groupIds.has(one.key) ? withExactId(token) : token)
    if (one.depth > 0) return []
    this.#under = null
    return one.then(one.value === null ? tooLarge : one.value.current)
  }

  /** Turns a complete value into pieces, according to where the value began. */
  #findSink(): (value: unknown) => RatesPiece[] {
    const [counts, name] = [this.#counts, this.#key]
    if (this.#where === 'references')
      return (value) => [{ kind: 'providers', index: counts.provider_references++, value }]
    if (this.#where === 'structures') return (value) => [{ kind: 'plans', index: counts.reporting_structure++, value }]
    if (this.#where === 'prices')
      return (value) => [{ kind: 'prices', item: counts.in_network, index: this.#prices++, value }]
    if (this.#where === 'services')
      return (value) => [{ kind: 'service', item: counts.in_network++, value: { '': value }, prices: 0 }]
    const fields = this.#where === 'service' ? this.#service : this.#header
    return (value) => {
      fields[name] = value
      return []
    }
  }
}

/** Fields whose numbers only distinguish groups of providers. */
const groupIds: ReadonlySet<string> = new Set(['provider_group_id', 'provider_references'])

/** Some payers' group numbers have more digits than a JavaScript number holds: rounded, one group would get another's prices. */
function withExactId(token: Token): Token {
  if (token.name !== 'numberValue' || !/^-?\d{16,}$/.test(token.value) || Number.isSafeInteger(Number(token.value)))
    return token
  return { name: 'stringValue', value: token.value }
}

/** Whether the parser failed, rather than our own code or the disk. */
function isOfTheJson(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Refused) && !('code' in error && isSystem(error.code))
}

function isSystem(code: unknown): boolean {
  return typeof code === 'string' && /^(E[A-Z]+|Z_\w+)$/.test(code)
}
