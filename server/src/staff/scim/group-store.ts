import type { ScimGroup } from '@portico/rules/scim/group'
import { plainRights, type Rights } from '@portico/rules/staff/rights'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Realm } from './caller.ts'
import { compileFilter, groupColumns } from './filter-statement.ts'
import type { ListPage } from './user-store.ts'

export type GroupRow = Selectable<Tables['scim_group']>

export async function findGroup(
  db: Reader,
  { brand, audience }: Realm,
  groupId: string,
): Promise<GroupRow | undefined> {
  return db
    .selectFrom('scim_group')
    .selectAll()
    .where((eb) => eb.and({ group_id: groupId, brand, audience }))
    .where('connection_id', 'is', null)
    .executeTakeFirst()
}

/** A group, locked until the transaction ends; of any provider if `realm` is null. */
export async function lockGroup(tx: Tx, realm: Realm | null, groupId: string): Promise<GroupRow | undefined> {
  return tx
    .selectFrom('scim_group')
    .selectAll()
    .where('group_id', '=', groupId)
    .$if(realm !== null, (query) =>
      query
        .where((eb) => eb.and({ brand: realm?.brand ?? '', audience: realm?.audience ?? 'staff' }))
        .where('connection_id', 'is', null),
    )
    .forUpdate()
    .executeTakeFirst()
}

export async function listGroups(
  db: Reader,
  { brand, audience }: Realm,
  { filter, offset, max }: ListPage,
): Promise<{ readonly total: number; readonly groups: GroupRow[] }> {
  const all = db
    .selectFrom('scim_group')
    .where((eb) => eb.and({ brand, audience }))
    .where('connection_id', 'is', null)
    .$if(filter !== null, (query) =>
      query.where(filter === null ? sql<SqlBool>`true` : compileFilter(filter, groupColumns)),
    )
  const { count } = await all.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  if (max === 0) return { total: Number(count), groups: [] }
  const groups = await all.selectAll().orderBy('group_id').offset(offset).limit(max).execute()
  return { total: Number(count), groups }
}

export interface GroupMember {
  readonly groupId: string
  readonly userId: string
  readonly name: string
}

export async function listMembers(db: Reader, groupIds: readonly string[]): Promise<GroupMember[]> {
  if (groupIds.length === 0) return []
  return db
    .selectFrom('scim_member')
    .innerJoin('scim_user', 'scim_user.user_id', 'scim_member.user_id')
    .select(['scim_member.group_id as groupId', 'scim_user.user_id as userId', 'scim_user.user_name as name'])
    .where('scim_member.group_id', 'in', groupIds)
    .orderBy('scim_user.user_id')
    .execute()
}

export async function insertGroup(
  tx: Tx,
  { brand, audience }: Realm,
  { displayName, externalId }: ScimGroup,
  now: Date,
): Promise<string> {
  const groupId = uuidv7()
  await tx
    .insertInto('scim_group')
    .values({
      ...{ group_id: groupId, brand, audience, display_name: displayName, external_id: externalId },
      ...{ entitlements: '[]', brands: '[]', version: 1, created_at: now, changed_at: now },
    })
    .execute()
  return groupId
}

export async function updateGroup(
  tx: Tx,
  groupId: string,
  { displayName, externalId }: ScimGroup,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('scim_group')
    .set((eb) => ({
      display_name: displayName,
      external_id: externalId,
      changed_at: now,
      version: eb('version', '+', 1),
    }))
    .where('group_id', '=', groupId)
    .execute()
}

export async function deleteGroup(tx: Tx, groupId: string): Promise<void> {
  await tx.deleteFrom('scim_group').where('group_id', '=', groupId).execute()
}

/** Which of these people the provider manages; locked in the order of their ids. */
export async function lockKnown(tx: Tx, { brand, audience }: Realm, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await tx
    .selectFrom('scim_user')
    .select('user_id')
    .where((eb) => eb.and({ brand, audience }))
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`user_id = any(${[...userIds]}::uuid[])`)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function addMembers(tx: Tx, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into scim_member (group_id, user_id) select ${groupId}::uuid, one from unnest(${[...userIds]}::uuid[]) one
    on conflict do nothing`.execute(tx)
}

export async function removeMembers(tx: Tx, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`delete from scim_member where group_id = ${groupId} and user_id = any(${[...userIds]}::uuid[])`.execute(tx)
}

/** The combined rights of someone's groups: those that arrive by SCIM, and those that their provider names at sign-ins. */
export async function readGiven(tx: Tx, accountId: string): Promise<Rights> {
  const { rows } = await sql<Pick<GroupRow, 'entitlements' | 'brands'>>`
    select entitlements, brands from scim_group
    where group_id in (select m.group_id from scim_member m join scim_user u on u.user_id = m.user_id
        where u.account_id = ${accountId}
      union all select group_id from sign_on_member where account_id = ${accountId})`.execute(tx)
  return plainRights({
    entitlements: rows.flatMap(({ entitlements }) => entitlements),
    brands: rows.flatMap(({ brands }) => brands),
  })
}

/** The accounts of a group's people, in the order of their ids. */
export async function listHolders(tx: Tx, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select u.account_id from scim_member m join scim_user u on u.user_id = m.user_id where m.group_id = ${groupId}
    union select account_id from sign_on_member where group_id = ${groupId} order by 1`.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

export async function storeMeaning(tx: Tx, groupId: string, { entitlements, brands }: Rights): Promise<void> {
  await tx
    .updateTable('scim_group')
    .set({ entitlements: JSON.stringify(entitlements), brands: JSON.stringify(brands) })
    .where('group_id', '=', groupId)
    .execute()
}

/** The accounts of users, in the order of their ids. */
export async function listAccountIds(db: Reader, userIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('scim_user')
    .select('account_id')
    .where('user_id', 'in', userIds)
    .orderBy('account_id')
    .execute()
  return rows.map(({ account_id: id }) => id)
}
