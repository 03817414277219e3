import type { BodyOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/proposals'
import { checkNpn } from '@portico/rules/agencies/npn'
import { maxSent } from '@portico/rules/agencies/proposal'
import { checkProposal, proposalFields } from '@portico/rules/agencies/proposal-fields'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { pickLimits } from '@portico/rules/shop/limits'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import { audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { dayMs, easternDay } from '../../platform/day.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { producerScope } from '../agencies/scope.ts'
import { computeTicket } from '../shop/saved.ts'
import { type Detail, showProposal } from './answer.ts'
import { openProposalContent, sealProposal } from './content.ts'
import { requireProposal, toEvent } from './kept.ts'
import type { ProposalParts } from './parts.ts'
import { findNpn, findProposal, hasClient, keepProposal, updateProposal } from './store.ts'

type Draft = BodyOf<typeof calls.createProposal>

/** Makes a proposal once. NOT-FOUND is for a client or a plan that is not theirs, CONFLICT for an id that another agency has. */
export async function createProposal(
  parts: ProposalParts,
  context: CallContext<Principal>,
  draft: Draft,
): Promise<Detail> {
  const { database, dataKey } = parts
  const { principal, now } = context
  const { proposalId, clientId, language, basis, planYear } = draft
  refuseMistakes(draft)
  const { brand } = await producerScope(database.read, principal, 'quote')
  const plans = await pricePlans(parts, draft, brand)
  return database.transaction(async (tx) => {
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
      sealed: sealProposal(dataKey, proposalId, { firstName, lastName, email, basis, plans }),
      ticket_hash: hashSecret(ticketFor(dataKey, proposalId)),
      consented_on: easternDay(now),
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimes.proposal),
    })
    const kept = await findProposal(tx, scope, proposalId)
    if (kept === undefined) throw new CallError('CONFLICT')
    if (isNew) await audit(tx, principal, toEvent('proposal.create', proposalId), context)
    return showProposal(tx, dataKey, scope, kept, context)
  })
}

/** Sends a proposal to the client by e-mail, once for each letter id; CONFLICT after the most that may be sent. */
export function sendProposal(
  { database, dataKey, letters }: ProposalParts,
  context: CallContext<Principal>,
  { proposalId, letterId }: { readonly proposalId: string; readonly letterId: string },
): Promise<Detail> {
  return database.transaction(async (tx) => {
    const { principal, now } = context
    const scope = await producerScope(tx, principal, 'quote')
    const row = await requireProposal(tx, scope, proposalId)
    const { npn, brand, language, agentName, market, sends } = row
    if (npn === null) throw fieldError('npn', 'field.required')
    const link = `/${market === 'medicare' ? 'medicare' : 'shop'}/#/proposal?ticket=${ticketFor(dataKey, proposalId)}`
    const isNew = await letters.sendProposal(tx, context, {
      letterId,
      brand,
      language,
      to: openProposalContent(dataKey, row).email,
      values: {
        link,
        agentName,
        agencyName: scope.agencyName,
        npn,
        validDays: String(linkLifetimes.proposal / dayMs),
      },
    })
    if (isNew) {
      const expires = new Date(now.getTime() + linkLifetimes.proposal)
      const change = { sends: sends + 1, sent_at: now, expires_at: expires }
      if (sends >= maxSent || !(await updateProposal(tx, row, change))) throw new CallError('CONFLICT')
      await audit(tx, principal, toEvent('proposal.send', proposalId), context)
    }
    return showProposal(tx, dataKey, scope, await requireProposal(tx, scope, proposalId), context)
  })
}

/** Corrects the agent's number on a proposal; CONFLICT if somebody else changed it. */
export function changeNpn(
  { database, dataKey }: ProposalParts,
  context: CallContext<Principal>,
  { proposalId, version, npn }: BodyOf<typeof calls.updateProposalNpn> & { readonly proposalId: string },
): Promise<Detail> {
  return database.transaction(async (tx) => {
    const scope = await producerScope(tx, context.principal, 'quote')
    const row = await requireProposal(tx, scope, proposalId)
    const wrong = checkNpn(npn)
    if (wrong !== null) throw fieldError('npn', wrong.code)
    if (row.version !== version || !(await updateProposal(tx, row, { npn: npn.trim() })))
      throw new CallError('CONFLICT')
    await audit(tx, context.principal, toEvent('proposal.npn', proposalId), context)
    return showProposal(tx, dataKey, scope, await requireProposal(tx, scope, proposalId), context)
  })
}

/** Each chosen plan with its premium for the people to cover. */
async function pricePlans(
  { territory, quotes }: ProposalParts,
  { basis, planYear, planIds }: Draft,
  brand: string,
): Promise<Detail['plans']> {
  const { county } = territory.counties(basis.zipCode, basis.county)
  if (county === null) throw fieldError('county', 'select.not-chosen')
  const asked = { brand, planYear, county, people: basis.people, income: basis.income }
  const found = await Promise.all([...new Set(planIds)].map((planId) => quotes.one({ ...asked, planId })))
  return found.map((plan) => {
    if (plan === null) throw new CallError('NOT-FOUND')
    const { planId, name, line, premiumCents, creditCents } = plan
    return { planId, name, line, premiumCents, creditCents, limits: pickLimits(plan) }
  })
}

function refuseMistakes(draft: Draft): void {
  const fields = proposalFields.flatMap((field) => {
    const problem = checkProposal(field, String(draft[field]))
    return problem === null ? [] : [{ field, code: problem.code }]
  })
  refuseFields(fields)
}

function ticketFor(dataKey: DataKey, proposalId: string): string {
  return computeTicket(dataKey, proposalId, 'proposal')
}
