import { type Insertable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The account of a login ID, locked until the transaction ends. */
export async function lockByLogin(
  tx: Tx,
  loginId: string,
): Promise<{ readonly accountId: string; readonly role: string; readonly brand: string } | undefined> {
  return tx
    .selectFrom('account')
    .select(['account_id as accountId', 'role', 'brand'])
    .where('login_id', '=', loginId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Stores a new account of an agent; false if the login ID is taken. */
export async function insertAgent(tx: Tx, account: Insertable<Tables['account']>): Promise<boolean> {
  const stored = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('login_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return stored !== undefined
}

export async function storeProfile(
  tx: Tx,
  accountId: string,
  profile: {
    readonly login_id: string
    readonly first_name: string
    readonly last_name: string
    readonly email: string | null
    readonly bus_phone: string | null
    readonly npn?: string | null
    readonly role?: 'AGENT' | 'AGENCY_ADMIN'
    readonly actor_type?: string
  },
): Promise<void> {
  await tx.updateTable('account').set(profile).where('account_id', '=', accountId).execute()
}

/** The facts that decide whether someone can get in, and whether they must still choose a password. */
export async function readStanding(
  db: Reader,
  accountId: string,
): Promise<{ readonly isEnded: boolean; readonly isInvited: boolean }> {
  const row = await db
    .selectFrom('account')
    .select(['ended_at', 'temporary_password'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { isEnded: row.ended_at !== null, isInvited: row.temporary_password }
}

/** Lets the owner of an ended account in again. */
export async function reopen(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('account').set({ ended_at: null }).where('account_id', '=', accountId).execute()
}

/** Schedules a link for choosing a password for an agent (AG-3). */
export async function inviteAgent(tx: Tx, accountId: string): Promise<void> {
  await sql`update account set invitation_due = true where account_id = ${accountId}`.execute(tx)
}

/** Whether another active agent has a number (NPN). */
export async function isNpnOfAnother(db: Reader, npn: string, accountId: string): Promise<boolean> {
  const other = await db
    .selectFrom('account')
    .select('account_id')
    .where('npn', '=', npn)
    .where('role', 'in', ['AGENT', 'AGENCY_ADMIN'])
    .where('account_id', '<>', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

/** Replaces someone's password with one that nobody knows, and forgets how providers identify them. */
export async function forgetAccess(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: passwordHash, temporary_password: true })
    .where('account_id', '=', accountId)
    .execute()
  await tx.deleteFrom('identity_link').where('account_id', '=', accountId).execute()
}
