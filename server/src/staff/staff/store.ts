import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'

/** A staff member, with what administrators may know (AD-2). */
export interface StaffPerson {
  readonly accountId: string
  readonly loginId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  /** The brand whose portal they sign in to. */
  readonly brand: string
  readonly actorType: string
  readonly entitlements: readonly string[]
  /** Codes of the brands whose members they serve, or ALL. */
  readonly brands: readonly string[]
  /** Whether they have not chosen a password yet. */
  readonly invited: boolean
  /** How long the link sent to them works; null: there is none. */
  readonly invitedUntil: Date | null
  readonly lockedAt: Date | null
  readonly endedAt: Date | null
  readonly administratorSince: Date | null
  /** Whether they must give a code, or sign in with a passkey. */
  readonly secondFactor: boolean
  readonly lastActive: Date | null
}

const people = sql<StaffPerson>`
  select account_id as "accountId", login_id as "loginId", first_name as "firstName", last_name as "lastName", email, brand,
    actor_type as "actorType", entitlements, temporary_password as invited, locked_at as "lockedAt", ended_at as "endedAt",
    administrator_since as "administratorSince",
    array(select staff_brand.brand from staff_brand where staff_brand.account_id = account.account_id order by 1) as brands,
    (select max(expires_at) from recovery_ticket where recovery_ticket.account_id = account.account_id) as "invitedUntil",
    exists (select from authenticator where authenticator.account_id = account.account_id and confirmed_at is not null)
      or exists (select from passkey where passkey.account_id = account.account_id) as "secondFactor",
    (select max(at) from audit_event where actor_account_id = account.account_id) as "lastActive"
  from account where role = 'INTERNAL'`

/** Staff by login ID, at most `max` after a position. */
export async function listStaff(
  db: Reader,
  { after, max }: { readonly after: string; readonly max: number },
): Promise<StaffPerson[]> {
  const { rows } = await sql<StaffPerson>`${people} and login_id > ${after} order by login_id limit ${max}`.execute(db)
  return rows
}

/**
 * Staff by login ID, at most `max` after a position: those whose login ID begins with a text or whose name contains it, and who work
 * for no other brands than these (null: all brands).
 */
export async function searchPeople(
  db: Reader,
  query: {
    readonly text: string
    readonly after: string
    readonly brands: readonly string[] | null
    readonly max: number
  },
): Promise<StaffPerson[]> {
  const { text, after, brands, max } = query
  const word = text.trim().toLowerCase()
  const within =
    brands === null
      ? sql`true`
      : sql`brand = any(${[...brands]}::text[]) and not exists (select from staff_brand
          where staff_brand.account_id = account.account_id and staff_brand.brand <> all(${[...brands]}::text[]))`
  const { rows } = await sql<StaffPerson>`${people} and login_id > ${after} and ${within}
    and (${word} = '' or starts_with(lower(login_id), ${word}) or strpos(lower(first_name || ' ' || last_name), ${word}) > 0)
    order by login_id limit ${max}`.execute(db)
  return rows
}

export async function findStaff(
  db: Reader,
  by: { readonly loginId: string } | { readonly accountId: string },
): Promise<StaffPerson | null> {
  const whose = 'loginId' in by ? sql`login_id = ${by.loginId}` : sql`account_id = ${by.accountId}`
  const { rows } = await sql<StaffPerson>`${people} and ${whose}`.execute(db)
  return rows[0] ?? null
}

/** Whether anyone has a login ID, staff or not. */
export async function isTaken(db: Reader, loginId: string): Promise<boolean> {
  return (
    (await db.selectFrom('account').select('account_id').where('login_id', '=', loginId).executeTakeFirst()) !==
    undefined
  )
}

export interface NewStaff {
  readonly accountId: string
  readonly loginId: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly brand: string
  readonly storeId: string
  readonly actorType: string
}

/** Opens a staff account without any rights; false if the login ID is taken. */
export async function insertStaff(tx: Tx, person: NewStaff): Promise<boolean> {
  const stored = await tx
    .insertInto('account')
    .values({
      account_id: person.accountId,
      login_id: person.loginId,
      password_hash: person.passwordHash,
      role: 'INTERNAL',
      actor_type: person.actorType,
      brand: person.brand,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      preferred_store: person.storeId,
      // Nobody knows the password, so it must be changed until the person chooses one.
      temporary_password: true,
      security_strength_enforcement: 'NONE',
      employee: false,
      directory_out_of_step: false,
    })
    .onConflict((conflict) => conflict.column('login_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Replaces all their rights. */
export async function storeRights(
  tx: Tx,
  accountId: string,
  rights: { readonly entitlements: readonly string[]; readonly brands: readonly string[] },
  now: Date,
): Promise<void> {
  const since = rights.entitlements.includes('administer') ? sql`coalesce(administrator_since, ${now})` : null
  await tx
    .updateTable('account')
    .set({ entitlements: JSON.stringify(rights.entitlements), ...(since && { administrator_since: since as never }) })
    .where('account_id', '=', accountId)
    .execute()
  await tx.deleteFrom('staff_brand').where('account_id', '=', accountId).execute()
  if (rights.brands.length > 0)
    await tx
      .insertInto('staff_brand')
      .values(rights.brands.map((brand) => ({ account_id: accountId, brand })))
      .execute()
}

/** Whether nobody else has ever been an administrator with a password: only then may the first one act alone (AD-2). */
export async function isOnlyOneEver(db: Reader, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account
    where role = 'INTERNAL' and account_id <> ${accountId} and administrator_since is not null and not temporary_password
    limit 1`.execute(db)
  return rows.length === 0
}

/** Stores whether the person is a representative or other staff. */
export async function storeKind(tx: Tx, accountId: string, actorType: string): Promise<void> {
  await tx.updateTable('account').set({ actor_type: actorType }).where('account_id', '=', accountId).execute()
}

export async function markEnded(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}
