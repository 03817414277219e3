import type { Format } from '../messages/format.ts'

/** When a message was sent, as short as a list allows: the time today, else the day, with the year when it is another. */
export function shortMoment(format: Format, sentAt: string, now: string): string {
  if (format.date(sentAt) === format.date(now)) return format.time(sentAt)
  return sentAt.slice(0, 4) === now.slice(0, 4) ? format.dayAndMonth(sentAt) : format.date(sentAt)
}

/** The same in a conversation: `yesterday, 4:40 PM`. */
export function fullMoment(format: Format, sentAt: string, now: string): string {
  return `${format.relativeDay(sentAt, now)}, ${format.time(sentAt)}`
}
