import type { Tx } from '../db/database.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { dropTickets, keepTicket } from './store.ts'

/** Opens a way to a new password beside those that are open; returns the secret of its link. */
export async function openTicket(
  tx: Tx,
  accountId: string,
  { now, goodForMs }: { readonly now: Date; readonly goodForMs: number },
): Promise<string> {
  const ticket = newSecret()
  await keepTicket(tx, {
    account_id: accountId,
    ticket_hash: hashSecret(ticket),
    created_at: now,
    expires_at: new Date(now.getTime() + goodForMs),
  })
  return ticket
}

/** The only way there is from now on. */
export async function openOnlyTicket(...[tx, accountId, how]: Parameters<typeof openTicket>): Promise<string> {
  await dropTickets(tx, accountId)
  return openTicket(tx, accountId, how)
}

/** Where the link of a ticket leads, inside the portal. */
export function ticketLink(ticket: string): string {
  return `/login/#/new-password?ticket=${ticket}`
}
