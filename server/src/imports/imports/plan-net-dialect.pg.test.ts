import { findProviders, readProvider } from '@portico/contract/calls/finder'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

/** A made-up Plan-Net directory in the guide's form: the finder returns every field that is read. */
const portal = testPortal()
const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
const brand = 'hmbcbs'
const concept = (code: string, display?: string, system?: string) => ({ coding: [{ code, display, system }] })
const nucc = (code: string, display: string) => concept(code, display, 'http://nucc.org/provider-taxonomy')
const to = (reference: string) => ({ reference })
const npi = (value: string) => ({ system: 'http://hl7.org/fhir/sid/us-npi', value })
const is = (name: string, value: object) => ({ url: `${guide}/${name}`, ...value })
const newPatients = (code: string, network?: string) =>
  is('newpatients', {
    extension: [
      { url: 'acceptingPatients', valueCodeableConcept: concept(code) },
      ...(network === undefined ? [] : [{ url: 'fromNetwork', valueReference: to(`Organization/${network}`) }]),
    ],
  })
const inNetwork = (id: string) => is('network-reference', { valueReference: to(`Organization/${id}`) })
const access = (code: string) => is('accessibility', { valueCodeableConcept: concept(code) })
const deliver = (type: string) =>
  is('delivery-method', {
    extension: [
      { url: 'type', valueCodeableConcept: concept(type) },
      { url: 'virtualModalities', valueCodeableConcept: concept('video') },
    ],
  })
const certify = (status: string) =>
  is('practitioner-qualification', { extension: [{ url: 'status', valueCode: status }] })
const meta = { lastUpdated: '2026-05-04T10:00:00Z' }
const workdays = ['mon', 'tue', 'wed', 'thu', 'fri']

type Resource = Readonly<Record<string, unknown>>

const organization = (id: string, name: string, more: Resource = {}) => ({
  ...{ resourceType: 'Organization', id, meta, active: true, name, type: [concept('prvgrp')] },
  ...more,
})
const network = (id: string, name: string, more: Resource = {}) =>
  organization(id, name, { type: [concept('ntwk')], partOf: to('Organization/payer'), ...more })
const place = (id: string, line: string, more: Resource = {}) => ({
  ...{ resourceType: 'Location', id, meta, status: 'active', name: line },
  address: { line: [line], city: 'Pittsburgh', state: 'PA', postalCode: '15222-1234' },
  position: { latitude: 40.4451, longitude: -79.9959 },
  managingOrganization: to('Organization/group'),
  ...more,
})
const person = (id: string, number: string, family: string, more: Resource = {}) => ({
  ...{ resourceType: 'Practitioner', id, meta, active: true, identifier: [npi(number)] },
  name: [{ family, given: ['Ada'] }],
  ...more,
})
const role = (id: string, whose: string, more: Resource = {}) => ({
  ...{ resourceType: 'PractitionerRole', id, meta, active: true, practitioner: to(`Practitioner/${whose}`) },
  location: [to('Location/main')],
  specialty: [nucc('207R00000X', 'Internal Medicine Physician')],
  ...more,
})
const plan = (id: string, more: Resource) => ({
  ...{ resourceType: 'InsurancePlan', id, meta, status: 'active', type: [concept('qhp')], name: id },
  ...{ ownedBy: to('Organization/payer'), administeredBy: to('Organization/payer') },
  ...more,
})

const networks = [network('std', 'Standard Net'), network('prem', 'Premium Net')]
const shared = [organization('payer', 'Payer', { type: [concept('payer')] }), organization('group', 'Hill Group')]
const base = [...shared, ...networks, place('main', '1 Main St')]

async function load(resources: readonly object[]) {
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'directory.ndjson': ndjson(resources) },
    { kind: 'directory', brand },
  )
  expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([])
  return counts.skips?.map(({ type, reason }) => `${type} ${reason}`) ?? []
}

const read = async (providerId: string, language = 'en') => {
  const headers = { 'accept-language': language }
  const body = { brand, providerIds: [providerId] }
  return (await make(new Client(portal.origin), readProvider, { body }, headers)).body.payload.entries
}
const readOne = async (providerId = '1300000019') => {
  const [one, ...others] = await read(providerId)
  expect(others).toEqual([])
  return one
}
const find = async (more: object) => {
  const body = { brand, place: '15222', ...more }
  const { payload } = (await make(new Client(portal.origin), findProviders, { body })).body
  return payload.entries.map(({ name }) => name)
}

