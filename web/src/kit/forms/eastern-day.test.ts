import { easternParts } from '@portico/rules/time/eastern'
import { expect, test } from 'vitest'
import { findEasternDay } from './eastern-day.ts'

test.each([
  '2026-11-30T00:33:38.000Z',
  '2026-11-30T04:59:59.999Z',
  '2026-11-30T05:00:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2027-01-01T03:00:00.000Z',
])('SH-9 RG-2 at %s forms count the day that the server counts', (moment) => {
  expect(findEasternDay(moment)).toBe(easternParts(new Date(moment)).day)
})
