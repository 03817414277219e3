import { directoryTypes } from '@portico/contract/fhir/directory'
import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claims, findProfile, listBroken, listUnsupported } from '../../../../test/fhir/profiles.ts'
import { type FhirApi, openFhirApi } from '../../../../test/fhir-api.ts'
import { csv, importFiles } from '../../../../test/importing.ts'
import { askOpenApi, type Json, trySearches } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
const today = new Date().toISOString().slice(0, 10)
const base = '/fhir/hmbcbs/directory'
let api: FhirApi

const person = { type: 'individual', credential: 'MD', taxonomy: '207RC0000X', verified_on: today }
const facility = { type: 'facility', taxonomy: '261Q00000X', verified_on: today }
const pittsburgh = { city: 'Pittsburgh', state: 'PA', zip: '15222', lat: '40.45', lon: '-79.99' }
const erie = { city: 'Erie', state: 'PA', zip: '16501', lat: '42.13', lon: '-80.09' }
const providers = [
  {
    ...{
      ...person,
      npi: '1740796093',
      name: 'Ana Corazon',
      address: '1 Main St',
      ...pittsburgh,
      phone: '412-555-0101',
    },
    ...{ gender: 'F', languages: 'es', accepting: 'yes', wheelchair: 'yes', website: 'https://corazon.example' },
  },
  { ...person, npi: '1740796093', name: 'Ana Corazon', address: '9 Lake St', ...erie, accepting: 'no' },
  { ...person, npi: '1003000126', name: 'Cleo Herz-Ruiz', address: '4 Main St', ...pittsburgh, city: 'Cañon Hill' },
  { ...person, npi: '1588076731', name: 'Bo Herz', address: '2 Far Rd', ...erie, phone: '814-555-0102' },
  {
    ...facility,
    npi: '1699254839',
    name: 'Little Steps Clinic',
    address: '3 Hill St',
    ...pittsburgh,
    accepting: 'yes',
  },
  {
    ...facility,
    npi: '1548294473',
    type: 'hospital',
    taxonomy: '282N00000X',
    name: 'Lake Hospital',
    address: '5 Lake St',
    ...erie,
  },
]
const seat = {
  brand: 'hmbcbs',
  network_id: 'blue',
  network_name: 'Blue Choice',
  plan_ids: 'ppo-1',
  begins: '2026-01-01',
  accepting: '',
  verified_on: today,
}
const seats = [
  { ...seat, npi: '1740796093', accepting: 'yes' },
  { ...seat, npi: '1740796093', network_id: 'gold', network_name: 'Gold Choice', accepting: 'yes' },
  { ...seat, npi: '1003000126' },
  { ...seat, npi: '1699254839', accepting: 'yes' },
  { ...seat, npi: '1548294473', network_id: 'gold', network_name: 'Gold Choice' },
  { ...seat, npi: '1588076731', brand: 'ndbcbs', network_id: 'dakota', network_name: 'Dakota Choice' },
  // Ended long ago.
  { ...seat, npi: '1588076731', begins: '2020-01-01', ends: '2021-01-01' },
]
beforeAll(async () => {
  api = await openFhirApi(portal)
  const files = { 'providers.csv': csv(...providers), 'networks.csv': csv(...seats) }
  const { rejected } = await importFiles(portal.database, files, { kind: 'directory', brands: ['hmbcbs', 'ndbcbs'] })
  expect(rejected).toEqual([])
})
afterAll(() => api?.app.close())
const open = askOpenApi(() => api, base)
const { all, ask } = open
const listNames = (some: readonly Json[]) =>
  some.map((one) => String(valuesAt(one, 'name.text')[0] ?? one.name)).toSorted()
const types = Object.keys(directoryTypes) as (keyof typeof directoryTypes)[]

