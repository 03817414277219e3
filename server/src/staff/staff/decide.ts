import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { isWithin, joinRights, plainRights } from '@portico/rules/staff/rights'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditStaffChange, requireManagedPerson } from './administering.ts'
import { openInvited } from './invite.ts'
import type { StaffPeopleParts } from './people-parts.ts'
import {
  changeAsAdministrator,
  describeDifference,
  hasLapsed,
  listBrands,
  requireHere,
  toRights,
} from './people-rules.ts'
import { lockWaiting, type StaffRequest, settleRequest } from './requests.ts'
import { storeRights } from './store.ts'

/**
 * Throws NOT-FOUND for a request that no longer waits; CONFLICT for confirming one's own request, one by someone who could no longer
 * ask for it, or one that can no longer be carried out.
 */
export async function decideStaffRequest(
  parts: StaffPeopleParts,
  { params: { requestId }, body: { confirm } }: CallInput<typeof calls.decideStaffRequest>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof calls.decideStaffRequest>> {
  const { keeping } = parts
  const passwordHash = await keeping.unusableHash()
  return changeAsAdministrator(parts, context, async (tx, scope) => {
    const request = await lockWaiting(tx, requestId, context.now)
    if (request === null || !isWithin(listBrands(request.data), scope.brands)) throw new CallError('NOT-FOUND')
    if (request.whom !== null) await requireManagedPerson(tx, scope, request.whom)
    if (confirm && (request.asked_by === scope.accountId || (await hasLapsed(tx, request))))
      throw new CallError('CONFLICT')
    const state = confirm ? 'confirmed' : 'dropped'
    await settleRequest(tx, requestId, { state, by: scope.accountId, now: context.now })
    await auditStaffChange(tx, context, `staff.${confirm ? 'confirm' : 'drop'} ${request.kind}`, requestId)
    if (request.data.record !== undefined) await parts.settleProvisioning(tx, request, confirm, context)
    else if (confirm) await carryOut(parts, tx, context, request, passwordHash)
    return { outcome: state }
  })
}

async function carryOut(
  parts: StaffPeopleParts,
  tx: Tx,
  context: CallContext<Principal>,
  request: StaffRequest,
  passwordHash: string,
): Promise<void> {
  const { keeping } = parts
  const { kind, whom, data } = request
  if (kind === 'invitation' || whom === null) return openInvited(parts, tx, context, data, passwordHash)
  await lockAccount(tx, whom)
  const person = await requireManagedPerson(tx, { brands: null }, whom)
  requireHere(person)
  if (kind === 'second-factor') {
    await keeping.resetSecondFactor(tx, person, context.now)
    return auditStaffChange(tx, context, 'staff.second-factor-reset', whom)
  }
  const before = toRights(person)
  const after = joinRights(before, plainRights(data))
  await storeRights(tx, whom, after, context.now)
  return auditStaffChange(tx, context, `staff.rights${describeDifference(before, after)}`, whom)
}
