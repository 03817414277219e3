import type { PayloadOf } from '@portico/contract/call'
import type { addThreadNote } from '@portico/contract/calls/workspace'
import { v7 as uuidv7 } from 'uuid'
import type { CallInput } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditConversation } from './audit-staff.ts'
import type { ChangeParts } from './change-parts.ts'
import { changeThread, findDraftPlace } from './change-thread.ts'
import { forgetDraft } from './drafts.ts'
import { endTyping } from './presence.ts'
import * as store from './store.ts'

export function addNote(
  parts: ChangeParts,
  { params: { threadId }, body: { clientMessageId, text } }: CallInput<typeof addThreadNote>,
  context: CallContext<Principal>,
): Promise<PayloadOf<typeof addThreadNote>> {
  return changeThread(parts, context, threadId, null, async (tx, { work, scope }) => {
    const before = await store.findNote(tx, work.member_id, clientMessageId)
    if (before && before.thread_id !== work.thread_id) throw new CallError('CONFLICT')
    if (before) {
      const { note_id: noteId, written_at, body } = before
      return { noteId, writtenAt: written_at.toISOString(), repeated: true, differs: body !== text }
    }
    const note = {
      member_id: work.member_id,
      note_id: uuidv7(),
      thread_id: work.thread_id,
      client_message_id: clientMessageId,
      author_account_id: scope.accountId,
      author_name: scope.name,
      body: text,
      written_at: context.now,
    }
    await store.insertNote(tx, note)
    await forgetDraft(tx, findDraftPlace(scope, work), clientMessageId)
    await endTyping(tx, scope, work)
    await auditConversation(tx, context, 'note', work)
    return { noteId: note.note_id, writtenAt: context.now.toISOString(), repeated: false, differs: false }
  })
}
