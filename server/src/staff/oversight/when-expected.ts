import { findNextExpected } from '@portico/rules/feeds/expected'
import { findRules, parseSenders } from '@portico/rules/feeds/thresholds'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { dayMs, easternDay, endOfEasternDay, hourMs } from '../../platform/day.ts'
import type { Reader } from '../../platform/db/database.ts'

/** Without a configured time, files are late two hours after the hour at which the last ones arrived (FD-7). */
const graceMs = 2 * hourMs
const minuteMs = 60_000

export interface Expected {
  readonly expectedBy: Date
  readonly isLate: boolean
}

/** Returns when the next files from a brand's sender are expected; null: none are. */
export type Expecting = (sender: string, last: Date, now: Date) => Expected | null

/** Reads what two administrators have configured for a brand's senders. */
export async function readExpecting(db: Reader, brand: string): Promise<Expecting> {
  const senders = parseSenders((await readSettings(db, brand)).text('FEED_SENDERS') ?? '') ?? new Map()
  return (sender, last, now) => {
    const schedule = { days: null, by: null, ...findRules(senders, sender).schedule }
    const midnight = beginOfEasternDay(easternDay(last))
    const minutes = (last.getTime() - midnight.getTime()) / minuteMs
    const next = findNextExpected({ day: Date.parse(easternDay(last)) / dayMs, minutes }, schedule)
    if (next === null) return null
    const day = new Date(next.day * dayMs).toISOString().slice(0, 10)
    const expectedBy = new Date(beginOfEasternDay(day).getTime() + next.minutes * minuteMs)
    const grace = schedule.by === null ? graceMs : 0
    return { expectedBy, isLate: now.getTime() > expectedBy.getTime() + grace }
  }
}

function beginOfEasternDay(day: string): Date {
  return endOfEasternDay(new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10))
}
