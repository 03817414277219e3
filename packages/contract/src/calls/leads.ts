import { languages } from '@portico/rules/languages/list'
import { leadKinds, leadStates } from '@portico/rules/leads/lead'
import { bestTimes } from '@portico/rules/messages/best-times'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AskedDay, Day, ListPlace, lines, Moment, recordId, ShortText, Uuid } from '../fields.ts'
import { producerRoot, producers } from '../producers.ts'
import { staff, staffPath } from '../staff.ts'

const anyone = { by: 'anyone' } as const
const path = '/rbsmbl/x-services/requestCall'

export const callTimes = defineCall({
  method: 'GET',
  path: `${path}/times`,
  summary: 'The days on which the brand makes requested calls (SH-8).',
  audience: anyone,
  ofNoOne: true,
  ...asking,
  payload: v.object({ days: v.array(Day) }),
  errors: [],
})

export const requestCall = defineCall({
  method: 'POST',
  path,
  summary: 'Asks the brand to call someone about its plans, on a day and at a time of day (SH-1, SH-8).',
  audience: anyone,
  ...changing,
  audit: { action: 'call.create', record: 'lead' },
  onceBy: 'leadId',
  body: v.object({
    /** Created by the caller: a lead sent twice is stored once. */
    leadId: Uuid,
    /** Absent: the page's brand. */
    brand: v.optional(ShortText),
    zipCode: ShortText,
    segment: v.optional(v.picklist(['U65', 'MED'])),
    /** The shop plan that they asked about; an unknown plan is ignored. */
    plan: v.optional(
      v.object({
        planId: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
        planYear: v.pipe(v.number(), v.integer(), v.minValue(2014), v.maxValue(2199)),
      }),
    ),
    firstName: ShortText,
    lastName: ShortText,
    phone: ShortText,
    email: v.optional(ShortText, ''),
    day: AskedDay,
    bestTime: v.picklist(bestTimes),
  }),
  payload: v.object({ dueAt: Moment }),
  errors: ['FIELD-INVALID', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

const Lead = v.object({
  leadId: Uuid,
  kind: v.picklist(leadKinds),
  state: v.picklist(leadStates),
  brand: v.string(),
  brandName: v.string(),
  /** MED if they asked about Medicare. */
  segment: v.nullable(v.string()),
  language: v.picklist(languages),
  firstName: v.string(),
  lastName: v.string(),
  phone: v.string(),
  email: v.nullable(v.string()),
  zipCode: v.string(),
  county: v.nullable(v.string()),
  /** The plan they looked at in the shop. */
  planName: v.nullable(v.string()),
  /** When they want to be called; null: they did not say. */
  callOn: v.nullable(Day),
  bestTime: v.nullable(v.picklist(bestTimes)),
  askedAt: Moment,
  dueAt: Moment,
  followUpOn: v.nullable(Day),
  note: v.string(),
  version: v.number(),
  /** Who has it; null: the plan's own staff. */
  agency: v.nullable(v.object({ agencyId: v.string(), region: v.string(), name: v.string() })),
  agent: v.nullable(v.object({ name: v.string(), own: v.boolean() })),
})

const listQuery = v.object({
  view: v.optional(v.picklist(['open', 'done']), 'open'),
  /** Where the list continues, from the previous answer. */
  after: v.optional(ListPlace),
})

const leadParams = v.object({ lead: recordId('lead') })
const change = {
  /** The version that the change is based on; any other is CONFLICT. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  state: v.picklist(leadStates),
  /** Added to earlier notes; empty adds nothing. */
  note: lines(2000),
  followUpOn: v.nullable(AskedDay),
}

const history = {
  ...asking,
  method: 'GET',
  audit: { action: 'lead.read', record: 'lead' },
  params: leadParams,
  payload: v.object({
    /** Newest first, at most the last hundred. */
    entries: v.array(
      v.object({
        entryId: Uuid,
        at: Moment,
        by: v.string(),
        /** The state after that. */
        state: v.picklist(leadStates),
        note: v.string(),
        followUpOn: v.nullable(Day),
      }),
    ),
  }),
} as const

export const staffLeads = defineCall({
  method: 'GET',
  path: `${staffPath}/leads`,
  summary: "Leads for the caller's brands, earliest due first (SH-8).",
  audience: staff,
  ...asking,
  audit: [
    { action: 'lead.read', record: 'lead' },
    { action: 'lead.list', record: 'lead-list' },
  ],
  query: listQuery,
  payload: v.object({
    leads: v.array(Lead),
    next: v.nullable(v.string()),
    /** The agencies to which staff can hand leads over. */
    agencies: v.array(v.object({ agencyId: v.string(), region: v.string(), name: v.string(), brand: v.string() })),
  }),
  errors: [],
})

export const changeStaffLead = defineCall({
  method: 'PUT',
  path: `${staffPath}/leads/{lead}`,
  summary:
    'Updates a lead: its state, a note, when to follow up; and hands it to an agency that sells the brand, or back (SH-8).',
  audience: staff,
  ...changing,
  audit: { action: ['lead.change', 'lead.hand-over'], record: 'lead' },
  params: leadParams,
  body: v.object({
    ...change,
    agencyId: v.nullable(recordId('agency', ShortText)),
    region: v.nullable(recordId('region', ShortText)),
  }),
  payload: Lead,
  errors: ['NOT-FOUND', 'CONFLICT', 'FIELD-INVALID'],
})

export const staffLeadHistory = defineCall({
  ...history,
  path: `${staffPath}/leads/{lead}/history`,
  summary: 'What was done with a lead so far: calls, notes, and days to follow up on (SH-8).',
  audience: staff,
  errors: ['NOT-FOUND'],
})

export const agencyLeads = defineCall({
  method: 'GET',
  path: `${producerRoot}/leads`,
  summary:
    'Leads handed to the chosen agency and region, earliest due first; or the first of those to follow up with by today, and how many there are (AG-4, SH-8).',
  audience: producers,
  ...asking,
  audit: [
    { action: 'lead.read', record: 'lead' },
    { action: 'lead.list', record: 'lead-list' },
  ],
  query: v.object({ ...listQuery.entries, view: v.optional(v.picklist(['open', 'done', 'follow-ups']), 'open') }),
  payload: v.object({
    leads: v.array(Lead),
    next: v.nullable(v.string()),
    /** How many leads there are to follow up on; null in the other lists. */
    total: v.nullable(v.number()),
  }),
  errors: ['AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const changeAgencyLead = defineCall({
  method: 'PUT',
  path: `${producerRoot}/leads/{lead}`,
  summary: 'Updates a lead: its state, when to follow up, and whether the caller has it (AG-4, SH-8).',
  audience: producers,
  ...changing,
  audit: { action: 'lead.change', record: 'lead' },
  params: leadParams,
  body: v.object({ ...change, mine: v.boolean() }),
  payload: Lead,
  errors: ['NOT-FOUND', 'CONFLICT', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})

export const agencyLeadHistory = defineCall({
  ...history,
  path: `${producerRoot}/leads/{lead}/history`,
  summary: 'The same for the chosen agency, since the person asked for a call (AG-4).',
  audience: producers,
  errors: ['NOT-FOUND', 'AGENCY-NOT-CHOSEN', 'WRONG-ROLE'],
})
