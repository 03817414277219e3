import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refused } from '../refused.ts'
import {
  acceptOne,
  type CellType,
  count,
  day,
  email,
  firstDay,
  lastDay,
  moment,
  money,
  number,
  personName,
  words,
  yesNo,
  zipCode,
} from './cell-types.ts'

const readCell = (type: CellType<unknown>, text: string) => {
  try {
    return type.read(text)
  } catch (error) {
    return error instanceof Refused ? error.message : error
  }
}

describe('IM-6 what cells hold', () => {
  test.each([
    [day, ['1/1/1900', '0001-01-01', '0999-12-27', '9999-12-31', '12/31/9999', '99991231', '00000000', '2999-12-31']],
    [lastDay, ['12/31/9999', '9999-12-30', '2099-12-31', '1900-01-01']],
    [firstDay, ['1900-01-01', '0001-01-01']],
    [moment, ['9999-12-31T23:59:59Z', '0001-01-01']],
  ] as const)('IM-1 %o: days that stand for none are as good as empty', (type, texts) => {
    expect(texts.filter((text) => type.isUnsaid?.(text) !== true)).toEqual([])
    expect(['2026-03-31', '3/31/2026', 'x', '2026-02-30'].filter((text) => type.isUnsaid?.(text))).toEqual([])
  })

  test('IM-1 what begins on a day that never comes is refused, because without a first day it would be in force', () => {
    expect(readCell(firstDay, '12/31/9999')).toMatch(/never comes/)
    expect([firstDay.isUnsaid?.('12/31/9999'), readCell(firstDay, '1/1/2026')]).toEqual([false, '2026-01-01'])
  })

  test('IM-3 a name is one line without characters that no one writes, and no formula', () => {
    expect(readCell(personName(20), 'Ada\u0007\n\u200b Lee')).toBe('Ada Lee')
    for (const name of ['=HYPERLINK("x")', '+1', '@SUM(1)', '-2+3', '＝1']) {
      expect(readCell(personName(20), name), name).toMatch(/formula/)
    }
    expect(readCell(personName(20), '-')).toBe('-')
  })

  test.each([
    [money, '1234.5', 123_450],
    [money, '$1,234.50', 123_450],
    [money, '-12.00', -1200],
    [money, '-0.00', 0],
    [money, '0.1', 10],
    [count(0, 12), '12', 12],
    [day, '3/1/2026', '2026-03-01'],
    [day, '20260301', '2026-03-01'],
    [moment, '2026-03-01', '2026-03-01T00:00:00.000Z'],
    [moment, '2026-03-01T01:00:00-05:00', '2026-03-01T06:00:00.000Z'],
    [number, ' ab-12 34', 'AB1234'],
    [yesNo, 'Y', true],
    [yesNo, 'no', false],
    [acceptOne({ self: '18' }), 'SELF', '18'],
    [words(3), 'abc', 'abc'],
    [email, 'a@b.org', 'a@b.org'],
    [zipCode, '12345-6789', '12345-6789'],
  ] as const)('%o %s', (type, text, value) => {
    expect(readCell(type, text)).toBe(value)
  })

  test.each([
    [money, '1.234'],
    [money, '1,23'],
    [money, 'EUR 5'],
    [money, '1e5'],
    [money, '12345678901'],
    [count(0, 12), '13'],
    [count(0, 12), '1.5'],
    [day, '31/3/2026'],
    [day, '2026-02-30'],
    [moment, 'yesterday'],
    [number, '12/3'],
    [yesNo, 'maybe'],
    [acceptOne({ self: '18' }), 'constructor'],
    [words(3), 'abcd'],
    [email, 'a@b'],
    [zipCode, '1234'],
  ] as const)('%o refuses %s', (type, text) => {
    expect(() => type.read(text)).toThrow(Refused)
  })

  test('an amount is read to the cent, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
        const whole = Math.floor(Math.abs(cents) / 100)
        const text = `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
        expect(money.read(text)).toBe(cents)
      }),
    )
  })
})
