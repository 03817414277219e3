import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../test/fuzz/random.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const { PROPERTY_SEED = '20261122' } = process.env
const seed = PROPERTY_SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(PROPERTY_SEED)

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const resources = readFileSync(join(import.meta.dirname, '../../../test/fhir/seed.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly [key: string]: Json })

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
  `${'['.repeat(900)}${']'.repeat(900)}`,
  `${'{"extension":['.repeat(300)}${']}'.repeat(300)}`,
]

const mark = '\ue000'

/** A sound claim of somebody whose Patient is among the resources. */
const last = { ...resources.find((one) => one.resourceType === 'ExplanationOfBenefit'), id: 'after-all-of-them' }

/** Every place of a resource but its type, as the keys that lead there. */
function listPlaces(value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  const inside = entries.flatMap(([key, one]) => (key === 'resourceType' ? [] : listPlaces(one, [...path, key])))
  return path.length === 0 ? inside : [path, ...inside]
}

function replaceAt(value: Json, [key, ...rest]: readonly (string | number)[]): Json {
  if (key === undefined) return mark
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaceAt(one, rest) : one))
  const object = value as { readonly [key: string]: Json }
  return { ...object, [key]: replaceAt(object[key] ?? null, rest) }
}

/** A resource with something odd in one place, and an id of its own; odd ids stay. */
function mutate(random: Random, at: number): string {
  const resource = random.pick(resources)
  const place = random.pick(listPlaces(resource))
  const own = { ...resource, ...(resource.resourceType !== 'Patient' && { id: `mutated-${at}` }) }
  return JSON.stringify(replaceAt(own, place)).replace(`"${mark}"`, random.pick(odd))
}

/** More of them are tried with MUTANTS, and others with PROPERTY_SEED. */
const many = Number(process.env.MUTANTS ?? 400)

test('IM-1 IM-5 a resource with something odd anywhere costs no other one and no run, and each is counted', async () => {
  const random = createRandom(seed)
  const mutants = Array.from({ length: many }, (_, at) => mutate(random, at))
  // Those that are sound come first and last.
  const sound = resources.map((one) => JSON.stringify(one))
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'mutated.ndjson': [...sound, ...mutants, JSON.stringify(last)].join('\n') },
    { kind: 'fhir', brand: 'ndbcbs' },
  )
  expect(counts.read + (counts.skipped ?? 0)).toBeGreaterThanOrEqual(many)
  expect(rejected.length).toBe(counts.rejected)
  const found = await portal.database.read
    .selectFrom('claim')
    .select('state')
    .where('resource_id', '=', 'after-all-of-them')
    .execute()
  expect(found).toHaveLength(1)
})
