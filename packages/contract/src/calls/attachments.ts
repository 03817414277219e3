import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { AttachmentIds, recordId, Uuid } from '../fields.ts'

const members = { by: 'bearer', roles: ['MEMBER'] } as const
/** Why a file is refused (MC-4). */
export const attachmentRefusals = [
  'ATTACHMENT-TOO-LARGE',
  'ATTACHMENT-COUNT',
  'ATTACHMENT-TYPE',
  'ATTACHMENT-EMPTY',
  'ATTACHMENT-VIRUS',
  'ATTACHMENT-DAY-LIMIT',
] as const

/** `scanning`: held back until the virus check has cleared it; `refused`: the check did not clear it, and the file is gone. */
const status = v.picklist(['clean', 'scanning', 'refused'])

/** A message's file, as its readers see it. */
export const MessageAttachment = v.object({
  attachmentId: v.string(),
  name: v.string(),
  /** In bytes. */
  size: v.number(),
  /** Media type, determined from the file's content. */
  type: v.string(),
  status,
})

/** An unsent file. */
export const UnsentAttachment = v.object({
  ...MessageAttachment.entries,
  /** Why the virus check did not clear it. */
  refusal: v.nullable(v.picklist(attachmentRefusals)),
})

export const addAttachment = defineCall({
  method: 'POST',
  path: '/mhsimb/x-services/secureMessage/attachment',
  summary:
    'Uploads one file for a message that is being written (MC-4, MC-5); a repeated clientAttachmentId is stored only once.',
  audience: members,
  ...changing,
  whileSimulating: 'allowed',
  whileViewing: 'write',
  upload: true,
  query: v.object({
    /** Created by the page: a retried upload is stored only once. */
    clientAttachmentId: v.optional(Uuid),
    /** The draft it belongs to, since the limits are per message. */
    clientMessageId: v.optional(Uuid),
  }),
  payload: v.object({
    attachmentId: v.string(),
    name: v.string(),
    size: v.number(),
    type: v.string(),
    status: v.picklist(['clean', 'scanning']),
  }),
  status: 201,
  errors: ['FIELD-INVALID', 'CONFLICT', ...attachmentRefusals],
})

export const listAttachments = defineCall({
  method: 'GET',
  path: '/mhsimb/x-services/secureMessage/attachments',
  summary: 'The uploaded files that are not sent yet, and the limits for a message (MC-4).',
  audience: members,
  ...asking,
  audit: { action: 'attachments.list', record: 'attachment' },
  whileViewing: 'write',
  payload: v.object({
    attachments: v.array(UnsentAttachment),
    limits: v.object({
      count: v.number(),
      fileBytes: v.number(),
      totalBytes: v.number(),
      kinds: v.array(v.string()),
    }),
  }),
  errors: [],
})

export const removeAttachment = defineCall({
  method: 'DELETE',
  path: '/mhsimb/x-services/secureMessage/attachment',
  summary: 'Deletes a file that has not been sent (MC-4, MC-5).',
  audience: members,
  ...changing,
  audit: { action: 'attachment.remove', record: 'attachment' },
  whileSimulating: 'allowed',
  whileViewing: 'write',
  query: v.object({ attachmentId: recordId('attachment') }),
  payload: v.object({ removed: v.boolean() }),
  errors: ['NOT-FOUND', 'CONFLICT'],
})

export const submitAttachments = defineCall({
  method: 'POST',
  path: '/mhsimb/x-services/secureMessage/attachment/submission',
  summary:
    'Declares uploaded files complete, so that a message can include them (MC-4, MC-5); repeating it changes nothing.',
  audience: members,
  ...changing,
  audit: { action: 'attachment.submit', record: 'attachment' },
  whileSimulating: 'allowed',
  whileViewing: 'write',
  body: v.object({ attachmentIds: AttachmentIds }),
  payload: v.object({ submitted: v.array(v.string()) }),
  errors: ['NOT-FOUND', ...attachmentRefusals],
})

/** What stub mode answers in place of a file, since its answers are all JSON. */
export const FileInStubs = v.object({ name: v.string(), type: v.string(), base64: v.string() })

const oneFile = {
  method: 'GET',
  audience: members,
  ...asking,
  file: true,
  query: v.object({ attachmentId: recordId('attachment') }),
  payload: FileInStubs,
  errors: ['NOT-FOUND', 'ATTACHMENT-SCANNING', ...attachmentRefusals],
} as const

export const openAttachment = defineCall({
  ...oneFile,
  audit: { action: 'attachment.view', record: 'attachment' },
  whileViewing: 'messages',
  path: '/mhsimb/x-services/secureMessage/attachment',
  summary: 'A file to view, if browsers can show it safely: images and PDF (MC-4, MC-5).',
})

export const downloadAttachment = defineCall({
  ...oneFile,
  audit: { action: 'attachment.download', record: 'attachment' },
  whileViewing: 'messages',
  path: '/rbsmbl/x-services/download/securemessage/attachment',
  summary: 'A file to save (MC-4, MC-5).',
})