describe('IM-7 MP-23 the finder returns every field of Plan-Net that is read', () => {
  const service = {
    ...{ resourceType: 'HealthcareService', id: 'service', meta, active: true, name: 'Heart care' },
    ...{ category: [concept('prov')], extension: [deliver('virtual')] },
  }
  const practitioner = person('ada', '1300000019', 'Kestrel', {
    name: [{ text: 'Ada Bea Kestrel Jr., MD', family: 'Kestrel', given: ['Ada', 'Bea'], suffix: ['Jr.'] }],
    gender: 'female',
    telecom: [{ system: 'phone', value: '412-555-0109', use: 'home' }],
    qualification: [
      { code: nucc('207RC0000X', 'Cardiovascular Disease Physician'), extension: [certify('active')] },
      { code: concept('MD', 'Doctor of Medicine'), extension: [certify('active')] },
      { code: concept('DO'), extension: [certify('revoked')] },
      { code: concept('RN'), period: { end: '2020-01-01' } },
      { code: { text: 'PhD' } },
    ],
    communication: [
      concept('es'),
      { ...concept('fr'), extension: [is('communication-proficiency', { valueCodeableConcept: concept('00') })] },
      concept('en'),
    ],
  })
  const told = role('told', 'ada', {
    organization: to('Organization/group'),
    specialty: [nucc('207RC0000X', 'Cardiovascular Disease Physician')],
    healthcareService: [to('HealthcareService/service')],
    telecom: [
      { system: 'phone', value: 'tel:412-555-0100', rank: 2 },
      { system: 'url', value: 'http://old.example', rank: 1 },
      { system: 'url', value: 'https://hill.example/ada', rank: 2 },
    ],
    period: { start: '2026-01', end: '9999-12-31' },
    availableTime: [
      { daysOfWeek: workdays, availableStartTime: '08:00:00', availableEndTime: '17:30:00' },
      { daysOfWeek: ['sun'], allDay: true },
    ],
    extension: [inNetwork('std'), newPatients('newpt'), newPatients('existptonly', 'std')],
  })
  const whole = [
    ...[...base.slice(0, 4), practitioner, told, service],
    place('main', '1 Main St', {
      address: { line: ['1 Main St', 'Floor 2'], city: 'Pittsburgh', state: 'PA', postalCode: '15222-1234' },
      extension: [access('pubtrans'), access('adacomp')],
      hoursOfOperation: [{ daysOfWeek: ['sat'], allDay: true }],
      telecom: [{ system: 'phone', value: '412-555-0101' }],
    }),
    plan('gold', { identifier: [{ value: 'gold-1' }], network: [to('Organization/std')] }),
  ]

  test.each([
    ['1.1', whole],
    [
      '1.2, with what it adds',
      whole.map((one) => {
        if (one.resourceType === 'Practitioner')
          return { ...one, extension: [is('practitioner-period', { valuePeriod: { start: '2020-07-07' } })] }
        if (one.resourceType === 'Organization')
          return { ...one, extension: [is('org-period', { valuePeriod: { start: '2020-07-07' } })] }
        return one
      }),
    ],
  ])('IM-7 MP-23 a role of version %s', async (_, resources) => {
    // Only the role has a provider, not the service.
    expect(await load(resources)).toEqual(['HealthcareService names no provider'])
    expect(await readOne()).toMatchObject({
      ...{ providerId: '1300000019', npi: '1300000019', kind: 'individual', name: 'Ada Bea Kestrel Jr.' },
      ...{ credential: 'MD, PhD', gender: 'F', languages: ['es'] },
      specialties: [{ id: 'cardiology', name: 'Cardiology (heart)' }],
      ...{ address: '1 Main St, Floor 2', city: 'Pittsburgh', state: 'PA', zip: '15222' },
      ...{ lat: 40.4451, lon: -79.9959, exact: true, phone: '412-555-0100', website: 'https://hill.example/ada' },
      hours: expect.stringMatching(/^Mon–Fri 8:00.AM – 5:30.PM; Sun all day$/),
      ...{ telehealth: true, wheelchair: true, saturday: false, affiliations: ['Hill Group'] },
      networks: [{ networkId: 'std', name: 'Standard Net', accepting: false }],
      ...{ accepting: false, verifiedOn: '2026-05-04' },
    })
    expect((await read('1300000019', 'es'))[0]?.hours).toMatch(
      /^lun–vie 8:00.*17:30|^lun–vie 8:00.*5:30.*; dom todo el día$/,
    )
  })

  test('IM-7 MP-22 filters work on what the file states', async () => {
    await load(whole)
    for (const yes of [
      { telehealth: true },
      { wheelchair: true },
      { gender: 'F' },
      { spoken: 'es' },
      { networks: ['std'] },
    ])
      expect(await find({ text: 'kestrel', ...yes })).toEqual(['Ada Bea Kestrel Jr.'])
    for (const no of [
      { saturday: true },
      { accepting: true },
      { gender: 'M' },
      { spoken: 'fr' },
      { networks: ['prem'] },
    ])
      expect(await find({ text: 'kestrel', ...no })).toEqual([])
  })

  test('IM-7 MP-23 an affiliation and a service of organizations', async () => {
    const chain = organization('chain', 'Hill Pharmacies', {
      identifier: [{ system: 'urn:oid:2.16.840.1.113883.4.6', value: '1234567893' }],
      telecom: [{ system: 'phone', value: '412-555-0102' }],
    })
    const clinic = organization('clinic', 'Night Clinic')
    const affiliation = {
      ...{ resourceType: 'OrganizationAffiliation', id: 'a', meta, active: true, code: [concept('pharmacy')] },
      participatingOrganization: to('Organization/chain'),
      location: [to('Location/main')],
      network: [to('Organization/std'), to('Organization/prem')],
    }
    const night = {
      ...{ resourceType: 'HealthcareService', id: 'night', meta, active: true, category: [concept('hosp')] },
      providedBy: to('Organization/clinic'),
      location: [to('Location/main')],
      communication: [concept('vi')],
      availableTime: [{ daysOfWeek: ['sat', 'sun'], availableStartTime: '22:00:00', availableEndTime: '06:00:00' }],
      extension: [newPatients('newpt')],
    }
    expect(await load([...base, chain, clinic, affiliation, night])).toEqual([])
    expect(await readOne('1234567893')).toMatchObject({
      ...{ kind: 'pharmacy', name: 'Hill Pharmacies', npi: '1234567893', phone: '412-555-0102' },
      specialties: [{ id: 'pharmacy' }],
      networks: [{ name: 'Premium Net' }, { name: 'Standard Net' }],
    })
    expect(await readOne('p-o-clinic')).toMatchObject({
      ...{ kind: 'hospital', name: 'Night Clinic', npi: null, networks: [], languages: ['vi'], saturday: true },
      ...{ accepting: true, hours: expect.stringMatching(/^Sat–Sun 10:00.PM – 6:00.AM$/) },
    })
  })
})

