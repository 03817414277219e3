import { ScimError } from '@portico/rules/scim/error'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import { lockAdministration } from '../staff/store.ts'
import type { ScimParts } from './parts.ts'
import { settleRights } from './rights.ts'

/** How many groups are kept of a connection; more are passed over. */
const maxKept = 500

export interface ArrivedGroups {
  readonly connection: { readonly connection_id: string; readonly brand: string; readonly name: string }
  readonly accountId: string
  /** What the provider calls the groups that someone is in. */
  readonly names: readonly string[]
}

/**
 * Puts a member of staff who signs in into the groups that the provider names, and out of its others (OS-67). What the groups mean is decided by
 * two administrators, as for those that arrive by SCIM; a new one means nothing until then. The last administrator keeps what they have.
 */
export async function settleArrivedGroups(
  parts: Pick<ScimParts, 'keeping' | 'sessions'> & { readonly database: Database },
  { connection, accountId, names }: ArrivedGroups,
  context: AuditContext,
): Promise<void> {
  const { connection_id: connectionId } = connection
  const wanted = [...new Set(names.map((name) => name.trim()).filter(Boolean))].slice(0, maxKept).sort()
  if (isSame(await listNames(parts.database.read, connectionId, accountId), wanted)) return
  const settling = parts.database.transaction(async (tx) => {
    await lockAdministration(tx)
    await keepGroups(tx, connection, wanted, context.now)
    if (!(await storeMembership(tx, connectionId, accountId, wanted))) return
    const loginId = `Sign-in ${connection.name}`
    const actor = { accountId: null, loginId, sessionId: null, memberId: null, actor: null } as const
    await settleRights(tx, parts, accountId, { ...context, actor })
  })
  // The groups stay, too, so that the next sign-in takes the rights once someone else administers.
  await settling.catch((error: unknown) => {
    if (!(error instanceof ScimError)) throw error
  })
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}

async function listNames(db: Reader, connectionId: string, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sign_on_member')
    .innerJoin('scim_group', 'scim_group.group_id', 'sign_on_member.group_id')
    .select('display_name')
    .where('scim_group.connection_id', '=', connectionId)
    .where('sign_on_member.account_id', '=', accountId)
    .execute()
  return rows.map(({ display_name }) => display_name)
}

/** Keeps groups that were not known yet, as long as there are not too many. */
async function keepGroups(
  tx: Tx,
  { connection_id: connectionId, brand }: ArrivedGroups['connection'],
  names: readonly string[],
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom('scim_group')
    .select('display_name')
    .where('connection_id', '=', connectionId)
    .execute()
  const known = new Set(rows.map(({ display_name }) => display_name))
  const fresh = names.filter((name) => !known.has(name)).slice(0, Math.max(0, maxKept - known.size))
  if (fresh.length === 0) return
  const shared = { brand, audience: 'staff', external_id: null, entitlements: '[]', brands: '[]' } as const
  const times = { version: 1, created_at: now, changed_at: now }
  await tx
    .insertInto('scim_group')
    .values(
      fresh.map((name) => ({
        ...{ ...shared, ...times, group_id: uuidv7(), display_name: name, connection_id: connectionId },
      })),
    )
    .execute()
}

/** Stores who is in which of a connection's groups; returns whether one of those that came or went means something. */
async function storeMembership(
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
