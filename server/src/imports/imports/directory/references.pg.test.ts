import { expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

/** Plan-Net directories whose resources refer to each other in every way that FHIR allows. */
const portal = testPortal()
const [brand, npi] = ['idh', '1300000019']
const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
const to = (reference: string) => ({ reference })
const inNetwork = (network: object) => ({ url: `${guide}/network-reference`, valueReference: network })
type Part = Readonly<Record<string, unknown>>

const network = (id: string, name: string) => ({ resourceType: 'Organization', id, active: true, name })
const place = (id: string, line: string) => ({
  ...{ resourceType: 'Location', id, status: 'active' },
  address: { line: [line], city: 'Pittsburgh', state: 'PA', postalCode: '15222' },
})
const person = (family: string, more: Part = {}) => ({
  ...{ resourceType: 'Practitioner', id: 'pr1', active: true, name: [{ family, given: ['Ada'] }] },
  identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: npi }],
  ...more,
})
const role = (id: string, practitioner: object, more: Part = {}) => ({
  ...{ resourceType: 'PractitionerRole', id, active: true, practitioner, location: [to('Location/main')] },
  ...more,
})
const base = [network('std', 'Standard Net'), network('prem', 'Premium Net'), place('main', '1 Main St')]

const bundle = (server: string, resources: readonly { resourceType: string; id: string }[], indent = 0) =>
  JSON.stringify(
    {
      ...{ resourceType: 'Bundle', type: 'collection' },
      entry: resources.map((resource) => ({
        fullUrl: `${server}/${resource.resourceType}/${resource.id}`,
        resource,
      })),
    },
    null,
    indent,
  )

async function load(name: string, content: string) {
  const { counts, rejected } = await importFiles(portal.database, { [name]: content }, { kind: 'directory', brand })
  const told = rejected.map(({ path, reason }) => `${path} ${reason}`)
  const skips = counts.skips?.map(({ type, reason, count }) => `${count} ${type} ${reason}`) ?? []
  return { created: counts.created, told, skips }
}
const live = () =>
  portal.database.read
    .selectFrom('directory_generation')
    .select('generation')
    .where('source', '=', brand)
    .where('state', '=', 'live')
const readPlaces = async () => {
  const rows = await portal.database.read
    .selectFrom('directory_entry')
    .select(['name', 'address'])
    .where('generation', 'in', live())
    .orderBy('address')
    .execute()
  return rows.map(({ name, address }) => `${name}, ${address}`)
}
const readSeats = async () => {
  const rows = await portal.database.read
    .selectFrom('directory_seat as s')
    .innerJoin('directory_network as n', (join) =>
      join.onRef('n.generation', '=', 's.generation').onRef('n.network_id', '=', 's.network_id'),
    )
    .select(['n.network_id', 'n.name', 'n.plan_ids', 's.begins', 's.ends'])
    .where('s.generation', 'in', live())
    .orderBy('n.name')
    .execute()
  return rows.map((row) => Object.values(row))
}

test('IM-7 IM-1 an address at another server is not the Bundle’s own, despite its id; one at its own server is', async () => {
  const own = 'https://plan.example/fhir'
  const withRole = (practitioner: object, more: Part = {}) => [
    ...base,
    person('Kestrel'),
    role('r', practitioner, more),
  ]
  const elsewhere = 'https://other.example:8080/fhir/Practitioner/pr1'
  for (const indent of [0, 1]) {
    expect(await load('d.json', bundle(own, withRole(to(elsewhere)), indent))).toMatchObject({
      created: 0,
      told: [`practitioner.reference urn:url:${elsewhere} is in none of the files`],
    })
    const elsewhereNet = { extension: [inNetwork(to('https://other.example/fhir/Organization/std'))] }
    expect(await load('d.json', bundle(own, withRole(to('Practitioner/pr1'), elsewhereNet), indent))).toMatchObject({
      told: [],
      skips: ['1 network is in none of the files'],
    })
    for (const mine of [`${own}/Practitioner/pr1`, 'http://PLAN.example/fhir/Practitioner/pr1/_history/3'])
      expect((await load('d.json', bundle(own, withRole(to(mine)), indent))).told).toEqual([])
    expect(await readPlaces()).toEqual(['Ada Kestrel, 1 Main St'])
  }
  // In a file without addresses, no server is known to be foreign.
  expect((await load('d.ndjson', ndjson(withRole(to(elsewhere))))).told).toEqual([])
})

