import { ScimError } from '@portico/rules/scim/error'
import type { Rights } from '@portico/rules/staff/rights'
import { worksWithMembers } from '@portico/rules/staff/staff-roles'
import { readScope } from '../../identity/rights/scope.ts'
import { endProhibited } from '../../identity/sessions/simulation.ts'
import { type AuditContext, type AuditEvent, audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { LastAdministratorError } from '../staff/keeping.ts'
import { chooseActorType, describeDifference, listLostBrands, toRights } from '../staff/people-rules.ts'
import { findStaff, storeKind, storeRights } from '../staff/store.ts'
import { releaseWork } from '../workspace/leaving.ts'
import { readGiven } from './group-store.ts'
import type { ScimParts } from './parts.ts'

/** The cause of a change of rights: an identity provider, or an administrator who redefines a group. */
export interface RightsChange extends AuditContext {
  readonly actor: Parameters<typeof audit>[1]
}

/** Gives staff the rights of their groups, no more and no less; takes effect with their next call (OS-67). */
export async function settleRights(
  tx: Tx,
  { keeping, sessions }: Pick<ScimParts, 'keeping' | 'sessions'>,
  accountId: string,
  change: RightsChange,
): Promise<void> {
  await lockAccount(tx, accountId)
  const person = await findStaff(tx, { accountId })
  if (person === null || person.endedAt !== null) return
  const before = toRights(person)
  const after = await readGiven(tx, accountId)
  const said = describeDifference(before, after)
  if (said === '') return
  const lost = listLostBrands(before, after)
  if (lost.length > 0) await refuseLast(() => keeping.requireOther(tx, accountId, lost))
  await storeRights(tx, accountId, after, change.now)
  await storeKind(tx, accountId, chooseKind(after))
  const left = await readScope(tx, { accountId })
  await endProhibited(tx, sessions, left, change)
  await releaseWork(tx, left, describeReleases(tx, change))
  await recordChange(tx, change, { action: `staff.rights ${said}`, recordType: 'staff', recordId: accountId })
}

/** How the audit log describes returned conversations. */
export function describeReleases(tx: Tx, change: RightsChange): Parameters<typeof releaseWork>[2] {
  return { now: change.now, record: (released) => audit(tx, change.actor, released, change) }
}

export function recordChange(tx: Tx, change: RightsChange, event: AuditEvent): Promise<void> {
  return audit(tx, change.actor, { memberId: null, ...event }, change)
}

/** Throws 409 if the last administrator would go. */
export async function refuseLast(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof LastAdministratorError)
      throw new ScimError(
        409,
        null,
        'No one else with a password administers one of their brands: name another administrator first.',
      )
    throw error
  }
}

function chooseKind({ entitlements }: Rights): string {
  return chooseActorType(worksWithMembers(entitlements) ? 'rep' : 'other')
}
