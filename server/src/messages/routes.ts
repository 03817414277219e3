import * as draftCalls from '@portico/contract/calls/drafts'
import { mailEvents } from '@portico/contract/calls/live'
import * as calls from '@portico/contract/calls/messages'
import type { BrandService } from '../brand/service.ts'
import type { Binder } from '../http/bind.ts'
import { CallError } from '../http/call-error.ts'
import type { DraftService } from './drafts.ts'
import type { MailStreams } from './mail-streams.ts'
import type { MessageService } from './service.ts'
import type { MessageTopics } from './topics.ts'

export function bindMessages(
  binder: Binder,
  parts: {
    readonly messages: MessageService
    readonly mailStreams: MailStreams
    readonly drafts: DraftService
    readonly topics: MessageTopics
    readonly brands: BrandService
  },
): void {
  const { messages, mailStreams, drafts, topics, brands } = parts
  binder.bind(calls.listMessages, ({ principal, query }, context) => messages.list({ principal, ...context }, query))
  binder.bind(calls.countUnread, ({ principal }, { now }) => messages.unread(principal, now))
  binder.bindStream(
    mailEvents,
    async ({ principal }, { now }) => {
      const state = await mailStreams.now(principal, now)
      if (state === null) throw new CallError('NO-SESSION')
      return state
    },
    ({ principal }) => mailStreams.open(principal),
  )
  binder.bind(calls.openMessage, ({ principal, params, query }, context) =>
    messages.open({ principal, ...context }, params.messageId, query.before),
  )
  binder.bind(calls.messageCategories, async ({ principal }, { language, now }) => ({
    categories: topics.list(brands.get(principal.brand).sharedBrandCode, language),
    expectedReplyBy: messages.expectedReplyBy(now),
  }))
  binder.bind(calls.addMessage, ({ principal, body }, context) => messages.send({ principal, ...context }, body))
  binder.bind(calls.setReadFlag, ({ principal, body }, context) => messages.setRead({ principal, ...context }, body))
  binder.bind(calls.setDeleteFlag, ({ principal, body }, context) =>
    messages.setDeleted({ principal, ...context }, body),
  )
  binder.bind(calls.searchMessages, ({ principal, body }, context) => messages.search({ principal, ...context }, body))
  binder.bind(draftCalls.listDrafts, ({ principal }, context) => drafts.list({ principal, ...context }))
  binder.bind(draftCalls.openDraft, ({ principal, params }, context) =>
    drafts.open({ principal, ...context }, params.draftId),
  )
  binder.bind(draftCalls.saveDraft, ({ principal, body }, context) => drafts.save({ principal, ...context }, body))
  binder.bind(draftCalls.discardDraft, ({ principal, params }, context) =>
    drafts.discard({ principal, ...context }, params.draftId),
  )
}
