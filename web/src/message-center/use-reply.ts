import { addMessage, openMessage } from '@portico/contract/calls/messages'
import { useRef, useState } from 'react'
import { track } from '../analytics/track.ts'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { submitFiles } from '../attachments/submit-files.ts'
import { memberDrafts, type OpenedDraft } from '../drafts/member-drafts.ts'
import { chooseDraft } from '../drafts/merge.ts'
import { type DraftSaver, useDraftSaver } from '../drafts/use-draft-saver.ts'
import { newId } from '../new-id.ts'
import { usePage } from '../page-state.tsx'
import { type Draft, readDraft, removeDraftsOfOthers, tabStorage, writeDraft } from './draft.ts'
import { withReply } from './mail-page.ts'
import {
  canSend,
  nextReplyState,
  type ReplyEvent,
  type ReplyFailure,
  type ReplyState,
  replyFailure,
} from './reply-state.ts'
import type { Message } from './types.ts'

export interface Reply {
  /** Keeps the words on the server. */
  readonly saver: DraftSaver
  readonly state: ReplyState
  /** Whether the words are kept in the window, and so survive a reload and a new sign-in. */
  readonly kept: boolean
  /** Changes when other words, with other files, take the place of these. */
  readonly filesKey: string
  type(text: string): void
  /** Files that go with it now. */
  attach(attachmentIds: readonly string[]): void
  send(): Promise<void>
}

/** The reply to a conversation, from the first letter to the server's word that it is stored (MC-2, MC-5). */
export function useReply(message: Message, onSent: (message: Message) => void): Reply {
  const owner = usePage().session?.logonId ?? ''
  const key = { owner, threadId: message.threadId }
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState(() => ({ state: begin(key, message.draft), kept: true }))
  // The state to go on from; two clicks in one frame see one another here.
  const current = useRef(shown.state)

  const advance = (event: ReplyEvent) => {
    const state = nextReplyState(current.current, event)
    current.current = state
    setShown({ state, kept: writeDraft(tabStorage(), key, state.draft) })
  }

  // Goes on when the writer has left the message: what was acknowledged must not stay behind as a draft.
  const send = async () => {
    const { draft } = current.current
    if (!canSend(current.current)) return
    track({ event: 'reply', messageId: message.messageId })
    advance({ type: 'send' })
    const outcome = await deliver(message, draft)
    if (typeof outcome === 'string') {
      advance({ type: 'failed', failure: outcome })
      return
    }
    const { expectedReplyBy, storedText } = outcome
    advance({ type: 'acknowledged', expectedReplyBy, storedText, nextId: newId() })
    onSent(outcome.message)
  }

  const { draft } = shown.state
  const saver = useDraftSaver({
    calls: memberDrafts(message.threadId),
    draft,
    body: { text: draft.text, inReplyTo: message.messageId, attachmentIds: [...draft.attachmentIds] },
    empty: draft.text.trim() === '' && draft.attachmentIds.length === 0,
    sending: shown.state.step === 'sending',
    onSaved: (saved) => advance({ type: 'saved', ...saved }),
    onReplace: (other) => {
      const { text, attachmentIds } = current.current.draft
      advance({ type: 'replaced', draft: other ? draftOf(other) : { ...anew(), text, attachmentIds } })
      setTurn((last) => last + 1)
    },
  })

  return {
    ...shown,
    saver,
    filesKey: `${draft.clientMessageId} ${turn}`,
    type: (text) => advance({ type: 'typed', text }),
    attach: (attachmentIds) => advance({ type: 'attached', attachmentIds }),
    send,
  }
}

function begin(key: { readonly owner: string; readonly threadId: string }, onServer: Message['draft']): ReplyState {
  const storage = tabStorage()
  removeDraftsOfOthers(storage, key.owner)
  const draft = chooseDraft(readDraft(storage, key), onServer && draftOf(onServer))
  return { step: 'writing', draft: draft ?? anew() }
}

function anew(): Draft {
  return { text: '', clientMessageId: newId(), mayHaveArrived: false, attachmentIds: [] }
}

function draftOf({
  draftId,
  version,
  text,
  attachmentIds,
}: Pick<OpenedDraft, 'draftId' | 'version' | 'text' | 'attachmentIds'>): Draft {
  return { text, clientMessageId: draftId, mayHaveArrived: false, attachmentIds, server: { version, unsaved: false } }
}

interface Delivered {
  readonly expectedReplyBy: string
  readonly storedText: string
  readonly message: Message
}

/** Sends, then reads the conversation again: only it tells which words the server holds under this id. */
async function deliver(message: Message, draft: ReplyState['draft']): Promise<Delivered | ReplyFailure> {
  const { text, clientMessageId, mayHaveArrived, attachmentIds } = draft
  const { messageId } = message
  try {
    if (!(await submitFiles(attachmentIds))) return 'files'
    const files = attachmentIds.length > 0 && { attachmentIds: [...attachmentIds] }
    const sent = await api.call(addMessage, { body: { clientMessageId, text, inReplyTo: messageId, ...files } })
    const now = await api.call(openMessage, { params: { messageId } }).catch((error: unknown) => {
      // Nothing else can be stored under a new id; under one that was tried before, the next try will tell.
      if (mayHaveArrived) throw error
      return withReply(message, { messageId: sent.messageId, sentAt: sent.sentAt, text })
    })
    const stored = now.thread.find((entry) => entry.messageId === sent.messageId)
    return { expectedReplyBy: sent.expectedReplyBy, storedText: stored?.text ?? text, message: now }
  } catch (error) {
    if (error instanceof ApiError) return replyFailure(error)
    throw error
  }
}
