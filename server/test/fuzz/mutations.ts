import { createRandom, type Random } from './random.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A text that no database makes shorter: an index has no room for it. */
function writeNoise(length: number): string {
  const random = createRandom(7)
  return Array.from({ length }, () => random.below(36).toString(36)).join('')
}
const noise = writeNoise(9000)

/** What may stand in the place of a value, as JSON: of another type, of no known form, or more than anybody writes. */
const odd: readonly string[] = [
  ...[
    'null',
    'true',
    '0',
    '-0',
    '1e400',
    '-1e400',
    '1e-400',
    '99999999999999999999',
    '0.1',
    '-1',
    '1.005',
    '123456789012.345',
  ],
  ...[
    '""',
    '" "',
    '"\\ud800"',
    '"a\\udfff"',
    '"\\u0000"',
    '"\\u202eabc"',
    '"__proto__"',
    '"constructor"',
    '"NaN"',
    '"1e9"',
    '"-1"',
    '"12.34"',
  ],
  ...[
    '"2026-13-45"',
    '"0000-00-00"',
    '"0000-01-01"',
    '"9999-12-31"',
    '"2026-02-30T25:61:61Z"',
    '"+275760-09-13"',
    '"2026-03-01T00:00:00+99:99"',
  ],
  ...[
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '[{}]',
    '[[[[]]]]',
    '{"__proto__":{"x":1}}',
    '{"constructor":{}}',
    '{"":""}',
    '[1,"a",{}]',
    '{"length":3}',
  ],
  ...[
    '{"reference":"Patient/"}',
    '{"reference":"/"}',
    '{"reference":"#"}',
    '{"coding":[{}]}',
    '{"coding":{"code":"1"}}',
    '{"value":1}',
    '{"start":1}',
  ],
  `"${'x'.repeat(70_000)}"`,
  `"${'9'.repeat(400)}"`,
  `"${'é'.repeat(5000)}"`,
  `"${noise}"`,
  `${'['.repeat(900)}${']'.repeat(900)}`,
  `${'{"extension":['.repeat(300)}${']}'.repeat(300)}`,
]

/** What a cell of a table may hold besides the texts above. */
export const oddCells: readonly string[] = [
  ...odd.filter((one) => one.length < 1000),
  ...[
    '=HYPERLINK("http://x.example","y")',
    '1.23E+11',
    '#N/A',
    '####',
    '$ -',
    '($12.00)',
    '-$0.00',
    '1,2,3',
    '12.345.678',
  ],
  ...[
    '12/31/9999',
    '00/00/0000',
    '2/30/2026',
    '13/13/13',
    '45292',
    '0',
    '-0',
    '1e400',
    '$1e3',
    '999999999999',
    '٣',
    '１２',
  ],
  ...["'0123", '="0123"', '"', '""', '"a', 'a"b', '\t', '\u00a0', 'a\nb', '\u202eabc', '\u0000', '\ud800', '💊'],
  ...['x'.repeat(70_000), '9'.repeat(400), 'é'.repeat(5000), noise, ';'.repeat(3000), ','.repeat(3000)],
]

const mark = '\ue000'

type Place = readonly (string | number)[]

/** Every place of a resource but its type, as the keys that lead there. */
function listPlaces(value: Json, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  const inside = entries.flatMap(([key, one]) => (key === 'resourceType' ? [] : listPlaces(one, [...path, key])))
  return path.length === 0 ? inside : [path, ...inside]
}

function replaceAt(value: Json, [key, ...rest]: Place): Json {
  if (key === undefined) return mark
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaceAt(one, rest) : one))
  const object = value as JsonObject
  return { ...object, [key]: replaceAt(object[key] ?? null, rest) }
}

/** The JSON of a value with something odd in one place. */
export function mutate(random: Random, value: Json): string {
  return JSON.stringify(replaceAt(value, random.pick(listPlaces(value)))).replace(`"${mark}"`, () => random.pick(odd))
}

const { PROPERTY_SEED = '20261122', MUTANTS } = process.env

/** The same values in every run; others with PROPERTY_SEED. */
export const mutationSeed = PROPERTY_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(PROPERTY_SEED)

/** How many are tried; more with MUTANTS. */
export const countMutants = (usual: number) => Number(MUTANTS ?? usual)
