import { maxNote, proposalStates } from '@portico/rules/agencies/proposal'
import { sellingLines, sellingNeeds } from '@portico/rules/agencies/selling'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { applicationStates } from '@portico/rules/shop/application'
import { MAX_COMPARED, markets, planLines } from '@portico/rules/shop/lines'
import { reductions } from '@portico/rules/shop/reductions'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, ListPlace, Moment, recordId, ShortText, trimLines, Uuid } from '../fields.ts'
import { producerRoot, producers } from '../producers.ts'
import { Basis, Exchange, OpenedLink, planLimits } from './shop.ts'

const root = `${producerRoot}/proposals`

/** A plan with its monthly premium when the proposal was made; null: it had none. */
const ProposedPlan = v.object({
  planId: v.string(),
  name: v.string(),
  line: v.picklist(planLines),
  premiumCents: v.nullable(v.number()),
  /** What the tax credit estimated then takes off; only through the marketplace. */
  creditCents: v.number(),
  /** The reduced cost sharing behind these limits; null: they are the plan's ordinary limits. */
  reduction: v.nullable(v.picklist(reductions)),
  /** Its limits; null: the proposal was made before we stored them. */
  limits: v.nullable(v.object(planLimits)),
})

const Proposal = v.object({
  proposalId: Uuid,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  /** The language in which we write to the client. */
  language: v.picklist(authoredLanguages),
  market: v.picklist(markets),
  planYear: v.number(),
  plans: v.array(ProposedPlan),
  state: v.picklist(proposalStates),
  createdAt: Moment,
  sentAt: v.nullable(Moment),
  /** When the client first opened the link. */
  openedAt: v.nullable(Moment),
  expiresAt: Moment,
  agent: v.object({ agentId: Uuid, name: v.string(), own: v.boolean() }),
  /** The applications that resulted from it. */
  applications: v.array(
    v.object({
      applicationNumber: v.string(),
      planName: v.string(),
      state: v.picklist(applicationStates),
      starts: Day,
    }),
  ),
})

const ProposalDetail = v.object({
  ...Proposal.entries,
  basis: Basis,
  /** The agent's note to the client on the proposal's page; '' for none. */
  note: v.string(),
  /** The number that the agent sells under; null: they must enter it before the proposal can be sent. */
  npn: v.nullable(v.string()),
  version: v.number(),
  /** How many more times it can be sent. */
  sendsLeft: v.number(),
  /** What its agent lacks to sell these lines; null: the state is not known. */
  missing: v.nullable(v.array(v.object({ line: v.picklist(sellingLines), needs: v.array(v.picklist(sellingNeeds)) }))),
})

const one = v.object({ proposal: recordId('proposal') })

