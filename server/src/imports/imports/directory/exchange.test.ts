import { expect, test } from 'vitest'
import { Refused } from '../refused.ts'
import { listSeats } from './exchange-networks.ts'
import { readExchangeProvider } from './exchange-providers.ts'

const address = { address: '1 Main St', city: 'Pittsburgh', state: 'pa', zip: '15222', phone: '4125550100' }
const covering = { plan_id_type: 'HIOS-PLAN-ID', plan_id: '12345XX9876543', network_tier: 'PREFERRED', years: [2026] }
const person = {
  npi: '1234567893',
  type: 'INDIVIDUAL',
  name: { prefix: 'Dr.', first: 'Sarah', middle: 'Maya', last: 'Ngyuen', suffix: 'Jr.' },
  addresses: [{ ...address, address_2: 'Suite 120' }],
  specialty: ['Ophthalmology', 'Endocrinology'],
  accepting: 'accepting',
  gender: 'Female',
  languages: ['English', 'Spanish', 'Mandarin', 'Tagalog', 'Klingon'],
  plans: [covering],
  last_updated_on: '2026-03-17',
}

const ignore = () => undefined

function read(more: object) {
  const left: string[] = []
  const note = (part: string, reason: string) => left.push(`${part} ${reason}`)
  const said = readExchangeProvider({ ...person, ...more }, note, note)
  return { ...said, wrong: said.wrong.map(({ path, message }) => `${path} ${message}`), left }
}

test('IM-7 a person is read by the exchange’s schema', () => {
  const { facts, places, plans, wrong, left } = read({})
  expect(facts).toMatchObject({
    npi: '1234567893',
    kind: 'individual',
    name: 'Sarah Maya Ngyuen Jr.',
    gender: 'F',
    specialties: ['ophthalmology', 'endocrinology'],
    specialtyName: 'Ophthalmology',
    languages: ['es', 'zh', 'tl'],
    accepting: true,
    verifiedOn: '2026-03-17',
  })
  expect(places).toEqual([
    { address: '1 Main St, Suite 120', city: 'Pittsburgh', state: 'PA', zip: '15222', phone: '412-555-0100' },
  ])
  expect(plans).toMatchObject([{ plan_id: '12345XX9876543', years: [2026] }])
  expect([wrong, left]).toEqual([[], ['language has no name or code that is known']])
})

test.each(['2026-03-17', '03/17/2026', '2026-03-17T14:05:09Z', '2026-03-17 14:05', '3/17/2026 2:05 PM', '20260317'])(
  'IM-7 the day of the last update is that of %s',
  (last_updated_on) => {
    const { facts, left } = read({ last_updated_on })
    expect([facts.verifiedOn, left.filter((one) => one.includes('last update'))]).toEqual(['2026-03-17', []])
  },
)

test('IM-7 new patients: a statement for some locations only is unknown', () => {
  const readOne = (said: unknown) => read({ accepting: said }).facts.accepting
  expect(['accepting', 'Not accepting', ' ACCEPTING ', 'accepting in some locations', '', null].map(readOne)).toEqual([
    true,
    false,
    true,
    null,
    null,
    null,
  ])
  // As people also write it.
  const open = ['Accepting New Patients', 'yes', 'Y', 'open']
  const closed = ['not_accepting', 'Not-Accepting', 'not accepting new patients.', 'No', 'n', 'closed']
  expect([...open, ...closed].map(readOne)).toEqual([...open.map(() => true), ...closed.map(() => false)])
  expect(read({ accepting: undefined }).left).not.toContainEqual(expect.stringContaining('new patients'))
  expect(read({ accepting: 'maybe' })).toMatchObject({
    facts: { accepting: null },
    left: expect.arrayContaining([expect.stringContaining('new patients')]),
  })
})

test('IM-7 a facility is what its types say, also with the first edition’s spelling speciality', () => {
  const facility = (facility_type: unknown) =>
    read({ type: 'FACILITY', facility_name: 'Hill', facility_type, name: undefined }).facts
  expect(facility(['Hospital', 'Dialysis'])).toMatchObject({
    ...{ kind: 'hospital', name: 'Hill', gender: null, languages: [] },
    specialties: expect.arrayContaining(['hospital', 'dialysis']),
  })
  expect(facility(['Pharmacy'])).toMatchObject({ kind: 'pharmacy' })
  expect(facility('Imaging')).toMatchObject({ kind: 'facility', specialties: ['radiology'] })
  expect(read({ specialty: undefined, speciality: ['Dermatology'] }).facts.specialties).toEqual(['dermatology'])
  expect(read({ specialty: ['Shamanic Healing'] }).facts).toMatchObject({
    specialties: [],
    specialtyName: 'Shamanic Healing',
  })
})

test('IM-7 a ZIP code that lost its leading zeros gets them back where its state has such a code', () => {
  const cambridge = (zip: unknown, state = 'MA') => ({ ...address, city: 'Cambridge', state, zip })
  const { places, wrong, left } = read({
    addresses: [...['2138', 2138, '2138-1234', 21381234, '02138'].map((zip) => cambridge(zip)), cambridge(2138, 'NH')],
  })
  expect(places.map(({ zip }) => zip)).toEqual(['02138', '02138', '02138-1234', '02138-1234', '02138'])
  expect(wrong).toEqual(['addresses.5.zip is no ZIP code of five digits'])
  expect(left.filter((one) => /put back/.test(one))).toHaveLength(4)
})

