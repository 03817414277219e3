import { expect, test } from 'vitest'
import { parseTimeZone, parseUsualTimeZone } from './time-zone.ts'

test('MP-1 times are written in any zone that exists, so that nothing moves for people who travel', () => {
  expect(parseTimeZone('America/Denver')).toBe('America/Denver')
  expect(parseTimeZone('Pacific/Auckland')).toBe('Pacific/Auckland')
  expect(parseTimeZone('Etc/GMT+5')).toBe('Etc/GMT+5')
})

test.each([undefined, '', 'Mars/Olympus', '../../etc/passwd', 'a'.repeat(500), '\u0000', '+25:00'])(
  'MP-1 a value that names no zone counts as the first zone: %j',
  (cookie) => expect(parseTimeZone(cookie)).toBe('America/New_York'),
)

test('BR-13 pages for everyone are cached in the usual zones only', () => {
  expect(parseUsualTimeZone('America/Denver')).toBe('America/Denver')
  expect(parseUsualTimeZone('Pacific/Auckland')).toBe('America/New_York')
})
