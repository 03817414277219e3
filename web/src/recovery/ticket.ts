import { RECOVERY_MS } from '@portico/rules/identity/recovery'
import { sessionStore } from '../session/storage.ts'

const key = 'recoveryTicket'
const address = /^(#!?\/new-password)\?(?:.*&)?ticket=([\w-]+)/

/**
 * Takes the ticket of a recovery link out of the address (RG-2), before anything else can read it there: it must not stay
 * in the address bar or the history, nor reach a log or another site.
 */
export function takeTicketFromAddress() {
  const [, view, ticket] = address.exec(location.hash) ?? []
  if (view === undefined || ticket === undefined) return
  keepTicket(ticket)
  history.replaceState(history.state, '', location.pathname + location.search + view)
}

/** Keeps a ticket for this tab alone and as long as it is good, so that a reload does not lose it. */
export function keepTicket(ticket: string) {
  sessionStore.set(key, ticket, { ttlMs: RECOVERY_MS })
}

export function keptTicket(): string | null {
  const ticket = sessionStore.get(key)
  return typeof ticket === 'string' ? ticket : null
}

export function dropTicket() {
  sessionStore.remove(key)
}
