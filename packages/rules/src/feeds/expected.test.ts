import { describe, expect, test } from 'vitest'
import { findNextExpected, parseClock, parseDays } from './expected.ts'
import { parseSenders } from './thresholds.ts'

/** Days of the week in which Sunday is 2026-11-22. */
const sunday = Date.UTC(2026, 10, 22) / 86_400_000
const at = (day: number, clock: string) => ({ day: sunday + day, minutes: parseClock(clock) ?? -1 })

describe('FD-7 when the next files of a sender are expected', () => {
  test.each([
    ['a day after the last ones', 'mon at 02:00', at(1, '02:00'), '', at(2, '02:00')],
    ['on no day without files', 'fri at 02:00', at(5, '02:00'), 'days=mon-fri', at(8, '02:00')],
    ['by the hour that is said', 'mon at 02:00', at(1, '02:00'), 'by=06:00', at(2, '06:00')],
    ['the evening before', 'sun at 23:00', at(0, '23:00'), 'by=06:00', at(2, '06:00')],
    ['late files', 'mon at 08:00', at(1, '08:00'), 'by=06:00', at(2, '06:00')],
    ['before the weekend', 'fri at 02:00', at(5, '02:00'), 'by=06:00 days=mon-fri', at(8, '06:00')],
    ['once a week', 'wed at 02:00', at(3, '02:00'), 'days=wed', at(10, '02:00')],
    ['over the end of the week', 'sat at 02:00', at(6, '02:00'), 'days=fri-mon', at(7, '02:00')],
  ] as const)('FD-7 %s, after the files of %s', (_, __, last, rules, expected) => {
    const said = parseSenders(`* ${rules || 'old=2'}`)?.get('*')?.schedule ?? {}
    expect(findNextExpected(last, { days: null, by: null, ...said })).toEqual(expected)
  })

  test('FD-7 a sender that is not expected is never late', () => {
    const said = parseSenders('PLAINSHEALTH days=none')?.get('PLAINSHEALTH')?.schedule
    expect(findNextExpected(at(1, '02:00'), { days: null, by: null, ...said })).toBeNull()
  })

  test.each(['mon-xyz', 'mon-', 'monday', '', 'mon-tue-wed'])('FD-7 %s is not a day of the week', (text) => {
    expect(parseDays(text)).toBeNull()
  })

  test.each(['24:00', '6', '06:60', 'noon'])('FD-7 %s is not a time of day', (text) => {
    expect(parseSenders(`A by=${text}`)).toBeNull()
  })

  test('FD-7 a sender’s days, hour and thresholds may be in any order', () => {
    expect(parseSenders('plains missing=10, by=06:30, days=mon/wed; * days = mon-fri')).toEqual(
      new Map([
        ['PLAINS', { numbers: {}, thresholds: { missing: 10 }, schedule: { by: 390, days: [1, 3] } }],
        ['*', { numbers: {}, thresholds: {}, schedule: { days: [1, 2, 3, 4, 5] } }],
      ]),
    )
  })
})
