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
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { findCovered, type MatchedPerson } from '../member/matching.ts'
import { toIsoDay } from './checks.ts'

type Described = Omit<BodyOf<typeof matchCoverage>, 'userType'>

export const coverageNames: readonly RegistrationField[] = [
  ...(['userType', 'zipCode', 'relationship', 'memberId'] as const),
  ...(['firstName', 'lastName', 'dateOfBirth'] as const),
]

/** Finds the person whom someone describes to register (RG-1). */
export interface Coverages {
  /**
   * Refuses details of no one in the same way as details of someone who is already registered. Throws FIELD-INVALID with GEN-NOMATCH at
   * `coverage`, and at `relationship` if a child needs a login ID of their own (ER-4); TOO-MANY-REQUESTS.
   */
  requireCovered(body: Described, brand: Brand, context: CallContext): Promise<MatchedPerson>
}

export function createCoverages(parts: { readonly database: Database; readonly limits: Limits }): Coverages {
  const { database, limits } = parts
  return {
    requireCovered: async (body, brand, context) => {
      const { now, origin } = context
      const number = toNumberKey(body, brand.code)
      limits.tidy(now)
      if (!(await limits.reserveMatch(number, origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
      const found = await database.transaction(async (tx) => {
        const one = await findCovered(tx, {
          brand: brand.code,
          memberId: body.memberId,
          firstName: body.firstName,
          lastName: body.lastName,
          dateOfBirth: toIsoDay(body.dateOfBirth, now),
        })
        const matched =
          one !== null && relationshipFits(body.relationship, one) && !(await isRegistered(tx, one.memberId))
        await recordMember(tx, 'registration.match', one?.memberId ?? null, matched ? 'done' : 'refused', context)
        if (matched) await limits.succeedMatch(tx, number, origin.address)
        return matched ? one : null
      })
      if (found === null) throw fieldError('coverage', 'GEN-NOMATCH')
      if (isGuardian(body.relationship) && childCode(found, now) === 'OVER_CHIP14')
        refuseFields([{ field: 'relationship', code: 'relationship.own-login' }])
      return found
    },
  }
}

/** The key of limits: the member ID as given, and the brand's code. */
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
