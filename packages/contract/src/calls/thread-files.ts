import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'
import { addAttachment, attachmentRefusals, listAttachments, openAttachment, removeAttachment } from './attachments.ts'

const files = `${staffPath}/threads/{threadId}/attachments`
const file = `${files}/{attachmentId}`
const FileParams = v.object({ threadId: recordId('thread'), attachmentId: recordId('attachment') })

export const addThreadFile = defineCall({
  method: 'POST',
  path: files,
  summary:
    "Uploads one file for a reply to a member (MC-4, MC-6); a repeated clientAttachmentId is stored only once. The limits are those of the member's brand.",
  audience: staff,
  ...changing,
  upload: true,
  params: v.object({ threadId: recordId('thread') }),
  query: addAttachment.query,
  payload: addAttachment.payload,
  status: 201,
  errors: ['NOT-FOUND', ...addAttachment.errors],
})

export const listThreadFiles = defineCall({
  method: 'GET',
  path: files,
  summary: 'The files that the caller has uploaded for this member and not sent, and the limits for a reply (MC-4).',
  audience: staff,
  ...asking,
  audit: { action: 'workspace.attachments-list', record: 'attachment' },
  background: true,
  params: v.object({ threadId: recordId('thread') }),
  payload: listAttachments.payload,
  errors: ['NOT-FOUND'],
})

export const removeThreadFile = defineCall({
  method: 'DELETE',
  path: file,
  summary: 'Takes back a file of the caller that is not sent (MC-4).',
  audience: staff,
  ...changing,
  audit: { action: 'workspace.attachment-remove', record: 'attachment' },
  params: FileParams,
  payload: removeAttachment.payload,
  errors: removeAttachment.errors,
})

const oneFile = {
  method: 'GET',
  audience: staff,
  ...asking,
  file: true,
  params: FileParams,
  payload: openAttachment.payload,
  errors: ['NOT-FOUND', 'ATTACHMENT-SCANNING', ...attachmentRefusals],
} as const

export const openThreadFile = defineCall({
  ...oneFile,
  audit: { action: 'workspace.attachment-view', record: 'attachment' },
  path: file,
  summary: 'A file of a conversation to look at (MC-4, MC-6). The member sees in their own history that staff looked.',
})

export const downloadThreadFile = defineCall({
  ...oneFile,
  audit: { action: 'workspace.attachment-download', record: 'attachment' },
  path: `${file}/download`,
  summary: 'A file of a conversation to save (MC-4, MC-6).',
})
