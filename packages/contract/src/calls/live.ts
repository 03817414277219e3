import * as v from 'valibot'
import { defineCall } from '../call.ts'

const members = { by: 'session', roles: ['MEMBER'] } as const

/** What every place of the page that shows mail goes by. */
export const MailState = v.object({
  unreadCount: v.number(),
  /** How many messages each folder holds. */
  totals: v.object({ inbox: v.number(), sent: v.number(), deleted: v.number() }),
  /** How many conversations each folder holds. */
  threads: v.object({ inbox: v.number(), sent: v.number(), deleted: v.number() }),
  /** The newest message of the inbox; null while it is empty. */
  newestMessageId: v.nullable(v.string()),
  /** Another one with every draft that is saved, sent or thrown away; null for those who look at what is another's. */
  draftsVersion: v.nullable(v.string()),
})

/**
 * By the session cookie, not by a token as the calls of MC-5: it lives exactly as long as the session, and a page that only
 * shows the number needs no token.
 */
export const mailEvents = defineCall({
  method: 'GET',
  path: '/rbsmbl/account-settings/v3/ext/message/events',
  summary:
    'The one unread number and the newest message: once, or as events whenever mail or drafts have changed (MC-6).',
  audience: members,
  appid: false,
  changes: false,
  whileViewing: 'messages',
  background: true,
  stream: true,
  payload: MailState,
  status: 200,
  errors: ['TOO-MANY-REQUESTS', 'UNAVAILABLE'],
})
