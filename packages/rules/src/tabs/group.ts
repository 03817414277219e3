import type { Client, CurrentUser, Group } from './types.ts'

/** Cookies that hold the selection (HD-6). */
export const CLIENT_NUMBER_COOKIE = 'memberClientNumber'
export const GROUP_NUMBER_COOKIE = 'memberGroupNumber'

export interface SelectedGroup {
  readonly client: Client
  readonly group: Group
}

/**
 * The member's selected group (HD-6): the one of their own that the cookies name, else the first one of the named client, else the
 * first of all; null: they have none. A cookie never selects a group that is not the member's.
 */
export function selectGroup(options: {
  readonly user: Pick<CurrentUser, 'clientList'>
  readonly clientNumber?: string | null | undefined
  readonly groupNumber?: string | null | undefined
}): SelectedGroup | null {
  const all = options.user.clientList.flatMap((client) => client.groupList.map((group) => ({ client, group })))
  const ofClient = all.filter(({ client }) => client.clientNumber === options.clientNumber)
  return ofClient.find(({ group }) => group.groupNumber === options.groupNumber) ?? ofClient[0] ?? all[0] ?? null
}