describe('IM-7 what the standard allows', () => {
  const ada = person('ada', '1300000019', 'Kestrel')

  test('IM-7 MP-23 several roles of one person at one location, for each specialty and network, are one entry', async () => {
    const heart = {
      specialty: [nucc('207RC0000X', 'Cardiovascular Disease Physician')],
      extension: [inNetwork('prem')],
    }
    const skip = await load([
      ...base,
      ada,
      role('r1', 'ada', { extension: [inNetwork('std'), newPatients('newpt')] }),
      // Another person's resource in between.
      person('bea', '1234567893', 'Wren'),
      role('r2', 'bea'),
      role('r3', 'ada', { ...heart, period: { end: '2020' } }),
      role('r4', 'ada', { ...heart, availableTime: [{ daysOfWeek: ['sat'] }] }),
      role('r5', 'ada', { extension: [inNetwork('std')], period: { start: '2099-01-01' } }),
    ])
    expect(skip).toEqual(['PractitionerRole has ended', 'place has not begun'])
    const one = await readOne()
    expect(one?.specialties.map(({ id }) => id)).toEqual(['internal-medicine', 'primary-care', 'cardiology'])
    expect(one).toMatchObject({
      saturday: true,
      hours: 'Sat',
      networks: [{ name: 'Premium Net' }, { name: 'Standard Net', accepting: true }],
    })
    for (const specialty of ['internal-medicine', 'cardiology'])
      expect(await find({ specialty })).toContain('Ada Kestrel')
  })

  test('IM-7 the same file again changes nothing', async () => {
    const files = { 'a.ndjson': ndjson([...base, ada, role('r1', 'ada'), role('r2', 'ada', { specialty: [] })]) }
    await importFiles(portal.database, files, { kind: 'directory', brand })
    const { counts } = await importFiles(portal.database, files, { kind: 'directory', brand })
    expect(counts).toMatchObject({ read: 2, unchanged: 2, created: 0, updated: 0 })
  })

  test('IM-7 contradictory roles about new patients at one location are unknown, and say nothing about other locations', async () => {
    const other = place('other', '2 Hill St')
    const at = (id: string, where: string, code: string) =>
      role(id, 'ada', { location: [to(`Location/${where}`)], extension: [inNetwork('std'), newPatients(code)] })
    await load([...base, other, ada, at('r1', 'main', 'newpt'), at('r2', 'main', 'nopt'), at('r3', 'other', 'nopt')])
    const entries = await read('1300000019')
    expect(entries.map(({ address, accepting }) => [address, accepting]).sort()).toEqual([
      ['1 Main St', null],
      ['2 Hill St', false],
    ])
  })

  test('IM-7 a room has the address, coordinates, telephone and hours of its building', async () => {
    const building = place('building', '9 Tower Rd', {
      telecom: [{ system: 'phone', value: '412-555-0199' }],
      hoursOfOperation: [{ daysOfWeek: workdays, openingTime: '07:00:00', closingTime: '19:00:00' }],
      extension: [access('adacomp')],
    })
    const room = {
      resourceType: 'Location',
      id: 'room',
      status: 'active',
      name: 'Suite 4',
      partOf: to('Location/building'),
    }
    await load([...base, building, room, ada, role('r', 'ada', { location: [to('Location/room')] })])
    expect(await readOne()).toMatchObject({
      ...{ address: '9 Tower Rd', zip: '15222', exact: true, phone: '412-555-0199', wheelchair: true, saturday: false },
      hours: expect.stringMatching(/^Mon–Fri 7:00.AM – 7:00.PM$/),
    })
  })

  test('IM-7 IM-3 services that are no longer given supply nothing, and are counted', async () => {
    const service = { resourceType: 'HealthcareService', id: 's', active: false, extension: [deliver('virtual')] }
    const asked = { healthcareService: [to('HealthcareService/s'), to('HealthcareService/none')] }
    const skips = await load([...base, service, ada, role('r', 'ada', asked)])
    expect(skips).toContain('service is not active')
    expect(skips).toContain('service is in none of the files')
    expect(await readOne()).toMatchObject({ telehealth: null })
  })

  test('IM-7 IM-3 a person whose time is over has no location, and an ended network has no providers', async () => {
    const over = { valuePeriod: { start: '2015-01-01', end: '2021-06' } }
    const gone = person('gone', '1234567893', 'Wren', { extension: [is('practitioner-period', over)] })
    const old = network('old', 'Old Net', { extension: [is('org-period', over)] })
    const skips = await load([
      ...base,
      old,
      ada,
      gone,
      role('r', 'ada', { extension: [inNetwork('old')] }),
      role('g', 'gone'),
    ])
    expect(skips).toEqual(['PractitionerRole is of a provider whose time is over'])
    expect(await readOne()).toMatchObject({ networks: [] })
  })

  test('IM-7 IM-3 a network without a name is not shown by its number', async () => {
    const asked = {
      extension: [
        inNetwork('none'),
        is('network-reference', { valueReference: { ...to('Organization/far'), display: 'Far Net' } }),
      ],
    }
    expect(await load([...base, ada, role('r', 'ada', asked)])).toEqual(['network is in none of the files'])
    expect((await readOne())?.networks.map(({ name }) => name)).toEqual(['Far Net'])
  })

  test('IM-7 a specialty comes from words if its code is the payer’s own, and from certificates if a role has none', async () => {
    const own = role('r', 'ada', { specialty: [concept('0417', 'Dermatology')] })
    const certified = person('bea', '1234567893', 'Wren', {
      qualification: [{ code: nucc('207RN0300X', 'Nephrology') }],
    })
    const rare = person('cy', '1003000126', 'Finch')
    await load([
      ...[...base, ada, own, certified, role('c', 'bea', { specialty: [] }), rare],
      role('n', 'cy', { specialty: [nucc('175F00000X', 'Naturopath')] }),
    ])
    expect(await readOne()).toMatchObject({ specialties: [{ id: 'dermatology' }], specialtyName: null })
    expect(await readOne('1234567893')).toMatchObject({ specialties: [{ id: 'nephrology' }], credential: null })
    expect(await readOne('1003000126')).toMatchObject({ specialties: [], specialtyName: 'Naturopath' })
  })

  test('IM-7 IM-3 placeholders are not shown, an address may be on one line, and an unsafe website is counted', async () => {
    const odd = place('main', '', {
      address: {
        text: '1 Main St, Pittsburgh',
        city: 'N/A',
        state: 'pa',
        postalCode: ' 15222 ',
        _line: [{ extension: [] }],
      },
      telecom: [
        { system: 'phone', value: 'N/A' },
        { system: 'phone', _value: {} },
        { system: 'url', value: 'www.hill.example' },
      ],
    })
    const practitioner = person('ada', '1300000010', 'Kestrel', {
      name: [{ _family: {}, given: ['Ada'], suffix: ['DDS'] }],
    })
    const told = role('r', 'ada', { specialty: [{ coding: [{ code: 'unknown', display: 'Unknown' }] }] })
    const skips = await load([...base.slice(0, 4), odd, practitioner, told])
    expect(skips.sort()).toEqual([
      'NPI is not ten digits with their check digit',
      'website does not begin with https://',
    ])
    expect(await readOne('p-p-ada')).toMatchObject({
      ...{
        name: 'Ada',
        credential: 'DDS',
        npi: null,
        address: '1 Main St, Pittsburgh',
        city: null,
        state: 'PA',
        zip: '15222',
      },
      ...{ phone: null, website: null, specialties: [], specialtyName: null },
    })
  })

  test('IM-7 IM-3 a malformed resource is refused once', async () => {
    const wrong = { resourceType: 'HealthcareService', id: 's', location: 'Location/main' }
    const files = { 'a.ndjson': ndjson([...base, ada, role('r', 'ada'), wrong]) }
    const { counts } = await importFiles(portal.database, files, { kind: 'directory', brand })
    expect(counts).toMatchObject({ rejected: 1, read: 2 })
    const lost = { ...wrong, location: [to('Location/main')], providedBy: to('Organization/none') }
    const again = await importFiles(
      portal.database,
      { 'a.ndjson': ndjson([...base, ada, role('r', 'ada'), lost]) },
      { kind: 'directory', brand },
    )
    expect(again.rejected.map(({ path }) => path)).toEqual(['providedBy.reference'])
  })
})

