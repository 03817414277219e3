import { dateFormat } from '../../base/texts/format.ts'

export type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** The part of the day for an hour, 0 to 23, which decides on the greeting. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** The hour, 0 to 23, of an ISO moment in a time zone such as `America/New_York`; undefined is the viewer's own. */
export function hourIn(moment: string, timeZone: string | undefined): number {
  return Number(format(moment, timeZone, 'en-US', { hour: 'numeric', hourCycle: 'h23' }))
}

/** The calendar day `yyyy-mm-dd` of an ISO moment in a time zone; undefined is the viewer's own. */
export function dayIn(moment: string, timeZone: string | undefined): string {
  return format(moment, timeZone, 'en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
}

function format(
  moment: string,
  timeZone: string | undefined,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const zone = timeZone === undefined ? options : { ...options, timeZone }
  return dateFormat(locale, zone).format(new Date(moment))
}
