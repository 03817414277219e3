import { maxHandedOver } from '@portico/rules/agencies/hand-over'
import { brokerLobs } from '@portico/rules/agencies/selling'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AgencyKey, AskedDay, Day, lines, recordId, Uuid } from '../fields.ts'
import { producerRoot, producers } from '../producers.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const
const consentPath = '/rbsmbl/x-services/account/agencies'

/** A member who lets the agency see this much: how to reach them, their plan, and how long it lasts. Nothing about their health. */
const Client = v.object({
  clientId: Uuid,
  firstName: v.string(),
  lastName: v.string(),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  plans: v.array(v.string()),
  /** The first day on which one of their coverages ends; null: not known, or no end. */
  coverageEnds: v.nullable(Day),
  consentedOn: Day,
  followUpOn: v.nullable(Day),
  note: v.string(),
  version: v.number(),
  agent: v.nullable(v.object({ agentId: Uuid, name: v.string(), own: v.boolean() })),
  agencyName: v.string(),
})

const ClientVersion = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))

export const clientViews = ['all', 'follow-ups', 'ending'] as const

export const agencyClients = defineCall({
  method: 'GET',
  path: `${producerRoot}/clients`,
  summary:
    'A page of the book of business of the chosen agency and region, or of the clients in it who need attention today (AG-4, AG-5): only members who let the agency see them; its managers also get its agents.',
  audience: producers,
  ...asking,
  audit: { action: 'client.read', record: 'client' },
  query: v.object({
    /** `all` by name; clients to follow up with, longest due first; or those whose plan ends soon, soonest first. */
    view: v.optional(v.picklist(clientViews), 'all'),
    /** The list by name continues after this client, from the previous answer. */
    after: v.optional(Uuid),
    /** The clients of this line, from all agencies that a broker of record sees together (AG-2). */
    line: v.optional(v.picklist(brokerLobs)),
  }),
  payload: v.object({
    clients: v.array(Client),
    /** How many there are, on this page and others. */
    total: v.number(),
    next: v.nullable(Uuid),
    /** The agents to whom clients can be handed over; null for anyone who does not manage the agency, and for several agencies. */
    agents: v.nullable(v.array(v.object({ agentId: Uuid, name: v.string() }))),
  }),
  errors: ['AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const changeAgencyClient = defineCall({
  method: 'PUT',
  path: `${producerRoot}/clients/{clientId}`,
  summary:
    'Saves a note and a follow-up day; for anyone who manages the agency, hands a client to another agent (AG-5). A client of another agency, or without consent, is NOT-FOUND.',
  audience: producers,
  ...changing,
  audit: { action: ['client.change', 'client.hand-over'], record: 'client' },
  params: v.object({ clientId: recordId('client') }),
  body: v.object({
    /** The version that the change is based on; any other is CONFLICT. */
    version: ClientVersion,
    note: lines(2000),
    followUpOn: v.nullable(AskedDay),
    /** The agent who takes over; absent: no change. */
    agentId: v.optional(recordId('agent')),
  }),
  payload: Client,
  errors: ['NOT-FOUND', 'CONFLICT', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const handOverClients = defineCall({
  method: 'POST',
  path: `${producerRoot}/hand-over`,
  summary:
    'Hands clients to an agent of the chosen agency and region, all of them or none, for anyone who manages it (AG-5). Clients who are already with that agent stay, so repeating it changes nothing. An e-mail tells the agent how many clients they got, without names.',
  audience: producers,
  ...changing,
  audit: { action: 'client.hand-over', record: 'client' },
  body: v.object({
    agentId: recordId('agent'),
    /** The versions that the change is based on; any others are CONFLICT. */
    clients: v.pipe(
      v.array(v.object({ clientId: recordId('client'), version: ClientVersion })),
      v.minLength(1),
      v.maxLength(maxHandedOver),
    ),
  }),
  payload: v.object({ handedOver: v.number() }),
  errors: ['NOT-FOUND', 'CONFLICT', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

const Consents = v.object({
  agencies: v.array(
    v.object({
      agencyId: v.string(),
      region: v.string(),
      name: v.string(),
      regionName: v.string(),
      phone: v.nullable(v.string()),
      agent: v.nullable(v.string()),
      /** Since when the agency may see it; null: it may not. */
      consentedOn: v.nullable(Day),
    }),
  ),
})

export const agencyConsents = defineCall({
  method: 'GET',
  path: consentPath,
  summary: 'The agencies that have the member as a client, and which of them may see the member (AG-5).',
  audience: members,
  ...asking,
  audit: { action: 'agency-consent.read' },
  payload: Consents,
  errors: [],
})

export const changeAgencyConsent = defineCall({
  method: 'PUT',
  path: consentPath,
  summary: 'Lets an agency see the member, its client, or stops that at once (AG-5).',
  audience: members,
  ...changing,
  audit: { action: ['agency-consent.give', 'agency-consent.end'], record: 'agency' },
  body: v.object({ ...AgencyKey, consent: v.boolean() }),
  payload: Consents,
  errors: ['NOT-FOUND'],
})
