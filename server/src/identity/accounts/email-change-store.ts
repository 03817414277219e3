import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { deleteFree } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type EmailChange = Selectable<Tables['email_change']>

/** An account's new address that can still be confirmed. */
export async function findEmailChange(db: Reader, accountId: string, now: Date): Promise<EmailChange | undefined> {
  return db
    .selectFrom('email_change')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Stores a new address in place of the previous one, and deletes expired ones. */
export async function keepEmailChange(tx: Tx, change: EmailChange): Promise<void> {
  await deleteFree(tx, 'email_change', sql`expires_at <= ${change.created_at}`)
  const { account_id: _, ...changed } = change
  await tx
    .insertInto('email_change')
    .values(change)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
    .execute()
}

export async function dropEmailChange(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('email_change').where('account_id', '=', accountId).execute()
}

/** The account whose change a ticket confirms, if it can still be confirmed. */
export async function findEmailChanger(tx: Tx, ticketHash: Buffer, now: Date): Promise<string | undefined> {
  const change = await tx
    .selectFrom('email_change')
    .select('account_id')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return change?.account_id
}

/** Takes the change that a ticket confirms; a ticket works once, and a second attempt returns none. */
export async function takeEmailChange(tx: Tx, ticketHash: Buffer, now: Date): Promise<EmailChange | undefined> {
  return tx
    .deleteFrom('email_change')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}
