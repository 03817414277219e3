import {
  addThreadNote,
  discardThreadDraft,
  replyToThread,
  saveThreadDraft,
  workspaceThread,
} from '@portico/contract/calls/workspace'
import type { AuthoredLanguage } from '@portico/contract/page'
import { hasOpenVariables } from '@portico/rules/workspace/canned-reply'
import { api } from '../../base/api/api.ts'
import { draftPrefixes } from '../../base/storage/draft-keys.ts'
import type { FileCalls } from '../../shared/attachments/file-calls.ts'
import { type Draft, restoreDraft } from '../../shared/composing/draft.ts'
import type { ProblemsIn, SendFailure } from '../../shared/composing/state.ts'
import { type Composing, useComposing } from '../../shared/composing/use-composing.ts'
import type { DraftCalls } from '../../shared/composing/use-draft-saver.ts'
import type { OpenedThread } from './types.ts'

export interface StaffFields {
  readonly mode: 'reply' | 'note'
  readonly text: string
}

type Opened = NonNullable<OpenedThread['draft']>

const empty: StaffFields = { mode: 'reply', text: '' }

/** Where the browser tab keeps it; the conversation's id follows. */
export const staffDraft = {
  prefix: draftPrefixes.reply,
  fieldsIn: ({ mode, text }: Readonly<Record<string, unknown>>): StaffFields | null =>
    typeof text === 'string' ? { mode: mode === 'note' ? 'note' : 'reply', text } : null,
  isEmpty: ({ text }: StaffFields) => text.trim() === '',
}

export interface StaffDraftOptions {
  readonly thread: OpenedThread
  readonly files: FileCalls
  /**
   * The version of the conversation that the writer has seen: sending with any other is refused, so that no one answers without
   * knowing.
   */
  readonly version: number
  readonly language: AuthoredLanguage
  /** The conversation's state after a reply; read when it is sent. */
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
    onServer: draft && toDraft(draft),
    check,
    calls: draftCalls(threadId),
    toBody: ({ fields, attachmentIds }) => ({ ...fields, attachmentIds: [...attachmentIds] }),
    toDraft,
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
    // After a note comes another note, so that nothing meant for colleagues goes to the member by a second click.
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

function toDraft(held: Opened): Draft<StaffFields> {
  return restoreDraft(held, { mode: held.mode, text: held.text })
}

/** There is one draft per conversation, so any conflicting draft is that one. */
function draftCalls(threadId: string): DraftCalls<StaffFields & { attachmentIds: string[] }, Opened> {
  const params = { threadId }
  return {
    save: (clientMessageId, baseVersion, fields) =>
      api.call(saveThreadDraft, { params, body: { ...fields, clientMessageId, baseVersion }, mayBeOver: true }),
    discard: () => api.call(discardThreadDraft, { params, mayBeOver: true }),
    findOther: async () => (await api.call(workspaceThread, { params })).draft,
  }
}
