import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeReplyBy } from './reply-by.ts'

const holidays = new Set(['2026-11-26', '2026-12-25'])

describe('MC-3 people who write to us learn when they will have an answer', () => {
  test.each([
    [
      'a Friday morning is answered by Monday, 5 p.m. Eastern (standard time)',
      '2026-11-20T14:00:00Z',
      '2026-11-23T22:00:00.000Z',
    ],
    [
      'a summer Monday is answered by Tuesday, 5 p.m. Eastern (daylight time)',
      '2026-07-13T14:00:00Z',
      '2026-07-14T21:00:00.000Z',
    ],
    ['after closing counts as the next business day', '2026-11-16T22:00:00Z', '2026-11-18T22:00:00.000Z'],
    ['just before closing counts as the same day', '2026-11-16T21:59:59Z', '2026-11-17T22:00:00.000Z'],
    ['a Saturday counts as Monday', '2026-11-21T15:00:00Z', '2026-11-24T22:00:00.000Z'],
    ['a holiday is passed over', '2026-11-25T15:00:00Z', '2026-11-27T22:00:00.000Z'],
    ['sent on a holiday counts as the day after', '2026-11-26T15:00:00Z', '2026-11-30T22:00:00.000Z'],
    ['the evening in UTC is still the day in the East', '2026-11-18T01:00:00Z', '2026-11-19T22:00:00.000Z'],
  ])('MC-3 %s', (_title, sentAt, by) => {
    expect(computeReplyBy(new Date(sentAt), holidays).toISOString()).toBe(by)
  })

  test('MC-3 the answer is always later, within eight days, on a working day at closing time', () => {
    const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, (sentAt) => {
        const by = computeReplyBy(sentAt, holidays)
        expect(by.getTime()).toBeGreaterThan(sentAt.getTime())
        expect(by.getTime() - sentAt.getTime()).toBeLessThan(8 * 24 * 60 * 60 * 1000)
        expect([1, 2, 3, 4, 5]).toContain(by.getUTCDay())
        expect([21, 22]).toContain(by.getUTCHours())
      }),
    )
  })
})
