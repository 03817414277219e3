import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkAnyMemberId } from '@portico/rules/validation/member-id'
import type { BrandService } from '../../brands/brand/service.ts'
import { readScope, worksFor } from '../../identity/rights/scope.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { childrenOn } from '../member/matching.ts'
import { toNumberKey } from './coverage.ts'

/**
 * Lifts the locks on the guardians of the children on a contract (ER-5), in the brands that staff work for, whether or not there is one;
 * returns the member ID in the form used for comparing. Throws WRONG-ROLE for staff who may not, NOT-FOUND for contracts of other brands
 * only, FIELD-INVALID at `memberId`.
 */
export async function unlockGuardian(
  parts: { readonly database: Database; readonly limits: Limits; readonly brands: BrandService },
  principal: Principal,
  given: string,
  { now, origin }: CallContext,
): Promise<string> {
  const { database, limits, brands } = parts
  const scope = await readScope(database.read, principal)
  if (!scope.entitlements.includes('unlock')) throw new CallError('WRONG-ROLE')
  const memberId = normalizeMemberId(given)
  const wrong = checkAnyMemberId(memberId)
  refuseFields(wrong ? [{ field: 'memberId', code: wrong.code }] : [])
  const isTheirs = await database.transaction(async (tx) => {
    const own = brands.all.filter(({ brand }) => worksFor(scope, brand.code))
    const all = await childrenOn(tx, memberId)
    const children = all.filter(({ brand }) => worksFor(scope, brand))
    const found = all.length === 0 || children.length > 0
    if (found) {
      const typed = own.map(({ brand }) => toNumberKey({ memberId }, brand.code))
      const onCards = children.flatMap(({ brand, contractNumber, memberNumber }) =>
        [contractNumber, memberNumber].map((number) => toNumberKey({ memberId: number }, brand)),
      )
      const memberNumbers = [...new Set([...typed, ...onCards])]
      await limits.unlockGuardian(tx, { memberNumbers, memberIds: children.map((child) => child.memberId) })
    }
    const concerned = found ? children : all
    for (const child of concerned.length > 0 ? concerned : [null]) {
      const record = { recordType: 'member-id', recordId: memberId, memberId: child?.memberId ?? null } as const
      const event = { action: 'guardian.unlock', outcome: found ? 'done' : 'refused', ...record } as const
      await audit(tx, principal, event, { origin, now })
    }
    return found
  })
  if (!isTheirs) throw new CallError('NOT-FOUND')
  return memberId
}
