import type { Problem } from './result.ts'

/** A day of the Gregorian calendar, without a time or zone. Years run from 1 to 9999, months from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A date typed as mm/dd/yyyy or mm/dd/yy (VA-10). */
export function checkDate(
  text: string,
  { today, required = false }: { today: CalendarDate; required?: boolean },
): Problem | null {
  if (text === '') return required ? { code: 'field.required' } : null
  const date = readTyped(text, today)
  if (!date) return { code: 'date.format' }
  if (!isMonth(date.month)) return { code: 'date.month' }
  return isCalendarDate(date) ? null : { code: 'date.invalid' }
}

/** The day that a valid mm/dd/yyyy or mm/dd/yy names, else null; a two-digit year later than today's is 19xx, otherwise 20xx (VA-10). */
export function parseDate(text: string, today: CalendarDate): CalendarDate | null {
  return realDate(readTyped(text, today))
}

/** A day typed in three fields. */
export interface DateParts {
  readonly month: string
  readonly day: string
  readonly year: string
}

/** The date from three fields, for `checkDate` and `parseDate` (VA-10); empty if all three are empty. */
export function joinDateParts(parts: DateParts): string {
  const [month, day, year] = [parts.month.trim(), parts.day.trim(), parts.year.trim()]
  if (month === '' && day === '' && year === '') return ''
  return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`
}

/** The day as mm/dd/yyyy. */
export function formatDate({ year, month, day }: CalendarDate): string {
  return `${pad(month, 2)}/${pad(day, 2)}/${pad(year, 4)}`
}

/** The day as yyyymmdd (VA-10). */
export function toYyyymmdd({ year, month, day }: CalendarDate): string {
  return `${pad(year, 4)}${pad(month, 2)}${pad(day, 2)}`
}

/** The day that a yyyymmdd text names; null: it names none (VA-10). */
export function fromYyyymmdd(text: string): CalendarDate | null {
  return realDate(read(/^(?<year>[0-9]{4})(?<month>[0-9]{2})(?<day>[0-9]{2})$/, text))
}

/** The day in a date of the chat configuration: month/day/year or month-day-year with a four-digit year, else null (VA-10). */
export function parseChatDate(text: string): CalendarDate | null {
  return realDate(read(/^(?<month>[0-9]{1,2})([/-])(?<day>[0-9]{1,2})\2(?<year>[0-9]{4})$/, text))
}

/** Reads the numbers of a typed date without validating them; null: wrong format. */
function readTyped(text: string, today: CalendarDate): CalendarDate | null {
  const date = read(/^(?<month>[0-9]{2})\/(?<day>[0-9]{2})\/(?<year>[0-9]{4}|[0-9]{2})$/, text)
  const twoDigitYear = text.length === 'mm/dd/yy'.length
  return date && twoDigitYear ? { ...date, year: fullYear(date.year, today) } : date
}

function read(pattern: RegExp, text: string): CalendarDate | null {
  const parts = pattern.exec(text)?.groups
  return parts ? { year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) } : null
}

function fullYear(twoDigits: number, today: CalendarDate): number {
  return twoDigits > today.year % 100 ? 1900 + twoDigits : 2000 + twoDigits
}

function realDate(date: CalendarDate | null): CalendarDate | null {
  return date && isCalendarDate(date) ? date : null
}

function isCalendarDate({ year, month, day }: CalendarDate): boolean {
  return year >= 1 && isMonth(month) && day >= 1 && day <= daysIn(year, month)
}

function isMonth(month: number): boolean {
  return month >= 1 && month <= 12
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function pad(part: number, digits: number): string {
  return String(part).padStart(digits, '0')
}
