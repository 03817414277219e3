import type { Filter } from '@portico/rules/scim/filter'
import type { ScimUser } from '@portico/rules/scim/user'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Realm } from './caller.ts'
import { compileFilter, userColumns } from './filter-statement.ts'

export type UserRow = Selectable<Tables['scim_user']>

/** A page of a list: its offset, and the most entries. */
export interface ListPage {
  readonly filter: Filter | null
  readonly offset: number
  readonly max: number
}

/** A person whom the provider manages; in a change, locked until the transaction ends. */
export async function findUser(db: Reader, { brand, audience }: Realm, userId: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('scim_user')
    .selectAll()
    .where((eb) => eb.and({ user_id: userId, brand, audience }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function lockUser(tx: Tx, { brand, audience }: Realm, userId: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('scim_user')
    .selectAll()
    .where((eb) => eb.and({ user_id: userId, brand, audience }))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function listUsers(
  db: Reader,
  { brand, audience }: Realm,
  { filter, offset, max }: ListPage,
): Promise<{ readonly total: number; readonly users: UserRow[] }> {
  const all = db
    .selectFrom('scim_user')
    .where((eb) => eb.and({ brand, audience }))
    .where('deleted_at', 'is', null)
    .$if(filter !== null, (query) =>
      query.where(filter === null ? sql<SqlBool>`true` : compileFilter(filter, userColumns)),
    )
  const { count } = await all.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  if (max === 0) return { total: Number(count), users: [] }
  return { total: Number(count), users: await all.selectAll().orderBy('user_id').offset(offset).limit(max).execute() }
}

/** The groups of some people. */
export async function listUserGroups(
  db: Reader,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly groupId: string; readonly name: string }[]> {
  if (userIds.length === 0) return []
  return db
    .selectFrom('scim_member')
    .innerJoin('scim_group', 'scim_group.group_id', 'scim_member.group_id')
    .select(['scim_member.user_id as userId', 'scim_group.group_id as groupId', 'scim_group.display_name as name'])
    .where('scim_member.user_id', 'in', userIds)
    .orderBy('scim_group.group_id')
    .limit(10_000)
    .execute()
}

/** Stores a new person; null if the provider already manages someone with that name or account. */
export async function insertUser(
  tx: Tx,
  { brand, audience }: Realm,
  accountId: string,
  user: ScimUser,
  now: Date,
): Promise<UserRow | null> {
  const userId = uuidv7()
  const stored = await insertNew(tx, 'scim_user', {
    ...{ user_id: userId, brand, audience, account_id: accountId, version: 1, created_at: now, changed_at: now },
    ...{ ...toColumns(user), barred: false },
  })
  return stored ? ((await findUser(tx, { brand, audience }, userId)) ?? null) : null
}

export async function updateUser(tx: Tx, userId: string, user: ScimUser, now: Date): Promise<void> {
  await tx
    .updateTable('scim_user')
    .set((eb) => ({ ...toColumns(user), changed_at: now, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

export async function barUser(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('scim_user').set({ barred: true }).where('user_id', '=', userId).execute()
}

/** Records that the provider no longer manages someone, who leaves all groups. */
export async function markUserDeleted(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('scim_member').where('user_id', '=', userId).execute()
  await tx
    .updateTable('scim_user')
    .set({ deleted_at: now, changed_at: now, active: false })
    .where('user_id', '=', userId)
    .execute()
}

/** The user under which the same provider last managed the owner of an account; undefined: it never did. */
export async function findUserBefore(
  tx: Tx,
  { brand, audience }: Realm,
  accountId: string,
): Promise<Pick<UserRow, 'barred' | 'deleted_at'> | undefined> {
  return tx
    .selectFrom('scim_user')
    .select(['barred', 'deleted_at'])
    .where((eb) => eb.and({ account_id: accountId, brand, audience }))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export function toScimUser(row: UserRow): ScimUser {
  return {
    userName: row.user_name,
    externalId: row.external_id,
    active: row.active && !row.barred,
    displayName: row.display_name,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    phone: row.phone,
    npn: row.npn,
    agencies: row.agencies,
  }
}

function toColumns(user: ScimUser) {
  return {
    user_name: user.userName,
    user_key: user.userName.toLowerCase(),
    external_id: user.externalId,
    display_name: user.displayName,
    given_name: user.givenName,
    family_name: user.familyName,
    email: user.email,
    phone: user.phone,
    npn: user.npn,
    agencies: JSON.stringify(user.agencies),
    active: user.active,
  }
}
