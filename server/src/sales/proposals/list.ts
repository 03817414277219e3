import type * as calls from '@portico/contract/calls/proposals'
import { OLDEST } from '@portico/rules/shop/rating'
import { firstOfNextMonth, yearForSale } from '@portico/rules/shop/windows'
import { ageOnDay } from '@portico/rules/validation/age'
import { isZipCode, zipCodeLength } from '@portico/rules/validation/zip-code'
import { easternDay } from '../../platform/day.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import { about, aboutEach } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { producerScope } from '../agencies/scope.ts'
import { showProposal, showProposals } from './answer.ts'
import { openProposalContent } from './content.ts'
import { requireProposal } from './kept.ts'
import type { ProposalParts } from './parts.ts'
import { findClientHome, findLastProposal, listProposals, proposalPage } from './store.ts'

/** A page of the chosen agency's proposals, newest first. */
export const readProposals =
  ({ dataKey }: ProposalParts): AuditedHandler<typeof calls.agencyProposals> =>
  async ({ principal, query: { after } }, context, tx) => {
    const scope = await producerScope(tx, principal, 'quote')
    const found = await listProposals(tx, scope, parseCursor('after', after))
    const rows = found.slice(0, proposalPage)
    const seen = rows.map(({ proposal_id: recordId }) => ({ action: 'proposal.read', recordId }) as const)
    const empty = { action: 'proposal.list', recordId: `${scope.agencyId} ${scope.region}` } as const
    const last = rows.at(-1)
    return aboutEach(seen.length > 0 ? seen : [empty], {
      proposals: await showProposals(tx, dataKey, rows, context),
      next: found.length > proposalPage && last ? cursorText({ at: last.created_at, id: last.proposal_id }) : null,
    })
  }

/** A single proposal. Throws NOT-FOUND. */
export const readProposal =
  ({ dataKey }: ProposalParts): AuditedHandler<typeof calls.agencyProposal> =>
  async ({ principal, params: { proposal } }, context, tx) => {
    const scope = await producerScope(tx, principal, 'quote')
    const row = await requireProposal(tx, scope, proposal)
    return about(proposal, await showProposal(tx, dataKey, scope, row, context))
  }

/**
 * The household of the last proposal to a client, or else what we know about the client; in another plan year everyone is older. Throws
 * NOT-FOUND.
 */
export const readLastQuote =
  ({ dataKey, quotes }: ProposalParts): AuditedHandler<typeof calls.lastQuoteOf> =>
  async ({ principal, params: { clientId } }, { now }, tx) => {
    const scope = await producerScope(tx, principal, 'quote')
    const home = await findClientHome(tx, scope, clientId)
    if (home === undefined) throw new CallError('NOT-FOUND')
    const zipCode = home.zip_code?.slice(0, zipCodeLength) ?? ''
    // Coverage bought now begins next month.
    const age = Math.min(OLDEST, ageOnDay(home.date_of_birth, firstOfNextMonth(easternDay(now))))
    const known = { zipCode: isZipCode(zipCode) ? zipCode : null, age }
    const row = await findLastProposal(tx, scope, clientId)
    if (row === undefined)
      return aboutEach([{ action: 'proposal.list', recordId: `${scope.agencyId} ${scope.region}` }], {
        last: null,
        known,
      })
    const { market, plan_year } = row
    const { basis } = openProposalContent(dataKey, row)
    const years = Math.max(0, yearForSale(quotes.window(row.brand, market, now), easternDay(now)) - plan_year)
    const people = basis.people.map((person) => ({ ...person, age: Math.min(OLDEST, person.age + years) }))
    const read = { action: 'proposal.read', recordId: row.proposal_id } as const
    return aboutEach([read], { last: { market, basis: { ...basis, people } }, known })
  }
