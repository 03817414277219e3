import {
  addThreadNote,
  discardThreadDraft,
  replyToThread,
  saveThreadDraft,
  workspaceThread,
} from '@portico/contract/calls/workspace'
import type { Language } from '@portico/contract/page'
import { hasOpenVariables } from '@portico/rules/workspace/canned-reply'
import { api } from '../api/api.ts'
import type { FileCalls } from '../attachments/file-calls.ts'
import { type Draft, storedDraft } from '../composing/draft.ts'
import type { ProblemsIn, SendFailure } from '../composing/state.ts'
import { type Composing, useComposing } from '../composing/use-composing.ts'
import type { DraftCalls } from '../composing/use-draft-saver.ts'
import { draftPrefixes } from '../storage/draft-keys.ts'
import type { OpenedThread } from './types.ts'

export interface StaffFields {
  readonly mode: 'reply' | 'note'
  readonly text: string
}

type Opened = NonNullable<OpenedThread['draft']>

const empty: StaffFields = { mode: 'reply', text: '' }

/** Where the tab keeps it; the conversation's id follows. */
export const staffDraft = {
  prefix: draftPrefixes.reply,
  fieldsIn: ({ mode, text }: Readonly<Record<string, unknown>>): StaffFields | null =>
    typeof text === 'string' ? { mode: mode === 'note' ? 'note' : 'reply', text } : null,
  isEmpty: ({ text }: StaffFields) => text.trim() === '',
}

export interface StaffDraftOptions {
  readonly thread: OpenedThread
  readonly files: FileCalls
  /** What the writer has seen of the conversation: sending on anything else is refused, so that no one answers unknowingly. */
  readonly version: number
  readonly language: Language
  /** How a reply leaves the conversation; read when it is sent. */
  readonly leaves: () => 'waiting' | 'resolved'
  readonly onText: (text: string) => void
  readonly onSent: (mode: StaffFields['mode']) => void
  readonly onFailed: (failure: SendFailure) => void
}

/** A reply or a note in a conversation (MC-6). */
export function useStaffDraft(options: StaffDraftOptions): Composing<StaffFields, StaffFields['mode']> {
  const { thread, files, version, language } = options
  const { threadId, draft } = thread
  return useComposing({
    ...staffDraft,
    within: threadId,
    empty,
    onServer: draft && draftOf(draft),
    check,
    calls: draftCalls(threadId),
    bodyOf: ({ fields, attachmentIds }) => ({ ...fields, attachmentIds: [...attachmentIds] }),
    draftOf,
    files,
    takesFiles: ({ mode }) => mode === 'reply',
    deliver: async ({ fields: { mode, text }, clientMessageId, attachmentIds }) => {
      const params = { threadId }
      const reply = { text, language, leaves: options.leaves(), version, attachmentIds: [...attachmentIds] }
      const { differs } =
        mode === 'note'
          ? await api.call(addThreadNote, { params, body: { clientMessageId, text } })
          : await api.call(replyToThread, { params, body: { clientMessageId, ...reply } })
      return { sent: mode, differs }
    },
    // A note is followed by a note: nothing meant for colleagues goes to the member by a second press.
    next: ({ mode }) => ({ mode, text: '' }),
    onFields: ({ text }) => options.onText(text),
    onSent: options.onSent,
    onFailed: options.onFailed,
  })
}

function check({ mode, text }: StaffFields): ProblemsIn<StaffFields> {
  if (text.trim() === '') return { text: { code: 'field.required' } }
  return mode === 'reply' && hasOpenVariables(text) ? { text: { code: 'reply.variable-open' } } : {}
}

function draftOf(held: Opened): Draft<StaffFields> {
  return storedDraft(held, { mode: held.mode, text: held.text })
}

/** There is one draft in a conversation, so that whatever is in the way of another is it. */
function draftCalls(threadId: string): DraftCalls<StaffFields & { attachmentIds: string[] }, Opened> {
  const params = { threadId }
  return {
    save: (clientMessageId, baseVersion, fields) =>
      api.call(saveThreadDraft, { params, body: { ...fields, clientMessageId, baseVersion }, mayBeOver: true }),
    discard: () => api.call(discardThreadDraft, { params, mayBeOver: true }),
    findOther: async () => (await api.call(workspaceThread, { params })).draft,
  }
}
