import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeReplyBy } from '@portico/rules/messages/reply-by'
import { type BusinessCalendar, businessMinutesBetween } from '@portico/rules/workspace/business-hours'
import { responseDue, targetFor } from '@portico/rules/workspace/response-due'
import * as v from 'valibot'

const Hour = v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(23))

const Targets = v.object({
  calendars: v.record(
    v.string(),
    v.object({
      zone: v.string(),
      opens: Hour,
      closes: Hour,
      days: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))), v.minLength(1)),
    }),
  ),
  /** Names of calendars by shared brand code, or ALL. */
  desks: v.objectWithRest({ ALL: v.string() }, v.string()),
  targets: v.array(
    v.object({ brand: v.string(), categoryId: v.string(), hours: v.pipe(v.number(), v.minValue(1), v.maxValue(100)) }),
  ),
})

/** The desk for a message: shared brand code and category. */
interface Desk {
  readonly brand: string
  readonly categoryId: string
}

/** Response-time targets by brand and category (MC-6). */
export interface ResponseTargets {
  /** When to answer someone who has waited since a moment. */
  due(desk: Desk, waitingSince: Date): Date
  /** How many minutes the desk was open between two moments. */
  measureWait(desk: Desk, from: Date, to: Date): number
}

/** Reads `content/response-targets.json`; throws if a calendar is missing or a brand has no target. */
export function loadTargets(contentDir: string, holidays: ReadonlySet<string>): ResponseTargets {
  const read: unknown = JSON.parse(readFileSync(join(contentDir, 'response-targets.json'), 'utf8'))
  const { calendars, desks, targets } = v.parse(Targets, read)
  const findCalendar = (brand: string): BusinessCalendar => {
    const name = desks[brand] ?? desks.ALL
    const calendar = calendars[name]
    if (calendar === undefined) throw new Error(`response-targets.json has no calendar ${name}.`)
    return { ...calendar, holidays }
  }
  for (const brand of Object.keys(desks)) findCalendar(brand)
  if (targetFor(targets, { brand: '', categoryId: '' }) === undefined)
    throw new Error('response-targets.json has no target for ALL brands and categories.')
  return {
    due: (desk, waitingSince) =>
      responseDue({
        waitingSince,
        hours: targetFor(targets, desk)?.hours ?? 0,
        calendar: findCalendar(desk.brand),
        promised: computeReplyBy(waitingSince, holidays),
      }),
    measureWait: ({ brand }, from, to) => businessMinutesBetween(from, to, findCalendar(brand)),
  }
}
