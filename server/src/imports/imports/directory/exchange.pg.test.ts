import { findProviders, readProvider } from '@portico/contract/calls/finder'
import { expect, test } from 'vitest'
import { make } from '../../../../test/call.ts'
import { Client } from '../../../../test/client.ts'
import { importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'
import { networkStandings } from '../../../care/finder/plan-networks.ts'
import { easternDay } from '../../../platform/day.ts'

/** Made-up providers in the exchange's schema: the finder returns every field that the import reads. */
const portal = testPortal()
const brand = 'hmbcbs'
const year = Number(easternDay(new Date()).slice(0, 4))
const [gold, silver, bronze] = ['12345PA9876541', '12345PA9876542', '12345PA9876543'] as const
const [ada, ben, hill, old] = ['1300000019', '1234567893', '1000000004', '1000000012'] as const

const plan = (plan_id: string, years: unknown = [year], network_tier = 'PREFERRED') => ({
  ...{ plan_id_type: 'HIOS-PLAN-ID', plan_id, network_tier, years },
})
const address = { address: '1 Main St', city: 'Pittsburgh', state: 'PA', zip: '15222', phone: '4125550100' }
const second = { ...address, address: '9 Hill St', address_2: 'Suite 2', zip: '15213', phone: '4125550109' }
const provider = (npi: string | null, more: object) => ({
  ...{ npi, type: 'INDIVIDUAL', addresses: [address], specialty: ['Dermatology'], plans: [plan(gold), plan(silver)] },
  ...{ last_updated_on: `${year}-05-04` },
  ...more,
})
const six = [
  provider(ada, {
    name: { prefix: 'Dr.', first: 'Ada', middle: 'Bea', last: 'Kestrel', suffix: 'Jr.' },
    addresses: [address, second],
    specialty: ['Dermatology', 'Oncology'],
    ...{ accepting: 'accepting', gender: 'Female', languages: ['English', 'Spanish', 'Mandarin'] },
    plans: [plan(gold, [year, year + 1]), plan(silver, String(year)), plan(bronze, [year], 'NON-PREFERRED')],
  }),
  provider(ben, {
    name: { first: 'Ben', last: 'Kestrel' },
    ...{ specialty: ['Shamanic Healing'], accepting: 'accepting in some locations' },
    plans: [plan(gold, [year + 1]), { ...plan(silver), plan_id: null }],
  }),
  provider(hill, {
    ...{ type: 'FACILITY', facility_name: 'Kestrel Hospital', facility_type: ['Hospital', 'Dialysis'] },
    accepting: 'not accepting',
  }),
  provider(null, { name: { first: 'Cleo', last: 'Kestrel' }, plans: [plan(silver, [year], 'NON-PREFERRED')] }),
  provider('1000000020', { type: 'ROBOT', name: { first: 'Dora', last: 'Kestrel' } }),
  provider(old, { name: { first: 'Eve', last: 'Kestrel' }, plans: [plan(gold, [year - 1])] }),
]

async function load(files: Readonly<Record<string, unknown>>, more: object = {}) {
  const contents = Object.entries(files).map(([name, said]) => [
    name,
    typeof said === 'string' ? said : JSON.stringify(said, null, 1),
  ])
  const { counts, rejected } = await importFiles(portal.database, Object.fromEntries(contents), {
    ...{ kind: 'directory', brand },
    ...more,
  })
  return {
    counts,
    rejected: rejected.map(({ line, path, reason }) => `${line} ${path} ${reason}`),
    skips: counts.skips?.map(({ type, reason, count }) => `${count} ${type} ${reason}`) ?? [],
  }
}

const read = async (providerId: string) => {
  const body = { brand, providerIds: [providerId] }
  return (await make(new Client(portal.origin), readProvider, { body })).body.payload.entries
}
const find = async (more: object) => {
  const body = { brand, place: '15222', ...more }
  const { payload } = (await make(new Client(portal.origin), findProviders, { body })).body
  return payload.entries
}
const standings = async (providerIds: readonly string[], day: string) => {
  const planIds = [gold, `${gold}-01`, silver, bronze]
  return Object.fromEntries(await networkStandings(portal.database.read, { brand, planIds, providerIds, day }))
}

test('IM-7 MP-23 the exchange’s providers are in the finder, with every field that is read', async () => {
  const first = await load({ 'providers.json': six })
  expect(first.rejected).toEqual([
    '2 plans.1.plan_id must be a text: a plan is named by its id',
    '5 type is neither INDIVIDUAL nor FACILITY',
  ])
  expect(first.skips.toSorted()).toEqual([
    '1 new patients are taken at some places, and it is not said which',
    '1 provider is in no plan of this year or a later one',
  ])
  const entry = {
    ...{ npi: ada, kind: 'individual', name: 'Ada Bea Kestrel Jr.', gender: 'F', languages: ['es', 'zh'] },
    ...{ accepting: true, verifiedOn: `${year}-05-04`, telehealth: null, hours: null, exact: false },
    specialties: [{ id: 'dermatology' }, { id: 'oncology' }],
  }
  const places = (await read(ada)).toSorted((a, b) => String(a.zip).localeCompare(String(b.zip)))
  expect(places).toMatchObject([
    { ...entry, address: '9 Hill St, Suite 2', zip: '15213', phone: '412-555-0109' },
    { ...entry, address: '1 Main St', city: 'Pittsburgh', state: 'PA', zip: '15222', phone: '412-555-0100' },
  ])
  for (const { networks } of places)
    expect(networks.map(({ name }) => name)).toEqual([
      `NON-PREFERRED (${bronze})`,
      `PREFERRED (${gold})`,
      `PREFERRED (${silver})`,
    ])
  expect(await read(ben)).toMatchObject([{ specialtyName: 'Shamanic Healing', accepting: null, networks: [] }])
  expect(await read(hill)).toMatchObject([{ kind: 'hospital', name: 'Kestrel Hospital', accepting: false }])
  const names = (all: Awaited<ReturnType<typeof find>>) => all.map(({ name }) => name).sort()
  expect(names(await find({ text: 'Kestrel' }))).toEqual([
    ...['Ada Bea Kestrel Jr.', 'Ben Kestrel', 'Cleo Kestrel', 'Kestrel Hospital'],
  ])
  expect(names(await find({ text: 'Kestrel', accepting: true }))).toEqual(['Ada Bea Kestrel Jr.'])
  const again = await load({ 'providers.json': { version: '1.0', providers: six, updated: 'today' } })
  expect(again.rejected).toEqual(first.rejected)
  expect(again.counts).toMatchObject({ created: 0, updated: 0 })
})

test('IM-7 IM-9 this year’s plans count now, and next year’s from January 1', async () => {
  await load({ 'providers.json': six })
  const asked = [ada, ben, hill]
  const inGold = { [gold]: ['in', 'out', 'in'], [`${gold}-01`]: ['in', 'out', 'in'] }
  expect(await standings(asked, `${year}-12-31`)).toEqual({
    ...inGold,
    [silver]: ['in', 'out', 'in'],
    [bronze]: ['in', 'out', 'out'],
  })
  expect(await standings(asked, `${year + 1}-01-01`)).toMatchObject({
    [gold]: ['in', 'in', 'out'],
    [silver]: ['out', 'out', 'out'],
  })
})

test('IM-7 several entries of one provider are joined, each location in the plans of its own entry', async () => {
  const name = { first: 'Ada', last: 'Kestrel' }
  const split = [
    provider(ada, { name, plans: [plan(gold)], languages: ['Spanish'] }),
    provider(ben, { name: { first: 'Ben', last: 'Kestrel' }, plans: [plan(silver)] }),
    provider(ada, { name, plans: [plan(gold, [year + 1])], specialty: ['Oncology'] }),
    provider(ada, { name, plans: [plan(silver)], addresses: [second] }),
  ]
  const { rejected } = await load({ 'a.json': split.slice(0, 2), 'b.json': split.slice(2) })
  expect(rejected).toEqual([])
  const places = (await read(ada)).toSorted((a, b) => String(a.zip).localeCompare(String(b.zip)))
  expect(places).toMatchObject([
    { zip: '15213', networks: [{ name: `PREFERRED (${silver})` }] },
    {
      ...{ zip: '15222', languages: ['es'], networks: [{ name: `PREFERRED (${gold})` }] },
      specialties: [{ id: 'dermatology' }, { id: 'oncology' }],
    },
  ])
  // Both years are in network, whichever entry comes first.
  for (const day of [`${year}-12-31`, `${year + 1}-01-01`])
    expect(await standings([ada], day)).toMatchObject({ [gold]: ['in'] })
})

test('IM-7 IM-3 an entry without a list of plans costs no other entry its networks, and a corrected one is read', async () => {
  const [one] = six
  const lines = [
    { ...one, npi: ben, plans: null },
    { rejected: { line: 1 }, resource: one },
    { rejected: {}, resource: '' },
  ]
  const { rejected, skips } = await load({
    'providers.ndjson': lines.map((said) => `${JSON.stringify(said)}\n`).join(''),
  })
  expect(rejected).toEqual(['1 plans is not a list'])
  expect(skips).toEqual(['1 part is of an entry that is in another line'])
  expect((await read(ada)).map(({ networks }) => networks.length)).toEqual([3, 3])
})

test('IM-7 two entries with the same number and different types are not joined, and many wrong parts are counted', async () => {
  const facility = { type: 'FACILITY', facility_name: 'Hill Hospital', facility_type: ['Hospital'] }
  const wrong = Array.from({ length: 50 }, () => ({ ...plan(gold), network_tier: '' }))
  const person = { name: { first: 'Ada', last: 'Kestrel' }, plans: [plan(gold), ...wrong] }
  const { rejected, skips } = await load({ 'a.json': [provider(ada, person), provider(ada, facility)] })
  expect([rejected.length, skips]).toEqual([20, ['30 part is wrong, as others of its entry that are reported']])
  expect(await read(ada)).toMatchObject([
    { name: 'Ada Kestrel', kind: 'individual', specialties: [{ id: 'dermatology' }] },
  ])
})

test('IM-7 each of many networks counts for its own plan', async () => {
  const ids = Array.from({ length: 70 }, (_, at) => `12345PA00000${String(at).padStart(2, '0')}`)
  const all = ids.map((id, at) => provider(null, { name: { first: `Ada${at}`, last: 'Kestrel' }, plans: [plan(id)] }))
  const { counts } = await load({
    'a.json': [...all, provider(ada, { name: { last: 'Kestrel' }, plans: ids.map((id) => plan(id)) })],
  })
  expect(counts.warnings).toBeUndefined()
  const found = await networkStandings(portal.database.read, {
    brand,
    planIds: ids,
    providerIds: [ada],
    day: `${year}-06-01`,
  })
  expect([...found.values()].flat()).toEqual(ids.map(() => 'in'))
})

test('IM-7 IM-3 a file’s faults are reported, and the rest is read', async () => {
  const [one] = six
  const deep = `{"npi":${'['.repeat(5000)}${']'.repeat(5000)}}`
  const text = JSON.stringify(one)
  const broken = await load({ 'providers.json': `[${deep}, 7, {"npi" 1}, ${text}, {"npi":"10000` })
  expect(broken.rejected.map((said) => said.split(' ', 1)[0])).toEqual(['1', '2', '3', '5'])
  expect(await read(ada)).toHaveLength(2)
  const noBrand = await load({ 'providers.json': six }, { brand: null, brands: [brand] })
  expect(noBrand.rejected).toEqual([expect.stringContaining('--brand CODE')])
  // Imports of another kind are told which kind to use.
  const { rejected } = await load({ 'providers.json': six }, { kind: 'formulary' })
  expect(rejected).toEqual([expect.stringContaining('import it as directory')])
})
