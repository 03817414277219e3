import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { openTestDatabase } from '../../../../test/portal.ts'

let test1: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  test1 = await openTestDatabase({ seeded: false })
})
afterAll(() => test1?.remove())

const ig = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
const concept = (code: string, display?: string) => ({ coding: [{ code, display }] })
const to = (reference: string) => ({ reference })

type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string; readonly id?: string }
const network: Resource = {
  resourceType: 'Organization',
  id: 'net1',
  name: 'Net One',
  active: true,
  type: [concept('ntwk')],
}
const practitioner: Resource = {
  resourceType: 'Practitioner',
  id: 'pr1',
  active: true,
  identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1300000019' }],
  name: [{ family: 'Kestrel', given: ['Ada'] }],
}
const location: Resource = {
  resourceType: 'Location',
  id: 'lo1',
  status: 'active',
  name: 'Main',
  address: { line: ['1 Main St'], city: 'Pittsburgh', state: 'PA', postalCode: '15222' },
  position: { latitude: 40.44, longitude: -79.99 },
}
const plan: Resource = {
  resourceType: 'InsurancePlan',
  id: 'ip1',
  identifier: [{ value: 'ppo-1' }],
  network: [to('Organization/net1')],
}
const role = (more: object = {}): Resource => ({
  resourceType: 'PractitionerRole',
  id: 'ro1',
  active: true,
  practitioner: to('Practitioner/pr1'),
  location: [to('Location/lo1')],
  specialty: [concept('207Q00000X', 'Family Medicine')],
  extension: [{ url: `${ig}/network-reference`, valueReference: to('Organization/net1') }],
  ...more,
})

async function take(content: readonly Resource[] | object, brand = 'ibc') {
  const files = Array.isArray(content)
    ? { 'directory.ndjson': ndjson(content) }
    : { 'directory.json': JSON.stringify(content, null, 1) }
  const { counts, rejected } = await importFiles(test1.database, files, { kind: 'directory', brand })
  return { counts, rejected: rejected.map(({ path, reason }) => `${path} ${reason}`) }
}

const live = () =>
  test1.database.read.selectFrom('directory_generation').select('generation').where('state', '=', 'live')
const entries = () =>
  test1.database.read
    .selectFrom('directory_entry')
    .select(['name', 'npi', 'city', 'state', 'lat', 'lon', 'exact', 'accepting', 'website'])
    .where('generation', 'in', live())
    .orderBy('name')
    .execute()
const seats = async () => {
  const rows = await test1.database.read
    .selectFrom('directory_seat')
    .innerJoin('directory_network', (join) =>
      join
        .onRef('directory_network.generation', '=', 'directory_seat.generation')
        .onRef('directory_network.network_id', '=', 'directory_seat.network_id'),
    )
    .select(['provider_id', 'directory_network.name', 'plan_ids', 'accepting'])
    .where('directory_seat.generation', 'in', live())
    .orderBy('directory_network.name')
    .execute()
  return rows.map((row) => Object.values(row))
}

const ada = {
  name: 'Ada Kestrel',
  npi: '1300000019',
  city: 'Pittsburgh',
  state: 'PA',
  lat: 40.44,
  lon: -79.99,
  exact: true,
}
const seat = ['1300000019', 'Net One', ['ppo-1'], null]