test('IM-7 a wrong part costs only itself, and a wrong number is left out', () => {
  const { places, plans, wrong } = read({
    addresses: [null, { ...address, zip: '1522' }, { ...address, zip: 152221234 }, { ...address, zip: 15222 }],
    plans: [{ ...covering, network_tier: null }, 7, { ...covering, years: '2026' }, { ...covering, years: ['x'] }],
  })
  expect(places.map(({ zip }) => zip)).toEqual(['15222-1234', '15222'])
  expect(plans).toMatchObject([{ years: [2026] }])
  expect(wrong.map((one) => one.split(' ', 1)[0])).toEqual([
    ...['addresses.0', 'addresses.1.zip'],
    ...['plans.0.network_tier', 'plans.1', 'plans.3.years.0'],
  ])
  expect(['Male', 'constructor', {}, null].map((gender) => read({ gender }).facts.gender)).toEqual([
    'M',
    null,
    null,
    null,
  ])
  expect(read({ npi: 1234567893 }).facts.npi).toBe('1234567893')
  expect(read({ npi: null }).facts.npi).toBeNull()
  expect(read({ npi: '1234567892' })).toMatchObject({
    facts: { npi: null },
    left: ['NPI is not ten digits with their check digit', expect.any(String)],
  })
  for (const more of [{ type: 'ROBOT' }, { name: { first: '' } }, { addresses: [] }, { plans: 'all' }])
    expect(() => read(more), JSON.stringify(more)).toThrow(Refused)
})

test('IM-7 texts are bounded, on one line, and not placeholders', () => {
  const { facts } = read({ name: { first: 'A\u0000\nb', last: 'N'.repeat(900) }, specialty: ['N/A', 'S'.repeat(900)] })
  expect([facts.name.length, facts.name.slice(0, 4), facts.specialtyName?.length]).toEqual([200, 'A b ', 200])
})

test('IM-7 a tier of a plan is a network, in the years that the parts of a provider name together', () => {
  const plan = (plan_id: string, years: readonly number[], network_tier = 'PREFERRED') => ({
    ...{ plan_id, network_tier, years },
  })
  const { seats, over } = listSeats(
    [
      ...[
        plan('A', [2026]),
        plan('A', [2027], 'Preferred'),
        plan('A', [2026], 'NON-PREFERRED'),
        plan('B', [2025, 2026]),
      ],
      ...[plan('C', [2027, 2028]), plan('D', [2024, 2025]), plan('E', []), plan('E', [2026]), plan('F', [2025, 2027])],
    ],
    2026,
  )
  expect(over).toBe(1)
  expect(seats.map(({ networkName, planIds, begins, ends }) => [networkName, planIds.join(), begins, ends])).toEqual([
    ['PREFERRED (A)', 'A', null, '2027-12-31'],
    ['NON-PREFERRED (A)', 'A', null, '2026-12-31'],
    ['PREFERRED (B)', 'B', null, '2026-12-31'],
    ['PREFERRED (C)', 'C', '2027-01-01', '2028-12-31'],
    ['PREFERRED (E)', 'E', null, null],
    ['PREFERRED (F)', 'F', '2027-01-01', '2027-12-31'],
  ])
  expect(new Set(seats.map(({ networkId }) => networkId)).size).toBe(seats.length)
})

test('IM-7 a state may be written out, and a far year says that there is no end', () => {
  const one = read({
    addresses: [{ ...address, state: 'Virginia' }],
    plans: [
      { ...covering, years: [9999] },
      { ...covering, plan_id: '12345XX9876544', years: [2026, 9999] },
      { ...covering, plan_id: '12345XX9876545', years: ['1900'] },
    ],
  })
  expect(one.wrong).toEqual([])
  expect(one.places.map(({ state }) => state)).toEqual(['VA'])
  expect(listSeats(one.plans, 2026).seats.map(({ planIds, begins, ends }) => [...planIds, begins, ends])).toEqual([
    ['12345XX9876543', null, null],
    ['12345XX9876544', null, '2026-12-31'],
    ['12345XX9876545', null, null],
  ])
})

test('IM-7 IM-3 a single address, and a single plan, may come without a list', () => {
  const entry = {
    ...{ npi: '1234567893', type: 'INDIVIDUAL', name: { first: 'Ada', last: 'Kestrel' } },
    addresses: { address: '1 Main St', city: 'Pittsburgh', state: 'PA', zip: '15222' },
    plans: { plan_id: '12345PA9876541', network_tier: 'PREFERRED' },
  }
  const { places, plans, wrong } = readExchangeProvider(entry, ignore, ignore)
  expect([places.map(({ zip }) => zip), plans.map(({ plan_id }) => plan_id), wrong]).toEqual([
    ['15222'],
    ['12345PA9876541'],
    [],
  ])
  expect(() => readExchangeProvider({ ...entry, plans: 'all' }, ignore, ignore)).toThrow(/is not a list/)
})
