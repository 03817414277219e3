import { expect, test } from 'vitest'
import { checkRelation } from './application.ts'

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