describe('IM-7 MP-23 which plans use a network', () => {
  const ada = person('ada', '1300000019', 'Kestrel')
  const both = role('r', 'ada', { extension: [inNetwork('std'), inNetwork('prem')] })
  const listPlans = async (...plans: readonly object[]) => {
    const skips = await load([...base, ada, both, ...plans])
    const rows = await portal.database.read
      .selectFrom('directory_network as n')
      .innerJoin('directory_generation as g', 'g.generation', 'n.generation')
      .select(['n.network_id', 'n.plan_ids'])
      .where('g.source', '=', brand)
      .where('g.state', '=', 'live')
      .execute()
    return { ...Object.fromEntries(rows.map(({ network_id, plan_ids }) => [network_id, plan_ids])), skips }
  }
  const std = { network: [to('Organization/std')] }

  test.each<[string, object, readonly string[]]>([
    ['a product, by its number', plan('p', { identifier: [{ value: 'p-1' }], ...std }), ['p-1']],
    ['a product without one, by its id', plan('p', { ...std, plan: [{ type: concept('gold') }] }), ['p']],
    [
      'the plans of a product that have no networks of their own',
      plan('p', {
        ...std,
        plan: [
          { identifier: [{ value: 'gold' }] },
          { identifier: [{ value: 'silver' }], network: [to('Organization/far')] },
        ],
      }),
      ['p', 'gold'],
    ],
    [
      'a plan with networks of its own but no number, as its product',
      plan('p', { plan: [{ type: concept('gold'), ...std }] }),
      ['p'],
    ],
  ])('IM-7 %s', async (_, one, plans) => {
    expect(await listPlans(one)).toEqual({
      std: plans,
      // No plan in the files uses it, so no plan does: not every plan.
      prem: ['Organization/prem'],
      skips: ['network is used by no plan of the files'],
    })
  })

  test('IM-7 IM-3 an ended or inactive plan uses no network; if files have no plans, every plan uses each', async () => {
    const over = plan('p', { ...std, period: { start: '2019-01-01', end: '2019' } })
    const draft = plan('q', { ...std, status: 'draft' })
    const { skips, ...used } = await listPlans(over, draft)
    expect(used).toEqual({ std: ['Organization/std'], prem: ['Organization/prem'] })
    expect(skips.sort()).toEqual([
      'InsurancePlan has ended',
      'InsurancePlan is not active',
      'network is used by no plan of the files',
    ])
    expect(await listPlans()).toEqual({ std: [], prem: [], skips: [] })
  })
})
