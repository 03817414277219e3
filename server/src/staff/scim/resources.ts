import { groupSchema, producerSchema, userSchema } from '@portico/rules/scim/names'
import type { ScimCaller } from './caller.ts'
import type { GroupMember, GroupRow } from './group-store.ts'
import { toScimUser, type UserRow } from './user-store.ts'

/** A resource as SCIM shows it. */
export interface ScimResource extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly meta: { readonly location: string; readonly version: string }
}

type GroupOf = { readonly userId: string; readonly groupId: string; readonly name: string }

export function showUser(row: UserRow, groups: readonly GroupOf[], caller: ScimCaller): ScimResource {
  const { userName, externalId, active, displayName, givenName, familyName, email, phone, npn, agencies } =
    toScimUser(row)
  const isAgent = row.audience === 'agents'
  return {
    schemas: isAgent ? [userSchema, producerSchema] : [userSchema],
    id: row.user_id,
    ...(externalId !== null && { externalId }),
    userName,
    ...((givenName !== null || familyName !== null) && {
      name: { ...(givenName !== null && { givenName }), ...(familyName !== null && { familyName }) },
    }),
    ...(displayName !== null && { displayName }),
    active,
    emails: email === null ? [] : [{ value: email, type: 'work', primary: true }],
    phoneNumbers: phone === null ? [] : [{ value: phone, type: 'work', primary: true }],
    groups: groups
      .filter(({ userId }) => userId === row.user_id)
      .map(({ groupId, name }) => ({
        value: groupId,
        display: name,
        type: 'direct',
        $ref: `${caller.base}/Groups/${groupId}`,
      })),
    ...(isAgent && { [producerSchema]: { ...(npn !== null && { npn }), agencies } }),
    meta: describeMeta('User', row, `${caller.base}/Users/${row.user_id}`),
  }
}

export function showGroup(row: GroupRow, members: readonly GroupMember[], caller: ScimCaller): ScimResource {
  return {
    schemas: [groupSchema],
    id: row.group_id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    members: members
      .filter(({ groupId }) => groupId === row.group_id)
      .map(({ userId, name }) => ({
        value: userId,
        display: name,
        type: 'User',
        $ref: `${caller.base}/Users/${userId}`,
      })),
    meta: describeMeta('Group', row, `${caller.base}/Groups/${row.group_id}`),
  }
}

function describeMeta(
  resourceType: string,
  row: Pick<UserRow, 'created_at' | 'changed_at' | 'version'>,
  location: string,
) {
  return {
    resourceType,
    created: row.created_at.toISOString(),
    lastModified: row.changed_at.toISOString(),
    location,
    version: `W/"${row.version}"`,
  }
}
