import { everyBrand } from '@portico/rules/brand/every'
import { type Audience, rolesOfAudience } from '@portico/rules/identity/connection'
import { isWithin } from '@portico/rules/staff/rights'
import type { Selectable } from 'kysely'
import { executeKept, type Reader, type Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { readScope } from '../rights/scope.ts'
import type { Connection } from './store.ts'

export type Link = Selectable<Tables['identity_link']>

interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** The account that a provider's identity was linked to (OS-61). */
export async function findLinked(db: Reader, connectionId: string, identity: Identity): Promise<string | null> {
  const query = db
    .selectFrom('identity_link')
    .select('account_id')
    .where((is) => is.and({ connection_id: connectionId, issuer: identity.issuer, subject: identity.subject }))
  return (await executeKept(db, query))[0]?.account_id ?? null
}

/** The connection that opened a session, with the provider's ids for the session and its owner; null if none did. */
export async function findProviderSession(
  db: Reader,
  sessionId: string,
  accountId: string,
): Promise<{ readonly connectionId: string; readonly session: string | null; readonly subject: string | null } | null> {
  const row = await db
    .selectFrom('session')
    .leftJoin('identity_link', (on) =>
      on
        .onRef('identity_link.connection_id', '=', 'session.connection_id')
        .on('identity_link.account_id', '=', accountId),
    )
    .select(['session.connection_id as connectionId', 'provider_session as session', 'subject'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  const { connectionId = null, session = null, subject = null } = row ?? {}
  return connectionId === null ? null : { connectionId, session, subject }
}

/** The connection by which someone signs in, with the provider's id for them; the one used last. */
export async function findOwnLink(
  db: Reader,
  accountId: string,
): Promise<{ readonly connectionId: string; readonly subject: string } | null> {
  const row = await db
    .selectFrom('identity_link')
    .innerJoin('identity_connection as c', 'c.connection_id', 'identity_link.connection_id')
    .select(['identity_link.connection_id as connectionId', 'subject'])
    .where('account_id', '=', accountId)
    .where('subject', 'is not', null)
    .where('c.live_version', 'is not', null)
    .orderBy('used_at', (at) => at.desc().nullsLast())
    .executeTakeFirst()
  return row?.subject ? { connectionId: row.connectionId, subject: row.subject } : null
}

/** Links the account expected under one of the names, once; null if there is none, or several. */
export async function linkExpected(
  tx: Tx,
  connectionId: string,
  names: readonly string[],
  { issuer, subject, now }: Identity & { readonly now: Date },
): Promise<string | null> {
  if (names.length === 0) return null
  const expected = await tx
    .selectFrom('identity_link')
    .select('account_id')
    .where('connection_id', '=', connectionId)
    .where('expected', 'in', names)
    .where('confirmed_at', 'is not', null)
    .where('subject', 'is', null)
    .orderBy('account_id')
    .limit(2)
    .forNoKeyUpdate()
    .execute()
  const [only] = expected
  if (expected.length !== 1 || only === undefined) return null
  await tx
    .updateTable('identity_link')
    .set({ issuer, subject, linked_at: now })
    .where((is) => is.and({ connection_id: connectionId, account_id: only.account_id }))
    .execute()
  return only.account_id
}

/** A member's account by member number, if it is the only one; for the plan's provider, which knows the number (OS-65). */
export async function findByMemberNumber(
  db: Reader,
  brand: string,
  numbers: readonly string[],
): Promise<string | null> {
  if (numbers.length !== 1) return null
  const rows = await db
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select('account_id')
    .where('member.member_number', 'in', numbers)
    .where('account.brand', '=', brand)
    .where('account.role', '=', 'MEMBER')
    .limit(2)
    .execute()
  const [only] = rows
  return rows.length === 1 && only ? only.account_id : null
}

/**
 * The account that the same organization manages here by SCIM under one of the names, if it is the only one: administrators who approved
 * its token and its connection have confirmed that it knows its people. Locks the account until it is linked, so that it cannot be given up
 * meanwhile; a successor under the same name gets the same account.
 */
export async function lockProvisioned(
  tx: Tx,
  connection: Pick<Connection, 'audience' | 'brand'>,
  names: readonly string[],
): Promise<string | null> {
  const found = await findProvisioned(tx, connection, names)
  if (found === null) return null
  await lockAccount(tx, found.account_id)
  const still = await findProvisioned(tx, connection, names)
  return still?.user_id === found.user_id && still.account_id === found.account_id ? found.account_id : null
}

/** Whether administrators or SCIM know a name, even if it lets no one in now. */
export async function isNameKnown(
  db: Reader,
  { connection_id: connectionId, brand }: Pick<Connection, 'connection_id' | 'brand'>,
  name: string,
): Promise<boolean> {
  const expected = await db
    .selectFrom('identity_link')
    .select('account_id')
    .where((is) => is.and({ connection_id: connectionId, expected: name }))
    .executeTakeFirst()
  if (expected !== undefined) return true
  const provided = await db
    .selectFrom('scim_user')
    .select('user_id')
    .where('audience', '=', 'staff')
    .where((is) => is.or([is('user_key', '=', name.toLowerCase()), is('external_id', '=', name)]))
    .$if(brand !== everyBrand, (query) => query.where('brand', '=', brand))
    .limit(1)
    .executeTakeFirst()
  return provided !== undefined
}

async function findProvisioned(
  db: Reader,
  { audience, brand }: Pick<Connection, 'audience' | 'brand'>,
  names: readonly string[],
): Promise<{ readonly user_id: string; readonly account_id: string } | null> {
  if (names.length !== 1) return null
  // `userName` is case-insensitive (RFC 7643), and providers vary its case.
  const keys = names.map((one) => one.toLowerCase())
  const rows = await db
    .selectFrom('scim_user')
    .select(['user_id', 'account_id'])
    .where('audience', '=', audience === 'agents' ? 'agents' : 'staff')
    .where((is) => is.or([is('user_key', 'in', keys), is('external_id', 'in', names)]))
    .where('active', '=', true)
    .where('barred', '=', false)
    .where('deleted_at', 'is', null)
    .$if(brand !== everyBrand, (query) => query.where('brand', '=', brand))
    .limit(2)
    .execute()
  const [only] = rows
  return rows.length === 1 && only ? only : null
}

/** Links an account permanently; false if this connection has already linked the account, or the identity. */
export async function insertLink(
  tx: Tx,
  connectionId: string,
  accountId: string,
  { issuer, subject, now }: Identity & { readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('identity_link')
    .values({
      connection_id: connectionId,
      account_id: accountId,
      expected: null,
      issuer,
      subject,
      created_at: now,
      linked_at: now,
      confirmed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** An account that may sign in by a connection, by its login ID. */
export async function findAccountFor(
  db: Reader,
  { audience, brand }: Pick<Connection, 'audience' | 'brand'>,
  by: { readonly loginId: string } | { readonly accountId: string },
): Promise<{ readonly accountId: string; readonly brand: string } | null> {
  const query = db
    .selectFrom('account')
    .select(['account_id as accountId', 'brand'])
    .where('role', 'in', [...rolesOfAudience[audience satisfies Audience]])
    .where('ended_at', 'is', null)
    .$if('loginId' in by, (query) => query.where('login_id', '=', 'loginId' in by ? by.loginId : ''))
    .$if('accountId' in by, (query) => query.where('account_id', '=', 'accountId' in by ? by.accountId : ''))
    .$if(brand !== everyBrand, (query) => query.where('brand', '=', brand))
  return (await executeKept(db, query))[0] ?? null
}

/**
 * Whether an administrator administers no brand beyond the connection's: otherwise whoever controls one brand's provider could get in as an
 * administrator of all.
 */
export async function isWithinConnection(
  db: Reader,
  connection: Pick<Connection, 'audience' | 'brand'>,
  accountId: string,
): Promise<boolean> {
  if (connection.audience !== 'staff' || connection.brand === everyBrand) return true
  const { brands, entitlements } = await readScope(db, { accountId })
  return areWithin(connection, { entitlements, brands: brands ?? [everyBrand] })
}

/** The same for rights already read. */
export function areWithin(
  { audience, brand }: Pick<Connection, 'audience' | 'brand'>,
  { entitlements, brands }: { readonly entitlements: readonly string[]; readonly brands: readonly string[] },
): boolean {
  return (
    audience !== 'staff' || brand === everyBrand || !entitlements.includes('administer') || isWithin(brands, [brand])
  )
}

/** Whether an account already read may sign in by a connection, by the rules of `findAccountFor`. */
export function isAccountFor(
  { audience, brand }: Pick<Connection, 'audience' | 'brand'>,
  account: { readonly role: string; readonly brand: string; readonly ended_at: Date | null },
): boolean {
  const isOne = rolesOfAudience[audience satisfies Audience].some((role) => role === account.role)
  return isOne && account.ended_at === null && (brand === everyBrand || account.brand === brand)
}

export async function findLink(db: Reader, connectionId: string, accountId: string): Promise<Link | undefined> {
  return db
    .selectFrom('identity_link')
    .selectAll()
    .where((is) => is.and({ connection_id: connectionId, account_id: accountId }))
    .executeTakeFirst()
}

/**
 * Expects someone under a provider's name, replacing the earlier expectation; false if another account has the name, or the person has
 * signed in meanwhile.
 */
export async function expectLink(
  tx: Tx,
  link: {
    readonly connectionId: string
    readonly accountId: string
    readonly expected: string
    readonly askedBy: string
    readonly now: Date
  },
): Promise<boolean> {
  const { connectionId, accountId, expected, askedBy, now } = link
  const taken = await tx
    .selectFrom('identity_link')
    .select('account_id')
    .where((is) => is.and({ connection_id: connectionId, expected }))
    .where('account_id', '!=', accountId)
    .executeTakeFirst()
  if (taken !== undefined) return false
  const expecting = { expected, asked_by: askedBy, confirmed_at: null }
  const kept = await tx
    .insertInto('identity_link')
    .values({ connection_id: connectionId, account_id: accountId, created_at: now, ...expecting })
    .onConflict((conflict) =>
      conflict
        .columns(['connection_id', 'account_id'])
        .doUpdateSet(expecting)
        .where('identity_link.subject', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()
  return kept !== undefined
}

export async function confirmLink(tx: Tx, connectionId: string, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('identity_link')
    .set({ confirmed_at: now })
    .where((is) => is.and({ connection_id: connectionId, account_id: accountId }))
    .execute()
}

export async function deleteLink(tx: Tx, connectionId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_link')
    .where((is) => is.and({ connection_id: connectionId, account_id: accountId }))
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Everyone who signs in by a connection or is expected to. */
export function listLinks(db: Reader): Promise<(Link & { readonly loginId: string })[]> {
  return db
    .selectFrom('identity_link')
    .innerJoin('account', 'account.account_id', 'identity_link.account_id')
    .selectAll('identity_link')
    .select('account.login_id as loginId')
    .orderBy('account.login_id')
    .limit(2000)
    .execute()
}
