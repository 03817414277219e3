import { easternMoment, easternParts } from '../time/eastern.ts'
import { type ChatHours, chatState } from './availability.ts'

/** Why chat is closed: the hour, a weekend, a holiday, or dates outside the configuration. */
export type ChatClosed = 'hours' | 'weekend' | 'holiday' | 'dates'

/** How many days ahead we look for the next opening: a page knows the holidays no further than that. */
const daysAhead = 14

/** Why chat is closed, and when it opens next; null: beyond the days we know (CH-1, CH-2). */
export function chatClosing(options: {
  readonly hours: ChatHours
  readonly holidays: ReadonlySet<string>
  readonly now: Date
}): { readonly why: ChatClosed; readonly opensAt: Date | null } {
  const { hours, holidays, now } = options
  const { day } = easternParts(now)
  const days = Array.from({ length: daysAhead }, (_, ahead) => isoDay(Date.parse(day) + ahead * dayMs))
  const opensAt = days
    .map((one) => easternMoment(one, hours.opens))
    .find(
      (moment) => moment > now && chatState({ ...options, signedIn: true, switchedOn: true, now: moment }) === 'open',
    )
  return { why: whyClosed(day, hours, holidays), opensAt: opensAt ?? null }
}

const dayMs = 86_400_000

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function whyClosed(day: string, hours: ChatHours, holidays: ReadonlySet<string>): ChatClosed {
  const compact = day.replaceAll('-', '')
  if (compact < hours.firstDay || hours.lastDay < compact) return 'dates'
  if (holidays.has(day)) return 'holiday'
  const weekday = new Date(day).getUTCDay()
  return weekday === 0 || weekday === 6 ? 'weekend' : 'hours'
}
