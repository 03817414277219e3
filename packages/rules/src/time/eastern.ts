/** Eastern time, the time zone of the portal's offices. */
const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A moment as clocks and calendars in the eastern United States show it; `day` is `yyyy-mm-dd`. */
export function easternParts(moment: Date): { readonly day: string; readonly hour: number; readonly minute: number } {
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour), minute: Number(parts.minute) }
}

/** The moment when eastern clocks show this many minutes after midnight on a day `yyyy-mm-dd`. */
export function easternMoment(day: string, minutes: number): Date {
  // Eastern time is four or five hours behind UTC; the offset that yields the right hour is correct.
  const summer = new Date(Date.parse(day) + (minutes + 4 * 60) * 60_000)
  return easternParts(summer).hour === Math.floor(minutes / 60) % 24 ? summer : new Date(summer.getTime() + 3_600_000)
}
