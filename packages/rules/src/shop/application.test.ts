import { expect, test } from 'vitest'
import { checkAdult, checkGuardian, checkRelation, needsGuardian } from './application.ts'

const today = { year: 2026, month: 11, day: 29 }
const starts = '2027-01-01'
const self = { relation: 'self', dateOfBirth: '03/02/1985' }
const child = (dateOfBirth: string) => ({ relation: 'child', dateOfBirth })
const check = (
  people: readonly { relation: string; dateOfBirth: string }[],
  at: number,
  from: string | null = starts,
) => checkRelation(people, at, { starts: from, today })?.code

test.each([
  ['01/02/2001', undefined],
  ['01/01/2001', 'relation.child-age'],
  ['05/05/1950', 'relation.child-age'],
  ['05/05/2014', undefined],
  ['no date', undefined],
])(
  'SH-9 a child born on %s is covered as one, until 26 on the first day of coverage (45 CFR 147.120): %s',
  (born, code) => {
    expect(check([self, child(born)], 1)).toBe(code)
    // An older relative of another kind is.
    expect(check([self, { ...child(born), relation: 'other' }], 1)).toBeUndefined()
    expect(check([self, child(born)], 1, null)).toBeUndefined()
  },
)

test('SH-9 nobody has two spouses on one application: the second one is asked about', () => {
  const spouse = { relation: 'spouse', dateOfBirth: '02/20/1987' }
  expect([0, 1, 2].map((at) => check([self, spouse, spouse], at))).toEqual([
    undefined,
    undefined,
    'relation.one-spouse',
  ])
})

const minor = { relation: 'child', dateOfBirth: '11/30/2008' }

test('SH-9 who applies and signs is an adult on the day they sign (45 CFR 155.20)', () => {
  expect(checkAdult('11/29/2008', today)).toBeNull()
  expect(checkAdult('11/30/2008', today)).toEqual({ code: 'age.minimum', params: { minimum: 18 } })
  // What is no date is told as that.
  expect(checkAdult('11/30', today)).toBeNull()
  const context = { market: 'under65', today, longTopLevel: true } as const
  expect(checkGuardian('guardianDateOfBirth', '11/30/2008', context)?.code).toBe('age.minimum')
  expect(checkGuardian('guardianDateOfBirth', '', context)?.code).toBe('field.required')
  expect(checkGuardian('guardianFirstName', '', context)?.code).toBe('field.required')
  expect(checkGuardian('guardianLastName', 'Sample', context)).toBeNull()
})

test('SH-9 for minors alone a parent or guardian applies, to whom each of them is a child or another one', () => {
  expect(needsGuardian([minor], today)).toBe(true)
  expect(needsGuardian([minor, self], today)).toBe(false)
  expect(needsGuardian([{ ...minor, dateOfBirth: '11/29/2008' }], today)).toBe(false)
  // As long as there is no date of birth, the age that prices were asked for counts.
  expect(needsGuardian([{ dateOfBirth: '', age: 17 }, minor], today)).toBe(true)
  expect(needsGuardian([{ dateOfBirth: '', age: 18 }, minor], today)).toBe(false)
  expect(needsGuardian([{ dateOfBirth: '' }], today)).toBe(false)
  for (const relation of ['', 'self', 'spouse'])
    expect(check([minor, { ...minor, relation }], 1)).toBe('select.not-chosen')
  expect(check([{ ...minor, relation: 'other' }, minor], 0)).toBeUndefined()
})
