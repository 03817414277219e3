import { cannedReplies } from '@portico/contract/calls/canned-replies'
import * as calls from '@portico/contract/calls/workspace'
import type { ContentSource } from '../../brands/content/source.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { readCannedReplies } from './canned-replies.ts'
import type { ChangeParts } from './change-parts.ts'
import { bindChanges } from './changes.ts'
import { openClaim } from './claims.ts'
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

  binder.bind(calls.workspaceQueues, (_input, context) => readQueues(parts, context))
  binder.bind(calls.workspaceThreads, ({ query }, context) => listQueue(parts, context, query))
  binder.bind(calls.searchThreads, ({ body }, context) => search(parts, context, body.text))
  binder.bind(calls.workspaceThread, ({ params, query }, context) =>
    openThread(parts, context, params.threadId, query.before),
  )
  binder.bind(calls.workspaceClaim, ({ params }, context) => openClaim(database, context, params))
  binder.bind(calls.saveThreadDraft, saveDraft)
  binder.bind(calls.discardThreadDraft, discardDraft)
  binder.bind(calls.noteThreadPresence, ({ params, body }, context) =>
    notePresence(database, context, params.threadId, body),
  )
  binder.bind(calls.workspaceFigures, ({ query }, context) => readFigures(database, context, Number(query.days)))

  binder.bind(cannedReplies, ({ principal }) => readCannedReplies(parts, { principal }))
  bindChanges(binder, parts)
}
