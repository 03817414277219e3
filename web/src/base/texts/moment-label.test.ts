import { expect, it } from 'vitest'
import { createFormat } from './format.ts'
import { dueMoment, fullMoment, shortDay, shortMoment } from './moment-label.ts'

const format = createFormat('en', (id) => id, 'America/New_York')
const now = '2026-11-20T15:00:00.000Z'

it.each([
  ['2026-11-20T14:12:00.000Z', '9:12 AM'],
  ['2026-11-20T04:59:00.000Z', 'Nov 19'],
  ['2026-01-02T15:00:00.000Z', 'Jan 2'],
  ['2025-12-30T15:00:00.000Z', 'Dec 30, 2025'],
])('MC-2 LG-4 a message of %s is listed with %s', (sentAt, label) => {
  expect(shortMoment(format, sentAt, now)).toBe(label)
})

it('MP-1 LG-4 the day of a claim is listed without the year if the year is obvious', () => {
  expect(shortDay(format, '2026-11-09', now)).toBe('Nov 9')
  expect(shortDay(format, '2025-11-09', now)).toBe('Nov 9, 2025')
})

it('MC-2 LG-4 a conversation tells day and time', () => {
  expect(fullMoment(format, '2026-11-19T21:40:00.000Z', now)).toBe('format.yesterday, 4:40 PM')
  expect(fullMoment(format, '2026-11-03T21:40:00.000Z', now)).toBe('Nov 3, 2026, 4:40 PM')
})

it.each([
  ['2026-11-20T22:00:00.000Z', '5:00 PM'],
  ['2026-11-20T14:00:00.000Z', '9:00 AM'],
  ['2026-11-23T22:00:00.000Z', 'Nov 23, 5:00 PM'],
  ['2026-11-19T22:00:00.000Z', 'Nov 19'],
])('MC-6 LG-4 an answer that was promised for %s is due %s', (dueAt, label) => {
  expect(dueMoment(format, dueAt, now)).toBe(label)
})
