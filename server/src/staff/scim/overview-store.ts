import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { GroupRow } from './group-store.ts'

const maxGroups = 200
const maxNames = 10

/** The groups of staff of some brands (null: of all), with the first people of each. */
export async function listStaffGroups(
  db: Reader,
  brands: readonly string[] | null,
): Promise<(GroupRow & { readonly people: number; readonly names: string[] })[]> {
  const isOwn = brands === null ? sql<SqlBool>`true` : sql<SqlBool>`brand = any(${[...brands]}::text[])`
  return db
    .selectFrom('scim_group')
    .selectAll()
    .select(
      sql<number>`((select count(*)::int from scim_member where scim_member.group_id = scim_group.group_id)
        + (select count(*)::int from sign_on_member where sign_on_member.group_id = scim_group.group_id))`.as('people'),
    )
    .select(
      sql<string[]>`array(select name from (
          select scim_user.user_name as name from scim_member join scim_user on scim_user.user_id = scim_member.user_id
          where scim_member.group_id = scim_group.group_id
          union all select account.login_id from sign_on_member
          join account on account.account_id = sign_on_member.account_id
          where sign_on_member.group_id = scim_group.group_id) people order by lower(name) limit ${maxNames})`.as(
        'names',
      ),
    )
    .where('audience', '=', 'staff')
    .where(isOwn)
    .orderBy('display_name')
    .limit(maxGroups)
    .execute()
}
