import type * as calls from '@portico/contract/calls/provisioning'
import { everyBrand } from '@portico/rules/brand/every'
import { ScimError } from '@portico/rules/scim/error'
import {
  computeGainedRights,
  computeRemainingRights,
  isNothing,
  isWithin,
  joinRights,
  plainRights,
  type Rights,
} from '@portico/rules/staff/rights'
import type { Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { StaffHappening } from '../staff/people-parts.ts'
import {
  askToConfirm,
  checkBrands,
  describeDifference,
  done,
  lockAsAdministrator,
  waiting,
} from '../staff/people-rules.ts'
import { dropOlderAbout, isAsked, type StaffRequest } from '../staff/requests.ts'
import { isOnlyOneEver } from '../staff/store.ts'
import { type GroupRow, listHolders, lockGroup, storeMeaning } from './group-store.ts'
import type { ScimParts } from './parts.ts'
import { settleRights } from './rights.ts'
import { mayWiden } from './token-store.ts'
import { nobody } from './tokens.ts'

/**
 * Defines what a group gives (OS-67): what it takes away, at once; what it adds, once another administrator confirms it. Throws
 * NOT-FOUND for a group of other brands, or of agents, who get no rights from groups, FIELD-INVALID, and CONFLICT for the last
 * administrator.
 */
export const changeScimGroup =
  (parts: ScimParts): AuditedHandler<typeof calls.changeScimGroup> =>
  async ({ params: { groupId }, body }, context, tx) => {
    const scope = await lockAsAdministrator(tx, context)
    const group = await lockGroup(tx, null, groupId)
    if (group?.audience !== 'staff' || !isWithin([group.brand, ...group.brands], scope.brands))
      throw new CallError('NOT-FOUND')
    const [before, after] = [plainRights(group), plainRights(body)]
    refuseFields(checkBrands(parts, scope, after))
    await refuseBeyond(tx, group, after)
    const alone = await isOnlyOneEver(tx, scope.accountId)
    const gained = computeGainedRights(before, after)
    const now = alone ? after : computeRemainingRights(before, after)
    await giveMeaning(tx, parts, group, now, context)
    const changed = { memberId: null, detail: describeDifference(before, now) }
    const data = { ...nobody, ...gained, brand: group.brand, record: { id: groupId, name: group.display_name } }
    const asked = { kind: 'scim-group', whom: null, data } as const
    const asks = !alone && !isNothing(gained)
    if (asks && (await isAsked(tx, { ...asked, askedBy: scope.accountId, now: context.now })))
      return about(groupId, waiting, changed)
    await dropOlderAbout(tx, 'scim-group', groupId, context.now)
    if (!asks) return about(groupId, done, changed)
    await askToConfirm(parts, tx, context, asked)
    return about(groupId, waiting, changed)
  }

/** Carries out the second administrator's decision about a group. Throws CONFLICT if it is gone. */
export async function settleMeaning(
  tx: Tx,
  parts: ScimParts,
  { data }: StaffRequest,
  confirm: boolean,
  context: CallContext<Principal>,
): Promise<readonly StaffHappening[]> {
  if (!confirm) return []
  const group = await lockGroup(tx, null, data.record?.id ?? '')
  if (group === undefined) throw new CallError('CONFLICT')
  const before = plainRights(group)
  const after = joinRights(before, plainRights({ entitlements: data.entitlements, brands: data.brands }))
  await refuseBeyond(tx, group, after)
  await giveMeaning(tx, parts, group, after, context)
  const detail = describeDifference(before, after)
  return [{ action: 'scim.group.means', detail, recordId: group.group_id, memberId: null }]
}

/**
 * Throws CONFLICT if a group would give brands that are not administered by everyone who can put people into it, by a token or a
 * connection.
 */
async function refuseBeyond(tx: Tx, group: GroupRow, { brands }: Rights): Promise<void> {
  const isWithinReach =
    group.connection_id === null
      ? await mayWiden(tx, group, brands)
      : group.brand === everyBrand || isWithin(brands, [group.brand])
  if (!isWithinReach) throw new CallError('CONFLICT', { details: ['BEYOND-TOKENS'] })
}

async function giveMeaning(
  tx: Tx,
  parts: ScimParts,
  { group_id }: GroupRow,
  rights: Rights,
  context: CallContext<Principal>,
) {
  await storeMeaning(tx, group_id, rights)
  const change = { ...context, actor: context.principal }
  try {
    for (const accountId of await listHolders(tx, group_id)) await settleRights(tx, parts, accountId, change)
  } catch (error) {
    if (error instanceof ScimError) throw new CallError('CONFLICT', { details: ['LAST-ADMINISTRATOR'] })
    throw error
  }
}
