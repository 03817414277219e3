import { agencyEntitlements } from '@portico/rules/agencies/entitlements'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { recordId, Uuid } from '../fields.ts'
import { producerRoot, producers } from '../producers.ts'

const Given = v.pipe(v.array(v.picklist(agencyEntitlements)), v.maxLength(agencyEntitlements.length))

const Agent = v.object({
  agentId: Uuid,
  name: v.string(),
  npn: v.nullable(v.string()),
  own: v.boolean(),
  /** Which of the agency's entitlements the agent has. */
  entitlements: v.array(v.picklist(agencyEntitlements)),
  /** How many clients with consent, open leads and proposals they have. */
  clients: v.number(),
  leads: v.number(),
  proposals: v.number(),
  /** Applications that resulted from their proposals. */
  applications: v.number(),
})

const Agents = v.object({
  agents: v.array(Agent),
  /** What the agency itself may do, which is the most that any agent can have. */
  agency: v.array(v.picklist(agencyEntitlements)),
})

export const agencyAgents = defineCall({
  method: 'GET',
  path: `${producerRoot}/agents`,
  summary:
    'The agents of the chosen agency and region with their entitlements and workload (AG-7), for anyone who manages it.',
  audience: producers,
  ...asking,
  audit: { action: 'agents.read', record: 'agency' },
  payload: Agents,
  errors: ['AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const changeAgentEntitlements = defineCall({
  method: 'PUT',
  path: `${producerRoot}/agents/{agentId}/entitlements`,
  summary:
    'Changes at once what an agent of the chosen agency and region may do there (AG-7). More than the agency may do is FIELD-INVALID; CONFLICT if someone else has made a change in between. Someone must always manage the agency.',
  audience: producers,
  ...changing,
  audit: { action: 'agent.entitle', record: 'agent' },
  params: v.object({ agentId: recordId('agent') }),
  body: v.object({
    /** The state that the change is based on; any other is CONFLICT. */
    before: Given,
    entitlements: Given,
  }),
  payload: Agents,
  errors: ['NOT-FOUND', 'FIELD-INVALID', 'CONFLICT', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const agencyFigures = defineCall({
  method: 'GET',
  path: `${producerRoot}/figures`,
  summary:
    'What the chosen agency and region did in the last twelve months (AG-7), for anyone who manages it. Clients who no longer let it see them are not counted.',
  audience: producers,
  ...asking,
  audit: { action: 'agency-figures.read', record: 'agency' },
  payload: v.object({
    months: v.array(
      v.object({
        /** `yyyy-mm` */
        month: v.string(),
        leads: v.number(),
        sent: v.number(),
        opened: v.number(),
        applications: v.number(),
        inEffect: v.number(),
      }),
    ),
  }),
  errors: ['AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})
