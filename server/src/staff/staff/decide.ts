import type * as calls from '@portico/contract/calls/administration'
import { isWithin, joinRights, plainRights } from '@portico/rules/staff/rights'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { requireManagedPerson } from './administering.ts'
import { openInvited } from './invite.ts'
import type { StaffHappening, StaffPeopleParts } from './people-parts.ts'
import {
  describeDifference,
  hasLapsed,
  listBrands,
  lockAsAdministrator,
  requireHere,
  toRights,
} from './people-rules.ts'
import { lockWaiting, type StaffRequest, settleRequest } from './request-store.ts'
import { storeRights } from './store.ts'

/**
 * Throws NOT-FOUND for a request that no longer waits; CONFLICT for confirming one's own request, a request from someone who could no
 * longer ask for it, or one that can no longer be carried out.
 */
export const decideStaffRequest = (
  parts: StaffPeopleParts,
): PreparedHandler<typeof calls.decideStaffRequest, { readonly passwordHash: string }> => ({
  prepare: async () => ({ passwordHash: await parts.keeping.unusableHash() }),
  handle: async ({ params: { requestId }, body: { confirm } }, context, tx, { passwordHash }) => {
    const scope = await lockAsAdministrator(tx, context)
    const request = await lockWaiting(tx, requestId, context.now)
    if (request === null || !isWithin(listBrands(request.data), scope.brands)) throw new CallError('NOT-FOUND')
    if (request.whom !== null) await requireManagedPerson(tx, scope, request.whom)
    if (confirm && (request.asked_by === scope.accountId || (await hasLapsed(tx, request))))
      throw new CallError('CONFLICT')
    const state = confirm ? 'confirmed' : 'dropped'
    await settleRequest(tx, requestId, { state, by: scope.accountId, now: context.now })
    const action = confirm ? 'staff.confirm' : 'staff.drop'
    const decided = { action, detail: request.kind, recordId: requestId, memberId: null } as const
    const settled =
      request.data.record !== undefined
        ? await parts.settleProvisioning(tx, request, confirm, context)
        : confirm
          ? [await carryOut(parts, tx, context.now, request, passwordHash)]
          : []
    return aboutEach([decided, ...settled], { outcome: state })
  },
})

async function carryOut(
  parts: StaffPeopleParts,
  tx: Tx,
  now: Date,
  request: StaffRequest,
  passwordHash: string,
): Promise<StaffHappening> {
  const { keeping } = parts
  const { kind, whom, data } = request
  if (kind === 'invitation' || whom === null) return openInvited(parts, tx, now, data, passwordHash)
  await lockAccount(tx, whom)
  const person = await requireManagedPerson(tx, { brands: null }, whom)
  requireHere(person)
  const done = { recordId: whom, memberId: null }
  if (kind === 'second-factor') {
    await keeping.resetSecondFactor(tx, person, now)
    return { ...done, action: 'staff.second-factor-reset' }
  }
  const before = toRights(person)
  const after = joinRights(before, plainRights(data))
  await storeRights(tx, whom, after, now)
  return { ...done, action: 'staff.rights', detail: describeDifference(before, after) }
}
