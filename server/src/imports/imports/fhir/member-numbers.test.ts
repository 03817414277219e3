import { describe, expect, test } from 'vitest'
import { currentFirst } from './current.ts'
import { chooseNumbers, readNumbers } from './member-numbers.ts'

const today = '2026-11-26'
const number = (value: string, more: object = {}, code = 'MB') => ({
  type: { coding: [{ code }], text: undefined },
  system: undefined,
  value,
  use: undefined,
  period: undefined,
  ...more,
})
const choose = (...some: ReturnType<typeof number>[]) => chooseNumbers(readNumbers(some), today)

const beneficiary = number('-1000567', { system: 'https://bluebutton.cms.gov/resources/variables/bene_id' })
const currency = (code: string) => ({
  extension: [
    {
      valueCoding: {
        system: 'https://bluebutton.cms.gov/resources/codesystem/identifier-currency',
        code,
        display: undefined,
      },
    },
  ],
})
const medicare = (value: string, said: string, more: object = {}) => ({
  ...number(value, { system: 'http://hl7.org/fhir/sid/us-mbi', ...more }),
  type: { coding: [{ system: undefined, code: 'MC', display: undefined, ...currency(said) }], text: undefined },
})

test('IM-1 MP-12 Blue Button 2: the current Medicare number, not a former one and not CMS’s internal one', () => {
  const former = [medicare('1EG4TE5MK72', 'historic'), medicare('1EG4TE5MK70', 'historic')]
  const current = medicare('1EG4-TE5-MK73', 'current', { period: { start: '2020-07-30' } })
  const read = (...some: Parameters<typeof readNumbers>[0]) => chooseNumbers(readNumbers(some), today)
  expect(read(...former, current, beneficiary)).toMatchObject({ memberNumber: '1EG4TE5MK73' })
  expect(read(beneficiary, current, ...former)).toMatchObject({ memberNumber: '1EG4TE5MK73' })
  // Without a Medicare number, the internal one is all there is; a plan's own number precedes Medicare's.
  expect(read(beneficiary)).toMatchObject({ memberNumber: '1000567' })
  expect(read(number('W55'), current)).toMatchObject({ memberNumber: 'W55' })
})

test.each(['UNKNOWN', 'N/A', 'NULL', 'None', '000000000', '-', 'NA'])(
  'IM-1 MP-14 %s is nobody’s number: everybody without one would share it',
  (said) => {
    expect(readNumbers([number(said), number('W55')]).map(({ value }) => value)).toEqual(['W55'])
  },
)

describe('IM-1 MP-12 which of several member numbers counts', () => {
  test.each([
    [
      'the one in force',
      [number('1', { use: 'old' }), number('2', { period: { end: '2024-12-31' } }), number('3')],
      '3',
    ],
    [
      'the one that began last',
      [number('1', { period: { start: '2020-01-01' } }), number('2', { period: { start: '2025-01-01' } })],
      '2',
    ],
    ['an official one before a temporary one', [number('1', { use: 'temp' }), number('2', { use: 'official' })], '2'],
    [
      'the unique one if the member number has ended',
      [number('1', { period: { end: '2025-12' } }), number('2', {}, 'um')],
      '2',
    ],
    ['the member number before the unique one', [number('2', {}, 'um'), number('1')], '1'],
    ['on its last day still', [number('1', { period: { end: '2026-11-26' } })], '1'],
    [
      'one that begins later, if there is no other',
      [number('1', { use: 'old' }), number('2', { period: { start: '2027-01-01' } })],
      '2',
    ],
    ['none that has ended', [number('1', { period: { end: '2026-11-25' } })], null],
  ] as const)('%s', (_, some, expected) => {
    expect(choose(...some).memberNumber).toBe(expected)
  })

  test.each([
    ['days', '2026-12-31', '2027-01-01'],
    ['times', '2026-12-31T23:59:59-05:00', '2027-01-01T00:00:00-05:00'],
    ['months', '2026-12', '2027-01'],
    ['years', '2026', '2027'],
  ])('IM-1 MP-12 the day on which another one may count comes from periods in %s', (_, end, start) => {
    const [first, second] = [number('1', { period: { end } }), number('2', { period: { start } })]
    expect(choose(first, second)).toMatchObject({ memberNumber: '1', changesOn: '2027-01-01' })
    expect(chooseNumbers(readNumbers([first, second]), '2027-01-01')).toMatchObject({
      memberNumber: '2',
      formerNumber: '1',
    })
  })
})

test('IM-1 of several names, the official one in force counts, never a former one before it', () => {
  const name = (use: string | undefined, family: string, period?: object) => ({ use, family, period })
  const first = (...names: ReturnType<typeof name>[]) => currentFirst(names, today)[0]?.family
  expect(first(name('old', 'a'), name('maiden', 'b'), name('nickname', 'c'), name(undefined, 'd'))).toBe('d')
  expect(first(name('usual', 'a'), name('official', 'b'))).toBe('b')
  expect(first(name('official', 'a', { end: '2020-01-01' }), name('usual', 'b'))).toBe('b')
  expect(first(name('official', 'a', { end: '2019' }), name('official', 'b', { start: '2019' }))).toBe('b')
  expect(first(name('maiden', 'a'))).toBe('a')
})

test('MP-12 IM-1 several values in one identifier are not a number', () => {
  expect(choose(number('9;20261101'), number('900000031')).memberNumber).toBe('900000031')
  expect(choose(number('9-0000 0031;')).memberNumber).toBe('900000031')
})

test.each(['http://hl7.org/fhir/sid/us-ssn', 'urn:oid:2.16.840.1.113883.4.1'])(
  'MP-12 IM-1 a Social Security number (%s) is never a member number, whatever its type says',
  (system) => {
    const type = { coding: [{ system: undefined, code: 'MB', display: undefined }], text: undefined }
    const buildIdentifier = (of: string | undefined, value: string) => ({
      type,
      system: of,
      value,
      use: undefined,
      period: undefined,
      assigner: undefined,
      extension: undefined,
    })
    expect(
      readNumbers([buildIdentifier(system, '123-45-6789'), buildIdentifier(undefined, '910000111')]).map(
        ({ value }) => value,
      ),
    ).toEqual(['910000111'])
  },
)
