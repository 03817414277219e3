import { addMessage, openMessage } from '@portico/contract/calls/messages'
import { useRef, useState } from 'react'
import { track } from '../analytics/track.ts'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { chooseDraft } from '../drafts/merge.ts'
import { type DraftSaver, type OpenedDraft, useDraftSaver } from '../drafts/use-draft-saver.ts'
import { usePage } from '../page-state.tsx'
import { type Draft, newMessageId, readDraft, removeDraftsOfOthers, tabStorage, writeDraft } from './draft.ts'
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
  type(text: string): void
  send(): Promise<void>
}

/** The reply to a conversation, from the first letter to the server's word that it is stored (MC-2, MC-5). */
export function useReply(message: Message, onSent: (message: Message) => void): Reply {
  const owner = usePage().session?.logonId ?? ''
  const key = { owner, threadId: message.threadId }
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
    advance({ type: 'acknowledged', expectedReplyBy, storedText, nextId: newMessageId() })
    onSent(outcome.message)
  }

  const { draft } = shown.state
  const saver = useDraftSaver({
    draft,
    body: { text: draft.text, inReplyTo: message.messageId },
    empty: draft.text.trim() === '',
    sending: shown.state.step === 'sending',
    threadId: message.threadId,
    onSaved: (saved) => advance({ type: 'saved', ...saved }),
    onReplace: (other) =>
      advance({ type: 'replaced', draft: other ? draftOf(other) : { ...anew(), text: current.current.draft.text } }),
  })

  return { ...shown, saver, type: (text) => advance({ type: 'typed', text }), send }
}

function begin(key: { readonly owner: string; readonly threadId: string }, onServer: Message['draft']): ReplyState {
  const storage = tabStorage()
  removeDraftsOfOthers(storage, key.owner)
  const draft = chooseDraft(readDraft(storage, key), onServer && draftOf(onServer))
  return { step: 'writing', draft: draft ?? anew() }
}

function anew(): Draft {
  return { text: '', clientMessageId: newMessageId(), mayHaveArrived: false }
}

function draftOf({ draftId, version, text }: Pick<OpenedDraft, 'draftId' | 'version' | 'text'>): Draft {
  return { text, clientMessageId: draftId, mayHaveArrived: false, server: { version, unsaved: false } }
}

interface Delivered {
  readonly expectedReplyBy: string
  readonly storedText: string
  readonly message: Message
}

/** Sends, then reads the conversation again: only it tells which words the server holds under this id. */
async function deliver(message: Message, draft: ReplyState['draft']): Promise<Delivered | ReplyFailure> {
  const { text, clientMessageId, mayHaveArrived } = draft
  const { messageId } = message
  try {
    const sent = await api.call(addMessage, { body: { clientMessageId, text, inReplyTo: messageId } })
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
