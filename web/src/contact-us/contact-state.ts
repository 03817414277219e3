import { type Saved, savedAs, typedIn } from '../drafts/merge.ts'
import { sameIds } from '../message-center/reply-state.ts'
import { type ContactProblems, checkFields, problemsLeft, wrongFields } from './check.ts'
import { type Draft, newDraft } from './draft.ts'
import type { Fields } from './fields.ts'

/** Why a message did not go out. `expired`: the session ended; `files`: one of its files cannot go along; `too-many`: the hour has seen enough messages; `refused`: the server will not have it. */
type SendFailure = 'expired' | 'files' | 'too-many' | 'refused' | 'unreachable'

/** `older`: the server holds an earlier wording than the last one sent, which stays in the form. */
export interface SentMessage {
  readonly messageId: string
  /** ISO 8601 in UTC. */
  readonly expectedReplyBy: string
  readonly older: boolean
}

export type Progress =
  | { readonly step: 'writing' }
  /** `arrivedBefore`: whether an earlier attempt may have arrived. */
  | { readonly step: 'sending'; readonly arrivedBefore: boolean }
  | { readonly step: 'failed'; readonly failure: SendFailure }
  | ({ readonly step: 'sent' } & SentMessage)

/** Where a message is on its way (MC-3). */
export interface ContactState {
  /** There until the server has acknowledged it; from then on the next one. */
  readonly draft: Draft
  /** What the last attempt found wrong and has not been put right since. */
  readonly problems: ContactProblems
  /** Attempts that found something wrong; each is told again. */
  readonly refusals: number
  readonly progress: Progress
}

export type ContactEvent =
  | { readonly type: 'typed'; readonly fields: Fields }
  | { readonly type: 'attached'; readonly attachmentIds: readonly string[] }
  | { readonly type: 'submitted' }
  | ({ readonly type: 'saved' } & Saved)
  /** The writer goes on with another draft. */
  | { readonly type: 'replaced'; readonly draft: Draft }
  | { readonly type: 'failed'; readonly failure: SendFailure }
  /** The server names fields that are wrong. */
  | { readonly type: 'found-wrong'; readonly problems: ContactProblems }
  | ({ readonly type: 'acknowledged'; readonly nextId: string } & SentMessage)
  /** The draft is thrown away, or another message begun. */
  | { readonly type: 'started-over'; readonly nextId: string }

const writing: Progress = { step: 'writing' }

export function beginContact(draft: Draft): ContactState {
  return { draft, problems: {}, refusals: 0, progress: writing }
}

/** What happens to a message; events that make no sense in a state (a second click while sending) change nothing. */
export function nextContactState(state: ContactState, event: ContactEvent): ContactState {
  const { draft, problems, progress } = state
  if (event.type === 'typed') {
    if (progress.step === 'sending') return state
    const left = problemsLeft(problems, draft.fields, event.fields)
    return { ...state, draft: { ...typedIn(draft), fields: event.fields }, problems: left, progress: writing }
  }
  if (event.type === 'saved') return { ...state, draft: savedAs(draft, event) }
  if (event.type === 'replaced') return progress.step === 'sending' ? state : beginContact(event.draft)
  if (event.type === 'attached') {
    if (progress.step === 'sending' || sameIds(draft.attachmentIds, event.attachmentIds)) return state
    return { ...state, draft: { ...typedIn(draft), attachmentIds: event.attachmentIds } }
  }
  if (event.type === 'submitted') return progress.step === 'sending' ? state : submit(state)
  if (event.type === 'started-over') return progress.step === 'sending' ? state : beginContact(newDraft(event.nextId))
  if (progress.step !== 'sending') return state

  if (event.type === 'acknowledged') {
    const { messageId, expectedReplyBy, older, nextId } = event
    const next = newDraft(nextId)
    return {
      ...state,
      draft: older ? { ...next, fields: draft.fields, attachmentIds: draft.attachmentIds } : next,
      progress: { step: 'sent', messageId, expectedReplyBy, older },
    }
  }
  if (event.type === 'found-wrong') {
    return refuse({ ...state, draft: { ...draft, mayHaveArrived: progress.arrivedBefore } }, event.problems)
  }
  const mayHaveArrived = event.failure === 'unreachable' || progress.arrivedBefore
  return { ...state, draft: { ...draft, mayHaveArrived }, progress: { step: 'failed', failure: event.failure } }
}

function submit(state: ContactState): ContactState {
  const { draft } = state
  const problems = checkFields(draft.fields)
  if (wrongFields(problems).length > 0) return refuse(state, problems)
  return {
    ...state,
    draft: { ...draft, mayHaveArrived: true },
    problems,
    progress: { step: 'sending', arrivedBefore: draft.mayHaveArrived },
  }
}

function refuse(state: ContactState, problems: ContactProblems): ContactState {
  return { ...state, problems, refusals: state.refusals + 1, progress: writing }
}
