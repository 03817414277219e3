import { expect, test } from 'vitest'
import { checkAdult, checkGuardian, checkRelation, findApplicant, needsGuardian } from './application.ts'

const today = { year: 2026, month: 11, day: 29 }
const adults = { today, adultFrom: 18 }
const starts = '2027-01-01'
const self = { relation: 'self', dateOfBirth: '03/02/1985' }
const child = (dateOfBirth: string) => ({ relation: 'child', dateOfBirth })
const check = (
  people: readonly { relation: string; dateOfBirth: string }[],
  at: number,
  from: string | null = starts,
) => checkRelation(people, at, { starts: from, ...adults })?.code

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
    // An older relative of another kind can be covered.
    expect(check([self, { ...child(born), relation: 'other' }], 1)).toBeUndefined()
    expect(check([self, child(born)], 1, null)).toBeUndefined()
  },
)

test('SH-9 nobody has two spouses on an application: the second is a problem', () => {
  const spouse = { relation: 'spouse', dateOfBirth: '02/20/1987' }
  expect([0, 1, 2].map((at) => check([self, spouse, spouse], at))).toEqual([
    undefined,
    undefined,
    'relation.one-spouse',
  ])
})

const minor = { relation: 'child', dateOfBirth: '11/30/2008' }

test('SH-9 the person who applies and signs is an adult on the day they sign (45 CFR 155.20)', () => {
  expect(checkAdult('11/29/2008', adults)).toBeNull()
  expect(checkAdult('11/30/2008', adults)).toEqual({ code: 'age.minimum', params: { minimum: 18 } })
  // An invalid date is reported as an invalid date.
  expect(checkAdult('11/30', adults)).toBeNull()
  const context = { market: 'under65', ...adults } as const
  expect(checkGuardian('guardianDateOfBirth', '11/30/2008', context)?.code).toBe('age.minimum')
  expect(checkGuardian('guardianDateOfBirth', '', context)?.code).toBe('field.required')
  expect(checkGuardian('guardianFirstName', '', context)?.code).toBe('field.required')
  expect(checkGuardian('guardianLastName', 'Sample', context)).toBeNull()
})

test('SH-9 for minors only, a parent or guardian applies, and each minor is their child or another relative', () => {
  expect(needsGuardian([minor], adults)).toBe(true)
  expect(needsGuardian([minor, self], adults)).toBe(false)
  expect(needsGuardian([{ ...minor, dateOfBirth: '11/29/2008' }], adults)).toBe(false)
  // While there is no date of birth, the age given for the prices counts.
  expect(needsGuardian([{ dateOfBirth: '', age: 17 }, minor], adults)).toBe(true)
  expect(needsGuardian([{ dateOfBirth: '', age: 18 }, minor], adults)).toBe(false)
  expect(needsGuardian([{ dateOfBirth: '' }], adults)).toBe(false)
  for (const relation of ['', 'self', 'spouse'])
    expect(check([minor, { ...minor, relation }], 1)).toBe('select.not-chosen')
  expect(check([{ ...minor, relation: 'other' }, minor], 0)).toBeUndefined()
})

test('SH-9 the applicant is the first covered adult, and stays the applicant while a date is being typed', () => {
  const add = (dateOfBirth: string, age: number | null = null) => ({ dateOfBirth, age })
  expect(findApplicant([add('', 41), add('', 39)], adults)).toBe(0)
  expect(findApplicant([add('', 9), add('', 39)], adults)).toBe(1)
  expect(findApplicant([add('01/01/2019', 41), add('01/01/1987', 39)], adults)).toBe(0)
  // An added person becomes the applicant once their date of birth makes them an adult; a person of unknown age changes nothing.
  expect(findApplicant([add('', 9), add('')], adults)).toBeNull()
  expect(findApplicant([add('', 9), add('01/01/2019')], adults)).toBeNull()
  expect(findApplicant([add('', 9), add('01/01/1987')], adults)).toBe(1)
  expect(findApplicant([add(''), add('')], adults)).toBe(0)
})
