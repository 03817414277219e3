import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readResources } from './read.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readAll(name: string, text: string | Buffer) {
  const file = join(folder, name)
  await writeFile(file, text)
  const found: string[] = []
  for await (const one of readResources(file))
    found.push(one.refused === undefined ? `${one.type} ${JSON.parse(one.text).id}` : one.refused.message)
  return found
}

const one = { resourceType: 'Patient', id: 'one' }
const two = { resourceType: 'Coverage', id: 'two' }
const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: one }, { resource: two }] }
const both = ['Patient one', 'Coverage two']
const answer = {
  resourceType: 'Parameters',
  parameter: [
    { name: 'return', resource: one },
    {
      name: 'more',
      part: [
        { name: 'inner', resource: two },
        { name: 'count', valueInteger: 2 },
      ],
    },
  ],
}

test.each([
  ['Parameters with resources in parameters and in their parts', answer],
  ['Parameters with a Bundle', { resourceType: 'Parameters', parameter: [{ name: 'return', resource: bundle }] }],
  ['a Bundle with Parameters', { resourceType: 'Bundle', entry: [{ resource: answer }] }],
  ['a Bundle in a Bundle', { resourceType: 'Bundle', entry: [{ resource: bundle }] }],
  ['a list of resources', [one, two]],
  ['a list of Bundles', [bundle]],
  ['a list with Parameters', [answer]],
])('IM-1 the resources of %s are read, in one line and in several', async (_, value) => {
  expect(await readAll('line.ndjson', `${JSON.stringify(value)}\n`)).toEqual(both)
  expect(await readAll('line.json', JSON.stringify(value))).toEqual(both)
  expect(await readAll('lines.json', JSON.stringify(value, null, 2))).toEqual(both)
})

test('IM-1 an entry of a list that is not a resource is refused alone, and a list without any says what is needed', async () => {
  expect(await readAll('mixed.json', JSON.stringify([one, { some: 'thing' }, 7, two], null, 2))).toEqual([
    'Patient one',
    'is no FHIR resource: it has no resourceType',
    'is no FHIR resource: it has no resourceType',
    'Coverage two',
  ])
  expect(await readAll('none.json', '[]')).toEqual(['is a list without FHIR resources: each has a resourceType'])
})

test.each([
  ['an index', { provider_urls: ['https://plan.example/p.json'], formulary_urls: [], plan_urls: [] }, 'is the index'],
  ['an index under a name', { providers: ['https://plan.example/p.json'] }, 'is the index'],
  ['providers under a name', { providers: [{ npi: '1', type: 'FACILITY' }] }, 'import it as directory'],
  ['a drug', { rxnorm_id: '1', drug_name: 'A', plans: [] }, 'import it as formulary'],
  ['a provider', { npi: '1', type: 'FACILITY' }, 'import it as directory'],
])('IM-1 IM-7 %s of the exchange is refused by name, alone and in a list', async (_, value, reason) => {
  for (const json of [value, [value]])
    expect(await readAll('exchange.json', JSON.stringify(json))).toEqual([expect.stringContaining(reason)])
})

test('IM-1 blank lines and byte order marks between resources are ignored', async () => {
  const [first, second] = [JSON.stringify(one), JSON.stringify(two)]
  expect(await readAll('marks.ndjson', `\uFEFF${first}\r\n\r\n  \n\uFEFF${second}\n\n`)).toEqual(both)
})

test('IM-1 IM-3 a Bundle that is not UTF-8 is refused by name, and no name in it is read with signs for letters', async () => {
  const named = { ...one, name: [{ family: 'Peña', given: ['Zoë'] }] }
  const lines = JSON.stringify({ ...bundle, entry: [{ resource: named }] }, null, 2)
  expect(await readAll('letters.json', lines)).toEqual(['Patient one'])
  expect(await readAll('letters-old.json', Buffer.from(lines, 'latin1'))).toEqual([
    'the rest of the Bundle is not UTF-8',
  ])
  // A letter of two bytes may stand on both sides of two chunks.
  for (const before of [0, 1]) {
    const long = { ...two, note: `${' '.repeat(before)}${'ñ'.repeat(300_000)}` }
    const text = JSON.stringify({ ...bundle, entry: [{ resource: long }] }, null, 2)
    expect(await readAll(`long-${before}.json`, text)).toEqual(['Coverage two'])
  }
})
