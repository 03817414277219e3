import { isNotKnown } from '@portico/rules/time/known-days'

/** From this day on, no plan's coverage ends: systems with a two-digit year write it for an open end. */
const neverDay = '2099-12-31'
/** Earlier days that claim systems write for an open end; the second is the last day of a SQL smalldatetime. */
const openEnds: readonly string[] = ['2078-12-31', '2079-06-06']

/** Whether a last day means that there is no end. */
export function isNoEnd(day: string): boolean {
  return isNotKnown(day) || day >= neverDay || openEnds.includes(day.slice(0, 10))
}

/** Whether a first day means "never": the coverage must not be in force, as it would be with an unknown first day. */
export function isNoBeginning(day: string): boolean {
  return day >= neverDay
}

/** Whether a day exists, `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** An existing day: February 30 becomes the last of its month; null if the month is invalid. */
function toRealDay(day: string): string | null {
  if (isDay(day)) return day
  const lastOfMonth = findLastOfMonth(day.slice(0, 7))
  return lastOfMonth !== null && day > lastOfMonth ? lastOfMonth : null
}

function findLastOfMonth(said: string): string | null {
  const [year, month] = [Number(said.slice(0, 4)), Number(said.slice(5))]
  if (month < 1 || month > 12) return null
  return `${said}-${String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, '0')}`
}

/** The first day of a FHIR date: a day, a month or a year, also with a time; null if it is missing or invalid. */
export function findFirstDay(when: string | undefined): string | null {
  const [said, year, month] = /^(\d{4})(?:-(\d\d)(?:-\d\d)?)?/.exec(when ?? '') ?? []
  if (said === undefined || year === undefined) return null
  return month === undefined ? `${year}-01-01` : toRealDay(said.length === 7 ? `${said}-01` : said)
}

/** The last day of a FHIR date, likewise. */
export function findLastDay(when: string | undefined): string | null {
  const [said, year, month] = /^(\d{4})(?:-(\d\d)(?:-\d\d)?)?/.exec(when ?? '') ?? []
  if (said === undefined || year === undefined) return null
  if (month === undefined) return `${year}-12-31`
  return said.length === 7 ? findLastOfMonth(said) : toRealDay(said)
}
