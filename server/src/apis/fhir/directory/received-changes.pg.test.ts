import { valuesAt } from '@portico/rules/fhir/json'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seed } from '../../../../test/directory/plan-net-seed.ts'
import { findSeed, openReceived, without } from '../../../../test/directory/received.ts'
import { csv, importFiles } from '../../../../test/importing.ts'
import type { Json } from '../../../../test/open-searches.ts'
import { testPortal } from '../../../../test/portal.ts'
import { showBefore } from '../../../care/finder/importing.ts'
import { easternDay } from '../../../platform/day.ts'

const portal = testPortal()
const { load, read, all } = openReceived(portal)

const correct = (kind: string, more: { value?: string; place?: string; network?: string } = {}) =>
  sql`insert into directory_correction (provider_id, brand, kind, value, place, network_id, made_at)
    values ('1740796093', 'neb', ${kind}, ${more.value ?? null}, ${more.place ?? ''}, ${more.network ?? ''}, now())`.execute(
    portal.database.read,
  )

test('OS-13 MP-25 staff’s corrections of a provider show in their roles, and count as a change', async () => {
  await load(seed)
  const was = await read('PractitionerRole/seed-role')
  const since = String(valuesAt(was.body, 'meta.lastUpdated')[0])
  await correct('phone', { value: '412-555-9999' })
  await correct('not-accepting')
  const { body } = await read('PractitionerRole/seed-role')
  expect(valuesAt(body, 'telecom.value')).toEqual(['412-555-9999'])
  expect(valuesAt(body, 'extension:newpatients.extension.valueCodeableConcept.coding.code')).toEqual(['nopt'])
  expect(body.availableTime).toEqual(was.body.availableTime)
  const [changed, ...more] = await all(`/PractitionerRole?_lastUpdated=gt${encodeURIComponent(since)}`)
  expect([changed?.id, more]).toEqual(['seed-role', []])
  expect((await read('Practitioner/seed-person')).body.telecom).toEqual(findSeed('seed-person').telecom)
})

test('OS-13 MP-25 providers who have left, or are no longer in any of the networks, are absent', async () => {
  await load(seed)
  const { rows } = await sql<{ place: string }>`
    select places ->> 'Location/seed-place' as place from fhir_directory where id = 'seed-role' limit 1`.execute(
    portal.database.read,
  )
  await correct('left', { place: rows[0]?.place ?? '' })
  expect((await read('PractitionerRole/seed-role')).status).toBe(404)
  expect((await read('Practitioner/seed-person')).status).toBe(200)
  await correct('left')
  expect((await read('Practitioner/seed-person')).status).toBe(404)
  await sql`delete from directory_correction`.execute(portal.database.read)
  await correct('network', { network: 'seed-network' })
  expect((await read('Practitioner/seed-person')).status).toBe(404)
  expect((await read('PractitionerRole/seed-role')).status).toBe(404)
  expect((await read('Organization/seed-clinic')).status).toBe(200)
})

test('OS-13 of several places and networks, those that staff found wrong are gone', async () => {
  const role = findSeed('seed-role')
  const second = {
    ...findSeed('seed-place'),
    id: 'second-place',
    address: { line: ['9 Far St'], city: 'Erie', state: 'PA', postalCode: '16501' },
  }
  const network = { ...findSeed('seed-network'), id: 'second-network', name: 'Second Choice' }
  const both = {
    ...role,
    location: [{ reference: 'Location/seed-place' }, { reference: 'Location/second-place' }],
    extension: [
      ...(role.extension as object[]),
      { ...(role.extension as Json[])[1], valueReference: { reference: 'Organization/second-network' } },
    ],
  }
  await load(without('seed-role'), [second, network, both])
  const { rows } = await sql<{
    place: string
  }>`select place from directory_entry where provider_id = '1740796093' and city = 'Erie'`.execute(portal.database.read)
  await correct('left', { place: rows[0]?.place ?? '' })
  await correct('network', { network: 'seed-network' })
  const { body } = await read('PractitionerRole/seed-role')
  expect(valuesAt(body, 'location.reference')).toEqual(['Location/seed-place'])
  expect(valuesAt(body, 'extension:network-reference.valueReference.reference')).toEqual([
    'Organization/second-network',
  ])
})

test('OS-13 a role applies from its first day to its last, and of several versions the newest', async () => {
  const role = findSeed('seed-role')
  const isThere = async () => (await read('PractitionerRole/seed-role')).status === 200
  await load(without('seed-role'), [{ ...role, period: { start: '2020-01-01', end: '2021-01-01' } }])
  expect(await isThere()).toBe(false)
  await load(without('seed-role'), [{ ...role, period: { start: '2199-01-01' } }])
  expect(await isThere()).toBe(false)
  const older = { ...role, code: [{ text: 'older' }], meta: { lastUpdated: '2026-01-01T00:00:00Z' } }
  await load([...seed, older])
  expect((await read('PractitionerRole/seed-role')).body.code).toEqual(role.code)
  const ended = { ...role, active: false, meta: { lastUpdated: '2026-11-01T00:00:00Z' } }
  await load([ended, ...seed])
  expect(await isThere()).toBe(false)
  expect((await read('Practitioner/seed-person')).status).toBe(404)
})

