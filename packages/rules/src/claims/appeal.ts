/** Whose rules an appeal follows: plans that people or employers buy, Medicare Advantage, or Medicaid. */
export const appealPrograms = ['commercial', 'medicare', 'medicaid'] as const

export type AppealProgram = (typeof appealPrograms)[number]

/**
 * Days after a denial within which a member can appeal: 29 CFR 2560.503-1 and 45 CFR 147.136; 42 CFR 422.582(b) and 423.582(b), which
 * count a letter as received 5 days after its date; 42 CFR 438.402(c)(2).
 */
export const appealDays: Readonly<Record<AppealProgram, number>> = { commercial: 180, medicare: 65, medicaid: 60 }

/**
 * Days within which a plan must decide an appeal about care already given: 29 CFR 2560.503-1(i)(2)(iii); 42 CFR 422.590(b); 42 CFR
 * 438.408(b)(2).
 */
export const appealAnswerDays: Readonly<Record<AppealProgram, number>> = { commercial: 60, medicare: 60, medicaid: 30 }

/** Months after the plan's last answer within which the member can ask for an external review (45 CFR 147.136(d)). */
export const REVIEW_MONTHS = 4

/** Days after the plan's last answer within which a Medicaid member can ask for a state hearing (42 CFR 438.408(f)(2)). */
export const HEARING_DAYS = 120

const dayMs = 24 * 60 * 60 * 1000

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Last day to appeal a denial; both days are `yyyy-mm-dd`. */
export function appealDeadline(decidedOn: string, program: AppealProgram): string {
  return dayAfter(decidedOn, appealDays[program])
}

/** Day by which the plan must decide an appeal sent on a given day; both are `yyyy-mm-dd`. */
export function appealAnswerBy(sentOn: string, program: AppealProgram): string {
  return dayAfter(sentOn, appealAnswerDays[program])
}

/**
 * Last day to ask for an external review of a denial on appeal: the same day four months later or, if that month lacks the day, the
 * first of the next month (45 CFR 147.136(d)); both are `yyyy-mm-dd`. Null for Medicare, where the plan itself forwards the case (42
 * CFR 422.590).
 */
export function reviewDeadline(decidedOn: string, program: AppealProgram): string | null {
  if (program === 'medicare') return null
  if (program === 'medicaid') return dayAfter(decidedOn, HEARING_DAYS)
  const [year = 0, month = 0, day = 0] = decidedOn.split('-').map(Number)
  const same = new Date(Date.UTC(year, month - 1 + REVIEW_MONTHS, day))
  const until = same.getUTCDate() === day ? same : new Date(Date.UTC(year, month + REVIEW_MONTHS, 1))
  return until.toISOString().slice(0, 10)
}

/** Whether a denial can still be appealed or reviewed on a day: through the deadline, and if the deadline is not known. */
export function appealStep(deadline: string | null, today: string): 'open' | 'over' {
  return deadline === null || deadline >= today ? 'open' : 'over'
}
