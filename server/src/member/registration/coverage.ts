import type { BodyOf } from '@portico/contract/call'
import type { matchCoverage } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { isGuardian, normalizeMemberId, relationshipFits } from '@portico/rules/registration/choices'
import type { RegistrationField } from '@portico/rules/registration/fields'
import { guardianCode } from '@portico/rules/registration/guardian'
import { isRegistered } from '../../identity/accounts/new-accounts.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { findCovered, type MatchedPerson } from '../member/matching.ts'
import { toIsoDay } from './checks.ts'

type Described = Omit<BodyOf<typeof matchCoverage>, 'userType'>

export const coverageNames: readonly RegistrationField[] = [
  ...(['userType', 'zipCode', 'relationship', 'memberId'] as const),
  ...(['firstName', 'lastName', 'dateOfBirth'] as const),
]

/** Whether the described person can register. */
export interface Match {
  /** Who it is, even if they cannot register. */
  readonly memberId: string | null
  /** Null: nobody who can register. */
  readonly person: MatchedPerson | null
}

/** Finds the person whom someone describes to register (RG-1). */
export interface Coverages {
  /** Counts a description, before the transaction that looks for the person. Throws TOO-MANY-REQUESTS. */
  reserveMatch(body: Described, brand: Brand, context: CallContext): Promise<void>
  match(tx: Tx, body: Described, brand: Brand, context: CallContext): Promise<Match>
  /**
   * Does both and audits it, as the first of several steps. Answers the same for details that match nobody and for someone who is
   * already registered. Throws FIELD-INVALID as `findMatchRefusal` says; TOO-MANY-REQUESTS.
   */
  requireCovered(body: Described, brand: Brand, context: CallContext): Promise<MatchedPerson>
}

export function createCoverages({
  database,
  limits,
}: {
  readonly database: Database
  readonly limits: Limits
}): Coverages {
  const reserveMatch: Coverages['reserveMatch'] = async (body, brand, { now, origin }) => {
    limits.tidy(now)
    if (!(await limits.reserveMatch(toNumberKey(body, brand.code), origin.address, now)))
      throw new CallError('TOO-MANY-REQUESTS')
  }
  const match: Coverages['match'] = async (tx, body, brand, { now, origin }) => {
    const { memberId, firstName, lastName } = body
    const dateOfBirth = toIsoDay(body.dateOfBirth, now)
    const described = { brand: brand.code, memberId, firstName, lastName, dateOfBirth }
    const one = await findCovered(tx, described, easternDay(now))
    const matched = one !== null && relationshipFits(body.relationship, one) && !(await isRegistered(tx, one.memberId))
    if (matched) await limits.succeedMatch(tx, toNumberKey(body, brand.code), origin.address)
    return { memberId: one?.memberId ?? null, person: matched ? one : null }
  }
  return {
    reserveMatch,
    match,
    requireCovered: async (body, brand, context) => {
      await reserveMatch(body, brand, context)
      const { person } = await database.transaction(async (tx) => {
        const found = await match(tx, body, brand, context)
        await recordMember(tx, 'registration.match', found.memberId, found.person ? 'done' : 'refused', context)
        return found
      })
      const refusal = findMatchRefusal(person, body, context.now)
      if (refusal !== null) throw refusal
      if (person === null) throw new Error('No one is refused.')
      return person
    },
  }
}

/** GEN-NOMATCH at `coverage` if nobody matches, and at `relationship` if a child needs their own login ID (ER-4). */
export function findMatchRefusal(
  person: MatchedPerson | null,
  { relationship }: Described,
  now: Date,
): CallError | null {
  if (person === null) return fieldError('coverage', 'GEN-NOMATCH')
  if (!isGuardian(relationship) || childCode(person, now) !== 'OVER_CHIP14') return null
  return fieldError('relationship', 'relationship.own-login')
}

/** The key of the attempt limits: the member ID as given, and the brand's code. */
export function toNumberKey({ memberId }: Pick<Described, 'memberId'>, brand: string): string {
  return `${brand} ${normalizeMemberId(memberId)}`
}

export function childCode({ dateOfBirth }: Pick<MatchedPerson, 'dateOfBirth'>, now: Date) {
  return guardianCode(isoDate(dateOfBirth), isoDate(easternDay(now)))
}

export function recordMember(
  tx: Tx,
  action: string,
  memberId: string | null,
  outcome: 'done' | 'refused',
  context: CallContext,
): Promise<void> {
  return audit(tx, null, { action, recordType: 'member', recordId: memberId, memberId, outcome }, context)
}
