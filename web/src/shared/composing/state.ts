import type { Problem } from '@portico/rules/validation/result'
import { changeDraft, type Draft, markAsked, markSaved, newDraft, type SavedDraft } from './draft.ts'

/**
 * Why something was not sent. `expired`: the session ended; `files`: one of its files cannot be sent; `blocked`: the conversation
 * takes no replies; `changed`: someone else was first; `too-many`: too many messages this hour; `refused`: the server does not
 * accept it.
 */
export type SendFailure = 'expired' | 'files' | 'blocked' | 'changed' | 'too-many' | 'refused' | 'unreachable'

/** Problems by field; fields without a problem are left out. */
export type ProblemsIn<Fields> = Readonly<Partial<Record<keyof Fields, Problem>>>

/** No problems. */
export function noProblems<Fields>(): ProblemsIn<Fields> {
  return {} as ProblemsIn<Fields>
}

export type ComposingProgress<Sent> =
  | { readonly step: 'writing' }
  /** `arrivedBefore`: whether an earlier attempt may have arrived. */
  | { readonly step: 'sending'; readonly arrivedBefore: boolean }
  | { readonly step: 'failed'; readonly failure: SendFailure }
  /** `older`: the server has an earlier text than the last one sent, which stays in the form as a new draft. */
  | { readonly step: 'sent'; readonly sent: Sent; readonly older: boolean }

/** How far sending a text has come (MC-3, MC-5, MC-6). */
export interface Composed<Fields, Sent> {
  /** The current draft until the server has acknowledged it; then the next one. */
  readonly draft: Draft<Fields>
  /** Problems of the last attempt that have not been corrected yet. */
  readonly problems: ProblemsIn<Fields>
  /** Counts attempts with problems; each is announced. */
  readonly refusals: number
  readonly progress: ComposingProgress<Sent>
}

export type ComposeEvent<Fields, Sent> =
  | { readonly type: 'typed'; readonly fields: Fields }
  | { readonly type: 'attached'; readonly attachmentIds: readonly string[] }
  | { readonly type: 'submitted' }
  /** The server is asked to keep it, in these words of JSON. */
  | { readonly type: 'saving'; readonly draftId: string; readonly words: string }
  | ({ readonly type: 'saved' } & SavedDraft)
  /** The writer continues with another draft, or discards this one. */
  | { readonly type: 'replaced'; readonly draft: Draft<Fields> }
  | { readonly type: 'failed'; readonly failure: SendFailure }
  /** The server reports invalid fields. */
  | { readonly type: 'found-wrong'; readonly problems: ProblemsIn<Fields> }
  /** `next`: what the next draft starts with. */
  | { readonly type: 'acknowledged'; readonly sent: Sent; readonly older: boolean; readonly next: Fields }

const writing = { step: 'writing' } as const

export function begin<Fields, Sent>(draft: Draft<Fields>): Composed<Fields, Sent> {
  return { draft, problems: noProblems(), refusals: 0, progress: writing }
}

/** What happens to a draft; events that make no sense in a state (a second click while sending) change nothing. */
export function nextState<Fields, Sent>(
  state: Composed<Fields, Sent>,
  event: ComposeEvent<Fields, Sent>,
  check: (fields: Fields) => ProblemsIn<Fields>,
): Composed<Fields, Sent> {
  const { draft, problems, progress } = state
  if (event.type === 'saving') return { ...state, draft: markAsked(draft, event.draftId, event.words) }
  if (event.type === 'saved') return { ...state, draft: markSaved(draft, event) }
  if (progress.step !== 'sending') {
    switch (event.type) {
      case 'typed': {
        const left = problemsLeft(problems, { before: draft.fields, after: event.fields, check })
        return { ...state, draft: changeDraft(draft, { fields: event.fields }), problems: left, progress: writing }
      }
      case 'attached': {
        if (sameIds(draft.attachmentIds, event.attachmentIds)) return state
        const isSettled = progress.step === 'failed' && progress.failure === 'files'
        return { ...state, draft: changeDraft(draft, event), progress: isSettled ? writing : progress }
      }
      case 'submitted':
        return submit(state, check(draft.fields))
      case 'replaced':
        return begin(event.draft)
      default:
        return state
    }
  }
  switch (event.type) {
    case 'acknowledged': {
      const next = event.older ? newDraft(draft.fields, draft.attachmentIds) : newDraft(event.next)
      return { ...state, draft: next, progress: { step: 'sent', sent: event.sent, older: event.older } }
    }
    case 'found-wrong':
      return refuse({ ...state, draft: { ...draft, mayHaveArrived: progress.arrivedBefore } }, event.problems)
    case 'failed': {
      const mayHaveArrived = event.failure === 'unreachable' || progress.arrivedBefore
      return { ...state, draft: { ...draft, mayHaveArrived }, progress: { step: 'failed', failure: event.failure } }
    }
    default:
      return state
  }
}

function submit<Fields, Sent>(state: Composed<Fields, Sent>, problems: ProblemsIn<Fields>): Composed<Fields, Sent> {
  const { draft } = state
  if (Object.keys(problems).length > 0) return refuse(state, problems)
  const progress = { step: 'sending', arrivedBefore: draft.mayHaveArrived } as const
  return { ...state, draft: { ...draft, mayHaveArrived: true }, problems, progress }
}

function refuse<Fields, Sent>(state: Composed<Fields, Sent>, problems: ProblemsIn<Fields>): Composed<Fields, Sent> {
  return { ...state, problems, refusals: state.refusals + 1, progress: writing }
}

/** The problems left after a change: a corrected one disappears at once, new ones wait for the next attempt. */
export function problemsLeft<Fields>(
  problems: ProblemsIn<Fields>,
  change: { before: Fields; after: Fields; check: (fields: Fields) => ProblemsIn<Fields> },
): ProblemsIn<Fields> {
  const { before, after, check } = change
  const now = check(after)
  const left: Partial<Record<keyof Fields, Problem>> = {}
  for (const name of Object.keys(problems) as (keyof Fields)[]) {
    const problem = before[name] === after[name] ? problems[name] : now[name]
    if (problem) left[name] = problem
  }
  return left
}

/** Whether both lists name the same files. */
function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id))
}

/** What a failed answer means for the writer; `status` is 0 without an answer. A refused token means that the session ended. */
export function toSendFailure({ status, code }: { readonly status: number; readonly code: string }): SendFailure {
  if (status === 401 || code === 'invalid_grant') return 'expired'
  if (code === 'THREAD-CHANGED') return 'changed'
  if (code === 'MESSAGES-TOO-MANY') return 'too-many'
  if (code.startsWith('ATTACHMENT-')) return 'files'
  if (code === 'REPLY-NOT-ALLOWED' || code === 'NOT-FOUND') return 'blocked'
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unreachable'
}
