import { cannedReplies } from '@portico/contract/calls/canned-replies'
import * as calls from '@portico/contract/calls/workspace'
import type { ContentSource } from '../content/source.ts'
import type { Binder } from '../http/bind.ts'
import { readCannedReplies } from './canned-replies.ts'
import { type ChangeParts, createChanges } from './changes.ts'
import { openClaimOf } from './claims.ts'
import { discardDraft, saveDraft } from './drafts.ts'
import { readFigures } from './figures.ts'
import { notePresence } from './presence.ts'
import { listQueue, type QueueParts, readQueues } from './queues.ts'
import { search } from './search.ts'
import { openThread } from './thread.ts'

export function bindWorkspace(
  binder: Binder,
  parts: QueueParts & ChangeParts & { readonly content: ContentSource },
): void {
  const { database } = parts
  const changes = createChanges(parts)

  binder.bind(calls.workspaceQueues, ({ principal }, context) => readQueues(parts, { principal, ...context }))
  binder.bind(calls.workspaceThreads, ({ principal, query }, context) =>
    listQueue(parts, { principal, ...context }, query),
  )
  binder.bind(calls.searchThreads, ({ principal, body }, context) =>
    search(parts, { principal, ...context }, body.text),
  )
  binder.bind(calls.workspaceThread, ({ principal, params, query }, context) =>
    openThread(parts, { principal, ...context }, params.threadId, query.before),
  )
  binder.bind(calls.workspaceClaim, ({ principal, params }, context) =>
    openClaimOf(database, { principal, ...context }, params),
  )
  binder.bind(calls.assignThread, ({ principal, params, body }, context) =>
    changes.assign({ principal, ...context }, params.threadId, body),
  )
  binder.bind(calls.setThreadState, ({ principal, params, body }, context) =>
    changes.setState({ principal, ...context }, params.threadId, body),
  )
  binder.bind(calls.replyToThread, ({ principal, params, body }, context) =>
    changes.reply({ principal, ...context }, params.threadId, body),
  )
  binder.bind(calls.addThreadNote, ({ principal, params, body }, context) =>
    changes.note({ principal, ...context }, params.threadId, body),
  )
  binder.bind(calls.saveThreadDraft, ({ principal, params, body }, context) =>
    saveDraft(database, { principal, ...context }, params.threadId, body),
  )
  binder.bind(calls.discardThreadDraft, ({ principal, params }, context) =>
    discardDraft(database, { principal, ...context }, params.threadId),
  )
  binder.bind(calls.noteThreadPresence, ({ principal, params, body }, context) =>
    notePresence(database, { principal, ...context }, params.threadId, body),
  )
  binder.bind(calls.workspaceFigures, ({ principal, query }, context) =>
    readFigures(database, { principal, ...context }, Number(query.days)),
  )

  binder.bind(cannedReplies, ({ principal }) => readCannedReplies(parts, { principal }))
}
