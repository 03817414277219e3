import { type CalendarDate, toYyyymmdd } from '@portico/rules/validation/date'

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

/** Parses `yyyy-mm-dd`, the database's form. */
export function isoDate(day: string): CalendarDate {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) }
}

/** A date as `yyyy-mm-dd`. */
export function formatIsoDay(date: CalendarDate): string {
  return toYyyymmdd(date).replace(/^(....)(..)(..)$/, '$1-$2-$3')
}

/** `yyyy-mm-dd` to `yyyymmdd`. */
export function compactDay(day: string): string {
  return day.replaceAll('-', '')
}

/** A day plus a number of days, both `yyyy-mm-dd`. */
export function isoDayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The same day some years later or earlier, both `yyyy-mm-dd`; March 1 in place of a February 29 that does not exist. */
export function isoYearsAfter(day: string, years: number): string {
  const { year, month, day: date } = isoDate(day)
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10)
}

/** The calendar day at a moment in US Eastern time, `yyyy-mm-dd`: it decides coverage dates and service hours. */
export function easternDay(now: Date): string {
  const hour = Math.floor(now.getTime() / hourMs)
  if (hour !== last.hour) last = { hour, day: easternFormat.format(now) }
  return last.day
}

/** The last result, because most callers ask for today. Days begin on the hour in UTC, too. */
let last = { hour: Number.NaN, day: '' }

/** The moment when a day, `yyyy-mm-dd`, ends in US Eastern time, which is four or five hours behind UTC. */
export function endOfEasternDay(day: string): Date {
  const midnight = Date.parse(isoDayAfter(day, 1))
  const inSummer = new Date(midnight + 4 * hourMs)
  return easternDay(inSummer) > day ? inSummer : new Date(midnight + 5 * hourMs)
}

// The Canadian English form of a date is the ISO form.
const easternFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

/** The latest of some days, `yyyy-mm-dd`; null if there are none, or if one of them is open-ended. */
export function findLastDay(days: readonly (string | null)[]): string | null {
  return days.includes(null) ? null : (days.toSorted().at(-1) ?? null)
}
