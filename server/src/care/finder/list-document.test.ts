import type { Language } from '@portico/contract/page'
import { expect, test } from 'vitest'
import { composeList } from './list-document.ts'
import type { Entry } from './tell.ts'

const entry: Entry = {
  providerId: '1234567893',
  place: '0',
  npi: '1234567893',
  kind: 'pharmacy',
  name: 'Erie Pharmacy',
  credential: null,
  specialties: [],
  specialtyName: null,
  address: '1 Main St',
  city: 'Erie',
  state: 'PA',
  zip: '16501',
  lat: 42.1,
  lon: -80.1,
  exact: false,
  phone: null,
  website: null,
  hours: null,
  gender: null,
  languages: [],
  accepting: null,
  telehealth: null,
  wheelchair: null,
  saturday: null,
  affiliations: [],
  rating: null,
  networks: [],
  verifiedOn: null,
  verified: false,
  corrected: [],
  miles: null,
}

const look = { text: '#000', muted: '#000', heading: '#000', ground: '#fff', onGround: '#000', rule: '#000' }

function fields(language: Language, labels: readonly string[], entries: readonly Entry[]): string[] {
  const { blocks } = composeList({
    entries,
    more: 0,
    brandName: 'Blue Plan West',
    sender: { name: 'Blue Plan West', logo: new Uint8Array(), look },
    language,
    now: new Date('2026-11-23T12:00:00Z'),
  })
  return blocks.flatMap((block) => (block.kind === 'field' && labels.includes(block.label) ? [block.value] : []))
}

const distances = (language: Language, ...miles: (number | null)[]) =>
  fields(
    language,
    ['Distance', 'Distancia'],
    miles.map((one) => ({ ...entry, miles: one })),
  )

test('MP-24 a printed list gives the distance of each place, and nothing where it is unknown', () => {
  expect(distances('en', 0, 1, 1.6, null)).toEqual(['Close by', '1 mi', '1.6 mi'])
  expect(distances('es', 0, 1, 1.6, null)).toEqual(['Muy cerca', '1 mi', '1.6 mi'])
})

test('MP-25 a printed list says what staff found to be wrong at a place', () => {
  const corrected = [
    { kind: 'network', value: 'Blue Choice' },
    { kind: 'left', value: null },
  ] as const
  const notes = (language: Language) => fields(language, ['Note', 'Nota'], [{ ...entry, corrected: [...corrected] }])
  expect(notes('en')[0]).toContain('not in Blue Choice')
  expect(notes('es')[1]).toBe('Ya no atiende aquí.')
})
