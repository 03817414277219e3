/** Eastern time, where the portal's offices are. */
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
