import { randomBytes } from 'node:crypto'
import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seed } from '../../../../test/directory/plan-net-seed.ts'
import { findSeed, openReceived, without } from '../../../../test/directory/received.ts'
import { csv, importFiles, ndjson } from '../../../../test/importing.ts'
import type { Json } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'

/** Odd resources in a directory received as Plan-Net: each affects only itself, and no one's private data is served. */
const portal = testPortal()
const { load, loadTexts, read, all } = openReceived(portal)

const ofTheirs = {
  birthDate: '1970-01-02',
  photo: [{ url: 'https://seed.example/face.png' }],
  address: [{ use: 'home', line: ['77 Home St'] }],
  telecom: [{ system: 'phone', use: 'home', value: '412-555-7777' }],
}

test('OS-13 home address and birth date of a person contained in a role are not served', async () => {
  const role = findSeed('seed-role')
  const { id: _, meta: __, ...person } = findSeed('seed-person')
  const within = { ...role, practitioner: { reference: '#who' }, contained: [{ ...person, ...ofTheirs, id: 'who' }] }
  await load(without('seed-role'), [within])
  const { status, body } = await read('PractitionerRole/seed-role')
  expect([status, valuesAt(body, 'contained.name.family')]).toEqual([200, valuesAt(person, 'name.family')])
  expect(JSON.stringify(body)).not.toMatch(/1970|face|Home St|555-7777/)
})

