import { randomUUID } from 'node:crypto'
import type { Schema } from '@portico/contract/call'
import type { Random } from './random.ts'

/**
 * Texts that programs have stumbled over: half characters, control characters, joiners and direction marks, syntax of other
 * languages.
 */
const oddTexts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udfff', '\udc00\ud800', '\ufeff', '\ufffe', '\u202eabc', '\u200d', '\u0301'],
  ...['İıſßẞ', 'ﬀ', '👩‍👩‍👧‍👦', '𝔘𝔫𝔦', 'Å\u030a', '\u1160', '\u2028', '\t\r\n', '\u001b[31m', '\x7f'],
  ...["'", '"', '\\', '\\u0000', "' or 1=1 --", '$1', '%', '_', '%00', '{}', '<script>', '&amp;', '(?:a+)+$'],
  ...[
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    'true',
    '-',
    '*',
    '"a b" or -c',
    '&|!:*',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30T00:00:00.000Z_00000000-0000-4000-8000-000000000000',
    '0000-01-01T00:00:00.000Z_00000000-0000-4000-8000-000000000000',
    '+275760-09-13T00:00:00.001Z',
    '2026-13-01T99:99:99Z',
    '1e999',
    '-0',
    '99999999999999999999',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'a@b',
    'a@b.c',
    'ALL',
    'hmbcbs',
    'x'.repeat(101),
    'x'.repeat(10_001),
    '٣٤٥',
  ],
]
const oddNumbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

/** Placeholder in a body for JSON nested this deep, which `JSON.stringify` could not write. */
const deepMark = (levels: number) => `@deep${levels}@`
const depths = [1, 17, 18, 19, 21, 100, 2_000, 60_000]

/** Anything at all. */
export function hostile(random: Random): unknown {
  switch (random.below(8)) {
    case 0:
      return random.pick(oddNumbers)
    case 1:
      return random.pick([null, true, false, [], {}, [[]], [null], { '': '' }])
    case 2:
      return deepMark(random.pick(depths))
    case 3:
      return { [random.pick(oddTexts)]: random.pick(oddTexts), toString: 1, length: -1, valueOf: null }
    case 4:
      return Array.from({ length: random.pick([1, 51, 3_000]) }, () => random.pick(oddTexts).slice(0, 20))
    default:
      return hostileText(random)
  }
}

export function hostileText(random: Random): string {
  if (random.chance(80)) return random.pick(oddTexts)
  const units = Array.from({ length: random.below(40) }, () => random.below(random.pick([0x80, 0x500, 0x10000])))
  return String.fromCharCode(...units)
}

interface Node {
  readonly type: string
  readonly entries?: Readonly<Record<string, Node>>
  readonly wrapped?: Node
  readonly item?: Node
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly value?: Node
  readonly pipe?: readonly { readonly kind: string; readonly type: string; readonly requirement?: unknown }[]
}

/** A value that fits a schema, as far as its shape and limits tell: often exactly at a limit, or one beyond. */
export function likely(schema: Schema, random: Random): unknown {
  return from(schema as unknown as Node, random)
}

function from(node: Node, random: Random): unknown {
  switch (node.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return Object.fromEntries(Object.entries(node.entries ?? {}).map(([key, entry]) => [key, from(entry, random)]))
    case 'optional':
    case 'exact_optional':
    case 'nullish':
    case 'nullable':
      return random.chance(30) ? (node.type === 'nullable' ? null : undefined) : from(node.wrapped as Node, random)
    case 'array': {
      const most = findLimit(node, 'max_length') ?? 3
      const length = random.pick([0, 1, 2, Math.min(most, 100), Math.min(most, 100) + 1])
      return Array.from({ length }, () => from(node.item as Node, random))
    }
    case 'picklist':
      return random.pick(node.options ?? [])
    case 'union':
    case 'variant':
      return from(random.pick(node.options ?? []) as Node, random)
    case 'literal':
      return node.literal
    case 'boolean':
      return random.chance(50)
    case 'number': {
      const limits = [findLimit(node, 'min_value'), findLimit(node, 'max_value')].filter((limit) => limit !== undefined)
      return random.pick([...limits.flatMap((limit) => [limit - 1, limit, limit + 1]), ...oddNumbers])
    }
    case 'record':
      return { [hostileText(random)]: from(node.value as Node, random) }
    case 'string':
      return textFor(node, random)
    default:
      return hostile(random)
  }
}

function textFor(node: Node, random: Random): string {
  const actions = node.pipe?.map(({ type }) => type) ?? []
  if (actions.includes('uuid') && random.chance(80)) return randomUUID()
  if (actions.includes('iso_date')) return random.pick(['2026-02-28', '2026-02-31', '9999-12-31', '0001-01-01'])
  if (actions.includes('iso_timestamp')) return random.pick(['2026-02-28T00:00:00.000Z', '2026-02-31T00:00:00Z'])
  const most = findLimit(node, 'max_length')
  const least = findLimit(node, 'min_length') ?? 0
  if (most === undefined || random.chance(50)) return hostileText(random)
  const letter = random.pick(['x', 'é', '7', ' ', '\u{1f600}', '('])
  return letter.repeat(Math.max(0, random.pick([least - 1, least, most - 1, most, most + 1])))
}

function findLimit(node: Node, type: string): number | undefined {
  const requirement = node.pipe?.find((action) => action.type === type)?.requirement
  return typeof requirement === 'number' ? requirement : undefined
}
