import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { deleteFree, lockAccount } from '../../platform/db/row-locks.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type SecurityAnswer = Selectable<Tables['security_answer']>
type Ticket = Selectable<Tables['recovery_ticket']>

/** Stores a ticket beside the account's others, so that one request does not invalidate another's ticket. Deletes expired ones. */
export async function keepTicket(tx: Tx, ticket: Ticket): Promise<void> {
  await deleteFree(tx, 'recovery_ticket', sql`expires_at <= ${ticket.created_at}`)
  await tx.insertInto('recovery_ticket').values(ticket).execute()
}

/** The account that a valid ticket opens; null otherwise. */
export async function ticketOwner(db: Reader, ticketHash: Buffer, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('recovery_ticket')
    .select('account_id')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Uses up a ticket, which works once, and with it all others of its account; a second attempt returns false. */
export async function takeTicket(tx: Tx, ticketHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_ticket')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await dropTickets(tx, row.account_id)
  return true
}

/** Deletes all tickets of an account. */
export async function dropTickets(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_ticket').where('account_id', '=', accountId).execute()
}

/** An account's questions with the hashes of their answers, in the chosen order. */
export function listAnswers(db: Reader, accountId: string): Promise<SecurityAnswer[]> {
  return db.selectFrom('security_answer').selectAll().where('account_id', '=', accountId).orderBy('position').execute()
}

export async function replaceAnswers(
  tx: Tx,
  accountId: string,
  answers: readonly Pick<SecurityAnswer, 'question_id' | 'answer_hash'>[],
  now: Date,
): Promise<void> {
  await lockAccount(tx, accountId)
  await tx.deleteFrom('security_answer').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('security_answer')
    .values(answers.map((answer, position) => ({ ...answer, account_id: accountId, position, set_at: now })))
    .execute()
}
