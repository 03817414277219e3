import { findRelationship, listCodes } from '../member/family.ts'
import { ageOn, ageOnDay, lastBirthOfAge } from '../validation/age.ts'
import type { CalendarDate } from '../validation/date.ts'

/**
 * What someone may see and do for another member: see the plan and ID card, claims and spending, or messages; write messages for them;
 * and let apps read their data (OS-40). Someone with none of these has no access.
 */
export const accessScopes = ['coverage', 'claims', 'messages', 'write', 'apps'] as const
export type AccessScope = (typeof accessScopes)[number]

/**
 * The edition of the wording of the scopes. It goes up when the wording of a scope comes to include more; members who gave that scope
 * under an older edition are notified again.
 */
export const scopeWords = 2
/** The edition in which a scope's wording last came to include more: claims now include medicines, approvals and costs. */
const namedMoreIn: Readonly<Partial<Record<AccessScope, number>>> = { claims: 1 }

/** The first edition whose wording includes forms in the scope `write`; whoever gave it earlier did not give forms. */
export const formsNamedIn = 2

/** The given scopes whose wording includes more today than when the member gave them. */
export function listScopesToldAgain(scopes: readonly AccessScope[], words: number): AccessScope[] {
  return scopes.filter((scope) => (namedMoreIn[scope] ?? 0) > words)
}

/** From this age in full years, people decide for themselves who sees their claims and messages. */
export const OWN_PRIVACY_AGE = 14
export const ADULT_AGE = 18

/** Whether someone is so young that a parent manages all of their care. Days are text `yyyy-mm-dd`. */
export function isYoungChild(born: string, today: string): boolean {
  return ageOnDay(born, today) < OWN_PRIVACY_AGE
}

/**
 * All scopes that a choice implies, each once and in order: writing messages implies seeing them, giving apps the data implies seeing
 * it, and every access includes the plan.
 */
export function completeScopes(chosen: readonly AccessScope[]): AccessScope[] {
  const has = (scope: AccessScope) =>
    chosen.includes(scope) ||
    (scope === 'messages' && chosen.includes('write')) ||
    (scope === 'claims' && chosen.includes('apps')) ||
    (scope === 'coverage' && chosen.length > 0)
  return accessScopes.filter(has)
}

/** A person on a contract, by the code of their relationship to the subscriber (HT-4). */
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

/** Relationship codes of people who see others' claims without asking, and of those whose claims they see. */
export const claimsSeen = { by: listCodes('subscriber'), of: listCodes('dependent') } as const

/**
 * The age part of `scopesOfDependent` for claims, for SQL over a whole contract: the claims of dependents born after this day are
 * visible.
 */
export function claimsSeenOfBornAfter(today: CalendarDate): CalendarDate {
  return lastBirthOfAge(OWN_PRIVACY_AGE, today)
}

/** Whether a member of this age may give others access; for younger ones, the subscriber decides. */
export function mayGiveAccess(birth: CalendarDate, today: CalendarDate): boolean {
  return ageOn(birth, today) >= OWN_PRIVACY_AGE
}

/**
 * Whether a member decides for themselves who gets their information: for a younger child, the parent does (OS-40, MP-21). In the
 * children's plan, a young child's account is the guardian's, so the account decides (ER-4).
 */
export function decidesForSelf(born: string, chip: boolean, today: string): boolean {
  return chip || !isYoungChild(born, today)
}

/**
 * Whether a decision made for a member on a day still counts as their own (OS-40, ER-4): what their guardian or they themselves granted
 * while they were a young child ends when they turn 14. Days are text `yyyy-mm-dd`.
 */
export function isOwnDecision(born: string, decidedOn: string, today: string): boolean {
  return isYoungChild(born, decidedOn) === isYoungChild(born, today)
}

/** The last day on which decisions for a young child hold, `yyyy-mm-dd`; null from 14 on. */
export function lastDayOfGuardian(birth: CalendarDate, today: CalendarDate): string | null {
  return ageOn(birth, today) < OWN_PRIVACY_AGE ? lastDayAsToday(birth, today) : null
}

/**
 * The last day of an access, `yyyy-mm-dd`; null: open-ended. It ends on the chosen day, with the subscriber's coverage, and, if it was
 * given in childhood, on the day before the child turns 18. Days are text `yyyy-mm-dd`.
 */
export function lastDayOfAccess(access: {
  readonly chosen: string | null
  /** Last day of the subscriber's coverage; null: open-ended. */
  readonly coverageEnds: string | null
  readonly birth: CalendarDate
  readonly given: string
}): string | null {
  const childhood = lastDayOfChildhood(access.birth)
  const ends = [access.chosen, access.coverageEnds, access.given <= childhood ? childhood : null]
  return ends.flatMap((day) => day ?? []).sort()[0] ?? null
}

/** The last day, `yyyy-mm-dd`, on which the subscriber sees a dependent child as today: the day before the child turns 14, or 18. */
export function lastDayAsToday(birth: CalendarDate, today: CalendarDate): string {
  return dayBefore(ageOn(birth, today) < OWN_PRIVACY_AGE ? OWN_PRIVACY_AGE : ADULT_AGE, birth)
}

/** The last day, `yyyy-mm-dd`, of a childhood, during which the subscriber sees the child's plan and ID card. */
export function lastDayOfChildhood(birth: CalendarDate): string {
  return dayBefore(ADULT_AGE, birth)
}

/** The day before someone reaches an age; a birthday on February 29 falls on March 1 in other years, as in `ageOn`. */
function dayBefore(age: number, { year, month, day }: CalendarDate): string {
  const before = new Date(Date.UTC(year + age, month - 1, day - 1))
  return before.toISOString().slice(0, 10)
}
