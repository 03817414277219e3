import type { BodyOf, PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/proposals'
import { checkNpn } from '@portico/rules/agencies/npn'
import { maxSent, proposalState, sellingLineOf } from '@portico/rules/agencies/proposal'
import { checkProposal, proposalFields } from '@portico/rules/agencies/proposal-fields'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { hashSecret } from '../../identity/tokens/secrets.ts'
import type { Letters } from '../../mailing/letters/service.ts'
import { audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { dayMs, easternDay } from '../../platform/day.ts'
import type { Database, Reader, Tx } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { isEntitled, missingOf, type ProducerScope, producerScope } from '../agencies/scope.ts'
import type { Quotes } from '../shop/quote.ts'
import { ticketOf } from '../shop/saved.ts'
import type { Territory } from '../shop/territory.ts'
import { contentOf, sealProposal } from './content.ts'
import {
  findByTicket,
  findProposal,
  hasClient,
  keepProposal,
  listApplications,
  listProposals,
  noteOpened,
  type ProposalRow,
  proposalPage,
  updateProposal,
} from './store.ts'

type Proposal = PayloadOf<typeof calls.agencyProposals>['proposals'][number]
type Detail = PayloadOf<typeof calls.agencyProposal>
type Draft = BodyOf<typeof calls.createProposal>

/** Proposals of the chosen agency and region to clients (AG-6). All throw AGENCY-NOT-CHOSEN and WRONG-ROLE. */
export function bindProposals(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly dataKey: DataKey
    readonly limits: Limits
    readonly letters: Letters
    readonly territory: Territory
    readonly quotes: Quotes
  },
): void {
  const { database, dataKey, limits, letters, territory, quotes } = parts
  const ticketFor = (proposalId: string) => ticketOf(dataKey, proposalId, 'proposal')

  binder.bind(calls.agencyProposals, ({ query: { after } }, asking) =>
    database.transaction(async (tx) => {
      const scope = await producerScope(tx, asking.principal, 'quote')
      const found = await listProposals(tx, scope, parseCursor('after', after))
      const rows = found.slice(0, proposalPage)
      const seen = rows.map(({ proposal_id }) => eventOf('proposal.read', proposal_id))
      const empty = { action: 'proposal.list', recordType: 'agency', recordId: `${scope.agencyId} ${scope.region}` }
      await audit(tx, asking.principal, seen.length > 0 ? seen : empty, asking)
      const last = rows.at(-1)
      return {
        proposals: await listed(tx, rows, asking),
        next: found.length > proposalPage && last ? cursorText({ at: last.created_at, id: last.proposal_id }) : null,
      }
    }),
  )

  binder.bind(calls.agencyProposal, ({ params: { proposal: proposalId } }, asking) =>
    database.transaction(async (tx) => {
      const scope = await producerScope(tx, asking.principal, 'quote')
      const row = await required(tx, scope, proposalId)
      await audit(tx, asking.principal, eventOf('proposal.read', proposalId), asking)
      return detail(tx, scope, row, asking)
    }),
  )

  // NOT-FOUND is for a client or a plan that is not theirs, CONFLICT for an id that another agency has.
  binder.bind(calls.createProposal, async ({ body: draft }, asking) => {
    const { principal, now } = asking
    const { proposalId, clientId, language, basis, planYear } = draft
    judge(draft)
    const { brand } = await producerScope(database.read, principal, 'quote')
    const plans = await plansOf(draft, brand)
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
        npn: await npnOf(tx, scope.accountId),
        sealed: sealProposal(dataKey, proposalId, { firstName, lastName, email, basis, plans }),
        ticket_hash: hashSecret(ticketFor(proposalId)),
        consented_on: easternDay(now),
        created_at: now,
        expires_at: new Date(now.getTime() + linkLifetimes.proposal),
      })
      const kept = await findProposal(tx, scope, proposalId)
      if (kept === undefined) throw new CallError('CONFLICT')
      if (isNew) await audit(tx, principal, eventOf('proposal.create', proposalId), asking)
      return detail(tx, scope, kept, asking)
    })
  })

  binder.bind(calls.sendProposal, ({ params: { proposal: proposalId }, body: { letterId } }, asking) =>
    database.transaction(async (tx) => {
      const { principal, now } = asking
      const scope = await producerScope(tx, principal, 'quote')
      const row = await required(tx, scope, proposalId)
      const { npn, brand, language, agentName, market, sends } = row
      if (npn === null) throw fieldError('npn', 'field.required')
      const link = `/${market === 'medicare' ? 'medicare' : 'shop'}/#/proposal?ticket=${ticketFor(proposalId)}`
      const isNew = await letters.sendProposal(tx, asking, {
        letterId,
        brand,
        language,
        to: contentOf(dataKey, row).email,
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
        await audit(tx, principal, eventOf('proposal.send', proposalId), asking)
      }
      return detail(tx, scope, await required(tx, scope, proposalId), asking)
    }),
  )

  binder.bind(calls.updateProposalNpn, ({ params: { proposal: proposalId }, body: { version, npn } }, asking) =>
    database.transaction(async (tx) => {
      const scope = await producerScope(tx, asking.principal, 'quote')
      const row = await required(tx, scope, proposalId)
      const wrong = checkNpn(npn)
      if (wrong !== null) throw fieldError('npn', wrong.code)
      if (row.version !== version || !(await updateProposal(tx, row, { npn: npn.trim() })))
        throw new CallError('CONFLICT')
      await audit(tx, asking.principal, eventOf('proposal.npn', proposalId), asking)
      return detail(tx, scope, await required(tx, scope, proposalId), asking)
    }),
  )

  // The client opens it.
  binder.bind(calls.openProposal, ({ body: { ticket, brand } }, context) =>
    limits.useTicket(context.origin.address, context.now, () =>
      database.transaction(async (tx) => {
        const { now } = context
        const row = await findByTicket(tx, hashSecret(ticket), now)
        if (row === undefined) throw new CallError('CHALLENGE-EXPIRED')
        territory.refuseOther(row.brand, brand)
        await noteOpened(tx, row.proposal_id, now)
        await audit(tx, null, eventOf('proposal.open', row.proposal_id), context)
        const { firstName, basis, plans } = contentOf(dataKey, row)
        const { agent_account_id: accountId, agency_id: agencyId, region } = row
        return {
          firstName,
          basis,
          plans: [...plans],
          market: row.market,
          planYear: row.plan_year,
          npn: row.npn,
          agentName: row.agentName,
          agencyName: row.agencyName,
          agencyPhone: row.agencyPhone,
          madeOn: easternDay(row.created_at),
          until: easternDay(row.expires_at),
          mayApply: await isEntitled(tx, { accountId, agencyId, region }, 'enroll'),
        }
      }),
    ),
  )

  /** Each chosen plan with its premium for the people to cover. */
  async function plansOf({ basis, planYear, planIds }: Draft, brand: string): Promise<Detail['plans']> {
    const { county } = territory.counties(basis.zipCode, basis.county)
    if (county === null) throw fieldError('county', 'select.not-chosen')
    const asked = { brand, planYear, county, people: basis.people }
    const found = await Promise.all([...new Set(planIds)].map((planId) => quotes.one({ ...asked, planId })))
    return found.map((plan) => {
      if (plan === null) throw new CallError('NOT-FOUND')
      const { planId, name, line, premiumCents } = plan
      return { planId, name, line, premiumCents }
    })
  }

  async function listed(db: Reader, rows: readonly ProposalRow[], { principal, now }: Asking): Promise<Proposal[]> {
    const ids = rows.map(({ proposal_id }) => proposal_id)
    const applications = Map.groupBy(await listApplications(db, ids), ({ proposal_id }) => proposal_id)
    return rows.map((row) => {
      const { firstName, lastName, email, plans } = contentOf(dataKey, row)
      const { sent_at: sentAt, opened_at: openedAt, expires_at: expiresAt, agent_account_id: agentId } = row
      const cameOfIt = applications.get(row.proposal_id) ?? []
      const applied = cameOfIt.length > 0
      return {
        proposalId: row.proposal_id,
        firstName,
        lastName,
        email,
        plans: [...plans],
        language: row.language,
        market: row.market,
        planYear: row.plan_year,
        state: proposalState({ sentAt, openedAt, expiresAt, applied }, now),
        createdAt: row.created_at.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
        openedAt: openedAt?.toISOString() ?? null,
        expiresAt: expiresAt.toISOString(),
        agent: { agentId, name: row.agentName, own: agentId === principal.accountId },
        applications: cameOfIt.map(({ application_number, plan_name, state, starts }) => ({
          applicationNumber: application_number,
          planName: plan_name,
          state,
          starts,
        })),
      }
    })
  }

  async function detail(db: Reader, scope: ProducerScope, row: ProposalRow, asking: Asking): Promise<Detail> {
    const [shown] = await listed(db, [row], asking)
    if (shown === undefined) throw new Error('A proposal that is there is not shown.')
    const lines = new Set(shown.plans.map(({ line }) => sellingLineOf(line)))
    const missing = await missingOf(db, row.agent_account_id, scope, asking.now)
    return {
      ...shown,
      basis: contentOf(dataKey, row).basis,
      npn: row.npn,
      version: row.version,
      sendsLeft: Math.max(0, maxSent - row.sends),
      missing:
        missing
          ?.filter((one) => lines.has(one.line) && one.missing.length > 0)
          .map(({ line, missing: needs }) => ({
            line,
            needs: [...needs],
          })) ?? null,
    }
  }
}

function judge(draft: Draft): void {
  const fields = proposalFields.flatMap((field) => {
    const problem = checkProposal(field, String(draft[field]))
    return problem === null ? [] : [{ field, code: problem.code }]
  })
  refuseFields(fields)
}

async function required(db: Reader, scope: ProducerScope, proposalId: string): Promise<ProposalRow> {
  const row = await findProposal(db, scope, proposalId)
  if (row === undefined) throw new CallError('NOT-FOUND')
  return row
}

async function npnOf(tx: Tx, accountId: string): Promise<string | null> {
  const row = await tx.selectFrom('account').select('npn').where('account_id', '=', accountId).executeTakeFirst()
  return row?.npn ?? null
}

function eventOf(action: string, recordId: string) {
  return { action, recordType: 'proposal', recordId }
}
