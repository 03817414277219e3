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

  binder.bind(calls.workspaceQueues, (_input, asking) => readQueues(parts, asking))
  binder.bind(calls.workspaceThreads, ({ query }, asking) => listQueue(parts, asking, query))
  binder.bind(calls.searchThreads, ({ body }, asking) => search(parts, asking, body.text))
  binder.bind(calls.workspaceThread, ({ params, query }, asking) =>
    openThread(parts, asking, params.threadId, query.before),
  )
  binder.bind(calls.workspaceClaim, ({ params }, asking) => openClaim(database, asking, params))
  binder.bind(calls.saveThreadDraft, ({ params, body }, asking) => saveDraft(database, asking, params.threadId, body))
  binder.bind(calls.discardThreadDraft, ({ params }, asking) => discardDraft(database, asking, params.threadId))
  binder.bind(calls.noteThreadPresence, ({ params, body }, asking) =>
    notePresence(database, asking, params.threadId, body),
  )
  binder.bind(calls.workspaceFigures, ({ query }, asking) => readFigures(database, asking, Number(query.days)))

  binder.bind(cannedReplies, ({ principal }) => readCannedReplies(parts, { principal }))
  bindChanges(binder, parts)
}
