import type { addThreadNote } from '@portico/contract/calls/workspace'
import { v7 as uuidv7 } from 'uuid'
import { CallError } from '../../platform/http/call-error.ts'
import { leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { aboutThread, findDraftPlace, lockThread } from './change-thread.ts'
import { forgetDraft } from './draft-store.ts'
import { endTyping } from './presence-store.ts'
import * as store from './store.ts'

export const addNote: AuditedHandler<typeof addThreadNote> = async ({ principal, params, body: sent }, { now }, tx) => {
  const { clientMessageId, text } = sent
  const { work, scope } = await lockThread(tx, principal, params.threadId)
  const before = await store.findNote(tx, work.member_id, clientMessageId)
  if (before && before.thread_id !== work.thread_id) throw new CallError('CONFLICT')
  if (before) {
    const { note_id: noteId, written_at, body } = before
    return leaveUnchanged({ noteId, writtenAt: written_at.toISOString(), repeated: true, differs: body !== text })
  }
  const note = {
    member_id: work.member_id,
    note_id: uuidv7(),
    thread_id: work.thread_id,
    client_message_id: clientMessageId,
    author_account_id: scope.accountId,
    author_name: scope.name,
    body: text,
    written_at: now,
  }
  await store.insertNote(tx, note)
  await forgetDraft(tx, findDraftPlace(scope, work), clientMessageId)
  await endTyping(tx, scope.accountId, work)
  const written = { noteId: note.note_id, writtenAt: now.toISOString(), repeated: false, differs: false }
  return aboutThread(work, written)
}
