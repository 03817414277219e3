import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { formularyTypes } from '@portico/contract/fhir/formulary'
import { valuesAt } from '@portico/rules/fhir/json'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, sortKeys } from '../../../../test/fhir/comparable.ts'
import { claims, findProfile, listBroken, listUnsupported } from '../../../../test/fhir/profiles.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { seed } from '../../../../test/formulary/da-vinci-seed.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { askOpenApi, type Json, trySearches } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'

/** Lists received as the US Drug Formulary are served as they came: the guide's examples, and a seed that has everything they leave out. */
const portal = testPortal()
const base = '/fhir/neb/formulary'
const readFolder = (name: string): readonly Json[] =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../../../../test/formulary', name)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
/** The border of the United States is shortened: it is the largest part of the guide. */
const examples = [...readFolder('da-vinci.ndjson.gz'), ...readFolder('da-vinci-locations.ndjson.gz')]
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
  const files = { 'guide.ndjson': ndjson(examples), 'seed.ndjson': ndjson(seed) }
  const { rejected } = await importFiles(portal.database, files, { kind: 'formulary', brand: 'neb' })
  expect(rejected).toEqual([])
})
afterAll(() => api?.app.close())
const open = askOpenApi(() => api, base)
const { all, ask } = open
const types = Object.keys(formularyTypes) as (keyof typeof formularyTypes)[]
const readAll = async () => (await Promise.all(types.map((type) => all(`/${type}?_count=200`)))).flat()
const toKey = ({ resourceType, id }: Json) => `${resourceType}/${id}`

test('OS-17 OS-20 received formularies are served as they came, element by element', async () => {
  const served = new Map((await readAll()).map((one) => [toKey(one), one]))
  const came = [...examples, ...seed]
  expect([...served.keys()].toSorted()).toEqual(came.map(toKey).toSorted())
  for (const one of came) {
    const { id: _, ...rest } = served.get(toKey(one)) ?? {}
    const { id: __, ...was } = one
    expect([toKey(one), JSON.stringify(comparable(rest), sortKeys)]).toEqual([
      toKey(one),
      JSON.stringify(comparable(was), sortKeys),
    ])
  }
})

const profiles = types.flatMap((type) => formularyTypes[type].profiles)

test.each(profiles)('OS-17 each element that %s must support is in an answer', async (url) => {
  expect(listUnsupported(findProfile(url), await readAll())).toEqual([])
})

test.each(profiles)('OS-17 the invariants of %s hold on every answer that claims it', async (url) => {
  const everything = await readAll()
  const find = (target: string) => everything.find((one) => target === toKey(one))
  const own = everything.filter((one) => claims(one, url))
  expect(own.length).toBeGreaterThan(0)
  expect(own.flatMap((one) => listBroken(findProfile(url), one, find).map((key) => `${one.id}: ${key}`))).toEqual([])
})

test('OS-17 OS-2 a profile claimed in a file is claimed here', async () => {
  const served = new Map((await readAll()).map((one) => [toKey(one), one]))
  for (const one of [...examples, ...seed]) {
    const [claimed = ''] = (one.meta as { profile: string[] }).profile
    expect([toKey(one), valuesAt(served.get(toKey(one)), 'meta.profile')]).toEqual([toKey(one), [`${claimed}|2.0.1`]])
  }
})

test.each(types)(
  'OS-17 received %s is found by each parameter alone, in pairs, without a hit and by :missing',
  async (type) => {
    expect(await trySearches(open, formularyTypes, type)).toEqual(Object.keys(formularyTypes[type].parameters))
  },
)

/** What the guide's CapabilityStatement requires, and `doseform`, which it recommends. */
const demanded = {
  InsurancePlan: [
    ...['_id', '_lastUpdated', 'identifier', 'status', 'period', 'type', 'name', 'coverage-type'],
    ...['formulary-coverage', 'coverage-area'],
  ],
  Basic: [
    ...['_id', '_lastUpdated', 'code', 'subject', 'status', 'period', 'formulary', 'pharmacy-benefit-type'],
    'drug-tier',
  ],
  MedicationKnowledge: ['_id', '_lastUpdated', 'status', 'code', 'drug-name', 'doseform'],
  Location: ['_id', '_lastUpdated', 'address', 'address-city', 'address-state', 'address-postalcode'],
}

test('OS-17 all searches and includes that the guide requires work and are declared', async () => {
  const { body } = await api.ask(null, `${base}/metadata`)
  const said = new Map(
    body.rest[0].resource.map((one: { type: string }) => [one.type, one]) as [
      string,
      { searchParam: { name: string }[]; searchInclude?: string[]; supportedProfile: string[] },
    ][],
  )
  expect([...said.keys()]).toEqual(Object.keys(demanded))
  for (const [type, names] of Object.entries(demanded))
    expect([type, said.get(type)?.searchParam.map(({ name }) => name)]).toEqual([type, expect.arrayContaining(names)])
  expect(said.get('InsurancePlan')?.searchInclude).toContain('InsurancePlan:formulary-coverage')
  expect(said.get('Basic')?.searchInclude).toEqual(expect.arrayContaining(['Basic:subject', 'Basic:formulary']))
  expect(said.get('Location')?.supportedProfile).toEqual([expect.stringContaining('usdf-InsurancePlanLocation|2.0.1')])
})

