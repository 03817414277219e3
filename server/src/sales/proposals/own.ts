import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/proposals'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay } from '../../platform/day.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import { findTicket } from '../shop/saved.ts'
import { openProposalContent } from './content.ts'
import type { ProposalParts } from './parts.ts'
import { findProvenEmail, listReached } from './store.ts'
import { PROPOSAL_USE } from './ticket.ts'

type Own = PayloadOf<typeof calls.myProposals>['proposals']

/** The cookie with the links of proposals opened in this browser; it ends with the browser session, and at sign-out. */
const OPENED_COOKIE = 'shopProposals'

/** The most links that a browser remembers. */
const MAX_OPENED = 5

const ticketLength = 43

/** The address that a proposal reached, in a brand's shop, hashed with each of our keys; the hash to store comes first. */
export function hashReached(dataKey: DataKey, brand: string, email: string) {
  return dataKey.hashes(`${brand}\n${email.trim().toLowerCase()}`, 'proposal reached')
}

/** Remembers in this browser that it opened a link. */
export function noteInBrowser({ cookies, setCookie }: CallContext, ticket: string): void {
  const opened = [ticket, ...listOpened(cookies).filter((one) => one !== ticket)]
  setCookie(OPENED_COOKIE, opened.slice(0, MAX_OPENED).join('.'), { httpOnly: true })
}

function listOpened(cookies: CallContext['cookies']): string[] {
  const tickets = (cookies[OPENED_COOKIE] ?? '').split('.')
  return tickets.filter((one) => one.length === ticketLength).slice(0, MAX_OPENED)
}

/** The proposals whose links were opened in this browser, and those sent to the address that a signed-in prospect has proven. */
export const readMyProposals = ({
  dataKey,
  territory,
  shopper,
}: ProposalParts): PreparedHandler<typeof calls.myProposals, { readonly account: Principal | null }> => ({
  prepare: async (_input, context) => ({ account: await shopper(context) }),
  handle: async ({ query }, context, tx, { account }) => {
    const { cookies, now } = context
    const brand = territory.findBrand(query.brand, context)
    const tickets = listOpened(cookies).map(hashSecret)
    const email = account === null ? null : await findProvenEmail(tx, account.accountId)
    const reached = email === null ? [] : [...hashReached(dataKey, brand, email)]
    const rows = await listReached(tx, brand, { tickets, reached }, now)
    const proposals = rows.flatMap((row): Own => {
      const ticket = findTicket(dataKey, row.proposal_id, PROPOSAL_USE, row.ticket_hash)
      if (ticket === null) return []
      return [
        {
          market: row.market,
          planYear: row.plan_year,
          agentName: row.agentName,
          agencyName: row.agencyName,
          plans: openProposalContent(dataKey, row).plans.map(({ name }) => name),
          madeOn: easternDay(row.created_at),
          until: easternDay(row.expires_at),
          ticket,
        },
      ]
    })
    return aboutEach(
      rows.map(({ proposal_id: recordId }) => ({ recordId, by: account })),
      { proposals },
    )
  },
})
