import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, trimLine, Uuid } from '../fields.ts'
import { sharingLimits } from '../limits.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const
const path = '/rbsmbl/x-services/account/sharing'

const EarlierPlan = v.object({
  /** One of `plans`; null: a plan that we cannot ask yet. */
  planId: v.nullable(Uuid),
  name: trimLine(sharingLimits.planName.max, 1),
  /** The member's number there. */
  number: trimLine(sharingLimits.number.max, 1),
})

const Sharing = v.object({
  /** Whether doctors who treat the member may ask for their records: yes, unless the member says no. */
  withProviders: v.boolean(),
  /** Whether we ask the member's earlier plan for their records: only if the member says so. */
  asksEarlierPlan: v.boolean(),
  earlierPlan: v.nullable(EarlierPlan),
  /** When and by whom it was chosen; null: not yet. */
  chosenAt: v.nullable(Moment),
  chosenBy: v.nullable(v.picklist(['member', 'staff'])),
  /** The plans that we can ask. */
  plans: v.array(v.object({ planId: Uuid, name: v.string() })),
})

export const sharingChoices = defineCall({
  method: 'GET',
  path,
  summary: 'The member’s choices about the doctors who treat them and about their earlier plan (OS-42).',
  audience: members,
  ...asking,
  audit: { action: 'sharing.read' },
  payload: Sharing,
  errors: [],
})

export const changeSharingChoices = defineCall({
  method: 'PUT',
  path,
  summary:
    'Chooses whether doctors who treat the member may ask for their records, and whether their earlier plan is asked (OS-42). A representative may do it for a member who calls, and must say why.',
  audience: members,
  ...changing,
  audit: { action: 'sharing.change' },
  whileSimulating: 'allowed',
  body: v.object({
    withProviders: v.boolean(),
    asksEarlierPlan: v.boolean(),
    /** Required if we are to ask it. */
    earlierPlan: v.nullable(EarlierPlan),
    /** Why a representative does it; not for members. */
    reason: v.optional(trimLine(sharingLimits.reason.max), ''),
  }),
  payload: Sharing,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const earlierPlanRecords = defineCall({
  method: 'GET',
  path: `${path}/earlier`,
  summary:
    'The requests to the member’s earlier plans, and what those sent, newest first (OS-55): shown as theirs, and counted nowhere.',
  audience: members,
  ...asking,
  audit: { action: 'earlier-records.read' },
  payload: v.object({
    plans: v.array(
      v.object({
        name: v.string(),
        /** `waiting`: we have asked it, or will. */
        state: v.picklist(['waiting', 'received', 'no-match', 'stopped', 'failed']),
        askedAt: Moment,
        receivedAt: v.nullable(Moment),
      }),
    ),
    /** The number of records; the answer lists the newest of them. */
    total: v.number(),
    records: v.array(
      v.object({
        planName: v.string(),
        type: v.string(),
        title: v.nullable(v.string()),
        day: v.nullable(Day),
        receivedAt: Moment,
      }),
    ),
  }),
  errors: [],
})
