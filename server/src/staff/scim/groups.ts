import { refuseScim } from '@portico/rules/scim/error'
import type { ScimGroup } from '@portico/rules/scim/group'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { changeByScim, checkVersion, type IfMatch, refuseUnknown, type ScimCaller } from './caller.ts'
import {
  addMembers,
  deleteGroup,
  findGroup,
  type GroupRow,
  insertGroup,
  listAccountIds,
  listGroups,
  listMembers,
  lockGroup,
  lockKnown,
  removeMembers,
  updateGroup,
} from './group-store.ts'
import type { ScimParts } from './parts.ts'
import { type ScimResource, showGroup } from './resources.ts'
import { type RightsChange, recordChange, settleRights } from './rights.ts'

/** Throws 404. */
export async function readScimGroup(
  { database }: ScimParts,
  caller: ScimCaller,
  groupId: string,
  withMembers: boolean,
): Promise<ScimResource> {
  return showOne(database.read, caller, groupId, withMembers)
}

export async function searchScimGroups(
  { database }: ScimParts,
  caller: ScimCaller,
  page: Parameters<typeof listGroups>[2],
  withMembers: boolean,
) {
  const { total, groups } = await listGroups(database.read, caller, page)
  const ids = withMembers ? groups.map(({ group_id }) => group_id) : []
  const members = await listMembers(database.read, ids)
  return { total, resources: groups.map((row) => showGroup(row, members, caller)) }
}

/** A new group means nothing until administrators define it (OS-67). Throws 409 if one of that name exists. */
export async function createScimGroup(parts: ScimParts, caller: ScimCaller, group: ScimGroup): Promise<ScimResource> {
  return changeByScim(parts, caller, async (tx) => {
    const groupId = await insertGroup(tx, caller, group, caller.now)
    await addMembers(tx, groupId, await requireKnown(tx, caller, [...group.members]))
    await recordGroup(tx, caller, 'create', groupId)
    return showOne(tx, caller, groupId, true)
  })
}

/** Throws 404, 409 and 412. `change` receives the stored group. */
export async function changeScimGroup(
  parts: ScimParts,
  caller: ScimCaller,
  { groupId, ifMatch }: { readonly groupId: string; readonly ifMatch: IfMatch },
  change: (before: ScimGroup) => ScimGroup,
): Promise<ScimResource> {
  return changeByScim(parts, caller, async (tx) => {
    const row = await lockKept(tx, caller, groupId)
    checkVersion(ifMatch, row.version)
    const before = new Set((await listMembers(tx, [groupId])).map(({ userId }) => userId))
    const after = change({ displayName: row.display_name, externalId: row.external_id, members: before })
    const came = [...after.members].filter((one) => !before.has(one))
    const left = [...before].filter((one) => !after.members.has(one))
    await addMembers(tx, groupId, await requireKnown(tx, caller, came))
    await removeMembers(tx, groupId, left)
    await updateGroup(tx, groupId, after, caller.now)
    if (hasMeaning(row)) await settleUsers(tx, parts, [...came, ...left], { ...caller, actor: caller })
    await recordGroup(tx, caller, 'change', groupId)
    return showOne(tx, caller, groupId, true)
  })
}

/** Its people lose what it gave them. Throws 404, 409 for the last administrator, and 412. */
export async function deleteScimGroup(
  parts: ScimParts,
  caller: ScimCaller,
  { groupId, ifMatch }: { readonly groupId: string; readonly ifMatch: IfMatch },
): Promise<void> {
  return changeByScim(parts, caller, async (tx) => {
    const row = await lockKept(tx, caller, groupId)
    checkVersion(ifMatch, row.version)
    const members = (await listMembers(tx, [groupId])).map(({ userId }) => userId)
    await deleteGroup(tx, groupId)
    if (hasMeaning(row)) await settleUsers(tx, parts, members, { ...caller, actor: caller })
    await recordGroup(tx, caller, 'delete', groupId)
  })
}

/** Recomputes people's rights from their groups, in the order of their accounts. */
async function settleUsers(
  tx: Tx,
  parts: Pick<ScimParts, 'keeping' | 'sessions'>,
  userIds: readonly string[],
  change: RightsChange,
): Promise<void> {
  if (userIds.length === 0) return
  for (const accountId of await listAccountIds(tx, userIds)) await settleRights(tx, parts, accountId, change)
}

function hasMeaning({ entitlements, brands }: GroupRow): boolean {
  return entitlements.length > 0 || brands.length > 0
}

async function requireKnown(tx: Tx, caller: ScimCaller, userIds: readonly string[]): Promise<readonly string[]> {
  const known = await lockKnown(tx, caller, userIds)
  if (known.length < userIds.length) throw refuseScim('invalidValue', 'A member is no one known here.')
  return known
}

async function lockKept(tx: Tx, caller: ScimCaller, groupId: string): Promise<GroupRow> {
  const row = await lockGroup(tx, caller, groupId)
  if (row === undefined) throw refuseUnknown()
  return row
}

async function showOne(db: Reader, caller: ScimCaller, groupId: string, withMembers: boolean): Promise<ScimResource> {
  const row = await findGroup(db, caller, groupId)
  if (row === undefined) throw refuseUnknown()
  return showGroup(row, withMembers ? await listMembers(db, [groupId]) : [], caller)
}

function recordGroup(tx: Tx, caller: ScimCaller, what: string, groupId: string): Promise<void> {
  const event = { action: `scim.group.${what}`, recordType: 'scim-group', recordId: groupId }
  return recordChange(tx, { ...caller, actor: caller }, event)
}
