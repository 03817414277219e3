import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { insertNew } from '../../platform/db/insert-new.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** More offers than anyone has at once. */
const maxOffered = 5

export type Access = Selectable<Tables['person_access']>

/** People to whom a member has given access, newest first. */
export function listGiven(db: Reader, memberId: string): Promise<Access[]> {
  return db
    .selectFrom('person_access')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('invited_at', 'desc')
    .orderBy('access_id')
    .execute()
}

/** Access that an account has accepted from others. */
export function listHeld(db: Reader, accountId: string): Promise<Access[]> {
  return db
    .selectFrom('person_access')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .orderBy('invited_at')
    .execute()
}

/** Invitations to an e-mail address that can still be answered, other than a member's own, oldest first. */
export function listOffered(
  db: Reader,
  to: { readonly email: string; readonly brand: string; readonly memberId: string; readonly now: Date },
): Promise<Access[]> {
  return db
    .selectFrom('person_access')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${to.email})`)
    .where('state', '=', 'invited')
    .where('answer_by', '>', to.now)
    .where('brand', '=', to.brand)
    .where('member_id', '<>', to.memberId)
    .orderBy('invited_at')
    .limit(maxOffered)
    .execute()
}

export function findAccess(db: Reader, accessId: string): Promise<Access | undefined> {
  return db.selectFrom('person_access').selectAll().where('access_id', '=', accessId).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockAccess(tx: Tx, accessId: string): Promise<Access | undefined> {
  return tx.selectFrom('person_access').selectAll().where('access_id', '=', accessId).forUpdate().executeTakeFirst()
}

/** The invitation of a ticket, locked so that other answers wait. */
export function lockByTicket(tx: Tx, ticketHash: Buffer): Promise<Access | undefined> {
  return tx.selectFrom('person_access').selectAll().where('ticket_hash', '=', ticketHash).forUpdate().executeTakeFirst()
}

/** Locks an account's access that an invitation may replace, and the invitation, in the order of their ids. */
export async function lockAnswered(
  tx: Tx,
  { accountId, ticketHash }: { readonly accountId: string; readonly ticketHash: Buffer },
): Promise<void> {
  const invited = tx.selectFrom('person_access').select('member_id').where('ticket_hash', '=', ticketHash)
  await tx
    .selectFrom('person_access')
    .select('access_id')
    .where((is) =>
      is.or([
        is('ticket_hash', '=', ticketHash),
        is.and([is('account_id', '=', accountId), is('state', '=', 'active'), is('member_id', '=', invited)]),
      ]),
    )
    .orderBy('access_id')
    .forUpdate()
    .execute()
}

/** Offered or active access that an account has, or its member has given, locked in the order of their ids. */
export function lockAllOpen(
  tx: Tx,
  { accountId, memberId }: { readonly accountId: string; readonly memberId: string | null },
): Promise<Access[]> {
  return tx
    .selectFrom('person_access')
    .selectAll()
    .where('state', 'in', ['invited', 'active'])
    .where((is) => is.or([is('account_id', '=', accountId), ...(memberId ? [is('member_id', '=', memberId)] : [])]))
    .orderBy('access_id')
    .forUpdate()
    .execute()
}

/** Makes other changes to an account's access to a member wait until the transaction ends. */
export async function holdAccess(tx: Tx, accountId: string, memberId: string): Promise<void> {
  await tx
    .selectFrom('person_access')
    .select('access_id')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .orderBy('access_id')
    .forUpdate()
    .execute()
}

/** False if the id exists already. */
export function insertAccess(tx: Tx, access: Omit<Access, 'account_id' | 'scopes'> & { scopes: string }) {
  return insertNew(tx, 'person_access', access)
}

/** Deletes an invitation that is not sent after all. */
export async function dropAccess(tx: Tx, accessId: string): Promise<void> {
  await tx.deleteFrom('person_access').where('access_id', '=', accessId).execute()
}

type Change = Partial<
  Pick<Access, 'state' | 'account_id' | 'ticket_hash' | 'answer_by' | 'invited_at' | 'begins' | 'last_day' | 'words'>
> & {
  readonly scopes?: string
}

export async function updateAccess(tx: Tx, accessId: string, change: Change, now: Date): Promise<void> {
  await tx
    .updateTable('person_access')
    .set({ ...change, changed_at: now })
    .where('access_id', '=', accessId)
    .execute()
}