test('OS-13 OS-23 a role at an organization of another server is not at the one here that has its id', async () => {
  const organization = { reference: 'https://other.example/fhir/Organization/seed-clinic', display: 'A clinic' }
  const all = [...without('seed-role'), { ...findSeed('seed-role'), organization }]
  const entry = all.map((resource) => ({
    fullUrl: `https://plan.example/fhir/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  await loadTexts(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }))
  expect((await read('PractitionerRole/seed-role')).body).toMatchObject({
    organization: { type: 'Organization', display: 'A clinic' },
    practitioner: { reference: 'Practitioner/seed-person' },
  })
  expect((await read('PractitionerRole?organization=seed-clinic')).body.total ?? 0).toBe(0)
})

test('OS-13 however a file writes a birth date or a home address, it is not served', async () => {
  const text = ndjson([{ ...findSeed('seed-person'), ...ofTheirs }]).replace(
    /"(birth|phot|hom)([DSoe])/g,
    (_, begin, next) => `"${begin}\\u00${next.charCodeAt(0).toString(16)}`,
  )
  await loadTexts(ndjson(without('seed-person')), text)
  const { status, body } = await read('Practitioner/seed-person')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toMatch(/1970|face|Home St|555-7777/)
})

test('OS-13 a person’s tax and controlled-substance numbers are not served, an organization’s are', async () => {
  const of = (code: string, value: string) => ({ type: { coding: [{ code }] }, value })
  const theirs = [
    of('TAX', 'own-1'),
    of('DEA', 'own-2'),
    { system: 'urn:oid:2.16.840.1.113883.4.4', value: 'own-3' },
    { system: 'http://hl7.org/fhir/sid/us-ein', value: 'own-4' },
    { system: 'urn:oid:2.16.840.1.113883.4.814', value: 'own-5' },
    { system: 'http://terminology.hl7.org/NamingSystem/usDEANumber', value: 'own-6' },
  ]
  const [person, clinic] = [findSeed('seed-person'), findSeed('seed-clinic')]
  await load(without('seed-person', 'seed-clinic'), [
    {
      ...person,
      identifier: [...(person.identifier as object[]), ...theirs],
      qualification: [...(person.qualification as object[]), { code: { text: 'MD' }, identifier: theirs }],
    },
    { ...clinic, identifier: [of('TAX', '12-3456789')] },
  ])
  const { body } = await read('Practitioner/seed-person')
  expect(JSON.stringify(body)).not.toContain('own-')
  expect(body.identifier).toEqual(person.identifier)
  expect(await all('/Practitioner?identifier=own-1')).toEqual([])
  expect((await all('/Organization?identifier=12-3456789')).map(({ id }) => id)).toEqual(['seed-clinic'])
})

test('OS-13 an Endpoint without an id is refused, and not served under another id', async () => {
  const { id: _, ...endpoint } = findSeed('seed-endpoint')
  const { rejected } = await load(seed, [
    { ...endpoint, name: 'Nameless' },
    { ...endpoint, id: '', name: 'Nameless' },
  ])
  expect(rejected.map(({ path }) => path)).toEqual(['id', 'id'])
  expect((await all('/Endpoint')).map(({ name }) => name)).not.toContain('Nameless')
})

test('OS-13 a resource that the database cannot store affects only itself', async () => {
  const place = findSeed('seed-place')
  const noise = randomBytes(6000).toString('base64')
  const { counts } = await load(seed, [
    { ...place, id: 'late', meta: { lastUpdated: '9999-12-31T23:59:59-05:00' } },
    { ...place, id: 'long', type: [{ coding: [{ system: noise, code: 'a' }] }] },
    { ...place, id: 'after' },
  ])
  expect((await read('Location/after')).status).toBe(200)
  expect((await read('Location/late')).status).toBe(200)
  expect((await read('Location/long')).status).toBe(404)
  expect((await read('PractitionerRole/seed-role')).status).toBe(200)
  expect(JSON.stringify(counts.warnings)).toContain('cannot be stored')
})

test('OS-13 MP-25 a network that a provider is not in is gone, even one whose id cannot be written', async () => {
  const { id: _, ...network } = findSeed('seed-network')
  const role = findSeed('seed-role')
  const more = {
    ...(role.extension as Json[]).find(({ url }) => String(url).endsWith('/network-reference')),
    valueReference: { reference: 'Organization/second_network' },
  }
  await load(without('seed-role'), [
    { ...network, id: 'second_network', name: 'Second Choice' },
    { ...role, extension: [...(role.extension as object[]), more] },
  ])
  const list = async () =>
    valuesAt((await read('PractitionerRole/seed-role')).body, 'extension:network-reference.valueReference.reference')
  expect(await list()).toHaveLength(2)
  await sql`insert into directory_correction (provider_id, brand, kind, value, place, network_id, made_at)
    values ('1740796093', 'neb', 'network', null, '', 'second_network', now())`.execute(portal.database.read)
  expect(await list()).toEqual(['Organization/seed-network'])
})

test('OS-13 MP-25 a role at a place is gone once the provider is in none of its networks at that place', async () => {
  await load(seed)
  await sql`insert into directory_correction (provider_id, brand, kind, value, place, network_id, made_at)
    select '1740796093', 'neb', 'network', null, places ->> 'Location/seed-place', 'seed-network', now() from fhir_directory d
    join directory_generation g using (generation) where g.state = 'live' and d.id = 'seed-role'`.execute(
    portal.database.read,
  )
  expect((await read('PractitionerRole/seed-role')).status).toBe(404)
  expect(await all('/PractitionerRole')).toEqual([])
})

test('OS-13 files without anything to show leave nothing behind', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from fhir_directory`.execute(portal.database.read)).rows[0]?.n
  await load(seed)
  await load(seed)
  const before = await count()
  await load([findSeed('seed-payer'), findSeed('seed-region')])
  expect(await count()).toBe(before)
  expect((await read('PractitionerRole/seed-role')).status).toBe(200)
})

test('OS-13 a large page includes everything that refers to it', async () => {
  const place = findSeed('seed-place')
  const places = Array.from({ length: 150 }, (_, at) => ({ ...place, id: `many-${at}` }))
  const role = findSeed('seed-role')
  const roles = places.map(({ id }) => ({ ...role, id: `at-${id}`, location: [{ reference: `Location/${id}` }] }))
  await load(seed, [...places, ...roles])
  const found = await all('/Location?_count=200&_revinclude=PractitionerRole:location', 'include')
  expect(found.filter(({ id }) => id.startsWith('at-many-'))).toHaveLength(150)
})

test('OS-13 a role that never begins is absent', async () => {
  const role = findSeed('seed-role')
  const never = (start: string, at: number) => ({ ...role, id: `never-${at}`, period: { start } })
  await load(seed, ['9999-12-31', '2099-12-31', '2999-01-01'].map(never))
  expect((await all('/PractitionerRole')).map(({ id }) => id)).toEqual(['seed-role'])
})

const ended = { active: false }
const buildInNetwork = (id: string) => ({
  ...((findSeed('seed-role').extension as Json[]).find(({ url }) =>
    String(url).endsWith('/network-reference'),
  ) as Json),
  valueReference: { reference: `Organization/${id}`, display: 'Of old' },
})

test.each([
  ['a person who is not active', [{ ...findSeed('seed-person'), ...ended }]],
  ['no network but one that is over', [{ ...findSeed('seed-network'), ...ended }]],
])('OS-13 a role of %s is absent', async (_, more) => {
  await load(without(...more.map(({ id }) => id)), more, [
    { ...findSeed('seed-place'), id: 'other-place' },
    { ...findSeed('seed-person'), id: 'other', identifier: [] },
    { ...findSeed('seed-network'), id: 'other-network' },
    {
      ...{ ...findSeed('seed-role'), id: 'other-role', practitioner: { reference: 'Practitioner/other' } },
      extension: [buildInNetwork('other-network')],
    },
  ])
  expect((await all('/PractitionerRole')).map(({ id }) => id)).toEqual(['other-role'])
})

test('OS-13 OS-23 no reference leads to an inactive resource, and each keeps its other elements', async () => {
  const role = findSeed('seed-role')
  const network = { ...findSeed('seed-network'), ...ended, id: 'old-network' }
  const place = { ...findSeed('seed-place'), id: 'old-place', status: 'inactive' }
  const endpoint = { ...findSeed('seed-endpoint'), id: 'old-endpoint', status: 'off' }
  await load(
    without('seed-role'),
    [network, place, endpoint],
    [
      {
        ...role,
        extension: [...(role.extension as Json[]), buildInNetwork('old-network')],
        location: [...(role.location as Json[]), { reference: 'Location/old-place', display: 'Of old' }],
        endpoint: [{ reference: 'Endpoint/old-endpoint', display: 'Of old' }],
      },
    ],
  )
  const { body } = await read('PractitionerRole/seed-role')
  expect(JSON.stringify(body)).not.toMatch(/old-(network|place|endpoint)/)
  expect([body.endpoint, (body.location as Json[]).at(-1)]).toEqual([
    [{ display: 'Of old', type: 'Endpoint' }],
    { display: 'Of old', type: 'Location' },
  ])
  expect(valuesAt(body, 'extension:network-reference.valueReference.display')).toContain('Of old')
})

test('OS-13 a provider in the directory of all brands is there, even if a file has somebody with that id whom no role names', async () => {
  const ids = ['1003000126', '1003000134', '1003000142']
  const person = findSeed('seed-person')
  await load(seed, [
    ...ids.map((id) => ({ ...person, id, identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: id }] })),
    ...['a', 'z'].flatMap((id) => [
      { ...person, id, identifier: [] },
      { ...findSeed('seed-role'), id: `role-${id}`, practitioner: { reference: `Practitioner/${id}` } },
    ]),
  ])
  const row = {
    type: 'individual',
    taxonomy: '207RC0000X',
    address: '4 Main St',
    city: 'Erie',
    state: 'PA',
    zip: '16501',
  }
  const seat = { brand: 'neb', network_id: 'blue', network_name: 'Blue Choice', begins: '2026-01-01' }
  await importFiles(
    portal.database,
    {
      'providers.csv': csv(...ids.map((npi) => ({ ...row, npi, name: `Cleo Herz ${npi}` }))),
      'networks.csv': csv(...ids.map((npi) => ({ ...seat, npi }))),
    },
    { kind: 'directory', brands: ['neb'] },
  )
  for (const size of [200, 1, 2, 4]) {
    const people = await all(`/Practitioner?_count=${size}`)
    expect([size, people.map(({ id }) => id)]).toEqual([size, ['a', 'seed-person', 'z', ...ids]])
  }
  expect((await read(`Practitioner/${ids[0]}`)).status).toBe(200)
})