/** Elements that a directory's tables do not contain. */
const unsaid: Readonly<Partial<Record<(typeof types)[number], readonly string[]>>> = {
  PractitionerRole: ['organization', 'service', 'endpoint', 'role'],
  Organization: ['coverage-area'],
  OrganizationAffiliation: ['primary-organization', 'endpoint', 'role'],
  HealthcareService: ['coverage-area', 'endpoint', 'service-type'],
  InsurancePlan: ['name', 'type', 'plan-type', 'coverage-area'],
  Location: ['type', 'partof', 'endpoint'],
}

test.each(types)(
  'OS-13 %s is found by each parameter alone, in pairs, without a hit and by :missing, and the pages together have everything',
  async (type) => {
    const tried = await trySearches(open, directoryTypes, type)
    expect(tried).toEqual(Object.keys(directoryTypes[type].parameters).filter((name) => !unsaid[type]?.includes(name)))
  },
)

test('OS-13 anyone reads who is in the brand’s networks, where, and for whom; references lead somewhere', async () => {
  const { status, headers, body } = await api.ask(null, `${base}/Practitioner/1740796093`)
  expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
    200,
    'public, max-age=300',
    '*',
  ])
  expect(body).toMatchObject({
    name: [{ text: 'Ana Corazon', family: 'Corazon', given: ['Ana'], suffix: ['MD'] }],
    gender: 'female',
  })
  const everything = (await Promise.all(types.map((type) => all(`/${type}?_count=200`)))).flat()
  expect(listNames(everything.filter(({ resourceType }) => resourceType === 'Organization'))).toEqual(
    expect.arrayContaining(['Blue Choice', 'Gold Choice', 'Lake Hospital', 'Little Steps Clinic']),
  )
  const targets = new Set(
    [...JSON.stringify(everything).matchAll(/"reference":"([^"]+)"/g)].map(([, target = '']) => target),
  )
  for (const target of targets)
    expect([target, (await api.ask(null, `${base}/${target}`)).status]).toEqual([target, 200])
})

test.each([
  ['PractitionerRole?location.address-city=erie', ['9 Lake St']],
  ['PractitionerRole?location.address-city=canon', ['4 Main St']],
  ['PractitionerRole?location.address-postalcode=15222&practitioner.family=cora', ['1 Main St']],
  ['PractitionerRole?network.name=gold&specialty=cardiology', ['1 Main St', '9 Lake St']],
  ['PractitionerRole?network.partof.type=payer&practitioner.name=MD', ['1 Main St', '4 Main St', '9 Lake St']],
  ['PractitionerRole?practitioner:Practitioner.identifier=1003000126', ['4 Main St']],
  ['OrganizationAffiliation?participating-organization.name=lake', ['5 Lake St']],
  ['OrganizationAffiliation?service.service-category=hosp', ['5 Lake St']],
  ['HealthcareService?organization.name:contains=STEPS&location.address-state=pa', ['3 Hill St']],
])('OS-13 a chain finds resources by their targets: %s', async (path, lines) => {
  const places = await all(`/${path}&_include=*`, 'include')
  expect(
    places.flatMap((one) => (one.resourceType === 'Location' ? valuesAt(one, 'address.line') : [])).toSorted(),
  ).toEqual(lines)
})

test('OS-13 includes bring targets and referring resources, once each', async () => {
  const { entry = [] } = await ask('/Practitioner?family=corazon&_revinclude=PractitionerRole:practitioner')
  expect(entry.map(({ resource, search }) => [search.mode, resource.resourceType])).toEqual([
    ['match', 'Practitioner'],
    ['include', 'PractitionerRole'],
    ['include', 'PractitionerRole'],
  ])
  const roles = await ask('/PractitionerRole?practitioner=1740796093&_include=PractitionerRole:practitioner')
  expect(roles.entry).toHaveLength(3)
  const network = await all('/Organization?name=gold&_revinclude=OrganizationAffiliation:network', 'include')
  expect(network).toHaveLength(1)
})

const profiles = types.flatMap((type) => directoryTypes[type].profiles)
const readAll = async () => (await Promise.all(types.map((type) => all(`/${type}?_count=200`)))).flat()

