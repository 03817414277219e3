import { discardThreadDraft, saveThreadDraft, workspaceThread } from '@portico/contract/calls/workspace'
import { useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { chooseDraft, savedAs, typedIn } from '../drafts/merge.ts'
import { type DraftCalls, type DraftSaver, useDraftSaver } from '../drafts/use-draft-saver.ts'
import { usePage } from '../page-state.tsx'
import { draftOf, isEmpty, newDraft, readDraft, type StaffDraft, writeDraft } from './draft.ts'
import type { OpenedThread } from './types.ts'

type Fields = Pick<StaffDraft, 'mode' | 'text' | 'attachmentIds'>

export interface StaffDraftState {
  readonly draft: StaffDraft
  /** Keeps the words on the server. */
  readonly saver: DraftSaver
  /** Changes when other words, with other files, take the place of these. */
  readonly filesKey: string
  change(fields: Partial<Fields>): void
  /** It has been sent: the next one begins, a note after a note. */
  sent(): void
  /** It was sent, and no one knows whether it arrived. */
  mayHaveArrived(): void
}

/** What is being written in a conversation, kept in this tab and on the server (MC-6). */
export function useStaffDraft(thread: OpenedThread, sending: boolean): StaffDraftState {
  const owner = usePage().session?.logonId ?? ''
  const { threadId } = thread
  const [turn, setTurn] = useState(0)
  const [draft, setDraft] = useState<StaffDraft>(
    () => chooseDraft(readDraft(owner, threadId), thread.draft && draftOf(thread.draft)) ?? newDraft(),
  )
  const current = useRef(draft)

  const keep = (next: StaffDraft) => {
    current.current = next
    setDraft(next)
    writeDraft(owner, threadId, next)
  }
  const { mode, text, attachmentIds } = draft
  const saver = useDraftSaver({
    draft,
    calls: draftCalls(threadId),
    body: { mode, text, attachmentIds: [...attachmentIds] },
    empty: isEmpty(draft),
    sending,
    onSaved: (saved) => keep(savedAs(current.current, saved)),
    onReplace: (other) => {
      const { mode, text, attachmentIds } = current.current
      keep(other ? draftOf(other) : newDraft({ mode, text, attachmentIds }))
      setTurn((last) => last + 1)
    },
  })

  return {
    draft,
    saver,
    filesKey: `${draft.clientMessageId} ${turn}`,
    change: (fields) => {
      const before = current.current
      const next = { ...before, ...fields }
      const isSame = JSON.stringify(next) === JSON.stringify(before)
      if (!isSame) keep(typedIn(next))
    },
    sent: () => keep(newDraft({ mode: current.current.mode })),
    mayHaveArrived: () => keep({ ...current.current, mayHaveArrived: true }),
  }
}

/** There is one draft in a conversation, so that whatever is in the way of another is it. */
function draftCalls(threadId: string): DraftCalls<Fields, NonNullable<OpenedThread['draft']>> {
  const params = { threadId }
  return {
    save: (clientMessageId, baseVersion, { attachmentIds, ...fields }) =>
      api.call(saveThreadDraft, {
        params,
        body: { ...fields, attachmentIds: [...attachmentIds], clientMessageId, baseVersion },
        mayBeOver: true,
      }),
    discard: () => api.call(discardThreadDraft, { params, mayBeOver: true }),
    findOther: async () => (await api.call(workspaceThread, { params })).draft,
  }
}
