import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { directoryTypes } from '@portico/contract/fhir/directory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../../../../test/directory/plan-net-seed.ts'
import { comparable, sortKeys } from '../../../../test/fhir/comparable.ts'
import { claims, findProfile, listBroken, listUnsupported } from '../../../../test/fhir/profiles.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { askOpenApi, type Json, trySearches } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'

/** A directory received as Plan-Net is served as it came: the guide's examples, and a seed that has everything they leave out. */
const portal = testPortal()
const base = '/fhir/neb/directory'
const examples: readonly Json[] = gunzipSync(
  readFileSync(join(import.meta.dirname, '../../../../test/directory/plan-net.ndjson.gz')),
)
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
let api: FhirApi
beforeAll(async () => {
  api = await openFhirApi(portal)
  const files = { 'guide.ndjson': ndjson(examples), 'seed.ndjson': ndjson(seed) }
  const { rejected } = await importFiles(portal.database, files, { kind: 'directory', brand: 'neb' })
  expect(rejected).toEqual([])
})
afterAll(() => api?.app.close())
const open = askOpenApi(() => api, base)
const { all, ask } = open
const types = Object.keys(directoryTypes) as (keyof typeof directoryTypes)[]
const readAll = async () => (await Promise.all(types.map((type) => all(`/${type}?_count=200`)))).flat()

/** A clinic's service that the guide's examples put into no network. */
const outside = ['HealthcareService/CancerClinicService']

test('OS-13 OS-20 received resources are served as they came, element by element', async () => {
  const served = new Map((await readAll()).map((one) => [`${one.resourceType}/${one.id}`, one]))
  const came = [...examples, ...seed].map((one) => [`${one.resourceType}/${one.id}`, one] as const)
  expect(came.map(([key]) => key).filter((key) => !served.has(key))).toEqual(outside)
  for (const [key, one] of came) {
    const { id: _, ...rest } = served.get(key) ?? {}
    const { id: __, ...was } = one
    if (served.has(key))
      expect([key, JSON.stringify(comparable(rest), sortKeys)]).toEqual([
        key,
        JSON.stringify(comparable(was), sortKeys),
      ])
  }
})

const profiles = types.flatMap((type) => directoryTypes[type].profiles)

test.each(profiles)('OS-13 each element that %s must support is in an answer', async (url) => {
  expect(listUnsupported(findProfile(url), await readAll())).toEqual([])
})

test.each(profiles)('OS-13 the invariants of %s hold on every answer that claims it', async (url) => {
  const everything = await readAll()
  const find = (target: string) => everything.find(({ resourceType, id }) => target === `${resourceType}/${id}`)
  const own = everything.filter((one) => claims(one, url))
  expect(own.length).toBeGreaterThan(0)
  expect(own.flatMap((one) => listBroken(findProfile(url), one, find).map((key) => `${one.id}: ${key}`))).toEqual([])
})

test.each(types)(
  'OS-13 received %s is found by each parameter alone, in pairs, without a hit and by :missing',
  async (type) => {
    expect(await trySearches(open, directoryTypes, type)).toEqual(Object.keys(directoryTypes[type].parameters))
  },
)

test('OS-13 references lead somewhere', async () => {
  const everything = await readAll()
  const known = new Set(everything.map(({ resourceType, id }) => `${resourceType}/${id}`))
  const targets = [...JSON.stringify(everything).matchAll(/"reference":"([^"#]+)"/g)].map(([, target = '']) => target)
  expect([...new Set(targets)].filter((target) => !known.has(target))).toEqual([])
  expect((await ask('/Organization?_count=1')).entry).toHaveLength(1)
})

const findIds = async (path: string, mode = 'match') => (await all(path, mode)).map(({ id }) => id).toSorted()

test.each([
  ['PractitionerRole?location.address-city=pitts', ['seed-role']],
  ['PractitionerRole?practitioner:Practitioner.name=ana&organization.name=Seed', ['seed-role']],
  ['PractitionerRole?network.partof.name=seed%20health', ['seed-role']],
  ['PractitionerRole?service.organization.type=fac&practitioner.identifier=1740796093', ['seed-role']],
  ['PractitionerRole?endpoint.organization.identifier=ORG-1', ['seed-role']],
  ['PractitionerRole?location.address-city=nowhere', []],
  ['InsurancePlan?coverage-area.address-state=PA', []],
  ['InsurancePlan?administered-by.name:exact=Seed%20Health&plan-type=silver', ['seed-plan']],
  ['Location?organization.name:contains=clinic&partof.name=seed', ['seed-place']],
  ['OrganizationAffiliation?primary-organization.name=seed%20h&role=hosp', ['seed-affiliation']],
  ['HealthcareService?coverage-area=seed-region&service-type=124', ['seed-service']],
  ['Practitioner?_id=seed-person,nobody', ['seed-person']],
])('OS-13 a chain finds received resources: %s', async (path, ids) => {
  expect(await findIds(`/${path}`)).toEqual(ids)
})

test.each([
  ['PractitionerRole?_id=seed-role&_include=*', 6],
  ['InsurancePlan?_id=seed-plan&_include=InsurancePlan:network&_include=InsurancePlan:owned-by', 2],
  ['Organization?_id=seed-network&_revinclude=PractitionerRole:network&_revinclude=OrganizationAffiliation:network', 2],
  ['Location?_id=seed-region&_revinclude=InsurancePlan:coverage-area&_revinclude=Organization:coverage-area', 3],
])('OS-13 includes bring received resources: %s', async (path, count) => {
  expect(await findIds(`/${path}`, 'include')).toHaveLength(count)
})

test('OS-13 pages of every size together form the whole, once, with what the directory is built from beside it', async () => {
  for (const type of types) {
    const whole = await findIds(`/${type}?_count=200`)
    expect(new Set(whole).size).toBe(whole.length)
    expect(await findIds(`/${type}?_count=1`)).toEqual(whole)
  }
})