test('OS-13 OS-22 the same file again changes nothing, a changed resource is a change, and undoing a run restores the previous state', async () => {
  await load(seed)
  const readUpdated = async () =>
    new Map((await all('/Location?_count=200')).map((one) => [one.id, valuesAt(one, 'meta.lastUpdated')[0]]))
  const first = await readUpdated()
  await load(seed)
  expect(await readUpdated()).toEqual(first)
  await load(without('seed-place'), [{ ...findSeed('seed-place'), description: 'Fourth floor' }])
  const after = await readUpdated()
  expect([...after].filter(([id, at]) => first.get(id) !== at).map(([id]) => id)).toEqual(['seed-place'])
  const { rows } = await sql<{
    run_id: string
  }>`select run_id from directory_generation where state = 'live' and source = 'neb'`.execute(portal.database.read)
  expect(await portal.database.transaction((tx) => showBefore(tx, rows[0]?.run_id ?? ''))).toBe(true)
  expect(await readUpdated()).toEqual(first)
})

test('OS-13 OS-23 a urn in a Bundle means its resource, and a reference to nothing keeps its other elements', async () => {
  const entries = seed.map((resource, at) => ({
    fullUrl: `urn:uuid:00000000-0000-4000-8000-00000000000${at.toString(16)}`,
    resource,
  }))
  const urns = new Map(entries.map(({ fullUrl, resource }) => [`${resource.resourceType}/${resource.id}`, fullUrl]))
  const text = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: entries }).replace(
    /"reference":"([^"]+)"/g,
    (whole, target: string) =>
      target === 'Organization/seed-holding'
        ? '"reference":"Organization/gone","display":"Gone"'
        : `"reference":"${urns.get(target) ?? whole}"`,
  )
  await importFiles(portal.database, { 'bundle.json': text }, { kind: 'directory', brand: 'neb', allowRemovals: true })
  const { body } = await read('PractitionerRole/seed-role')
  expect([body.practitioner, body.location]).toEqual([
    { reference: 'Practitioner/seed-person' },
    [{ reference: 'Location/seed-place' }],
  ])
  expect((await read('Organization/seed-payer')).body.partOf).toEqual({ display: 'Gone', type: 'Organization' })
})

test('OS-13 providers who are only in the directory of all brands are there, too, and nobody twice', async () => {
  await load(seed)
  const row = {
    type: 'individual',
    taxonomy: '207RC0000X',
    address: '4 Main St',
    city: 'Erie',
    state: 'PA',
    zip: '16501',
  }
  const providers = csv(
    { ...row, npi: '1003000126', name: 'Cleo Herz' },
    { ...row, npi: '1740796093', name: 'Ana of All Brands' },
  )
  const seat = { brand: 'neb', network_id: 'blue', network_name: 'Blue Choice', begins: '2026-01-01' }
  const networks = csv({ ...seat, npi: '1003000126' }, { ...seat, npi: '1740796093' })
  await importFiles(
    portal.database,
    { 'providers.csv': providers, 'networks.csv': networks },
    { kind: 'directory', brands: ['neb'] },
  )
  const people = await all('/Practitioner?_count=1')
  expect(people.map(({ id }) => id)).toEqual(['seed-person', '1003000126'])
  expect((await all('/Practitioner?family=herz')).map(({ id }) => id)).toEqual(['1003000126'])
  const names = (await all('/Organization?type=ntwk&_count=2')).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['Blue Choice', 'Seed Choice'])
})

test('OS-13 a resource that could not be served is refused or left out, and affects nothing else', async () => {
  const odd = { ...findSeed('seed-place'), id: 'odd', name: 'Odd\u0000 \ud800place', alias: ['x'.repeat(5000)] }
  const { rejected } = await load(seed, [
    odd,
    { ...findSeed('seed-endpoint'), id: '' },
    { resourceType: 'Endpoint', id: 'a/b?c', status: 'active' },
  ])
  expect(rejected.map(({ path }) => path)).toEqual(['id'])
  expect((await read('Location/odd')).status).toBe(200)
  expect((await all('/Location?name=odd')).map(({ id }) => id)).toEqual(['odd'])
})

test('OS-13 where somebody lives and when they were born is not served', async () => {
  const person = findSeed('seed-person')
  const home = { use: 'home', line: ['77 Home St'], city: 'Pittsburgh', state: 'PA', postalCode: '15222' }
  const ofTheirs = {
    birthDate: '1970-01-02',
    address: [...(person.address as object[]), home],
    telecom: [{ system: 'phone', use: 'home', value: '412-555-7777' }, ...(person.telecom as object[])],
  }
  await load(without('seed-person'), [{ ...person, ...ofTheirs }])
  const { id: _, meta: __, ...served } = (await read('Practitioner/seed-person')).body
  const { id: ___, meta: ____, ...was } = person
  expect(served).toEqual(was)
  expect((await all('/Practitioner?family=seed')).map(({ id }) => id)).toEqual(['seed-person'])
})

test('OS-13 OS-22 a role that begins is a change on its first day, even without a new file', async () => {
  const today = easternDay(new Date())
  const role = findSeed('seed-role')
  await load(without('seed-role'), [
    { ...role, period: { start: today } },
    { ...role, id: 'old', period: { start: '2020-01-01' } },
  ])
  await sql`update fhir_directory set updated = now() - interval '3 days'`.execute(portal.database.read)
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
  expect((await all(`/PractitionerRole?_id=seed-role,old&_lastUpdated=gt${since}`)).map(({ id }) => id)).toEqual([
    'seed-role',
  ])
  const [at = ''] = valuesAt((await read('PractitionerRole/seed-role')).body, 'meta.lastUpdated')
  expect(easternDay(new Date(String(at)))).toBe(today)
  await correct('phone', { value: '412-555-9999' })
  const found = (await all(`/PractitionerRole?_id=seed-role,old&_lastUpdated=gt${since}`)).map(({ id }) => id)
  expect(found).toEqual(['old', 'seed-role'])
})
