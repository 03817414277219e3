import { isNotKnown } from '../time/known-days.ts'

/** A name, number or address of a person, which may have predecessors and successors. */
export interface Dated {
  readonly use?: string | undefined
  readonly period?: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined
}

/** Uses that no longer count, whatever their period. */
const formerUses = ['old', 'maiden']

/** Whether it is in force on a day (0), begins later (1), or is over (2, 3). */
export function timeOfUse({ use, period }: Dated, today: string): 0 | 1 | 2 | 3 {
  if (use !== undefined && formerUses.includes(use)) return 3
  // A placeholder for an unknown end means no end: systems write the first day of their calendar.
  const isKnown = period?.end !== undefined && !isNotKnown(period.end)
  if (isKnown && period.end.slice(0, 10) < today.slice(0, period.end.length)) return 2
  return period?.start !== undefined && period.start.slice(0, 10) > today ? 1 : 0
}
