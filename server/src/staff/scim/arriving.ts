import { readGroupNames } from '@portico/rules/identity/group-claims'
import { ScimError } from '@portico/rules/scim/error'
import { v7 as uuidv7 } from 'uuid'
import { lockAdministration } from '../../identity/rights/administrators-statement.ts'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { insertGroups, listKept, listNames, storeMembership } from './arriving-store.ts'
import type { ScimParts } from './parts.ts'
import { settleRights } from './rights.ts'

/** How many groups we store for a connection; more are ignored. */
const maxKept = 500

export interface ArrivedGroups {
  readonly connection: { readonly connection_id: string; readonly brand: string; readonly name: string }
  /**
   * Null: someone is only testing the connection, which makes its groups known, so that administrators can define them before it goes
   * live.
   */
  readonly accountId: string | null
  /** The provider's names of the groups that someone is in. */
  readonly names: readonly string[]
  /** The groups that they are in here, if the caller has just read them. */
  readonly before: readonly string[] | null
}

/**
 * Puts a staff member who signs in into the groups that the provider names, and removes them from its other groups (OS-67). Two
 * administrators decide what the groups mean, as with groups that arrive by SCIM; a new group means nothing until then. The last
 * administrator keeps their rights. Returns whether any group changed.
 */
export async function settleArrivedGroups(
  parts: Pick<ScimParts, 'keeping' | 'sessions'> & { readonly database: Database },
  { connection, accountId, names, before }: ArrivedGroups,
  context: AuditContext,
): Promise<boolean> {
  const { connection_id: connectionId } = connection
  const wanted = readGroupNames(names)
  const isIn = before ?? (accountId === null ? [] : await listNames(parts.database.read, connectionId, accountId))
  if (isSame(isIn, wanted)) return false
  const settling = parts.database.transaction(async (tx) => {
    await lockAdministration(tx)
    await keepGroups(tx, connection, wanted, context.now)
    if (accountId === null || !(await storeMembership(tx, connectionId, accountId, wanted))) return
    const loginId = `Sign-in ${connection.name}`
    const actor = { accountId: null, loginId, sessionId: null, memberId: null, actor: null } as const
    await settleRights(tx, parts, accountId, { ...context, actor })
  })
  // The old memberships stay as well, so that the next sign-in tries again, once there is another administrator.
  await settling.catch((error: unknown) => {
    if (!(error instanceof ScimError)) throw error
  })
  return true
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}

/** Stores new groups, up to the maximum. */
async function keepGroups(
  tx: Tx,
  { connection_id: connectionId, brand }: ArrivedGroups['connection'],
  names: readonly string[],
  now: Date,
): Promise<void> {
  const known = new Set(await listKept(tx, connectionId))
  const fresh = names.filter((name) => !known.has(name)).slice(0, Math.max(0, maxKept - known.size))
  if (fresh.length === 0) return
  const shared = { brand, audience: 'staff', external_id: null, entitlements: '[]', brands: '[]' } as const
  const times = { version: 1, created_at: now, changed_at: now }
  const rows = fresh.map((name) => ({
    ...{ ...shared, ...times, group_id: uuidv7(), display_name: name, connection_id: connectionId },
  }))
  await insertGroups(tx, rows)
}
