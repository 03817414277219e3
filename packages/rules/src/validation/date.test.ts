import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type CalendarDate,
  checkDate,
  formatDate,
  fromYyyymmdd,
  joinDateParts,
  parseChatDate,
  parseDate,
  toYyyymmdd,
} from './date.ts'

const today: CalendarDate = { year: 2026, month: 11, day: 21 }
const date = (year: number, month: number, day: number): CalendarDate => ({ year, month, day })

/** A day of any year that the text can express, computed by the platform rather than by the code under test. */
const anyDate = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((day) => date(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()))

/** Whether a day exists, according to the platform: a day that does not exist rolls over into another. */
function exists({ year, month, day }: CalendarDate): boolean {
  const rolled = new Date(0)
  rolled.setUTCFullYear(year, month - 1, day)
  return rolled.getUTCFullYear() === year && rolled.getUTCMonth() === month - 1 && rolled.getUTCDate() === day
}

it.each(['01/31/2026', '12/31/99', '02/29/2024', '02/29/2000', '02/29/00', '04/30/1979', '02/28/1900', '01/01/0001'])(
  'VA-10 %j is a date',
  (text) => {
    expect(checkDate(text, { today })).toBeNull()
  },
)

it.each([
  '1/31/2026',
  '01/1/2026',
  '01/31/202',
  '01/31/20266',
  '01/31/2',
  '01-31-2026',
  '2026-01-31',
  '01312026',
  '01/31',
  'ab/31/2026',
  '01/31/2026 ',
  ' 01/31/2026',
  '01/31/2026\n',
  '01/31/26\n',
  '０１/31/2026',
  '٠١/٣١/٢٠٢٦',
  '-1/31/2026',
  '   ',
  'today',
])('VA-10 %j is not in the format', (text) => {
  expect(checkDate(text, { today })).toEqual({ code: 'date.format' })
  expect(parseDate(text, today)).toBeNull()
})

it.each(['00/10/2026', '13/10/2026', '99/99/99'])('VA-10 %j has a month that is not 1 to 12', (text) => {
  expect(checkDate(text, { today })).toEqual({ code: 'date.month' })
  expect(parseDate(text, today)).toBeNull()
})

it.each([
  '02/30/2024',
  '02/29/2023',
  '02/29/1900',
  '02/29/2100',
  '04/31/2026',
  '01/32/2026',
  '01/00/2026',
  '01/01/0000',
])('VA-10 %j names a day that does not exist', (text) => {
  expect(checkDate(text, { today })).toEqual({ code: 'date.invalid' })
  expect(parseDate(text, today)).toBeNull()
})

it('VA-10 an empty date is refused only when required', () => {
  expect(checkDate('', { today })).toBeNull()
  expect(checkDate('', { today, required: true })).toEqual({ code: 'field.required' })
})

it('VA-10 a two-digit year above the current one is 19xx, else 20xx', () => {
  expect(parseDate('06/15/25', today)).toEqual(date(2025, 6, 15))
  expect(parseDate('12/31/26', today)).toEqual(date(2026, 12, 31))
  expect(parseDate('06/15/27', today)).toEqual(date(1927, 6, 15))
  expect(parseDate('06/15/99', today)).toEqual(date(1999, 6, 15))
  expect(parseDate('06/15/00', today)).toEqual(date(2000, 6, 15))
  expect(parseDate('06/15/27', { ...today, year: 2027 })).toEqual(date(2027, 6, 15))
})

it('VA-10 leap years follow the century that a two-digit year falls in', () => {
  expect(checkDate('02/29/28', { today })).toBeNull()
  expect(parseDate('02/29/28', today)).toEqual(date(1928, 2, 29))
  expect(checkDate('02/29/27', { today })).toEqual({ code: 'date.invalid' })
})

it('VA-10 exactly the days that exist are accepted', () => {
  const parts = fc.record({
    year: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 0, max: 33 }),
  })
  fc.assert(
    fc.property(parts, (parts) => {
      expect(checkDate(formatDate(parts), { today })).toEqual(exists(parts) ? null : { code: 'date.invalid' })
      expect(fromYyyymmdd(toYyyymmdd(parts))).toEqual(exists(parts) ? parts : null)
    }),
    { numRuns: 2000 },
  )
})

it('VA-10 a date survives formatting and parsing, as mm/dd/yyyy and as yyyymmdd', () => {
  fc.assert(
    fc.property(anyDate, (day) => {
      expect(checkDate(formatDate(day), { today, required: true })).toBeNull()
      expect(parseDate(formatDate(day), today)).toEqual(day)
      expect(fromYyyymmdd(toYyyymmdd(day))).toEqual(day)
      expect(parseChatDate(formatDate(day))).toEqual(day)
    }),
  )
})

it('VA-10 the formatted dates have leading zeros', () => {
  expect(formatDate(date(2026, 1, 5))).toBe('01/05/2026')
  expect(toYyyymmdd(date(2026, 1, 5))).toBe('20260105')
  expect(toYyyymmdd(date(987, 12, 31))).toBe('09871231')
})

it.each([
  '',
  '2026015',
  '202601055',
  '20261305',
  '20260132',
  '20260229',
  '00000101',
  '20260105\n',
  ' 20260105',
  '２０２６０１０５',
])('VA-10 %j is not a yyyymmdd date', (text) => {
  expect(fromYyyymmdd(text)).toBeNull()
})

it('VA-10 a chat date is month, day and year with slashes or hyphens', () => {
  for (const text of ['07/27/2015', '07-27-2015', '7/27/2015', '7-27-2015']) {
    expect(parseChatDate(text)).toEqual(date(2015, 7, 27))
  }
})

it.each([
  '',
  '07/27-2015',
  '07.27.2015',
  '07/27/15',
  '2015-07-27',
  '13/27/2015',
  '02/30/2015',
  '07/27/2015\n',
  '0/1/2015',
])('VA-10 %j is not a chat date', (text) => {
  expect(parseChatDate(text)).toBeNull()
})

it.each([
  [' 2', '3 ', '1984', null],
  ['', '', '', 'field.required'],
  ['13', '1', '1984', 'date.month'],
  ['2', '30', '1984', 'date.invalid'],
  ['', '1', '1984', 'date.month'],
  ['2', 'x', '1984', 'date.format'],
  ['2', '3', '984', 'date.format'],
])('VA-10 the fields %j, %j and %j make a date: %s', (month, day, year, code) => {
  const text = joinDateParts({ month, day, year })
  expect(checkDate(text, { today, required: true })?.code ?? null).toBe(code)
})

it('VA-10 three fields make the date that they name', () => {
  fc.assert(
    fc.property(anyDate, ({ year, month, day }) => {
      fc.pre(year >= 1000)
      const text = joinDateParts({ month: `${month}`, day: `${day}`, year: `${year}` })
      expect(parseDate(text, today)).toEqual({ year, month, day })
    }),
  )
})
