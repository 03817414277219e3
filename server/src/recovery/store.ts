import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type SecurityAnswer = Selectable<Tables['security_answer']>
type Ticket = Selectable<Tables['recovery_ticket']>

/** Keeps the ticket of an account in the place of the one before; those that are over go at the same time. */
export async function keepTicket(tx: Tx, ticket: Ticket): Promise<void> {
  await tx.deleteFrom('recovery_ticket').where('expires_at', '<=', ticket.created_at).execute()
  const { account_id: _, ...changed } = ticket
  await tx
    .insertInto('recovery_ticket')
    .values(ticket)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
    .execute()
}

/** The account that a ticket still opens; null for none. */
export async function ticketOwner(db: Reader, ticketHash: Buffer, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('recovery_ticket')
    .select('account_id')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Takes a ticket, which is good once: whoever comes second gets false. */
export async function takeTicket(tx: Tx, ticketHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_ticket')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The way back in of an account is open no more. */
export async function dropTicket(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_ticket').where('account_id', '=', accountId).execute()
}

/** The questions of an account with the hashes of their answers, in the order that they were chosen in. */
export function listAnswers(db: Reader, accountId: string): Promise<SecurityAnswer[]> {
  return db.selectFrom('security_answer').selectAll().where('account_id', '=', accountId).orderBy('position').execute()
}

export async function replaceAnswers(
  tx: Tx,
  accountId: string,
  answers: readonly Pick<SecurityAnswer, 'question_id' | 'answer_hash'>[],
  now: Date,
): Promise<void> {
  // Two at once wait for each other here, so that the second replaces what the first stored.
  await tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
  await tx.deleteFrom('security_answer').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('security_answer')
    .values(answers.map((answer, position) => ({ ...answer, account_id: accountId, position, set_at: now })))
    .execute()
}
