/** From when to when something is or lasts, in milliseconds since 1970: the start is included, the end is not. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Earlier and later than anything that FHIR can write. */
export const beginning = Date.UTC(0, 0, 1) - 2e15
export const end = Date.UTC(9999, 11, 31) + 864e5

const written = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/**
 * What a FHIR `date`, `dateTime` or `instant` stands for: a whole year, month, day, minute, second or millisecond; null: it is none of
 * these.
 */
export function parseSpan(text: string): Span | null {
  const [, year, month, day, hour, minute, second, part, zone] = written.exec(text) ?? []
  if (year === undefined || year === '0000') return null
  const at = (...values: readonly number[]) => {
    const [y = 0, m = 0, d = 1, ...time] = values
    const date = new Date(Date.UTC(2000, m, d, ...time))
    // The Date constructor would take years before 100 for years of the last century.
    return date.setUTCFullYear(y + (date.getUTCFullYear() - 2000))
  }
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)]
  if (m < 1 || m > 12 || d < 1 || d > lastDay(y, m)) return null
  if (month === undefined) return { from: at(y), to: at(y + 1) }
  if (day === undefined) return { from: at(y, m - 1), to: m === 12 ? at(y + 1) : at(y, m) }
  if (hour === undefined || minute === undefined) return { from: at(y, m - 1, d), to: at(y, m - 1, d) + 864e5 }
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return null
  const thousandths = part === undefined ? 0 : Number(part.padEnd(3, '0').slice(0, 3))
  const from =
    at(y, m - 1, d, Number(hour), Number(minute), Number(second ?? 0), thousandths) - parseOffset(zone ?? 'Z')
  return { from, to: from + (second === undefined ? 60_000 : part === undefined ? 1_000 : 1) }
}

function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function parseOffset(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** How a search value relates to the value of a resource. */
export const datePrefixes = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'sa', 'eb'] as const
export type DatePrefix = (typeof datePrefixes)[number]

/** Whether `yyyy-mm-dd` is a real calendar day, which databases insist on. */
export function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return text > '0001' && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`)
}
