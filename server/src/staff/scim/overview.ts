import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/provisioning'
import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditStaffChange, readAsAdministrator } from '../staff/administering.ts'
import { describeGiver } from '../staff/read-people.ts'
import { listCalls } from './call-log.ts'
import type { GroupRow } from './group-store.ts'
import type { ScimParts } from './parts.ts'
import { listTokens } from './token-store.ts'

type Overview = PayloadOf<typeof calls.readProvisioning>

const maxGroups = 200
const maxNames = 10

/** What an administrator sees of the identity providers of their brands; no secret, and nothing that was sent. */
export function readProvisioning(parts: ScimParts, context: CallContext<Principal>): Promise<Overview> {
  return readAsAdministrator(parts, context, async (tx, scope) => {
    await auditStaffChange(tx, context, 'scim.read', null)
    const { brands } = scope
    const [tokens, groups, lately] = [
      await listTokens(tx, brands),
      await listGroups(tx, brands),
      await listCalls(tx, brands),
    ]
    return {
      tokens: tokens.map((token) => ({
        tokenId: token.token_id,
        ...{ name: token.name, brand: token.brand, audience: token.audience, invites: token.invites },
        state: token.state,
        madeAt: token.made_at.toISOString(),
        usedAt: token.used_at?.toISOString() ?? null,
        endedAt: token.ended_at?.toISOString() ?? null,
      })),
      groups: groups.map(({ group_id, display_name, brand, people, names, entitlements, brands: given }) => ({
        ...{ groupId: group_id, name: display_name, brand, people, names, entitlements, brands: given },
      })),
      calls: lately.map(({ call_id, at, what, ...call }) => ({
        ...{ ...call, callId: call_id, at: at.toISOString() },
        what: what === 'User' || what === 'Group' ? what : ('Other' as const),
      })),
      ...(await describeGiver(parts, tx, scope, context)),
    }
  })
}

/** The groups of staff of some brands (null: of all), with the first people of each. */
async function listGroups(
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
