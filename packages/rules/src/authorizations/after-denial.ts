import { type AppealProgram, appealDeadline, appealStep, reviewDeadline } from '../claims/appeal.ts'
import type { ToldState } from '../medicines/authorization.ts'
import { countDaysLeft } from '../time/days-left.ts'
import type { AppealOutcome } from './outcomes.ts'

/** What someone can do about a request that was denied or approved only in part, and by when; null days: not known. */
export interface AfterDenial {
  readonly kind: 'appeal' | 'review'
  readonly by: string | null
  readonly daysLeft: number | null
  readonly step: 'open' | 'over'
  readonly program: AppealProgram
}

interface Denied {
  readonly told: ToldState | null
  readonly decidedOn: string | null
  readonly appealedOn: string | null
  readonly appealOutcome: AppealOutcome | null
  readonly program: AppealProgram
}

/**
 * The next step after a denial: an appeal, or, after a denied appeal, whatever the program's rules offer. Null: nothing was denied, or
 * an appeal is under way.
 */
export function findAfterDenial(
  { told, decidedOn, appealedOn, appealOutcome, program }: Denied,
  today: string,
): AfterDenial | null {
  if (told !== 'denied' && told !== 'partly') return null
  const isAppealed = appealedOn !== null || appealOutcome !== null
  if (isAppealed && (appealOutcome === null || appealOutcome === 'pending')) return null
  // A decision day before the appeal is the day of the first decision: it says nothing about when the appeal was decided.
  const answeredOn =
    isAppealed && decidedOn !== null && appealedOn !== null && decidedOn < appealedOn ? null : decidedOn
  const findDeadline = isAppealed ? reviewDeadline : appealDeadline
  const by = answeredOn === null ? null : findDeadline(answeredOn, program)
  return {
    kind: isAppealed ? 'review' : 'appeal',
    by,
    daysLeft: by === null ? null : countDaysLeft(by, today),
    step: appealStep(by, today),
    program,
  }
}
