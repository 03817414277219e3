import { expect, test } from 'vitest'
import { findRelationship, maySeeOnContract } from './family.ts'

test('HT-4 the relationship of each code', () => {
  expect(['01', '05', '18', '20'].map(findRelationship)).toEqual(['spouse', 'dependent', 'subscriber', 'subscriber'])
  for (const code of ['', '1', '5', '02', '19', 'toString']) expect(findRelationship(code)).toBeNull()
})

const today = { year: 2026, month: 11, day: 20 }
const person = (relationshipCode: string, year = 1980, day = 20) => ({
  relationshipCode,
  dateOfBirth: { year, month: 11, day },
})
const [subscriber, retired, spouse, unknown] = ['18', '20', '01', '99'].map((code) => person(code))
const grown = person('05', 2008)
const child = person('05', 2008, 21)

test.each([
  ['18', [subscriber, retired, spouse, grown, child, unknown]],
  ['20', [subscriber, retired, spouse, grown, child, unknown]],
  ['01', [subscriber, retired, child]],
  ['05', [subscriber, retired]],
  ['99', [subscriber, retired]],
])('HT-4 RO-4 whom a member with the code %s may see on the contract', (code, seen) => {
  const everybody = [subscriber, retired, spouse, grown, child, unknown]
  const viewer = person(code)
  expect(everybody.filter((other) => other && maySeeOnContract(viewer, other, today))).toEqual(seen)
})
