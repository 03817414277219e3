import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { ShortText, Uuid } from '../fields.ts'
import { messageLimits } from '../limits.ts'
import { languages } from '../page.ts'
import { staff, staffPath } from '../staff.ts'

const replies = `${staffPath}/canned-replies`

const fields = {
  /** Code of the brand that it is for; ALL for every one. */
  brand: ShortText,
  language: v.picklist(languages),
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(messageLimits.subject)),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(messageLimits.text)),
}

const CannedReply = v.object({
  replyId: Uuid,
  ...fields,
  /** Whether the caller may change it. */
  editable: v.boolean(),
})

export const cannedReplies = defineCall({
  method: 'GET',
  path: replies,
  summary: 'Canned replies for the brands of the caller, in every language (MC-6).',
  audience: staff,
  appid: false,
  changes: false,
  payload: v.object({ replies: v.array(CannedReply) }),
  status: 200,
  errors: [],
})

export const addCannedReply = defineCall({
  method: 'POST',
  path: replies,
  summary: 'Adds a canned reply (MC-6); for supervisors, within their brands.',
  audience: staff,
  appid: true,
  changes: true,
  body: v.object(fields),
  payload: CannedReply,
  status: 201,
  errors: ['FIELD-INVALID'],
})

export const changeCannedReply = defineCall({
  method: 'PUT',
  path: `${replies}/{replyId}`,
  summary: 'Changes a canned reply (MC-6); for supervisors, within their brands.',
  audience: staff,
  appid: true,
  changes: true,
  params: v.object({ replyId: Uuid }),
  body: v.object(fields),
  payload: CannedReply,
  status: 200,
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const removeCannedReply = defineCall({
  method: 'DELETE',
  path: `${replies}/{replyId}`,
  summary: 'Removes a canned reply (MC-6); for supervisors, within their brands.',
  audience: staff,
  appid: true,
  changes: true,
  params: v.object({ replyId: Uuid }),
  payload: v.object({ removed: v.boolean() }),
  status: 200,
  errors: ['NOT-FOUND'],
})
