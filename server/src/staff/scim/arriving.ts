import { readGroupNames } from '@portico/rules/identity/group-claims'
import { ScimError } from '@portico/rules/scim/error'
import { v7 as uuidv7 } from 'uuid'
import { lockAdministration } from '../../identity/rights/administrators-statement.ts'
import type { AuditContext } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { insertGroups, listKept, listNames, storeMembership } from './arriving-store.ts'
import type { ScimParts } from './parts.ts'
import { settleRights } from './rights.ts'

/** How many groups are kept of a connection; more are passed over. */
const maxKept = 500

export interface ArrivedGroups {
  readonly connection: { readonly connection_id: string; readonly brand: string; readonly name: string }
  /** Null: someone tries the connection, and its groups become known, so that administrators can say before it is on what they give. */
  readonly accountId: string | null
  /** What the provider calls the groups that someone is in. */
  readonly names: readonly string[]
  /** Those that they are in here, if they were just read. */
  readonly before: readonly string[] | null
}

/**
 * Puts a member of staff who signs in into the groups that the provider names, and out of its others (OS-67). What the groups mean is decided by
 * two administrators, as for those that arrive by SCIM; a new one means nothing until then. The last administrator keeps what they have.
 * Returns whether any came or went.
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
  // The groups stay, too, so that the next sign-in takes the rights once someone else administers.
  await settling.catch((error: unknown) => {
    if (!(error instanceof ScimError)) throw error
  })
  return true
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name))
}

/** Keeps groups that were not known yet, as long as there are not too many. */
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