test('OS-17 OS-23 references lead somewhere, and one that leads nowhere keeps its other elements', async () => {
  const everything = await readAll()
  const known = new Set(everything.map(toKey))
  const targets = [...JSON.stringify(everything).matchAll(/"reference":"([^"#]+)"/g)].map(([, target = '']) => target)
  expect([...new Set(targets)].filter((target) => !known.has(target))).toEqual([])
  const { body } = await api.ask(null, `${base}/MedicationKnowledge/seed-drug`)
  expect([body.relatedMedicationKnowledge[1].reference, body.associatedMedication]).toEqual([
    [{ type: 'MedicationKnowledge', display: 'Not here' }],
    [{ type: 'Medication', display: 'Tylenol' }],
  ])
})

const findIds = async (path: string, mode = 'match') => (await all(path, mode)).map(({ id }) => id).toSorted()

test.each([
  ['Basic?formulary.identifier=SEED-F&subject:MedicationKnowledge.code=209459', ['seed-item']],
  ['Basic?subject.doseform=385055001', ['seed-item']],
  ['Basic?subject.drug-name=panadol&formulary.name=seed', ['seed-item']],
  ['Basic?formulary.identifier=D1002&subject.code=1000091', ['FormularyItem-D1002-1000091']],
  ['Basic?subject.drug-name=nothing', []],
  ['InsurancePlan?formulary-coverage.identifier=SEED-F', ['seed-plan']],
  ['InsurancePlan?coverage-area.address-state=pa', ['seed-plan']],
  ['InsurancePlan?coverage-area.address-city=pitts&formulary-coverage.name:exact=Seed%20Gold%20List', ['seed-plan']],
  ['InsurancePlan?coverage-area=StateOfCTLocation', ['PayerInsurancePlanA1002']],
  ['Location?address=1%20seed&address-postalcode=152', ['seed-area']],
  ['MedicationKnowledge?drug-name:contains=tylenol&doseform=http://snomed.info/sct|385055001', ['seed-drug']],
  ['InsurancePlan?name:contains=gold&period=gt2026-06-01&status=active', ['seed-formulary', 'seed-plan']],
])('OS-17 a chain or several parameters find received resources: %s', async (path, ids) => {
  expect(await findIds(`/${path}`)).toEqual(ids)
})

test.each([
  ['Basic?_id=seed-item&_include=*', ['seed-drug', 'seed-formulary']],
  ['InsurancePlan?_id=seed-plan&_include=InsurancePlan:coverage-area', ['seed-area']],
  ['InsurancePlan?_id=seed-formulary&_revinclude=Basic:formulary', ['seed-item', 'seed-other-item']],
  ['Location?_id=seed-area&_revinclude=InsurancePlan:coverage-area', ['seed-plan']],
  ['MedicationKnowledge?code=209459&_id=seed-drug&_revinclude=Basic:subject', ['seed-item']],
])('OS-17 includes bring received resources: %s', async (path, ids) => {
  expect(await findIds(`/${path}`, 'include')).toEqual(ids)
})

test('OS-17 pages of every size together form the whole, once', async () => {
  for (const type of types) {
    const whole = await findIds(`/${type}?_count=200`)
    expect(new Set(whole).size).toBe(whole.length)
    for (const size of [1, 2]) expect(await findIds(`/${type}?_count=${size}`)).toEqual(whole)
  }
  expect((await ask('/Basic?_count=1')).entry).toHaveLength(1)
})

test('OS-17 OS-1 resources changed since a moment are found, and nothing else', async () => {
  const [first] = await all('/Basic?_count=200')
  const at = encodeURIComponent(String((first?.meta as Json | undefined)?.lastUpdated))
  expect(await findIds(`/Basic?_lastUpdated=gt${at}`)).toEqual([])
  expect((await findIds(`/Basic?_lastUpdated=ge${at}`)).length).toBeGreaterThan(5)
})

test('OS-20 a list’s numbers are served unchanged', async () => {
  const [plan, drug] = [seed.find(({ id }) => id === 'seed-plan'), seed.find(({ id }) => id === 'seed-other')]
  const text = ndjson([plan ?? {}, ...seed.filter(({ id }) => id !== 'seed-plan'), drug ?? {}]).replaceAll(
    '"value":10.5',
    '"value":10.500',
  )
  await importFiles(portal.database, { 'letters.ndjson': text }, { kind: 'formulary', brand: 'hmbcbs' })
  const { text: served } = await api.ask(null, '/fhir/hmbcbs/formulary/InsurancePlan/seed-plan')
  expect(served).toContain('"value":10.500')
})
