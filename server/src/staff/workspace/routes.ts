import { cannedReplies } from '@portico/contract/calls/canned-replies'
import * as calls from '@portico/contract/calls/workspace'
import type { ContentSource } from '../../brands/content/source.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { readCannedReplies } from './canned-replies.ts'
import type { ChangeParts } from './change-parts.ts'
import { bindChanges } from './changes.ts'
import { openClaim } from './claims.ts'
import { readColleagues } from './colleagues.ts'
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
  binder.bind(calls.workspaceColleagues, (_input, context) => readColleagues(parts, context))
  binder.bind(calls.workspaceThreads, listQueue(parts))
  binder.bind(calls.searchThreads, search(parts))
  binder.bind(calls.workspaceThread, openThread(parts))
  binder.bind(calls.workspaceClaim, openClaim)
  binder.bind(calls.saveThreadDraft, saveDraft)
  binder.bind(calls.discardThreadDraft, discardDraft)
  binder.bind(calls.noteThreadPresence, notePresence)
  binder.bind(calls.workspaceFigures, ({ query }, context) => readFigures(database, context, Number(query.days)))

  binder.bind(cannedReplies, ({ principal }) => readCannedReplies(parts, { principal }))
  bindChanges(binder, parts)
}
