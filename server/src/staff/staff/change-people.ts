import type * as calls from '@portico/contract/calls/administration'
import {
  computeGainedRights,
  computeRemainingRights,
  isNothing,
  joinRights,
  plainRights,
} from '@portico/rules/staff/rights'
import { readScope } from '../../identity/rights/scope.ts'
import { endProhibited } from '../../identity/sessions/simulation.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, aboutEach, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { releaseWork } from '../workspace/leaving.ts'
import { requireManagedPerson } from './administering.ts'
import { LastAdministratorError } from './keeping.ts'
import type { StaffPeopleParts } from './people-parts.ts'
import {
  askToConfirm,
  checkBrands,
  chooseActorType,
  describeDifference,
  done,
  listLostBrands,
  lockAsAdministrator,
  requireHere,
  toRights,
  waiting,
} from './people-rules.ts'
import { dropOlder, isAsked } from './request-store.ts'
import { isOnlyOneEver, type StaffPerson, storeKind, storeRights } from './store.ts'

/** Throws FIELD-INVALID, CONFLICT for the last administrator and for a person whose account has ended. */
export const changeStaffRights =
  (parts: StaffPeopleParts): AuditedHandler<typeof calls.changeStaffRights> =>
  async ({ params: { accountId }, body: given }, context, tx) => {
    const { keeping, sessions } = parts
    const scope = await lockAsAdministrator(tx, context)
    await lockAccount(tx, accountId)
    const person = await requireManagedPerson(tx, scope, accountId)
    requireHere(person)
    const before = toRights(person)
    const after = plainRights(given)
    const fields = checkBrands(parts, scope, after)
    refuseFields(fields)
    const alone = await isOnlyOneEver(tx, scope.accountId)
    const gained = computeGainedRights(before, after)
    const now = alone ? after : computeRemainingRights(before, after)
    const lost = listLostBrands(before, now)
    if (lost.length > 0) await refuseLast(() => keeping.requireOther(tx, accountId, lost))
    await storeKind(tx, accountId, chooseActorType(given.kind))
    await storeRights(tx, accountId, now, context.now)
    const left = await readScope(tx, { accountId })
    await endProhibited(tx, sessions, left, context)
    await releaseWork(tx, left, recordReleases(tx, context))
    const action = alone ? 'staff.rights alone' : 'staff.rights'
    const changed = { action, detail: describeDifference(before, now), recordId: accountId, memberId: null } as const
    const asked = { kind: 'rights', whom: accountId, data: { ...toWhom(person), ...gained } } as const
    const asks = !alone && !isNothing(gained)
    if (asks && (await isAsked(tx, { ...asked, askedBy: scope.accountId, now: context.now })))
      return aboutEach([changed], waiting)
    await dropOlder(tx, 'rights', accountId, context.now)
    if (!asks) return aboutEach([changed], done)
    const requestId = await askToConfirm(parts, tx, context, asked)
    const detail = describeDifference(now, joinRights(now, gained))
    return aboutEach([changed, { action: 'staff.ask rights', detail, recordId: requestId, memberId: null }], waiting)
  }

/** Throws CONFLICT for the last administrator. */
export const endStaff =
  ({ keeping }: StaffPeopleParts): AuditedHandler<typeof calls.endStaff> =>
  async ({ params: { accountId } }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const person = await requireManagedPerson(tx, scope, accountId)
    requireHere(person)
    await refuseLast(() => keeping.end(tx, accountId, recordReleases(tx, context)))
    for (const kind of ['rights', 'second-factor'] as const) await dropOlder(tx, kind, accountId, context.now)
    return about(accountId, { ended: true as const }, { memberId: null })
  }

/** Throws CONFLICT for a person whose account has ended. */
export const resetStaffSecondFactor =
  (parts: StaffPeopleParts): AuditedHandler<typeof calls.resetStaffSecondFactor> =>
  async ({ params: { accountId } }, context, tx) => {
    const { keeping } = parts
    const scope = await lockAsAdministrator(tx, context)
    const person = await requireManagedPerson(tx, scope, accountId)
    requireHere(person)
    if (await isOnlyOneEver(tx, scope.accountId)) {
      await keeping.resetSecondFactor(tx, person, context.now)
      return about(accountId, done, { action: 'staff.second-factor-reset alone', memberId: null })
    }
    const data = { ...toWhom(person), entitlements: [], brands: [] }
    const asked = { kind: 'second-factor', whom: accountId, data } as const
    if (await isAsked(tx, { ...asked, askedBy: scope.accountId, now: context.now })) return leaveUnchanged(waiting)
    await dropOlder(tx, 'second-factor', accountId, context.now)
    const requestId = await askToConfirm(parts, tx, context, asked)
    return about(requestId, waiting, { action: 'staff.ask second-factor-reset', memberId: null })
  }

/** How the audit log describes returned conversations: the administrator did it. */
function recordReleases(tx: Tx, context: CallContext<Principal>): Parameters<typeof releaseWork>[2] {
  return { now: context.now, record: (released) => audit(tx, context.principal, released, context) }
}

async function refuseLast(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof LastAdministratorError) throw new CallError('CONFLICT', { details: ['LAST-ADMINISTRATOR'] })
    throw error
  }
}

function toWhom({ loginId, firstName, lastName }: StaffPerson) {
  return { loginId, firstName, lastName, email: null, brand: null, actorType: null }
}
