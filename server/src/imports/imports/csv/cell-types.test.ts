import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refused } from '../refused.ts'
import {
  acceptId,
  acceptOne,
  type CellType,
  count,
  day,
  email,
  firstDay,
  isUnsaidCell,
  lastDay,
  moment,
  momentOrDay,
  money,
  npi,
  number,
  percent,
  personName,
  state,
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

describe('IM-6 values of cells', () => {
  test.each([
    [day, ['1/1/1900', '0001-01-01', '0999-12-27', '9999-12-31', '12/31/9999', '99991231', '00000000', '2999-12-31']],
    [lastDay, ['12/31/9999', '9999-12-30', '2099-12-31', '12/31/2078', '2079-06-06', '1900-01-01']],
    [firstDay, ['1900-01-01', '0001-01-01']],
    [moment, ['9999-12-31T23:59:59Z', '0001-01-01']],
  ] as const)('IM-1 %o: placeholder days count as empty', (type, texts) => {
    expect(texts.filter((text) => type.isUnsaid?.(text) !== true)).toEqual([])
    expect(['2026-03-31', '3/31/2026', 'x', '2026-02-30'].filter((text) => type.isUnsaid?.(text))).toEqual([])
  })

  test('IM-1 a beginning that never comes is refused, because without a first day it would be in force', () => {
    expect(readCell(firstDay, '12/31/9999')).toMatch(/never comes/)
    expect([firstDay.isUnsaid?.('12/31/9999'), readCell(firstDay, '1/1/2026')]).toEqual([false, '2026-01-01'])
  })

  test('IM-3 a name is on one line, without characters that nobody writes, and no formula', () => {
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
    [money, '.50', 50],
    [money, '103.91999999999999', 10_392],
    [money, '120.330000000000001', 12_033],
    [money, '($12.34567)', -1235],
    [money, '1,234.567', 123_457],
    [money, '1234.505', 123_451],
    [money, '-1234.505', -123_451],
    [money, '0.125', 13],
    [money, '12.344996', 1234],
    // Python writes the rest of a sum of zero so.
    [money, '1.4210854715202004e-14', 0],
    [money, '-5e-05', 0],
    [money, '1.0392E+02', 10_392],
    [money, '1.03919999999E+02', 10_392],
    [money, '(12.00)', -1200],
    [money, '($12.00)', -1200],
    [money, 'USD 12.00', 1200],
    [money, '12.00 USD', 1200],
    [money, 'US$1,234.50', 123_450],
    [money, '-12.00 usd', -1200],
    [money, '1\u00a0234.50', 123_450],
    [money, '1 234 567.50', 123_456_750],
    [day, 'Mar 31, 2026', '2026-03-31'],
    [day, 'March 31, 2026', '2026-03-31'],
    [money, '$(1,234.50)', -123_450],
    [money, '$ (12)', -1200],
    [money, '-$12.00', -1200],
    [money, '$-12.00', -1200],
    [money, '12.00-', -1200],
    [money, '\u22125.00', -500],
    [money, '$ 1,234.50', 123_450],
    [money, '$ -', 0],
    [money, '(0.00)', 0],
    [money, '+12.00', 1200],
    [count(0, 12), '12', 12],
    [day, '3/1/2026', '2026-03-01'],
    [day, '20260301', '2026-03-01'],
    [day, '2026-3-1', '2026-03-01'],
    [day, '2026/03/01', '2026-03-01'],
    [day, '3/1/2026 0:00', '2026-03-01'],
    [day, '3/1/2026 12:00:00 AM', '2026-03-01'],
    [day, '2026-03-01 00:00:00', '2026-03-01'],
    [day, '12/31/2026 23:59:59', '2026-12-31'],
    [day, '2026-12-31T23:59:59.999-05:00', '2026-12-31'],
    [day, '2026-01-01T00:00:00-05:00', '2026-01-01'],
    [day, '12/31/2026 11:59 PM', '2026-12-31'],
    [day, '2026-03-01T00:00:00.000Z', '2026-03-01'],
    [day, '1-Mar-2026', '2026-03-01'],
    [day, '01MAR2026', '2026-03-01'],
    [day, '20260301.0', '2026-03-01'],
    [day, '01MAR2026:00:00:00', '2026-03-01'],
    [moment, '01MAR2026:14:30:00.000', '2026-03-01T14:30:00.000Z'],
    [moment, '01MAR2026', '2026-03-01T00:00:00.000Z'],
    [yesNo, 't', true],
    [yesNo, 'F', false],
    [number, '910000001.0', '910000001'],
    [number, "'0910000001", '0910000001'],
    [number, '="0910000001"', '0910000001'],
    [number, '“910–000–001”', '910000001'],
    [count(0, 12), '12.0', 12],
    [money, '1234.5000', 123_450],
    [yesNo, '1.0', true],
    [moment, '2026-03-01', '2026-03-01T00:00:00.000Z'],
    [moment, '2026-03-01T01:00:00-05:00', '2026-03-01T06:00:00.000Z'],
    [number, ' ab-12 34', 'AB1234'],
    [yesNo, 'Y', true],
    [yesNo, 'no', false],
    [acceptOne({ self: '18' }), 'SELF', '18'],
    [words(3), 'abc', 'abc'],
    [words(20), '= same as before', '= same as before'],
    [email, 'a@b.org', 'a@b.org'],
    [zipCode, '12345-6789', '12345-6789'],
  ] as const)('IM-6 %o %s', (type, text, value) => {
    expect(readCell(type, text)).toBe(value)
  })

  test.each([
    [money, '1.234'],
    [money, '1,23'],
    [money, 'EUR 5'],
    [money, '1.234,50'],
    [money, '(-12.00)'],
    [money, '-12.00-'],
    [money, '(12.00'],
    [money, '-'],
    [money, '.'],
    [money, '$'],
    [words(99), '=1+1'],
    [words(99), '#ERROR!'],
    [words(99), '#SPILL!'],
    [words(99), '#¡VALOR!'],
    [words(99), '#¿NOMBRE?'],
    [day, '01MAR2026:14:30:00'],
    [words(99), '=HYPERLINK("http://x.example";"Plan")'],
    [words(99), '=SUM(A1:A9)'],
    [words(99), '=$A$1&B2'],
    [money, '1e5'],
    [money, '12345678901'],
    [count(0, 12), '13'],
    [count(0, 12), '1.5'],
    [day, '31/3/2026'],
    [day, '3/1/2026 14:30'],
    [day, '1-Foo-2026'],
    [day, '3-1-2026'],
    [number, '91000000123456789.0'],
    // Shortened, so that its cents are lost.
    [money, '1.2E+02'],
    [money, '1.23e+11'],
    [money, '1.234E+08'],
    [money, '1e999'],
    [money, '12e-1'],
    [day, '2026-02-30'],
    [moment, 'yesterday'],
    [number, '12/3'],
    [yesNo, 'maybe'],
    [acceptOne({ self: '18' }), 'constructor'],
    [words(3), 'abcd'],
    [email, 'a@b'],
    [zipCode, '12'],
    [zipCode, '123456'],
    [zipCode, '1234-123'],
  ] as const)('%o refuses %s', (type, text) => {
    expect(() => type.read(text)).toThrow(Refused)
  })

  test.each([
    [number, '1.23E+11', /shortened by a spreadsheet/],
    [number, '6.1E10', /shortened by a spreadsheet/],
    [number, '6,1E+10', /shortened by a spreadsheet/],
    [words(40), '1.23E+11', /shortened by a spreadsheet/],
    [words(40), '#N/A', /error of a spreadsheet/],
    [personName(40), '#REF!', /error of a spreadsheet/],
    [words(40), '########', /error of a spreadsheet/],
    [day, '46023', /spreadsheet’s number of a day/],
    [day, '1/2/26', /year of two digits/],
    [day, '3-Feb-80', /year of two digits/],
  ] as const)('IM-6 IM-3 %o says of %s what a spreadsheet has done', (type, text, reason) => {
    expect(readCell(type, text)).toMatch(reason)
  })

  test.each(['1E3', '12E4', '0012', '1e05x', '007.10'])(
    'IM-1 IM-6 a code like %s stays as written: it is no damaged number',
    (code) => {
      expect(words(40).read(code)).toBe(code)
    },
  )

  test('IM-1 IM-6 a number with an exponent is neither an amount nor a count', () => {
    expect(number.read('1E3')).toBe('1E3')
    for (const type of [money, count(0, 10_000)]) expect(() => type.read('1E3')).toThrow(Refused)
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

describe('IM-6 notations of spreadsheets and databases', () => {
  test.each([
    [moment, '2026-03-31 02:00:00', '2026-03-31T02:00:00.000Z'],
    [moment, '2026-03-31T02:00:00', '2026-03-31T02:00:00.000Z'],
    [moment, '2026-03-31 02:00:00.123+02', 'is no day such as 2026-03-31'],
    [moment, '2026-03-31 02:00:00.123 +02:00', '2026-03-31T00:00:00.123Z'],
    [moment, '2026-02-30T02:00:00Z', 'is a day that does not exist'],
    [moment, '2026-03-31T25:00:00Z', 'is no day such as 2026-03-31'],
    [momentOrDay, '2026-02-30T02:00:00Z', 'is a day that does not exist'],
    [momentOrDay, '2026-03-31 14:15', '2026-03-31T14:15:00.000Z'],
    [momentOrDay, '2026-03-31 00:00:00', '2026-03-31'],
    [percent, '20%', 20],
    [percent, '20 %', 20],
    [percent, '20', 20],
    [percent, '1%', 1],
    [percent, '1', 'may be 1% or all of it: write 1% or 100%'],
    [percent, '1.0', 'may be 1% or all of it: write 1% or 100%'],
    [moment, '3/31/2026 2:00', '2026-03-31T02:00:00.000Z'],
    [moment, '3/31/2026 2:00:15 PM', '2026-03-31T14:00:15.000Z'],
    [moment, '3/31/2026 12:30 AM', '2026-03-31T00:30:00.000Z'],
    [moment, '2/30/2026 2:00', 'is a day that does not exist'],
    [moment, '3/31/2026 14:00 PM', 'is no day such as 2026-03-31'],
    [moment, '3/31/2026 25:00', 'is no day such as 2026-03-31'],
    [momentOrDay, '3/31/2026 14:15', '2026-03-31T14:15:00.000Z'],
    [momentOrDay, '3/31/2026 0:00', '2026-03-31'],
    [momentOrDay, '3/31/2026 12:00:00 AM', '2026-03-31'],
    [acceptId(40), '778899.0', '778899'],
    [acceptId(40), '00778899', '00778899'],
    [acceptId(40), 'A-1.0', 'A-1.0'],
    [percent, '0.2', 'is no whole number from 0 to 100'],
    [percent, '120%', 'is no whole number from 0 to 100'],
    [money, '$\u00a01,234.50', 123_450],
    [money, ' $ 12.00', 1200],
    [money, '$  (12.00)', -1200],
    [money, '$   -', 0],
    [email, 'mailto:a@b.example', 'a@b.example'],
    [zipCode, '58102.0', '58102'],
    // `mendZip` puts the zero back where that is certain.
    [zipCode, '2134.0', '2134'],
    [zipCode, '02138.0', '02138'],
    [zipCode, '21381234.0', '21381234'],
    [npi, '1234567893.0', '1234567893'],
  ] as const)('IM-6 %o reads %s as %s', (type, text, expected) => {
    expect(readCell(type, text)).toEqual(expected)
  })
})

describe('IM-6 MP-14 marks of an empty cell', () => {
  test.each([
    ['a day', day],
    ['an amount', money],
    ['a count', count(0, 9)],
    ['one of several words', acceptOne({ self: '18' })],
    ['an e-mail address', email],
    ['a ZIP code', zipCode],
    ['a number', number],
    ['a text', words(99)],
    ['an id', acceptId(99)],
  ] as const)('IM-6 NULL, \\N, N/A, NaN and SAS’s marks of nothing in %s count as empty', (_, type) => {
    for (const text of ['', 'NULL', 'null', '(null)', '\\N', 'N/A', 'n/a', 'NaN', '.', '.A', '._'])
      expect(isUnsaidCell(type, text), text).toBe(true)
  })

  test('IM-6 Null may be a surname', () => {
    expect(isUnsaidCell(personName(20), 'Null')).toBe(false)
  })

  test('IM-6 MP-14 a placeholder number is nobody’s: everybody with it would be on one contract', () => {
    for (const text of ['NULL', 'None', 'UNKNOWN', 'N/A', 'NA', '-', '0', '000000000', '0.0'])
      expect(isUnsaidCell(number, text), text).toBe(true)
    for (const text of ['NA1', '10', 'NULLA2']) expect(isUnsaidCell(number, text), text).toBe(false)
  })

  test('IM-6 a text that means "none" is empty, and an amount with an ambiguous hyphen is refused', () => {
    for (const text of ['None', 'not applicable', 'unknown', '-'])
      expect(isUnsaidCell(words(99), text), text).toBe(true)
    expect(isUnsaidCell(money, '-')).toBe(false)
  })
})

test('IM-6 a state is its two letters, or its name', () => {
  expect(['pa', 'Wisconsin', 'W. Virginia', 'D.C.', 'US-VA'].map((text) => readCell(state, text))).toEqual([
    ...['PA', 'WI', 'WV', 'DC', 'VA'],
  ])
  expect(readCell(state, 'Nowhere')).toBe('is no state: write it as two letters, such as PA')
})