export const agencyProposals = defineCall({
  method: 'GET',
  path: root,
  summary:
    'The proposals of the chosen agency and region, newest first (AG-6), except those to members who no longer let the agency see them.',
  audience: producers,
  ...asking,
  audit: [
    { action: 'proposal.read', record: 'proposal' },
    { action: 'proposal.list', record: 'agency' },
  ],
  query: v.object({ after: v.optional(ListPlace) }),
  payload: v.object({ proposals: v.array(Proposal), next: v.nullable(v.string()) }),
  errors: ['AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const agencyProposal = defineCall({
  method: 'GET',
  path: `${root}/{proposal}`,
  summary: 'A proposal of the chosen agency and region (AG-6); one of another agency is NOT-FOUND.',
  audience: producers,
  ...asking,
  audit: { action: 'proposal.read', record: 'proposal' },
  params: one,
  payload: ProposalDetail,
  errors: ['NOT-FOUND', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const lastQuoteOf = defineCall({
  method: 'GET',
  path: `${root}/of/{clientId}`,
  summary:
    'The people in the agency’s last proposal to a client, with their ages in the plan year now for sale, so that a renewal needs no retyping (AG-6). Null if there is no proposal: then a quote begins with what the plan knows of the client. Another agency’s client, or one who does not let the agency see them, is NOT-FOUND.',
  audience: producers,
  ...asking,
  audit: [
    { action: 'proposal.read', record: 'proposal' },
    { action: 'proposal.list', record: 'agency' },
  ],
  params: v.object({ clientId: recordId('client') }),
  payload: v.object({
    last: v.nullable(v.object({ market: v.picklist(markets), basis: Basis })),
    /** Where the client lives, if the plan knows it, and how old they are when coverage bought now begins. */
    known: v.object({ zipCode: v.nullable(v.string()), age: v.number() }),
  }),
  errors: ['NOT-FOUND', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const createProposal = defineCall({
  method: 'POST',
  path: root,
  summary:
    'Creates a proposal of up to four plans for a client who agreed to it (AG-6), without sending it. A client in the book of business who does not let the agency see them is NOT-FOUND, and so is a plan that is not sold there.',
  audience: producers,
  ...changing,
  audit: { action: 'proposal.create', record: 'proposal' },
  onceBy: 'proposalId',
  body: v.object({
    /** Created by the caller: a proposal sent twice is stored once. */
    proposalId: Uuid,
    /** A client in the book of business; absent: someone else. */
    clientId: v.optional(recordId('client')),
    firstName: ShortText,
    lastName: ShortText,
    email: ShortText,
    /** Whether the client wants it. */
    agreed: v.boolean(),
    language: v.picklist(authoredLanguages),
    basis: Basis,
    planYear: v.pipe(v.number(), v.integer(), v.minValue(2014), v.maxValue(2199)),
    planIds: v.pipe(v.array(ShortText), v.minLength(1), v.maxLength(MAX_COMPARED)),
    /** For the client, visible only through the link: no e-mail contains it. */
    note: v.optional(trimLines(maxNote), ''),
    /** Whether its maker sees prices after the estimated tax credit. */
    withCredit: v.optional(v.boolean(), true),
  }),
  payload: ProposalDetail,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const sendProposal = defineCall({
  method: 'POST',
  path: `${root}/{proposal}/sending`,
  summary:
    'Sends the client the link to a proposal in an e-mail of the brand, which reveals nothing about it (AG-6). CONFLICT if it was already sent as often as allowed; FIELD-INVALID without an NPN.',
  audience: producers,
  ...changing,
  audit: { action: 'proposal.send', record: 'proposal' },
  onceBy: 'letterId',
  params: one,
  body: v.object({ letterId: Uuid }),
  payload: ProposalDetail,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'TOO-MANY-REQUESTS', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const updateProposalNpn = defineCall({
  method: 'PUT',
  path: '/rbsmbl/x-services/proposal/{proposal}/npn',
  summary: 'Corrects the NPN of a proposal (AG-3, AG-6).',
  audience: producers,
  ...changing,
  audit: { action: 'proposal.npn', record: 'proposal' },
  params: one,
  body: v.object({
    /** The version that the change is based on; any other is CONFLICT. */
    version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
    npn: ShortText,
  }),
  payload: ProposalDetail,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const openProposal = defineCall({
  method: 'POST',
  path: '/rbsmbl/x-services/shop/proposal',
  summary:
    'A proposal for anyone with its link (AG-6). The first time is recorded, and its agent learns that it was opened. OTHER-BRAND as for a comparison.',
  audience: { by: 'anyone' },
  ...changing,
  audit: { action: 'proposal.open', record: 'proposal' },
  body: OpenedLink,
  payload: v.object({
    firstName: v.string(),
    agentName: v.string(),
    npn: v.nullable(v.string()),
    agencyName: v.string(),
    /** The agent's own phone number, or else the agency's. */
    agencyPhone: v.nullable(v.string()),
    note: v.string(),
    market: v.picklist(markets),
    planYear: v.number(),
    basis: Basis,
    exchange: Exchange,
    plans: v.array(ProposedPlan),
    /** Whether prices are after the estimated tax credit, here and in the shop that it leads to. */
    withCredit: v.boolean(),
    madeOn: Day,
    until: Day,
    /** Whether the client can apply with it; otherwise only through the shop. */
    mayApply: v.boolean(),
  }),
  errors: ['CHALLENGE-EXPIRED', 'OTHER-BRAND', 'TOO-MANY-REQUESTS'],
})

export const myProposals = defineCall({
  method: 'GET',
  path: '/rbsmbl/x-services/shop/proposals/mine',
  summary:
    "Agents' proposals in somebody's shop (SH-1, AG-6), newest first: those whose links were opened in this browser, and those sent to the e-mail address that a signed-in prospect has confirmed. Only that person gets the secrets of the links.",
  audience: { by: 'anyone' },
  ...asking,
  audit: { action: 'proposal.find', record: 'proposal' },
  query: v.object({ brand: v.optional(ShortText) }),
  payload: v.object({
    proposals: v.array(
      v.object({
        market: v.picklist(markets),
        planYear: v.number(),
        agentName: v.string(),
        agencyName: v.string(),
        /** The plans' names. */
        plans: v.array(v.string()),
        madeOn: Day,
        until: Day,
        ticket: v.string(),
      }),
    ),
  }),
  errors: [],
})
