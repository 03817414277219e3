import { findRelationship, listCodes } from '../member/family.ts'
import { ageOn, ageOnDay, lastBirthOfAge } from '../validation/age.ts'
import type { CalendarDate } from '../validation/date.ts'

/**
 * What someone may see and do for another member: see the plan and ID card, claims and spending, or messages; write messages for
 * them; and let apps read their data (OS-40). Someone with none of these has no access.
 */
export const accessScopes = ['coverage', 'claims', 'messages', 'write', 'apps'] as const
export type AccessScope = (typeof accessScopes)[number]

/**
 * The edition of the words that tell what the scopes give. It is raised when the words of one come to name more than before, and those
 * who gave that one by older words are told again.
 */
export const scopeWords = 2
/** The edition in which the words of a scope last came to name more: medicines, approvals and costs with claims. */
const namedMoreIn: Readonly<Partial<Record<AccessScope, number>>> = { claims: 1 }

/** The first edition whose words say that to write includes forms about the person; whoever gave it before did not give those. */
export const formsNamedIn = 2

/** Those of the given scopes whose words name more today than the edition by which the member gave them. */
export function listScopesToldAgain(scopes: readonly AccessScope[], words: number): AccessScope[] {
  return scopes.filter((scope) => (namedMoreIn[scope] ?? 0) > words)
}

/** From this age in full years, people decide for themselves who sees their claims and messages. */
export const OWN_PRIVACY_AGE = 14
export const ADULT_AGE = 18

/** Whether someone is so young that a parent sees to all of their care. Days are text `yyyy-mm-dd`. */
export function isYoungChild(born: string, today: string): boolean {
  return ageOnDay(born, today) < OWN_PRIVACY_AGE
}

/**
 * The scopes that a choice includes, each once and in order: to write messages is also to see them, to give apps the data is
 * also to see it, and every access includes the plan.
 */
export function completeScopes(chosen: readonly AccessScope[]): AccessScope[] {
  const has = (scope: AccessScope) =>
    chosen.includes(scope) ||
    (scope === 'messages' && chosen.includes('write')) ||
    (scope === 'claims' && chosen.includes('apps')) ||
    (scope === 'coverage' && chosen.length > 0)
  return accessScopes.filter(has)
}

/** Someone on a contract, by the code of their relationship to the subscriber (HT-4). */
interface ContractPerson {
  readonly relationshipCode: string
  readonly dateOfBirth: CalendarDate
}

/**
 * What a member may see and do, without asking, for another person on the same contract (RG-3). The subscriber: everything of a
 * dependent under 14, and only the plan and ID card of one under 18, whose claims and messages are their own. Anyone else: nothing.
 */
export function scopesOfDependent(
  viewer: ContractPerson,
  other: ContractPerson,
  today: CalendarDate,
): readonly AccessScope[] {
  if (findRelationship(viewer.relationshipCode) !== 'subscriber') return []
  if (findRelationship(other.relationshipCode) !== 'dependent') return []
  const age = ageOn(other.dateOfBirth, today)
  if (age >= ADULT_AGE) return []
  return age < OWN_PRIVACY_AGE ? accessScopes : ['coverage']
}

/**
 * Codes of the relationships to the subscriber: of those who see others' claims without asking, and of those whose claims they see.
 */
export const claimsSeen = { by: listCodes('subscriber'), of: listCodes('dependent') } as const

/**
 * The rest of the rule in `scopesOfDependent` for claims, for SQL that asks about a whole contract at once: visible are the claims
 * of dependents born after this day.
 */
export function claimsSeenOfBornAfter(today: CalendarDate): CalendarDate {
  return lastBirthOfAge(OWN_PRIVACY_AGE, today)
}

/** Whether a member of this age may give others access; for younger ones, the subscriber decides. */
export function mayGiveAccess(birth: CalendarDate, today: CalendarDate): boolean {
  return ageOn(birth, today) >= OWN_PRIVACY_AGE
}

/**
 * Whether a member decides for themselves who gets their information: a younger child's parent does (OS-40, MP-21). The account of a young
 * child in the plan for children is their guardian's, who decides by it (ER-4).
 */
export function decidesForSelf(born: string, chip: boolean, today: string): boolean {
  return chip || !isYoungChild(born, today)
}

/**
 * Whether what was decided for a member on a day is still their own decision (OS-40, ER-4): what their guardian, or they themselves, gave while
 * they were a young child is over when they are 14. Days are text `yyyy-mm-dd`.
 */
export function isOwnDecision(born: string, decidedOn: string, today: string): boolean {
  return isYoungChild(born, decidedOn) === isYoungChild(born, today)
}

/** The last day on which what is decided for a young child holds, `yyyy-mm-dd`; null from 14 on. */
export function lastDayOfGuardian(birth: CalendarDate, today: CalendarDate): string | null {
  return ageOn(birth, today) < OWN_PRIVACY_AGE ? lastDayAsToday(birth, today) : null
}

/**
 * The last day of an access, `yyyy-mm-dd`; null where it has none. It ends on the chosen day, with the subscriber's coverage, and,
 * if it was given in childhood, on the day before the child turns 18. Days are text `yyyy-mm-dd`.
 */
export function lastDayOfAccess(access: {
  readonly chosen: string | null
  /** Last day of the subscriber's coverage; null where it has no end. */
  readonly coverageEnds: string | null
  readonly birth: CalendarDate
  readonly given: string
}): string | null {
  const childhood = lastDayOfChildhood(access.birth)
  const ends = [access.chosen, access.coverageEnds, access.given <= childhood ? childhood : null]
  return ends.flatMap((day) => day ?? []).sort()[0] ?? null
}

/** The last day, `yyyy-mm-dd`, on which the subscriber sees a dependent child as today: the one before the child turns 14, or 18. */
export function lastDayAsToday(birth: CalendarDate, today: CalendarDate): string {
  return dayBefore(ageOn(birth, today) < OWN_PRIVACY_AGE ? OWN_PRIVACY_AGE : ADULT_AGE, birth)
}

/** The last day, `yyyy-mm-dd`, on which somebody is a child, of whom the subscriber sees the plan and the ID card. */
export function lastDayOfChildhood(birth: CalendarDate): string {
  return dayBefore(ADULT_AGE, birth)
}

/** The day before someone reaches an age; someone born on February 29 does on March 1, as in `ageOn`. */
function dayBefore(age: number, { year, month, day }: CalendarDate): string {
  const before = new Date(Date.UTC(year + age, month - 1, day - 1))
  return before.toISOString().slice(0, 10)
}
