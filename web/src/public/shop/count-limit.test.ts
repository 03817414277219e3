import { expect, test } from 'vitest'
import { readCountLimit } from './count-limit.ts'

test.each([
  ['30 Visit(s) per Year', { count: 30, unit: 'visits' }],
  ['1 Exam(s) per Year', { count: 1, unit: 'exams' }],
  ['120 Days per Year', { count: 120, unit: 'days' }],
  ['30 Visit(s) per Benefit Period', null],
  ['1500 Dollars per Year', null],
  ['30', null],
] as const)('SH-3 of a limit as exchanges write it, %j, how often in a year is told: %j', (words, told) => {
  expect(readCountLimit(words)).toEqual(told)
})
