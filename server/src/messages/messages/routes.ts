import { mailEvents } from '@portico/contract/calls/live'
import * as calls from '@portico/contract/calls/messages'
import type { BrandService } from '../../brands/brand/service.ts'
import { settingsOn } from '../../brands/config-lists/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import { setDeleted, setRead } from './flags.ts'
import type { MailStreams } from './mail-streams.ts'
import type { MessageService } from './service.ts'
import type { MessageTopics } from './topics.ts'

export function bindMessages(
  binder: Binder,
  parts: {
    readonly messages: MessageService
    readonly mailStreams: MailStreams
    readonly topics: MessageTopics
    readonly brands: BrandService
    readonly database: Database
  },
): void {
  const { messages, mailStreams, topics, brands, database } = parts
  binder.bind(calls.listMessages, ({ query }, context) => messages.list(context, query))
  binder.bind(calls.countUnread, ({ principal }, { now }) => messages.readUnread(principal, now))
  binder.bindStream(
    mailEvents,
    async ({ principal }, { now }) => {
      const state = await mailStreams.now(principal, now)
      if (state === null) throw new CallError('NO-SESSION')
      return state
    },
    ({ principal }) => mailStreams.open(principal),
  )
  binder.bind(calls.openMessage, messages.open)
  binder.bind(calls.messageCategories, async ({ principal }, { language, now }) => ({
    categories: topics.list(brands.get(principal.brand).sharedBrandCode, language),
    expectedReplyBy: messages.computeReplyBy(now),
  }))
  binder.bind(calls.addMessage, {
    prepare: async ({ principal: { brand } }) => {
      const on = await settingsOn(database.read, { application: 'MESSAGE_CENTER', brand })
      // RT-4 applies to the call, too, whatever a page opened earlier shows.
      if (on.has('CONTACTUS_MAINTENANCE')) throw new CallError('CONTACT-US-CLOSED')
    },
    handle: async ({ body }, context, tx) => {
      const { sent, happened } = await messages.send(tx, context, body)
      return aboutEach(happened, sent)
    },
  })
  binder.bind(calls.setReadFlag, setRead)
  binder.bind(calls.setDeleteFlag, setDeleted)
  binder.bind(calls.searchMessages, messages.search)
}
