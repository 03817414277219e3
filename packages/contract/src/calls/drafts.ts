import { bestTimes } from '@portico/rules/messages/best-times'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { DraftFileIds, line, lines, MentionedClaim, Moment, recordId, ShortText, Uuid } from '../fields.ts'
import { messageLimits } from '../limits.ts'

const members = { by: 'bearer', roles: ['MEMBER'] } as const
const path = '/rbsmbl/account-settings/v3/ext/message/drafts'

const DraftRow = v.object({
  /** The clientMessageId with which the message will be sent. */
  draftId: v.string(),
  /** The conversation and message that it replies to; null for a new message. */
  threadId: v.nullable(v.string()),
  inReplyTo: v.nullable(v.string()),
  subject: v.string(),
  /** The first words of the text, for the list. */
  excerpt: v.string(),
  attachmentCount: v.number(),
  version: v.number(),
  savedAt: Moment,
})

export const OpenedDraft = v.object({
  draftId: v.string(),
  threadId: v.nullable(v.string()),
  inReplyTo: v.nullable(v.string()),
  categoryId: v.string(),
  subCategoryId: v.string(),
  subject: v.string(),
  text: v.string(),
  phoneNumber: v.string(),
  bestTime: v.picklist(bestTimes),
  attachmentIds: v.array(v.string()),
  claimId: v.nullable(v.string()),
  appeal: v.boolean(),
  version: v.number(),
  savedAt: Moment,
})

export const listDrafts = defineCall({
  method: 'GET',
  path,
  summary: "The member's unsent drafts (MC-3), latest first; none for a rep acting for them.",
  audience: members,
  ...asking,
  audit: { action: 'drafts.list', record: 'draft' },
  payload: v.object({ drafts: v.array(DraftRow) }),
  errors: [],
})

export const openDraft = defineCall({
  method: 'GET',
  path: `${path}/{draftId}`,
  summary: 'One complete draft (MC-3).',
  audience: members,
  ...asking,
  audit: { action: 'draft.read', record: 'draft' },
  params: v.object({ draftId: recordId('draft') }),
  payload: OpenedDraft,
  errors: ['NOT-FOUND'],
})

/** Saving the same again changes nothing, so it is safe to retry. */
export const saveDraft = defineCall({
  method: 'PUT',
  path,
  summary: "Saves a draft (MC-3). CONFLICT if it is not the server's version, or was sent.",
  audience: members,
  ...changing,
  audit: { action: 'draft.save', record: 'draft' },
  onceBy: 'clientMessageId',
  body: v.object({
    clientMessageId: Uuid,
    /** The version that this one replaces; 0 for the first. */
    baseVersion: v.pipe(v.number(), v.integer(), v.minValue(0)),
    inReplyTo: v.optional(recordId('message')),
    categoryId: v.optional(ShortText, ''),
    subCategoryId: v.optional(ShortText, ''),
    subject: v.optional(line(messageLimits.subject), ''),
    text: lines(messageLimits.text),
    phoneNumber: v.optional(ShortText, ''),
    bestTime: v.optional(v.picklist(bestTimes), 'any'),
    attachmentIds: v.optional(DraftFileIds, []),
    ...MentionedClaim,
  }),
  payload: v.object({ draftId: v.string(), version: v.number(), savedAt: Moment }),
  errors: ['NOT-FOUND', 'REPLY-NOT-ALLOWED', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const discardDraft = defineCall({
  method: 'DELETE',
  path: `${path}/{draftId}`,
  summary: 'Discards a draft (MC-3).',
  audience: members,
  ...changing,
  audit: { action: 'draft.discard', record: 'draft' },
  params: v.object({ draftId: recordId('draft') }),
  payload: v.object({ discarded: v.literal(true) }),
  errors: ['NOT-FOUND'],
})
