import { dataChanges } from '@portico/rules/staff/data-changes'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Moment, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const path = `${staffPath}/data`

/** What an erasure deleted and kept, by table; names nobody. */
const Receipt = v.object({
  erased: v.record(v.string(), v.number()),
  kept: v.record(v.string(), v.object({ rows: v.number(), why: v.string() })),
  /** The day from which records kept for a time may go, too. */
  again: v.nullable(v.string()),
})

export const dataDesk = defineCall({
  method: 'GET',
  path,
  summary:
    'Waiting requests about people’s data, legal holds, e-mails that were given up, and the latest erasures (OP-7, RG-3); for `administer`.',
  audience: staff,
  ...asking,
  audit: { action: 'data.read' },
  payload: v.object({
    /** Brands that the caller administers, with their names. */
    brands: v.array(v.object({ code: v.string(), name: v.string() })),
    requests: v.array(
      v.object({
        requestId: Uuid,
        kind: v.picklist(dataChanges),
        brand: v.string(),
        /** The member's or the claim's number, or the id of an e-mail. */
        number: v.string(),
        reason: v.string(),
        askedBy: v.string(),
        askedAt: Moment,
        expiresAt: Moment,
        /** Whether the caller asked for it, and therefore cannot confirm it. */
        own: v.boolean(),
      }),
    ),
    holds: v.array(
      v.object({ brand: v.string(), number: v.string(), matter: v.string(), placedBy: v.string(), placedAt: Moment }),
    ),
    /** Without their recipients; every e-mail of a kind has the same subject. */
    deadEmails: v.array(v.object({ emailId: Uuid, brand: v.string(), subject: v.string(), createdAt: Moment })),
    erasures: v.array(
      v.object({
        erasureId: Uuid,
        brand: v.string(),
        reason: v.string(),
        by: v.string(),
        at: Moment,
        receipt: Receipt,
      }),
    ),
  }),
  errors: [],
})

export const previewErasure = defineCall({
  method: 'POST',
  path: `${path}/preview`,
  summary:
    'What erasing a member would delete and keep now, found by running the erasure and rolling it back (RG-3); before it is requested, and again for the administrator who confirms it. CONFLICT: a legal hold stands.',
  audience: staff,
  ...changing,
  audit: { action: 'data.preview', record: 'member' },
  body: v.object({
    /** The waiting request; null: the number says which record is meant. */
    askedId: v.nullable(Uuid),
    brand: trimLine(32, 1),
    number: trimLine(60, 1),
  }),
  payload: Receipt,
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const askDataChange = defineCall({
  method: 'POST',
  path: `${path}/requests`,
  summary:
    'Requests that a member be erased, put under or released from a legal hold, a claim withdrawn, or an e-mail sent again; another administrator confirms (OP-7).',
  audience: staff,
  ...changing,
  audit: { action: 'data.ask', record: 'data-request' },
  stepUp: true,
  body: v.object({
    kind: v.picklist(dataChanges),
    brand: trimLine(32, 1),
    number: trimLine(60, 1),
    /** A case or a request number, which names nobody. */
    reason: trimLine(200, 3),
  }),
  payload: v.object({ requestId: Uuid }),
  status: 201,
  errors: ['NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})

export const decideDataChange = defineCall({
  method: 'POST',
  path: `${path}/requests/{askedId}`,
  summary: 'Confirms or drops another administrator’s request about data (OP-7); its requester can only drop it.',
  audience: staff,
  ...changing,
  audit: [
    { action: ['data.confirm', 'data.drop'], record: 'data-request' },
    { action: ['member.erase', 'member.hold', 'member.hold-lift'], record: 'member' },
    { action: 'claim.withdraw', record: 'claim' },
    { action: 'email.send-again', record: 'email' },
  ],
  stepUp: true,
  params: v.object({ askedId: Uuid }),
  body: v.object({ confirm: v.boolean() }),
  payload: v.object({ outcome: v.picklist(['confirmed', 'dropped']), receipt: v.nullable(Receipt) }),
  errors: ['NOT-FOUND', 'CONFLICT', 'STEP-UP-REQUIRED'],
})
