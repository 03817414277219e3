import { dayMs, hourMs } from '../../platform/day.ts'

/** A night's files are expected a day after the last ones, and are late two hours later (FD-7). */
const graceMs = 2 * hourMs

export function whenExpected(last: Date, now: Date): { readonly expectedBy: Date; readonly isLate: boolean } {
  const expectedBy = new Date(last.getTime() + dayMs)
  return { expectedBy, isLate: now.getTime() > expectedBy.getTime() + graceMs }
}
