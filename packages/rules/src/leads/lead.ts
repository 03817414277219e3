import type { BestTime } from '../messages/best-times.ts'
import { easternMoment, easternParts } from '../time/eastern.ts'

/** How someone became a possible buyer: they asked to hear about plans, asked for a call, or opened an account as a visitor. */
export const leadKinds = ['lead', 'call', 'prospect'] as const
export type LeadKind = (typeof leadKinds)[number]

/** `new` and `reached` are open; the other two are done. */
export const leadStates = ['new', 'reached', 'won', 'closed'] as const
export type LeadState = (typeof leadStates)[number]

export const openLeadStates: readonly LeadState[] = ['new', 'reached']

/** The end of each part of a day, in minutes after midnight, Eastern time. */
const endOf: Readonly<Record<BestTime, number>> = {
  morning: 12 * 60,
  afternoon: 17 * 60,
  evening: 20 * 60,
  any: 17 * 60,
}

/** The time by which someone who asked for a call is to be called (SH-8). */
export function callDue(day: string, time: BestTime): Date {
  return easternMoment(day, endOf[time])
}

const offeredDays = 10

/** The business days on which a call can be requested: the next ten, including today until 4 p.m. Eastern. */
export function callDays(now: Date, holidays: ReadonlySet<string>): readonly string[] {
  const days: string[] = []
  const { day: today } = easternParts(now)
  for (let at = 0; days.length < offeredDays && at < 40; at++) {
    const day = new Date(Date.parse(today) + at * 86_400_000).toISOString().slice(0, 10)
    const weekday = new Date(Date.parse(day)).getUTCDay()
    const hasTime = callDue(day, 'any').getTime() - now.getTime() >= 60 * 60 * 1000
    if (weekday !== 0 && weekday !== 6 && !holidays.has(day) && hasTime) days.push(day)
  }
  return days
}