describe('IM-7 references between Plan-Net resources', () => {
  beforeEach(async () => {
    await take([
      { ...network, id: 'other' },
      { ...practitioner, id: 'x', name: [{ family: 'Nobody' }] },
      location,
      role({ practitioner: to('Practitioner/x') }),
    ])
  })

  test.each([
    ['by type and id', (type: string, id: string) => `${type}/${id}`],
    ['with a version', (type: string, id: string) => `${type}/${id}/_history/3`],
    ['by a full address', (type: string, id: string) => `https://plan.example/fhir/${type}/${id}`],
    [
      'by a full address with a version',
      (type: string, id: string) => `https://plan.example/fhir/${type}/${id}/_history/2`,
    ],
  ])('IM-7 %s', async (_, refer) => {
    const linked = role({
      practitioner: to(refer('Practitioner', 'pr1')),
      location: [to(refer('Location', 'lo1'))],
      extension: [{ url: `${ig}/network-reference`, valueReference: to(refer('Organization', 'net1')) }],
    })
    const planned = { ...plan, network: [to(refer('Organization', 'net1'))] }
    expect((await take([linked, planned, network, practitioner, location])).rejected).toEqual([])
    expect(await entries()).toMatchObject([ada])
    expect(await seats()).toEqual([seat])
  })

  const uuids = Object.fromEntries(
    ['pr1', 'lo1', 'net1'].map((id, at) => [id, `urn:uuid:aaaaaaaa-1111-4111-8111-00000000000${at}`]),
  ) as Record<'pr1' | 'lo1' | 'net1', string>
  const toId = (urn: string) => urn.slice('urn:uuid:'.length)
  const inBundle = role({
    practitioner: to(uuids.pr1),
    location: [to(uuids.lo1)],
    extension: [{ url: `${ig}/network-reference`, valueReference: to(uuids.net1) }],
  })
  const bundle = (ids: 'own' | 'same' | 'none') => {
    const withUrn = (resource: Resource, urn: string) => {
      const { id: _, ...rest } = resource
      const id = ids === 'none' ? {} : { id: ids === 'own' ? resource.id : toId(urn) }
      return { fullUrl: urn, resource: { ...rest, ...id } }
    }
    const entry = [
      withUrn(practitioner, uuids.pr1),
      withUrn(location, uuids.lo1),
      withUrn(network, uuids.net1),
      { resource: { ...plan, network: [to(uuids.net1)] } },
      { fullUrl: 'urn:uuid:aaaaaaaa-1111-4111-8111-000000000009', resource: inBundle },
    ]
    return { resourceType: 'Bundle', type: 'transaction', entry: entry.toReversed() }
  }

  test.each(['own', 'same', 'none'] as const)('IM-7 within a Bundle, where the resources have ids: %s', async (ids) => {
    const { rejected, counts } = await take(bundle(ids))
    expect([rejected, counts.read]).toEqual([[], 2])
    expect(await entries()).toMatchObject([ada])
    expect(await seats()).toEqual([seat])
  })

  test.each(['|', '%7C'])('IM-7 by a search for an identifier, as in transactions (%s)', async (bar) => {
    const asked = `Practitioner?identifier=http://hl7.org/fhir/sid/us-npi${bar}1300000019`
    expect((await take([network, practitioner, location, role({ practitioner: to(asked) })])).rejected).toEqual([])
    expect(await entries()).toMatchObject([{ name: 'Ada Kestrel', npi: '1300000019' }])
    // A resource of another type with the same number does not match.
    const other = asked.replace('Practitioner', 'Organization')
    const { rejected } = await take([network, practitioner, location, role({ practitioner: to(other) })])
    expect(rejected).toEqual([expect.stringMatching(/is in none of the files$/)])
  })

  test('IM-7 by an identifier instead of an address', async () => {
    const identifier = { system: 'http://hl7.org/fhir/sid/us-npi', value: '1300000019' }
    const { rejected } = await take([network, plan, practitioner, location, role({ practitioner: { identifier } })])
    expect(rejected).toEqual([])
    expect([await entries(), await seats()]).toMatchObject([[ada], [seat]])
    const unknown = { ...identifier, value: '1234567893' }
    expect((await take([network, location, role({ practitioner: { identifier: unknown } })])).rejected).toEqual([
      'practitioner.reference the provider with this identifier is in none of the files',
    ])
  })

  test('IM-7 within itself: contained resources of two roles are not each other’s', async () => {
    const { identifier: _, ...unnumbered } = practitioner
    const buildHolding = (id: string, given: string) =>
      role({
        id,
        contained: [
          { ...unnumbered, id: 'p', name: [{ family: 'Kestrel', given: [given] }] },
          { ...location, id: 'l' },
        ],
        practitioner: to('#p'),
        location: [to('#l')],
      })
    const { rejected } = await take([network, plan, buildHolding('ro1', 'Ada'), buildHolding('ro2', 'Bea')])
    expect(rejected).toEqual([])
    expect((await entries()).map(({ name, city }) => [name, city])).toEqual([
      ['Ada Kestrel', 'Pittsburgh'],
      ['Bea Kestrel', 'Pittsburgh'],
    ])
    expect(await seats()).toHaveLength(2)
  })

  test('IM-7 IM-3 a location that no file has costs no other location of the role', async () => {
    const two = role({ location: [to('Location/none'), to('Location/lo1')] })
    const { rejected, counts } = await take([network, plan, practitioner, location, two])
    expect([rejected, counts.skips]).toEqual([[], [expect.objectContaining({ type: 'place', count: 1 })]])
    expect(await entries()).toMatchObject([ada])
  })

  test.each([
    ['an address', { address: undefined }],
    ['a known ZIP code', { address: { line: ['2 Main St'], city: 'Pittsburgh', state: 'PA', postalCode: '00000' } }],
  ])('IM-7 IM-3 a location without %s costs no other location of the role', async (_, wrong) => {
    const nowhere = { ...location, id: 'lo2', position: undefined, ...wrong }
    const two = role({ location: [to('Location/lo2'), to('Location/lo1')] })
    const { rejected, counts } = await take([network, plan, practitioner, location, nowhere, two])
    expect([rejected, counts.skips]).toEqual([[], [expect.objectContaining({ type: 'place', count: 1 })]])
    expect(await entries()).toMatchObject([ada])
    const alone = await take([network, plan, practitioner, nowhere, role({ location: [to('Location/lo2')] })])
    expect(alone.rejected).toEqual([expect.stringMatching(/^zip is no ZIP code/)])
  })

  test('IM-7 missing resources are reported', async () => {
    const { rejected } = await take([network, practitioner, role()])
    expect(rejected).toEqual(['location.reference Location/lo1 is in none of the files'])
  })
})

