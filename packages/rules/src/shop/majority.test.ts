import { expect, test } from 'vitest'
import { checkGuardian, checkRelation, needsGuardian } from './application.ts'
import { findAdultAge } from './majority.ts'

const today = { year: 2026, month: 11, day: 30 }
const birthAt = (age: number) => `11/30/${today.year - age}`

test.each([
  ['PA', 18],
  ['AL', 18],
  ['NE', 18],
  ['MS', 18],
  ['PR', 21],
  [null, 18],
])('SH-9 someone in %s applies for themselves from %i on', (state, from) => {
  const adultFrom = findAdultAge(state)
  expect(adultFrom).toBe(from)
  for (let age = 0; age < 30; age += 1) {
    const alone = [{ dateOfBirth: birthAt(age), relation: 'child' }]
    expect(needsGuardian(alone, { today, adultFrom })).toBe(age < from)
    // Up to the birthday itself.
    expect(needsGuardian([{ dateOfBirth: `12/01/${today.year - age}` }], { today, adultFrom })).toBe(age - 1 < from)
    expect(checkRelation(alone, 0, { starts: null, today, adultFrom })).toBeNull()
  }
})

test('SH-9 a parent of 18 applies for a child in every state, even where people sign for themselves later', () => {
  const context = { market: 'under65', today, adultFrom: 21 } as const
  expect(checkGuardian('guardianDateOfBirth', birthAt(18), context)).toBeNull()
  expect(checkGuardian('guardianDateOfBirth', birthAt(17), context)).toEqual({
    code: 'age.minimum',
    params: { minimum: 18 },
  })
})
