import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { sessionStore } from './storage.ts'

/** Views that links in e-mails lead to with a ticket. */
type TicketView = keyof typeof linkLifetimes

const address = /^(#!?\/([a-z-]+))\?(?:.*&)?ticket=([\w-]+)/

const toKey = (view: TicketView) => `ticket.${view}`

/**
 * Removes a link's ticket from the address (RG-2) before anything else can read it there: it must not stay in the address bar or
 * the history, or reach a log or another site.
 */
export function takeTicketFromAddress() {
  const [, place, name, ticket] = address.exec(location.hash) ?? []
  const view = (Object.keys(linkLifetimes) as TicketView[]).find((one) => one === name)
  if (place === undefined || ticket === undefined || view === undefined) return
  keepTicket(view, ticket)
  history.replaceState(history.state, '', location.pathname + location.search + place)
}

/** Stores a ticket only for this browser tab and as long as it is valid, so that it survives a reload. */
export function keepTicket(view: TicketView, ticket: string) {
  sessionStore.set(toKey(view), ticket, { ttlMs: linkLifetimes[view] })
}

export function readTicket(view: TicketView): string | null {
  const ticket = sessionStore.get(toKey(view))
  return typeof ticket === 'string' ? ticket : null
}

export function dropTicket(view: TicketView) {
  sessionStore.remove(toKey(view))
}
