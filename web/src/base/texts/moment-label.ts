import type { Format } from './format.ts'

/** A day or moment as short as possible for a list: `Nov 9`, with the year if it differs from that of `now`. */
export function shortDay(format: Format, value: string, now: string): string {
  return value.slice(0, 4) === now.slice(0, 4) ? format.dayAndMonth(value) : format.date(value)
}

/** When something was sent, for a list: the time if it was today, otherwise the day. */
export function shortMoment(format: Format, sentAt: string, now: string): string {
  return format.date(sentAt) === format.date(now) ? format.time(sentAt) : shortDay(format, sentAt, now)
}

/** When something was sent, in full: `yesterday, 4:40 PM`. */
export function fullMoment(format: Format, sentAt: string, now: string): string {
  return `${format.relativeDay(sentAt, now)}, ${format.time(sentAt)}`
}

/** When an answer is due, in a list: the time if that is today, the day if it is past, otherwise both. */
export function dueMoment(format: Format, dueAt: string, now: string): string {
  const isAhead = dueAt > now && format.date(dueAt) !== format.date(now)
  return isAhead ? `${format.dayAndMonth(dueAt)}, ${format.time(dueAt)}` : shortMoment(format, dueAt, now)
}
