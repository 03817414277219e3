import type { BodyOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/proposals'
import { checkNpn } from '@portico/rules/agencies/npn'
import { maxSent } from '@portico/rules/agencies/proposal'
import { checkProposal, proposalFields } from '@portico/rules/agencies/proposal-fields'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { pickLimits } from '@portico/rules/shop/limits'
import { pricePlan } from '@portico/rules/shop/price-plan'
import { formatPhone } from '@portico/rules/validation/phone'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { dayMs, easternDay } from '../../platform/day.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import { producerScope } from '../agencies/scope.ts'
import { type Detail, showProposal } from './answer.ts'
import { openProposalContent, sealProposal } from './content.ts'
import { requireProposal } from './kept.ts'
import { hashReached } from './own.ts'
import type { ProposalParts } from './parts.ts'
import { findNpn, findProposal, hasClient, keepProposal, updateProposal } from './store.ts'
import { ticketFor } from './ticket.ts'

type Draft = BodyOf<typeof calls.createProposal>

/** Creates a proposal once per id. Throws NOT-FOUND for a client or plan that is not theirs, CONFLICT for another agency's id. */
export const createProposal = (
  parts: ProposalParts,
): PreparedHandler<typeof calls.createProposal, { readonly brand: string; readonly plans: Detail['plans'] }> => ({
  prepare: async ({ principal, body: draft }) => {
    refuseMistakes(draft)
    const { brand } = await producerScope(parts.database.read, principal, 'quote')
    return { brand, plans: await pricePlans(parts, draft, brand) }
  },
  handle: async ({ principal, body: draft }, context, tx, { brand, plans }) => {
    const { dataKey } = parts
    const { now } = context
    const { proposalId, clientId, language, basis, planYear, note, withCredit } = draft
    const scope = await producerScope(tx, principal, 'quote')
    if (scope.brand !== brand) throw new CallError('CONFLICT')
    if (clientId !== undefined && !(await hasClient(tx, scope, clientId))) throw new CallError('NOT-FOUND')
    const [firstName, lastName, email] = [draft.firstName.trim(), draft.lastName.trim(), draft.email.trim()]
    const isNew = await keepProposal(tx, {
      proposal_id: proposalId,
      agency_id: scope.agencyId,
      region: scope.region,
      agent_account_id: scope.accountId,
      client_id: clientId ?? null,
      brand,
      language,
      market: basis.market,
      plan_year: planYear,
      npn: await findNpn(tx, scope.accountId),
      sealed: sealProposal(dataKey, proposalId, { firstName, lastName, email, basis, plans, note, withCredit }),
      ticket_hash: hashSecret(ticketFor(dataKey, proposalId)),
      consented_on: easternDay(now),
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimes.proposal),
    })
    const kept = await findProposal(tx, scope, proposalId)
    if (kept === undefined) throw new CallError('CONFLICT')
    const shown = await showProposal(tx, dataKey, scope, kept, context)
    return isNew ? about(proposalId, shown) : leaveUnchanged(shown)
  },
})

/** Sends a proposal to the client by e-mail, once per letter id; throws CONFLICT after the maximum number of e-mails. */
export const sendProposal =
  ({ dataKey, letters }: ProposalParts): AuditedHandler<typeof calls.sendProposal> =>
  async ({ principal, params: { proposal: proposalId }, body: { letterId } }, context, tx) => {
    const { now } = context
    const scope = await producerScope(tx, principal, 'quote')
    const row = await requireProposal(tx, scope, proposalId)
    const { npn, brand, language, agentName, agencyPhone, market, sends } = row
    if (npn === null) throw fieldError('npn', 'field.required')
    const link = `/${market === 'medicare' ? 'medicare' : 'shop'}/#/proposal?ticket=${ticketFor(dataKey, proposalId)}`
    const to = openProposalContent(dataKey, row).email
    const isNew = await letters.sendProposal(tx, context, {
      letterId,
      brand,
      language,
      to,
      values: {
        link,
        agentName,
        agencyName: nameAgency(scope.agencyName, agencyPhone),
        npn,
        validDays: String(linkLifetimes.proposal / dayMs),
      },
    })
    if (isNew) {
      const expires = new Date(now.getTime() + linkLifetimes.proposal)
      const [reached] = hashReached(dataKey, brand, to)
      const change = { sends: sends + 1, sent_at: now, expires_at: expires, reached }
      if (sends >= maxSent || !(await updateProposal(tx, row, change))) throw new CallError('CONFLICT')
    }
    const shown = await showProposal(tx, dataKey, scope, await requireProposal(tx, scope, proposalId), context)
    return isNew ? about(proposalId, shown) : leaveUnchanged(shown)
  }

/** Corrects the agent's number on a proposal; throws CONFLICT if somebody else changed it. */
export const changeNpn =
  ({ dataKey }: ProposalParts): AuditedHandler<typeof calls.updateProposalNpn> =>
  async ({ principal, params: { proposal: proposalId }, body: { version, npn } }, context, tx) => {
    const scope = await producerScope(tx, principal, 'quote')
    const row = await requireProposal(tx, scope, proposalId)
    const wrong = checkNpn(npn)
    if (wrong !== null) throw fieldError('npn', wrong.code)
    if (row.version !== version || !(await updateProposal(tx, row, { npn: npn.trim() })))
      throw new CallError('CONFLICT')
    const changed = await requireProposal(tx, scope, proposalId)
    return about(proposalId, await showProposal(tx, dataKey, scope, changed, context))
  }

/** Each chosen plan with its premium for the people to cover, at the price and on the terms that the shop shows (SH-5). */
async function pricePlans(
  { territory, quotes }: ProposalParts,
  { basis, planYear, planIds, withCredit }: Draft,
  brand: string,
): Promise<Detail['plans']> {
  const { county } = territory.counties(basis.zipCode, basis.county)
  if (county === null) throw fieldError('county', 'select.not-chosen')
  const asked = { brand, planYear, county, people: basis.people, income: basis.income }
  const found = await Promise.all([...new Set(planIds)].map((planId) => quotes.one({ ...asked, planId })))
  return found.map((plan) => {
    if (plan === null) throw new CallError('NOT-FOUND')
    const priced = pricePlan(plan, withCredit)
    const { planId, name, line, premiumCents, creditCents, reduction } = priced
    return { planId, name, line, premiumCents, creditCents, reduction, limits: pickLimits(priced) }
  })
}

function refuseMistakes(draft: Draft): void {
  const fields = proposalFields.flatMap((field) => {
    const problem = checkProposal(field, String(draft[field]))
    return problem === null ? [] : [{ field, code: problem.code }]
  })
  refuseFields(fields)
}

/** `Three Rivers Benefits (412-555-0171)`: an e-mail about an agent's proposal says how to reach the agent. */
function nameAgency(name: string, phone: string | null): string {
  return phone === null ? name : `${name} (${formatPhone(phone).replace(/^\((\d{3})\) /, '$1-')})`
}
