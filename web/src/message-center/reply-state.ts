import { type Saved, savedAs, typedIn } from '../drafts/merge.ts'
import type { Draft } from './draft.ts'

/** Why a reply did not go out. `expired`: the session ended; `files`: one of its files cannot go along; `blocked`: the conversation takes no replies anymore; `too-many`: the hour has seen enough messages. */
export type ReplyFailure = 'expired' | 'files' | 'blocked' | 'too-many' | 'refused' | 'unreachable'

/** Where a reply is on its way. The draft is there until the server has acknowledged it. */
export type ReplyState =
  | { readonly step: 'writing'; readonly draft: Draft }
  | { readonly step: 'sending'; readonly draft: Draft; readonly before: Draft }
  | { readonly step: 'failed'; readonly draft: Draft; readonly failure: ReplyFailure }
  /** `draft` is the next one, empty unless `older` says that the server kept an earlier wording than the last one sent. */
  | { readonly step: 'sent'; readonly draft: Draft; readonly expectedReplyBy: string; readonly older: boolean }

interface Acknowledged {
  readonly type: 'acknowledged'
  readonly expectedReplyBy: string
  readonly storedText: string
  /** Id of the next draft. */
  readonly nextId: string
}

export type ReplyEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'attached'; readonly attachmentIds: readonly string[] }
  | { readonly type: 'send' }
  | ({ readonly type: 'saved' } & Saved)
  /** The writer goes on with another draft. */
  | { readonly type: 'replaced'; readonly draft: Draft }
  | { readonly type: 'failed'; readonly failure: ReplyFailure }
  | Acknowledged

/** Whether there is something to send: blanks alone are not. */
export function canSend(state: ReplyState): boolean {
  return state.step !== 'sending' && state.draft.text.trim() !== ''
}

/** Whether the same files are named. */
export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/** What happens to a reply; events that make no sense in a state (a second click while sending) change nothing. */
export function nextReplyState(state: ReplyState, event: ReplyEvent): ReplyState {
  const { draft } = state
  switch (event.type) {
    case 'typed':
      return state.step === 'sending' ? state : { step: 'writing', draft: { ...typedIn(draft), text: event.text } }
    case 'saved':
      return { ...state, draft: savedAs(draft, event) }
    case 'replaced':
      return state.step === 'sending' ? state : { step: 'writing', draft: event.draft }
    case 'attached':
      if (state.step === 'sending' || sameIds(draft.attachmentIds, event.attachmentIds)) return state
      return { ...state, draft: { ...typedIn(draft), attachmentIds: event.attachmentIds } }
    case 'send':
      return canSend(state) ? { step: 'sending', draft: { ...draft, mayHaveArrived: true }, before: draft } : state
    case 'failed': {
      if (state.step !== 'sending') return state
      const mayHaveArrived = event.failure === 'unreachable' || state.before.mayHaveArrived
      return { step: 'failed', failure: event.failure, draft: { ...draft, mayHaveArrived } }
    }
    case 'acknowledged':
      return state.step === 'sending' ? acknowledge(draft, event) : state
  }
}

/**
 * The server answers a repeated `clientMessageId` with what it stored the first time. When the words were changed between
 * an attempt without an answer and the next one, the later words were not stored: they stay, as a draft of their own.
 */
function acknowledge(draft: Draft, event: Acknowledged): ReplyState {
  const older = !sameText(draft.text, event.storedText)
  return {
    step: 'sent',
    older,
    expectedReplyBy: event.expectedReplyBy,
    draft: {
      text: older ? draft.text : '',
      clientMessageId: event.nextId,
      mayHaveArrived: false,
      attachmentIds: older ? draft.attachmentIds : [],
    },
  }
}

/** Whether two texts are the same to a reader: outer blanks and the kind of line end do not count. */
function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
  return plain(a) === plain(b)
}

/** What an answer that failed means for the writer; `status` is 0 when no answer came. A token refused is a session ended. */
export function replyFailure(answer: { readonly status: number; readonly code: string }): ReplyFailure {
  if (answer.status === 401 || answer.code === 'invalid_grant') return 'expired'
  if (answer.code === 'REPLY-NOT-ALLOWED' || answer.code === 'NOT-FOUND') return 'blocked'
  if (answer.code === 'MESSAGES-TOO-MANY') return 'too-many'
  return answer.status >= 400 && answer.status < 500 && answer.status !== 408 ? 'refused' : 'unreachable'
}
