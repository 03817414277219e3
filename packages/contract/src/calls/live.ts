import * as v from 'valibot'
import { asking, defineCall } from '../call.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

/** The data behind every part of the page that shows mail. */
export const MailState = v.object({
  unreadCount: v.number(),
  /** How many messages each folder holds. */
  totals: v.object({ inbox: v.number(), sent: v.number(), deleted: v.number() }),
  /** How many conversations each folder holds. */
  threads: v.object({ inbox: v.number(), sent: v.number(), deleted: v.number() }),
  /** The newest message in the inbox; null while it is empty. */
  newestMessageId: v.nullable(v.string()),
  /** Changes whenever a draft is saved, sent or discarded; null for people who view someone else's messages. */
  draftsVersion: v.nullable(v.string()),
})

/**
 * Authorized by the session cookie rather than by a token like the calls of MC-5: it lives exactly as long as the session, and a page
 * that only shows the number needs no token.
 */
export const mailEvents = defineCall({
  method: 'GET',
  path: '/rbsmbl/account-settings/v3/ext/message/events',
  summary: 'The unread count and the newest message: once, or as events whenever mail or drafts change (MC-6).',
  audience: members,
  ...asking,
  whileViewing: 'messages',
  background: true,
  stream: true,
  payload: MailState,
  errors: ['TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})
