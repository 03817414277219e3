/** Days after a denial within which a member can appeal (29 CFR 2560.503-1, 45 CFR 147.136). */
export const APPEAL_DAYS = 180

/** Days within which a plan decides an appeal about care that was given (29 CFR 2560.503-1(i)(2)(iii)). */
export const APPEAL_ANSWER_DAYS = 60

/** Months after the plan's last answer within which the member can ask for an external review (45 CFR 147.136(d)). */
export const REVIEW_MONTHS = 4

const dayMs = 24 * 60 * 60 * 1000

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Last day to appeal a denial; both days are `yyyy-mm-dd`. */
export function appealDeadline(decidedOn: string): string {
  return dayAfter(decidedOn, APPEAL_DAYS)
}

/** Day by which the plan has to decide an appeal sent on a given day; both are `yyyy-mm-dd`. */
export function appealAnswerBy(sentOn: string): string {
  return dayAfter(sentOn, APPEAL_ANSWER_DAYS)
}

/**
 * Last day to ask for an external review of a denial on appeal: the same day four months later or, where that month has none, the
 * first of the next one (45 CFR 147.136(d)); both are `yyyy-mm-dd`.
 */
export function reviewDeadline(decidedOn: string): string {
  const [year = 0, month = 0, day = 0] = decidedOn.split('-').map(Number)
  const same = new Date(Date.UTC(year, month - 1 + REVIEW_MONTHS, day))
  const until = same.getUTCDate() === day ? same : new Date(Date.UTC(year, month + REVIEW_MONTHS, 1))
  return until.toISOString().slice(0, 10)
}

/** How many days are left to appeal, counting the last one; 0 once it is too late. */
export function appealDaysLeft(deadline: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(deadline) - Date.parse(today)) / dayMs) + 1)
}

/** Whether a denial can be appealed or reviewed on a day: through the last day, and also where that is not known. */
export function appealStep(deadline: string | null, today: string): 'open' | 'over' {
  return deadline === null || deadline >= today ? 'open' : 'over'
}
