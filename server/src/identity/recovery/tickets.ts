import type { Tx } from '../../platform/db/database.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { dropTickets, keepTicket } from './store.ts'

/** Issues a ticket for choosing a new password, beside any others; returns the secret for its link. */
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

/** The same, and invalidates all others. */
export async function openOnlyTicket(...[tx, accountId, how]: Parameters<typeof openTicket>): Promise<string> {
  await dropTickets(tx, accountId)
  return openTicket(tx, accountId, how)
}

/** The address of a ticket's link, within the portal. */
export function ticketLink(ticket: string): string {
  return `/login/#/new-password?ticket=${ticket}`
}
