import { randomBytes } from 'node:crypto'
import { valuesAt } from '@portico/rules/fhir/json'
import { expect, test } from 'vitest'
import { seed, seedDrug, seedItem } from '../../../../test/formulary/da-vinci-seed.ts'
import { findSeed, openDrugs, without } from '../../../../test/formulary/received.ts'
import type { Json } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'

/** Odd resources in received formularies: each affects only itself, and an odd search is refused. */
const portal = testPortal()
const { load, loadTexts, read, listIds } = openDrugs(portal)

test('OS-17 OS-20 a resource that could not be served affects nothing else', async () => {
  const noise = randomBytes(9000).toString('base64')
  const { counts } = await load([
    ...seed,
    { ...seedDrug('odd', '11', 'Odd\u0000drug \ud800 5 MG Oral Tablet'), synonym: ['x'.repeat(5000)] },
    { ...seedDrug('long', '12', 'Longdrug 5 MG Oral Tablet'), doseForm: { coding: [{ system: noise, code: 'a' }] } },
    { ...seedDrug('late', '13', 'Latedrug 5 MG Oral Tablet'), meta: { lastUpdated: '9999-12-31T23:59:59-05:00' } },
    seedDrug('a b/c?d', '14', 'Spaced 5 MG Oral Tablet'),
    seedItem('item-odd', 'odd'),
    seedItem('item-long', 'long'),
    seedItem('item_spaced', 'a b/c?d'),
  ])
  expect(await listIds('/MedicationKnowledge?drug-name=odddrug')).toEqual(['odd'])
  expect((await read('MedicationKnowledge/late')).status).toBe(200)
  expect((await read('MedicationKnowledge/long')).status).toBe(404)
  expect(JSON.stringify(counts.warnings)).toContain('cannot be stored')
  expect(await listIds('/Basic?subject.code=11')).toEqual(['item-odd'])
  const [spaced = ''] = await listIds('/MedicationKnowledge?code=14')
  expect(spaced).toMatch(/^[0-9a-f-]{36}$/)
  expect((await read('Basic/seed-item')).status).toBe(200)
})

test('OS-17 OS-23 a urn in a Bundle means its resource, and another server’s resource is not meant', async () => {
  const entries = seed.map((resource, at) => ({
    fullUrl: `urn:uuid:00000000-0000-4000-8000-0000000000${(at + 16).toString(16)}`,
    resource,
  }))
  const urns = new Map(entries.map(({ fullUrl, resource }) => [`${resource.resourceType}/${resource.id}`, fullUrl]))
  const text = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: entries }).replace(
    /"reference":"([^"]+)"/g,
    (whole, target: string) => (urns.has(target) ? `"reference":"${urns.get(target)}"` : whole),
  )
  await loadTexts([text])
  expect((await read('Basic/seed-item')).body.subject).toEqual({ reference: 'MedicationKnowledge/seed-drug' })
  expect((await read('InsurancePlan/seed-plan')).body.coverageArea).toEqual([{ reference: 'Location/seed-area' }])
})

test('OS-17 home address and numbers of a person within a resource are not served', async () => {
  const person = {
    ...{ resourceType: 'Practitioner', id: 'who', name: [{ family: 'Herz' }], birthDate: '1970-01-02' },
    identifier: [{ type: { coding: [{ code: 'TAX' }] }, value: 'own-1' }],
    address: [{ use: 'home', line: ['77 Home St'] }],
  }
  await load([
    ...without('seed-item'),
    { ...findSeed('seed-item'), contained: [person], author: { reference: '#who' } },
  ])
  const { body } = await read('Basic/seed-item')
  expect(valuesAt(body, 'contained.name.family')).toEqual(['Herz'])
  expect(JSON.stringify(body)).not.toMatch(/1970|own-1|Home St/)
})

test('OS-17 an item without an id is on the list, but apps do not get it', async () => {
  const { id: _, ...nameless } = seedItem('nameless', 'seed-other')
  const { counts } = await load([...seed, nameless])
  expect(counts.rejected).toBe(0)
  expect(JSON.stringify(counts.warnings)).toContain('has no id')
  expect(await listIds('/Basic')).toEqual(['seed-item', 'seed-other-item'])
})

test('OS-17 regions of no one’s plans are skipped, and too many of them do not prevent a list', async () => {
  const nobody = { resourceType: 'Location', id: 'pharmacy', name: 'A pharmacy', address: { state: 'PA' } }
  const round = { ...findSeed('seed-state'), partOf: { reference: 'Location/seed-area' } }
  const odd = {
    ...findSeed('seed-plan'),
    id: 'odd-plan',
    identifier: [],
    coverageArea: { reference: 'Location/pharmacy' },
  }
  const huge = Array.from({ length: 5 }, (_, at) => ({
    ...{ ...nobody, id: `huge-${at}` },
    extension: [{ url: 'border', valueString: 'x'.repeat(9_000_000) }],
  }))
  const { counts, rejected } = await load([...without('seed-state'), round, nobody, odd, ...huge])
  expect(rejected).toEqual([])
  expect(await listIds('/Location')).toEqual(['seed-area', 'seed-state'])
  expect(JSON.stringify(counts)).toMatch(/32 MB of regions/)
  expect(JSON.stringify(counts)).toMatch(/no plan of these files is sold there/)
})

test.each([
  ['Basic?colour=red', 400],
  ['Basic?subject.colour=red', 400],
  ['Basic?formulary.formulary-coverage.formulary-coverage.name=x', 400],
  ['Basic?formulary:Location.name=x', 400],
  ['InsurancePlan?coverage-area:InsurancePlan=x', 400],
  ['InsurancePlan?coverage-area.name=x', 400],
  ['InsurancePlan?coverage-area:contains=x', 400],
  ['Basic?_include=Basic:code', 400],
  ['InsurancePlan?_include=InsurancePlan:coverage-area:Basic', 400],
  ['Basic?_revinclude=Basic:subject', 400],
  ['Basic?_count=-1', 400],
  ['Basic?_page=%27', 400],
  ['Basic?_id=%00', 400],
  ['Basic?period=2026-02-30', 400],
  ['Basic?period=gt0000', 400],
  ['Basic?drug-tier:below=x', 400],
  ['MedicationKnowledge?doseform:exact=x', 400],
  ['MedicationKnowledge?drug-name=%ED%A0%80', 400],
  [`MedicationKnowledge?drug-name=${'x'.repeat(301)}`, 400],
  [`Basic?subject=${Array.from({ length: 101 }, (_, at) => `d${at}`).join(',')}`, 400],
  ['Location?near=1', 400],
  ['Location/none', 404],
  [`Basic/${'x'.repeat(300)}`, 404],
  ['Practitioner', 404],
])('OS-17 OS-7 %s of what came is refused with %d', async (path, status) => {
  await load(seed)
  const began = performance.now()
  const answer = await read(path)
  expect([answer.status, (answer.body as Json).resourceType]).toEqual([status, 'OperationOutcome'])
  expect(performance.now() - began).toBeLessThan(3000)
})

test('OS-17 an item that was refused, because its files lack its drug, is absent', async () => {
  const { rejected } = await load([...seed, seedItem('lost', 'nothing')])
  expect(rejected.map(({ path }) => path)).toEqual(['subject'])
  expect((await read('Basic/lost')).status).toBe(404)
})
