import { proposalDays } from '@portico/rules/agencies/proposal'
import { EMAIL_CONFIRM_MS, RECOVERY_MS } from '@portico/rules/identity/recovery'
import { INVITATION_MS } from '@portico/rules/people/access'
import { REGISTRATION_MS } from '@portico/rules/registration/choices'
import { SAVED_MS } from '@portico/rules/registration/saved'
import { sessionStore } from './storage.ts'

/** Views that links of e-mails lead to with a ticket, and how long a ticket is good. */
const lifetimes = {
  'new-password': RECOVERY_MS,
  'confirm-email': EMAIL_CONFIRM_MS,
  'confirm-registration': REGISTRATION_MS,
  'resume-registration': SAVED_MS,
  invitation: INVITATION_MS,
  // Of the shop: an application, plans that were compared, and plans that an agent proposes.
  application: 90 * 24 * 60 * 60_000,
  compare: 60 * 24 * 60 * 60_000,
  proposal: proposalDays * 24 * 60 * 60_000,
} as const

type TicketView = keyof typeof lifetimes

const address = /^(#!?\/([a-z-]+))\?(?:.*&)?ticket=([\w-]+)/

const keyOf = (view: TicketView) => `ticket.${view}`

/**
 * Takes the ticket of a link out of the address (RG-2), before anything else can read it there: it must not stay in the
 * address bar or the history, nor reach a log or another site.
 */
export function takeTicketFromAddress() {
  const [, place, name, ticket] = address.exec(location.hash) ?? []
  const view = (Object.keys(lifetimes) as TicketView[]).find((one) => one === name)
  if (place === undefined || ticket === undefined || view === undefined) return
  keepTicket(view, ticket)
  history.replaceState(history.state, '', location.pathname + location.search + place)
}

/** Keeps a ticket for this tab alone and as long as it is good, so that a reload does not lose it. */
export function keepTicket(view: TicketView, ticket: string) {
  sessionStore.set(keyOf(view), ticket, { ttlMs: lifetimes[view] })
}

export function keptTicket(view: TicketView): string | null {
  const ticket = sessionStore.get(keyOf(view))
  return typeof ticket === 'string' ? ticket : null
}

export function dropTicket(view: TicketView) {
  sessionStore.remove(keyOf(view))
}
