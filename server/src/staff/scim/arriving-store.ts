import { type Insertable, sql } from 'kysely'
import { executeKept, type Reader, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The groups of a connection that an account is in. */
export async function listNames(db: Reader, connectionId: string, accountId: string): Promise<string[]> {
  const query = db
    .selectFrom('sign_on_member')
    .innerJoin('scim_group', 'scim_group.group_id', 'sign_on_member.group_id')
    .select('display_name')
    .where('scim_group.connection_id', '=', connectionId)
    .where('sign_on_member.account_id', '=', accountId)
  const rows = await executeKept(db, query)
  return rows.map(({ display_name }) => display_name)
}

/** All stored groups of a connection. */
export async function listKept(db: Reader, connectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scim_group')
    .select('display_name')
    .where('connection_id', '=', connectionId)
    .execute()
  return rows.map(({ display_name }) => display_name)
}

export async function insertGroups(tx: Tx, groups: readonly Insertable<Tables['scim_group']>[]): Promise<void> {
  await tx.insertInto('scim_group').values(groups).execute()
}

/** Stores which of a connection's groups an account is in; returns whether a group with a meaning was added or removed. */
export async function storeMembership(
  tx: Tx,
  connectionId: string,
  accountId: string,
  names: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ meant: boolean }>`
    with kept as (select group_id, entitlements, brands, display_name = any(${[...names]}::text[]) as wanted
      from scim_group where connection_id = ${connectionId}),
    left_ as (delete from sign_on_member where account_id = ${accountId}
      and group_id in (select group_id from kept where not wanted) returning group_id),
    came as (insert into sign_on_member (group_id, account_id) select group_id, ${accountId}::uuid from kept where wanted
      on conflict do nothing returning group_id)
    select coalesce(bool_or(entitlements <> '[]' or brands <> '[]'), false) as meant from kept
    where group_id in (select group_id from left_ union all select group_id from came)`.execute(tx)
  return rows[0]?.meant ?? false
}