describe('IM-7 what counts in a directory on the day of the run', () => {
  const load = async (changed: { practitioner?: object; location?: object; role?: object }) => {
    const { rejected, counts } = await take([
      ...[network, plan, { ...practitioner, ...changed.practitioner }, { ...location, ...changed.location }],
      role(changed.role),
    ])
    expect(rejected).toEqual([])
    const [found] = await test1.database.read
      .selectFrom('directory_entry')
      .select(['name', 'npi', 'phone', 'languages', 'accepting', 'exact'])
      .where('generation', 'in', live())
      .execute()
    return { found, skips: counts.skips?.map(({ type, reason }) => `${type} ${reason}`) ?? [] }
  }
  const npi = (value: string, more: object = {}) => ({ system: 'http://hl7.org/fhir/sid/us-npi', value, ...more })

  test('IM-7 an ended role or affiliation has no location', async () => {
    const { skips } = await load({ role: { period: { start: '2019-01-01', end: '2020-12-31' } } })
    expect(skips).toEqual(['PractitionerRole has ended'])
    expect((await load({ role: { period: { start: '2019-01-01', end: '9999-12-31' } } })).skips).toEqual([])
  })

  test('IM-7 MP-22 a role that has not begun has no location yet, and its network counts from its day on', async () => {
    const period = { start: '2090-01-01' }
    expect((await load({ role: { period } })).skips).toEqual(['place has not begun'])
    expect(await entries()).toEqual([])
    const from = async () =>
      (
        await test1.database.read
          .selectFrom('directory_seat')
          .select('begins')
          .where('generation', 'in', live())
          .execute()
      ).map(({ begins }) => begins)
    expect(await from()).toEqual(['2090-01-01'])
    await take([
      network,
      practitioner,
      location,
      plan,
      role(),
      role({ id: 'later', period, telecom: [{ system: 'phone', value: '412-555-0009' }] }),
    ])
    expect((await entries()).map(({ name }) => name)).toEqual(['Ada Kestrel'])
    const { telecom } = {
      telecom: await test1.database.read
        .selectFrom('directory_entry')
        .select('phone')
        .where('generation', 'in', live())
        .execute(),
    }
    expect(telecom).toEqual([{ phone: null }])
    const later = {
      ...network,
      extension: [
        { url: 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition/org-period', valuePeriod: period },
      ],
    }
    await take([later, practitioner, location, plan, role()])
    expect(await from()).toEqual(['2090-01-01'])
  })

  test.each([
    [{ end: '2089-12-31' }, { end: '2090-12-31' }, '2089-12-31'],
    [{ end: '2090-12-31' }, { end: '2089-12-31' }, '2089-12-31'],
    [{ end: '2090' }, { end: '9999-12-31' }, '2090-12-31'],
    [{ end: '9999-12-31' }, { end: '1900-01-01' }, null],
    [undefined, { end: '2090-12-31' }, '2090-12-31'],
    [undefined, {}, null],
  ])(
    'IM-7 MP-22 a provider leaves a network with their role or with the network, whichever ends first: %o %o',
    async (ofRole, ofNetwork, ends) => {
      const ending = { ...network, extension: [{ url: `${ig}/org-period`, valuePeriod: ofNetwork }] }
      expect((await take([ending, practitioner, location, plan, role({ period: ofRole })])).rejected).toEqual([])
      const found = await test1.database.read
        .selectFrom('directory_seat')
        .select('ends')
        .where('generation', 'in', live())
        .execute()
      expect(found).toEqual([{ ends }])
    },
  )

  test('IM-7 MP-22 a plan of next year brings no network into this year’s plan of the same id', async () => {
    const next = { ...network, id: 'net2', name: 'Net Two' }
    const inNext = role({
      id: 'ro2',
      extension: [{ url: `${ig}/network-reference`, valueReference: to('Organization/net2') }],
    })
    const ofNext = { ...plan, id: 'ip2', period: { start: '2090-01-01' }, network: [to('Organization/net2')] }
    await take([network, next, practitioner, location, plan, ofNext, role(), inNext])
    expect((await seats()).map(([, name, planIds]) => [name, planIds])).toEqual([
      ['Net One', ['ppo-1']],
      ['Net Two', ['Organization/net2']],
    ])
    await take([
      network,
      next,
      practitioner,
      location,
      plan,
      { ...ofNext, identifier: [{ value: 'ppo-2' }] },
      role(),
      inNext,
    ])
    expect((await seats()).map(([, name, planIds]) => [name, planIds])).toEqual([
      ['Net One', ['ppo-1']],
      ['Net Two', ['ppo-2']],
    ])
  })

  test('IM-7 MP-22 contradictory statements about new patients at one location are unknown', async () => {
    const say = (code: string) => ({
      url: `${ig}/newpatients`,
      extension: [{ url: 'acceptingPatients', valueCodeableConcept: concept(code) }],
    })
    for (const [codes, accepting] of [
      [['newpt', 'nopt'], null],
      [['existptonly', 'newpt'], null],
      [['newpt', 'newpt'], true],
      [['nopt', 'existptfam'], false],
    ] as const) {
      await load({ role: { extension: codes.map(say) } })
      expect((await entries()).map((one) => one.accepting)).toEqual([accepting])
    }
  })

  test.each<[string, object, object]>([
    [
      'the name of today',
      {
        name: [
          { use: 'maiden', family: 'Old', given: ['Ada'] },
          { use: 'official', family: 'Kestrel', given: ['Ada'] },
        ],
      },
      { name: 'Ada Kestrel' },
    ],
    [
      'the NPI of today',
      { identifier: [npi('1300000019', { period: { end: '2020-01-01' } }), npi('1234567893')] },
      { npi: '1234567893' },
    ],
    ['no NPI that is over', { identifier: [npi('1300000019', { use: 'old' })] }, { npi: null }],
    [
      'languages by three letters, with a place, or with an address',
      { communication: ['spa', 'chi', 'zh-CN', 'en-US', 'tgl', 'VI'].map((code) => concept(code)) },
      { languages: ['es', 'zh', 'tl', 'vi'] },
    ],
  ])('IM-7 a provider has %s', async (_, changed, expected) => {
    expect((await load({ practitioner: changed })).found).toMatchObject(expected)
  })

  test('IM-7 IM-3 lists in the exchange’s layout are refused by name', async () => {
    const lists: readonly (readonly [object, RegExp])[] = [
      [{ rxnorm_id: '1', drug_name: 'Sample 5 MG', plans: [] }, /exchange.*formulary/],
      [{ plan_id_type: 'HIOS-PLAN-ID', plan_id: '12345XX9876543', formulary: [] }, /exchange.*formulary/],
      [{ name: 'Ada' }, /is a list without FHIR resources/],
    ]
    for (const [one, reason] of lists)
      for (const content of [JSON.stringify([one, one]), JSON.stringify([one], null, 1)]) {
        const { rejected } = await importFiles(
          test1.database,
          { 'providers.json': content },
          { kind: 'directory', brand: 'ibc' },
        )
        expect(rejected.map((each) => each.reason)).toEqual([expect.stringMatching(reason)])
      }
  })

  test('IM-7 IM-3 a language without a two-letter code is counted, and is no other one', async () => {
    const { found, skips } = await load({ practitioner: { communication: [concept('ase'), { text: 'Korean' }] } })
    expect([found?.languages, skips]).toEqual([[], ['language has no code of two letters']])
  })

  test('IM-7 of several telephones, the one in use with the first rank counts', async () => {
    const phone = (value: string, more: object = {}) => ({ system: 'phone', value, ...more })
    const telecom = [
      phone('412-555-0006', { rank: 1, period: { start: '2090-01-01' } }),
      phone('412-555-0001', { use: 'old' }),
      { system: 'fax', value: '412-555-0002' },
      phone('412-555-0003', { rank: 2 }),
      phone('tel:412-555-0004', { rank: 1 }),
      phone('412-555-0005', { rank: 1, period: { end: '2020-01-01' } }),
    ]
    expect((await load({ location: { telecom } })).found?.phone).toBe('412-555-0004')
  })

  test.each<[string, readonly string[], boolean | null]>([
    ['a bus nearby', ['pubtrans'], null],
    ['a bus and a ramp', ['pubtrans', 'adacomp'], true],
    ['doors for wheelchairs', ['handiaccess'], true],
    ['nothing', [], null],
  ])('IM-7 FP-4 access by %s says of wheelchairs what it says', async (_, codes, wheelchair) => {
    const extension = codes.map((code) => ({ url: `${ig}/accessibility`, valueCodeableConcept: concept(code) }))
    await load({ location: { extension } })
    const found = await test1.database.read
      .selectFrom('directory_entry')
      .select('wheelchair')
      .where('generation', 'in', live())
      .execute()
    expect(found).toEqual([{ wheelchair }])
  })

  test('IM-7 IM-3 a row with a placeholder name is refused, and costs no other', async () => {
    const rows = 'npi,type,name,zip\n1300000019,individual,N/A,15222\n1234567893,individual,Ada Kestrel,15222\n'
    const { rejected } = await importFiles(test1.database, { 'a.csv': rows }, { kind: 'directory', brand: 'ibc' })
    expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual(['name stands for what is not known'])
    expect((await entries()).map(({ name }) => name)).toEqual(['Ada Kestrel'])
  })

  test('IM-7 IM-3 a provider with a placeholder name is not shown', async () => {
    for (const name of [[{ family: 'N/A', given: ['N/A'] }], [{ text: 'Unknown' }]])
      expect((await take([network, { ...practitioner, name }, location, role()])).rejected).toEqual([
        'name Practitioner/pr1 has no name',
      ])
  })

  test.each([
    ['newpt', true],
    ['existptonly', false],
    ['existptfam', false],
    ['UNK', null],
  ])('IM-7 who is accepted as a patient is known from %s or not at all', async (code, accepting) => {
    const said = [{ url: 'acceptingPatients', valueCodeableConcept: concept(code) }]
    const { found } = await load({ role: { extension: [{ url: `${ig}/newpatients`, extension: said }] } })
    expect(found?.accepting).toBe(accepting)
  })

  test('IM-7 coordinates as text are read, and invalid ones cost only themselves', async () => {
    expect((await load({ location: { position: { latitude: '40.44', longitude: '-79.99' } } })).found?.exact).toBe(true)
    expect((await load({ location: { position: { latitude: 'north' } } })).found?.exact).toBe(false)
  })
})

describe('IM-7 a directory does not state what it does not know', () => {
  test('IM-7 coordinates far from the ZIP code are not trusted: the ZIP code’s apply', async () => {
    const at = (latitude: number, longitude: number) => ({ ...location, position: { latitude, longitude } })
    for (const place of [at(0, 0), at(-79.99, 40.44), at(40.44, 79.99), at(39.95, -75.17)]) {
      const { rejected, counts } = await take([network, practitioner, place, role()])
      expect(rejected).toEqual([])
      expect(counts.skips).toEqual([expect.objectContaining({ type: 'point', count: 1 })])
      const [entry] = await entries()
      expect(entry).toMatchObject({ exact: false })
      expect([Math.abs((entry?.lat ?? 0) - 40.44) < 0.1, Math.abs((entry?.lon ?? 0) + 79.99) < 0.1]).toEqual([
        true,
        true,
      ])
    }
  })

  test('IM-7 the same in a row, and an unsafe website costs only itself', async () => {
    const rows =
      'npi,type,name,zip,lat,lon,website\n1300000019,individual,Ada Kestrel,15222,25.77,-80.19,http://a.example\n'
    const { counts, rejected } = await importFiles(
      test1.database,
      { 'a.csv': rows },
      { kind: 'directory', brand: 'ibc' },
    )
    expect(rejected).toEqual([])
    expect(counts).toMatchObject({ read: 1, skipped: 2 })
    expect(await entries()).toMatchObject([{ name: 'Ada Kestrel', exact: false, website: null }])
  })

  test('IM-7 new patients in one network say nothing about another', async () => {
    const buildExtension = (code: string, of?: string) => ({
      url: `${ig}/newpatients`,
      extension: [
        { url: 'acceptingPatients', valueCodeableConcept: concept(code) },
        ...(of === undefined ? [] : [{ url: 'fromNetwork', valueReference: to(of) }]),
      ],
    })
    const two = { ...network, id: 'net2', name: 'Net Two' }
    const inBoth = [network, two].map(({ id }) => ({
      url: `${ig}/network-reference`,
      valueReference: to(`Organization/${id}`),
    }))
    await take([
      network,
      two,
      practitioner,
      location,
      role({ extension: [buildExtension('newpt', 'Organization/net1/_history/1'), ...inBoth] }),
    ])
    expect((await seats()).map(([, name, , accepting]) => [name, accepting])).toEqual([
      ['Net One', true],
      ['Net Two', null],
    ])
    expect(await entries()).toMatchObject([{ accepting: null }])
    await take([
      network,
      two,
      practitioner,
      location,
      role({ extension: [buildExtension('newpt', 'Organization/net1'), buildExtension('nopt'), ...inBoth] }),
    ])
    expect((await seats()).map(([, , , accepting]) => accepting)).toEqual([true, false])
  })

  test('IM-7 IM-3 a text that is too long costs no provider, and a nine-digit ZIP code is valid', async () => {
    const long = { ...practitioner, name: [{ family: `Kestrel${'l'.repeat(5_000)}`, given: ['Ada'] }] }
    const whole = {
      ...location,
      address: { ...(location.address as object), postalCode: '152221234' },
      description: 'x'.repeat(5_000),
    }
    expect((await take([network, long, whole, role()])).rejected).toEqual([])
    const rows = await test1.database.read
      .selectFrom('directory_entry')
      .select(['name', 'zip'])
      .where('generation', 'in', live())
      .execute()
    expect(rows).toEqual([{ name: expect.stringMatching(/^Ada Kestrell+$/), zip: '15222-1234' }])
  })

  test('IM-7 IM-3 a number without quotes is the same number, and a ZIP code gets its leading zeros back', async () => {
    const written = [
      network,
      { ...plan, identifier: [{ value: 7001 }] },
      { ...practitioner, identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: 1300000019 }] },
      {
        ...location,
        address: { ...(location.address as object), city: 'Boston', state: 'MA', postalCode: 2108 },
        position: undefined,
        telecom: [{ system: 'phone', value: 4125550100 }],
        identifier: [{ value: 426637 }, { value: 12.5 }],
      },
      role(),
    ]
    expect((await take(written)).rejected).toEqual([])
    const rows = await test1.database.read
      .selectFrom('directory_entry')
      .select(['npi', 'zip', 'phone'])
      .where('generation', 'in', live())
      .execute()
    expect(rows).toEqual([{ npi: '1300000019', zip: '02108', phone: expect.stringMatching(/412.*555.*0100/) }])
    expect(await seats()).toEqual([['1300000019', 'Net One', ['7001'], null]])
  })

  test('IM-7 IM-3 skipped resources are counted by type and reason, and a state in words is read', async () => {
    const spelled = { ...location, address: { line: ['1 Main St'], state: 'Pennsylvania', postalCode: '15222' } }
    const { counts } = await take([
      ...[network, practitioner, spelled, role()],
      role({ id: 'ro2', active: false }),
      role({ id: 'ro3', location: [] }),
      role({ id: 'ro4', practitioner: undefined }),
      { resourceType: 'Basic', id: 'e1' },
    ])
    expect(counts).toMatchObject({ read: 2, rejected: 0, skipped: 4 })
    expect(counts.skips?.map(({ type, reason }) => `${type} ${reason}`).sort()).toEqual([
      'Basic this type is not read',
      'PractitionerRole is not active',
      'PractitionerRole names no place',
      'PractitionerRole names no provider',
    ])
    expect(await entries()).toMatchObject([{ state: 'PA', city: null }])
  })
})