/**
 * Elements that the directory does not keep, or keeps only as text. PractitionerRole and care-giving organizations claim no profile without
 * specialty codes, and a plan claims none without its type.
 */
const unkept = new RegExp(
  [
    ...[
      'identifier\\.type',
      '(Role|Service|Affiliation|Location)\\.identifier',
      'telecom\\.(extension|rank)',
      'contact',
      'period',
      'endpoint',
    ],
    ...[
      '[aA]vailab',
      'hoursOfOperation',
      'qualification\\.',
      'extension:(qualification|org-description|region|deliverymethod)',
    ],
    ...[
      'geolocation',
      'proficiency',
      'location-reference',
      'endpoint-usecase',
      'address\\.(type|text|country)',
      'Practitioner\\.(telecom|address)',
    ],
    ...[
      '(Role|Affiliation)\\.(code|organization)',
      'Role\\.healthcareService',
      'Service\\.(type|comment|coverageArea|appointmentRequired)',
    ],
    ...[
      'Location\\.(extension:newpatients|alias|description|type|partOf)',
      'PractitionerRole',
      '(Service|Affiliation)\\.(specialty|telecom)',
      'payloadMimeType',
      'Organization\\.(partOf|telecom)',
      'InsurancePlan',
    ],
  ].join('|'),
)
/** Networks are known only by name. */
const unkeptOfNetworks = /Organization\.(identifier|telecom|address)/

test.each(profiles)('OS-13 each element that %s must support is in an answer', async (url) => {
  const known = url.includes('-Network|') ? [unkept, unkeptOfNetworks] : [unkept]
  const unsupported = listUnsupported(findProfile(url), await readAll())
  expect(unsupported.filter((id) => !known.some((one) => one.test(id)))).toEqual([])
})

test.each(profiles)('OS-13 the invariants of %s hold on every answer that claims it', async (url) => {
  const everything = await readAll()
  const find = (target: string) => everything.find(({ resourceType, id }) => target === `${resourceType}/${id}`)
  const own = everything.filter((one) => claims(one, url))
  expect(own.flatMap((one) => listBroken(findProfile(url), one, find))).toEqual([])
})

test('OS-13 providers in none of the brand’s networks are absent, and staff’s corrections show', async () => {
  expect((await api.ask(null, `${base}/Practitioner/1588076731`)).status).toBe(404)
  expect((await api.ask(null, '/fhir/ndbcbs/directory/Practitioner/1588076731')).status).toBe(200)
  const [role] = await all('/PractitionerRole?practitioner=1740796093&location.address-city=pittsburgh')
  const since = String(valuesAt(role, 'meta.lastUpdated')[0])
  await sql`insert into directory_correction (provider_id, brand, kind, value, made_at)
    values ('1740796093', 'hmbcbs', 'phone', '412-555-9999', now())`.execute(portal.database.read)
  const [corrected] = await all(`/Location?_id=${role?.id}&_lastUpdated=gt${encodeURIComponent(since)}`)
  expect(corrected?.telecom).toEqual([
    { system: 'phone', value: '412-555-9999' },
    { system: 'url', value: 'https://corazon.example' },
  ])
  await sql`insert into directory_correction (provider_id, brand, kind, made_at) values ('1740796093', 'hmbcbs', 'left', now())`.execute(
    portal.database.read,
  )
  expect((await api.ask(null, `${base}/Practitioner/1740796093`)).status).toBe(404)
  expect(await all('/PractitionerRole?practitioner=1740796093')).toEqual([])
})

test.each([
  ['/Practitioner?colour=red', 400],
  ['/PractitionerRole?location.address-city.x=1', 400],
  ['/PractitionerRole?_include=PractitionerRole:colour', 400],
  ['/Nothing/1', 404],
  ['/Practitioner/%27', 404],
  ['/Location?_id=x-00000000&_count=-1', 400],
])('OS-13 OS-7 %s is refused with %d', async (path, status) => {
  const answer = await api.ask(null, `${base}${path}`)
  expect([answer.status, answer.body.resourceType]).toEqual([status, 'OperationOutcome'])
})
