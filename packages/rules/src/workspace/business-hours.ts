/** A calendar day `yyyy-mm-dd`. */
type Day = string

/** When a desk is open: the same hours on each of its weekdays, in its own time zone. */
export interface BusinessCalendar {
  /** IANA name, e.g. `America/Chicago`. */
  readonly zone: string
  /** Whole hours, 5 to 23: clocks change before the earliest of them. */
  readonly opens: number
  readonly closes: number
  /** The weekdays on which it is open, 0 is Sunday; at least one. */
  readonly days: readonly number[]
  readonly holidays: ReadonlySet<Day>
}

const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The moment when a desk has been open for this many hours since `from` (MC-6). */
export function addBusinessHours(from: Date, hours: number, calendar: BusinessCalendar): Date {
  let left = hours * hourMs
  for (let day = dayIn(from, calendar.zone); ; day = dayAfter(day)) {
    const { opens, closes } = findHours(day, calendar)
    const begin = Math.max(opens, from.getTime())
    const room = closes - begin
    if (room <= 0) continue
    if (left <= room) return new Date(begin + left)
    left -= room
  }
}

/** How many whole minutes a desk was open between two moments; 0 if the second is not later. */
export function businessMinutesBetween(from: Date, to: Date, calendar: BusinessCalendar): number {
  let open = 0
  for (let day = dayIn(from, calendar.zone); ; day = dayAfter(day)) {
    const { opens, closes } = findHours(day, calendar)
    if (opens >= to.getTime()) break
    open += Math.max(0, Math.min(closes, to.getTime()) - Math.max(opens, from.getTime()))
  }
  return Math.floor(open / minuteMs)
}

/** Opening and closing time of a day in ms; equal on a day when the desk is closed. */
function findHours(day: Day, calendar: BusinessCalendar): { readonly opens: number; readonly closes: number } {
  const opens = momentAt(day, calendar.opens, calendar.zone)
  const isOpen = calendar.days.includes(new Date(Date.parse(day)).getUTCDay()) && !calendar.holidays.has(day)
  return { opens, closes: isOpen ? momentAt(day, calendar.closes, calendar.zone) : opens }
}

function dayAfter(day: Day): Day {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
}

function dayIn(moment: Date, zone: string): Day {
  return new Date(moment.getTime() + offsetMs(moment.getTime(), zone)).toISOString().slice(0, 10)
}

/** The moment of an hour in a time zone; by the afternoon, any clock change of the day is over. */
function momentAt(day: Day, hour: number, zone: string): number {
  const local = Date.parse(day) + hour * hourMs
  return local - offsetMs(local - offsetMs(local, zone), zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a time zone is ahead of UTC. */
function offsetMs(moment: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(moment / minuteMs) * minuteMs
}
