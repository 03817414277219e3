import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHAT_DEFAULTS, chatState, readChatHours } from './availability.ts'
import { chatClosing } from './closing.ts'

const current = readChatHours({ StartDate: '01/01/2026', EndDate: '12-31-2026' }).hours
const open = { signedIn: true, switchedOn: true, hours: current, holidays: new Set<string>() }
const at = (moment: string, more: object = {}) => chatState({ ...open, ...more, now: new Date(moment) })

describe('CH-2 configuration', () => {
  test('CH-2 the defaults are those of the sources', () => {
    expect(CHAT_DEFAULTS).toEqual({
      StartDate: '07/27/2015',
      EndDate: '12/31/2017',
      StartTime: '8',
      EndTime: '18',
      Time_Text: 'Mon - Fri: 8 a.m. - 6 p.m. EST',
      Text: 'Click to chat with an Agent',
    })
    expect(readChatHours({})).toEqual({
      hours: { firstDay: '20150727', lastDay: '20171231', opens: 480, closes: 1080 },
      texts: { linkText: 'Click to chat with an Agent', hoursText: 'Mon - Fri: 8 a.m. - 6 p.m. EST' },
      unreadable: [],
    })
  })

  test('CH-2 VA-10 dates may have slashes or hyphens; an unreadable value takes the default and is reported', () => {
    const { hours, unreadable } = readChatHours({
      StartDate: '2-3-2026',
      EndDate: 'soon',
      StartTime: '25',
      EndTime: '17:30',
    })
    expect(hours).toEqual({ firstDay: '20260203', lastDay: '20171231', opens: 480, closes: 1050 })
    expect(unreadable).toEqual(['EndDate', 'StartTime'])
  })
})

describe('CH-1 business hours', () => {
  test('CH-1 only after sign-in and when switched on', () => {
    const noon = '2026-11-18T17:00:00Z'
    expect(at(noon)).toBe('open')
    expect(at(noon, { signedIn: false })).toBe('hidden')
    expect(at(noon, { switchedOn: false })).toBe('hidden')
  })

  test.each([
    // Winter: Eastern is UTC-5.
    ['2026-11-18T12:59:59.999Z', 'closed'],
    ['2026-11-18T13:00:00Z', 'open'],
    ['2026-11-18T22:59:59.999Z', 'open'],
    ['2026-11-18T23:00:00Z', 'closed'],
    // Summer: UTC-4.
    ['2026-07-15T11:59:59Z', 'closed'],
    ['2026-07-15T12:00:00Z', 'open'],
    ['2026-07-15T22:00:00Z', 'closed'],
    // The Mondays after the clocks change.
    ['2026-03-09T11:59:59Z', 'closed'],
    ['2026-03-09T12:00:00Z', 'open'],
    ['2026-11-02T12:59:59Z', 'closed'],
    ['2026-11-02T13:00:00Z', 'open'],
  ])('CH-1 at %s it is %s', (moment, state) => {
    expect(at(moment)).toBe(state)
  })

  test('CH-1 Saturday and Sunday go by the UTC day', () => {
    const always = readChatHours({
      StartDate: '01/01/2026',
      EndDate: '12/31/2026',
      StartTime: '0',
      EndTime: '24',
    }).hours
    // Friday evening in the East is Saturday in UTC; Sunday evening is Monday in UTC.
    expect(at('2026-11-21T00:30:00Z', { hours: always })).toBe('closed')
    expect(at('2026-11-23T00:30:00Z', { hours: always })).toBe('open')
    expect(at('2026-11-21T17:00:00Z')).toBe('closed')
    expect(at('2026-11-22T17:00:00Z')).toBe('closed')
  })

  test('CH-1 closed on holidays', () => {
    expect(at('2026-11-26T17:00:00Z', { holidays: new Set(['2026-11-26']) })).toBe('closed')
    expect(at('2026-11-27T17:00:00Z', { holidays: new Set(['2026-11-26']) })).toBe('open')
  })

  test('CH-2 both dates are inclusive, by the Eastern day', () => {
    const days = readChatHours({ StartDate: '11/18/2026', EndDate: '11/19/2026' }).hours
    expect(at('2026-11-17T17:00:00Z', { hours: days })).toBe('closed')
    expect(at('2026-11-18T17:00:00Z', { hours: days })).toBe('open')
    expect(at('2026-11-19T17:00:00Z', { hours: days })).toBe('open')
    expect(at('2026-11-20T17:00:00Z', { hours: days })).toBe('closed')
  })

  test('CH-1 it is never open at a moment that is on a weekend in both calendars', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }), (now) => {
        const weekend = [0, 6].includes(now.getUTCDay())
        if (weekend) expect(chatState({ ...open, now })).toBe('closed')
        else expect(['open', 'closed']).toContain(chatState({ ...open, now }))
      }),
    )
  })
})

describe('CH-1 CH-2 why it is closed, and when it opens', () => {
  const holidays = new Set(['2026-11-26', '2026-12-25'])
  const findClosing = (moment: string) => {
    const { why, opensAt } = chatClosing({ hours: current, holidays, now: new Date(moment) })
    return [why, opensAt?.toISOString() ?? null]
  }

  test.each([
    // Sunday; Friday night in the East, which is Saturday in UTC.
    ['2026-11-22T12:00:00Z', 'weekend', '2026-11-23T13:00:00.000Z'],
    ['2026-11-21T00:30:00Z', 'hours', '2026-11-23T13:00:00.000Z'],
    // Before opening, after closing, and the evening before a holiday.
    ['2026-11-24T12:00:00Z', 'hours', '2026-11-24T13:00:00.000Z'],
    ['2026-11-24T23:30:00Z', 'hours', '2026-11-25T13:00:00.000Z'],
    ['2026-11-25T23:30:00Z', 'hours', '2026-11-27T13:00:00.000Z'],
    ['2026-11-26T15:00:00Z', 'holiday', '2026-11-27T13:00:00.000Z'],
    // The weekend on which clocks go forward.
    ['2026-03-07T15:00:00Z', 'weekend', '2026-03-09T12:00:00.000Z'],
    // After the last day of the configuration, and before the first day.
    ['2027-01-01T15:00:00Z', 'dates', null],
    ['2025-12-31T15:00:00Z', 'dates', '2026-01-01T13:00:00.000Z'],
  ])('CH-1 at %s: %s, opens %s', (moment, why, opensAt) => {
    expect(findClosing(moment)).toEqual([why, opensAt])
  })

  test('CH-1 it is open at the stated moment, and at no full hour before it', () => {
    const range = { min: new Date('2026-01-01'), max: new Date('2026-12-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (now) => {
        fc.pre(chatState({ ...open, holidays, now }) === 'closed')
        const { opensAt } = chatClosing({ hours: current, holidays, now })
        expect(chatState({ ...open, holidays, now: opensAt ?? now })).toBe('open')
        const hour = 3_600_000
        for (let at = Math.ceil(now.getTime() / hour) * hour; at < (opensAt?.getTime() ?? 0); at += hour)
          expect(chatState({ ...open, holidays, now: new Date(at) })).toBe('closed')
      }),
      { numRuns: 50 },
    )
  })
})
