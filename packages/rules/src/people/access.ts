import { codesOf, relationshipOf } from '../member/family.ts'
import { ageOn, lastBirthOfAge } from '../validation/age.ts'
import type { CalendarDate } from '../validation/date.ts'

/**
 * What someone may see and do of another member's: plan and ID card, claims and spending, messages; and write messages for
 * them. Those with none of it have no access.
 */
export const accessScopes = ['coverage', 'claims', 'messages', 'write'] as const
export type AccessScope = (typeof accessScopes)[number]

/** From this age in full years someone decides for themselves who sees their claims and messages. */
export const OWN_PRIVACY_AGE = 14
export const ADULT_AGE = 18

/** What a choice comes to, each once and in order: who writes messages sees them, and every access has the plan. */
export function completeScopes(chosen: readonly AccessScope[]): AccessScope[] {
  const has = (scope: AccessScope) =>
    chosen.includes(scope) ||
    (scope === 'messages' && chosen.includes('write')) ||
    (scope === 'coverage' && chosen.length > 0)
  return accessScopes.filter(has)
}

/** Someone on a contract, by the code of their relationship to the subscriber (HT-4). */
interface ContractPerson {
  readonly relationshipCode: string
  readonly dateOfBirth: CalendarDate
}

/**
 * What a member may see and do of another's on the same contract without asking (RG-3): the subscriber all of a dependent's
 * under 14, and plan and ID card of one under 18; claims and messages are then the dependent's own. Of anyone else nothing.
 */
export function scopesOfDependent(
  viewer: ContractPerson,
  other: ContractPerson,
  today: CalendarDate,
): readonly AccessScope[] {
  if (relationshipOf(viewer.relationshipCode) !== 'subscriber') return []
  if (relationshipOf(other.relationshipCode) !== 'dependent') return []
  const age = ageOn(other.dateOfBirth, today)
  if (age >= ADULT_AGE) return []
  return age < OWN_PRIVACY_AGE ? accessScopes : ['coverage']
}

/** Codes of the relationships to the subscriber of those who see claims of others without asking, and of the others. */
export const claimsSeen = { by: codesOf('subscriber'), of: codesOf('dependent') } as const

/**
 * The rest of what `scopesOfDependent` says of claims, for statements that ask a whole contract at once: they are seen of those who
 * were born after this day.
 */
export function claimsSeenOfBornAfter(today: CalendarDate): CalendarDate {
  return lastBirthOfAge(OWN_PRIVACY_AGE, today)
}

/** Whether a member of this age may let others see what is theirs; for younger ones the subscriber sees to it. */
export function mayGiveAccess(birth: CalendarDate, today: CalendarDate): boolean {
  return ageOn(birth, today) >= OWN_PRIVACY_AGE
}

/**
 * The last day on which an access holds, `yyyy-mm-dd`; null where none is known. It ends on the day that was chosen, with the
 * subscriber's coverage, and on the day before a child for whom it began grows up. Days are text `yyyy-mm-dd`.
 */
export function lastDayOfAccess(access: {
  readonly chosen: string | null
  /** Last day of the subscriber's coverage; null where it has no end. */
  readonly coverageEnds: string | null
  readonly birth: CalendarDate
  readonly begins: string
}): string | null {
  const childhood = lastDayOfChildhood(access.birth)
  const ends = [access.chosen, access.coverageEnds, access.begins <= childhood ? childhood : null]
  return ends.flatMap((day) => day ?? []).sort()[0] ?? null
}

/** Someone born on 29 February grows up on 1 March, as `ageOn` has it. */
function lastDayOfChildhood({ year, month, day }: CalendarDate): string {
  const before = new Date(Date.UTC(year + ADULT_AGE, month - 1, day - 1))
  return before.toISOString().slice(0, 10)
}
