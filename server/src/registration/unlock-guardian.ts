import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkAnyMemberId } from '@portico/rules/validation/member-id'
import { findPerson } from '../accounts/people.ts'
import { recordAudit } from '../audit/store.ts'
import type { BrandService } from '../brand/service.ts'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { Principal } from '../http/principal.ts'
import type { Limits } from '../limits/limits.ts'
import { childrenOn } from '../member/matching.ts'
import { refuse } from './checks.ts'
import { numberOf } from './coverage.ts'

/**
 * Lifts what stops the guardians of the children on a contract (ER-5), whether or not there is one; answers the member ID
 * as it is compared. Throws WRONG-ROLE for staff who may not, FIELD-INVALID at `memberId`.
 */
export async function unlockGuardian(
  parts: { readonly database: Database; readonly limits: Limits; readonly brands: BrandService },
  principal: Principal,
  given: string,
  { now, origin }: CallContext,
): Promise<string> {
  const { database, limits, brands } = parts
  const { entitlements } = await findPerson(database.read, principal.accountId)
  if (!entitlements.includes('unlock')) throw new CallError('WRONG-ROLE')
  const memberId = normalizeMemberId(given)
  const wrong = checkAnyMemberId(memberId)
  refuse(wrong ? [{ field: 'memberId', code: wrong.code }] : [])
  await database.transaction(async (tx) => {
    const numbers = brands.all.map(({ brand }) => numberOf({ memberId }, brand.code))
    await limits.unlockGuardian(tx, numbers)
    const children = (await childrenOn(tx, memberId)).map((child) => child.memberId)
    for (const child of children.length > 0 ? children : [null]) {
      const event = { action: 'guardian.unlock', recordType: 'member-id', recordId: memberId, memberId: child } as const
      await recordAudit(tx, { ...event, outcome: 'done', actor: principal, origin }, now)
    }
  })
  return memberId
}