test('IM-7 a reference to a version, to a part, or with a blank means the resource; a search means whoever has the NPI', async () => {
  const meant = [
    ...['Practitioner/pr1#x', 'Practitioner/pr1/_history/2#x', ' Practitioner/pr1 '].map(to),
    ...[npi, `http://hl7.org/fhir/sid/us-npi|${npi}`, `http%3A%2F%2Fhl7.org%2Ffhir%2Fsid%2Fus-npi%7C${npi}`].map(
      (said) => to(`Practitioner?identifier=${said}`),
    ),
  ]
  const roles = meant.map((one, at) => role(`r${at}`, one, { location: [to(`Location/l${at}`)] }))
  const places = meant.map((_, at) => place(`l${at}`, `${at} Hill St`))
  expect((await load('d.ndjson', ndjson([...base, ...places, person('Kestrel'), ...roles]))).told).toEqual([])
  expect(await readPlaces()).toEqual(meant.map((_, at) => `Ada Kestrel, ${at} Hill St`))
})

test('IM-7 networks with only names stay separate, and a location without an address is reported', async () => {
  const named = { extension: ['Hill Net', 'River Net'].map((display) => inNetwork({ display })) }
  const resources = [
    ...[...base, person('Kestrel'), role('r', to('Practitioner/pr1'), named)],
    role('s', to('Practitioner/pr1'), { location: [{ display: 'Somewhere' }] }),
  ]
  expect((await load('d.ndjson', ndjson(resources))).told).toEqual([
    'location.reference the place without an address is in none of the files',
  ])
  expect(await readSeats()).toEqual([
    ['hill-net', 'Hill Net', [], null, null],
    ['river-net', 'River Net', [], null, null],
  ])
})

test('IM-7 IM-1 of several versions of a resource, the last changed one counts, in whatever order they come', async () => {
  const of = (year: number) => ({ meta: { lastUpdated: `${year}-05-01T00:00:00Z`, versionId: String(year - 2000) } })
  const versions = [
    person('Kestrel', of(2026)),
    person('Former', of(2020)),
    role('r', to('Practitioner/pr1'), { ...of(2026), extension: [inNetwork(to('Organization/std'))] }),
    role('r', to('Practitioner/pr1'), {
      ...of(2020),
      ...{ location: [to('Location/old')], extension: [inNetwork(to('Organization/prem'))] },
    }),
    role('over', to('Practitioner/pr1'), { ...of(2026), active: false }),
    role('over', to('Practitioner/pr1'), { ...of(2020), location: [to('Location/old')] }),
  ]
  const places = [...base, place('old', '7 Old St')]
  for (const some of [versions, versions.toReversed()]) {
    const { told, skips } = await load('d.ndjson', ndjson([...places, ...some]))
    expect([told, skips.sort()]).toEqual([
      [],
      [
        '1 Practitioner has the id of a later one, which counts',
        '1 PractitionerRole is not active',
        '2 PractitionerRole has the id of a later one, which counts',
      ],
    ])
    expect([await readPlaces(), await readSeats()]).toEqual([
      ['Ada Kestrel, 1 Main St'],
      [['std', 'Standard Net', [], null, null]],
    ])
  }
})

test('IM-7 IM-1 an unknown end ends neither a role nor a name', async () => {
  const name = [
    { family: 'Kestrel', given: ['Ada'], period: { start: '2020-01-01', end: '0001-01-01' } },
    { family: 'Former', given: ['Ada'], use: 'old' },
  ]
  const period = { start: '2020-01-01', end: '1900-01-01' }
  const resources = [
    ...[...base, person('', { name })],
    role('r', to('Practitioner/pr1'), { period, extension: [inNetwork(to('Organization/std'))] }),
  ]
  expect(await load('d.ndjson', ndjson(resources))).toMatchObject({ told: [], skips: [] })
  expect([await readPlaces(), await readSeats()]).toEqual([
    ['Ada Kestrel, 1 Main St'],
    [['std', 'Standard Net', [], '2020-01-01', null]],
  ])
})

test('IM-7 MP-23 networks of a kind of care are the plan’s, beside those of the product and of its plans', async () => {
  const product = {
    ...{ resourceType: 'InsurancePlan', id: 'bronze', status: 'active', identifier: [{ value: 'bronze-1' }] },
    coverage: [{ type: { text: 'Medical' }, network: [to('Organization/prem')] }],
    plan: [{ identifier: [{ value: 'bronze-2' }], network: [to('Organization/std')] }],
  }
  const both = { extension: ['std', 'prem'].map((id) => inNetwork(to(`Organization/${id}`))) }
  const resources = [...base, person('Kestrel'), role('r', to('Practitioner/pr1'), both), product]
  expect(await load('d.ndjson', ndjson(resources))).toMatchObject({ told: [], skips: [] })
  expect(await readSeats()).toEqual([
    ['prem', 'Premium Net', ['bronze-1', 'bronze-2'], null, null],
    ['std', 'Standard Net', ['bronze-2'], null, null],
  ])
})
