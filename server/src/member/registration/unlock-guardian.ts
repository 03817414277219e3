import type { unlockGuardian as unlock } from '@portico/contract/calls/registration'
import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkAnyMemberId } from '@portico/rules/validation/member-id'
import type { BrandService } from '../../brands/brand/service.ts'
import { readScope, worksFor } from '../../identity/rights/scope.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import { aboutEach, refuseKeeping } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { childrenOn } from '../member/matching.ts'
import { toNumberKey } from './coverage.ts'

/**
 * Lifts the locks on the guardians of the children on a contract (ER-5), in the brands that staff work for, whether or not any exist;
 * answers the normalized member ID. Throws WRONG-ROLE for staff without the right, NOT-FOUND for contracts of other brands only,
 * FIELD-INVALID at `memberId`.
 */
export const unlockGuardian =
  ({ limits, brands }: { readonly limits: Limits; readonly brands: BrandService }): AuditedHandler<typeof unlock> =>
  async ({ principal, body }, _context, tx) => {
    const scope = await readScope(tx, principal)
    if (!scope.entitlements.includes('unlock')) throw new CallError('WRONG-ROLE')
    const memberId = normalizeMemberId(body.memberId)
    const wrong = checkAnyMemberId(memberId)
    refuseFields(wrong ? [{ field: 'memberId', code: wrong.code }] : [])
    const own = brands.all.filter(({ brand }) => worksFor(scope, brand.code))
    const all = await childrenOn(tx, memberId)
    const children = all.filter(({ brand }) => worksFor(scope, brand))
    const toSubjects = (whose: typeof all) =>
      whose.length > 0
        ? whose.map((child) => ({ recordId: memberId, memberId: child.memberId }))
        : [{ recordId: memberId, memberId: null }]
    if (all.length > 0 && children.length === 0) return refuseKeeping(new CallError('NOT-FOUND'), toSubjects(all))
    const typed = own.map(({ brand }) => toNumberKey({ memberId }, brand.code))
    const onCards = children.flatMap(({ brand, contractNumber, memberNumber }) =>
      [contractNumber, memberNumber].map((number) => toNumberKey({ memberId: number }, brand)),
    )
    const memberNumbers = [...new Set([...typed, ...onCards])]
    await limits.unlockGuardian(tx, { memberNumbers, memberIds: children.map((child) => child.memberId) })
    return aboutEach(toSubjects(children), { memberId })
  }
