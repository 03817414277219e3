import { easternMoment, easternParts } from '../time/eastern.ts'

/** A calendar day `yyyy-mm-dd`. */
type Day = string

const closingHour = 17
const dayMs = 24 * 60 * 60 * 1000

/**
 * The latest time at which a message sent at `sentAt` is answered: by closing time (5 p.m. Eastern) of the business day after the
 * one it arrives on. Messages sent after closing, on a weekend or on a holiday arrive on the next business day.
 */
export function computeReplyBy(sentAt: Date, holidays: ReadonlySet<Day>): Date {
  const { day, hour } = easternParts(sentAt)
  const open = isBusinessDay(day, holidays) && hour < closingHour
  const arrives = open ? day : nextBusinessDay(day, holidays)
  return easternMoment(nextBusinessDay(arrives, holidays), closingHour * 60)
}

function nextBusinessDay(day: Day, holidays: ReadonlySet<Day>): Day {
  let next = day
  do next = new Date(Date.parse(next) + dayMs).toISOString().slice(0, 10)
  while (!isBusinessDay(next, holidays))
  return next
}

function isBusinessDay(day: Day, holidays: ReadonlySet<Day>): boolean {
  const weekday = new Date(Date.parse(day)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.has(day)
}
