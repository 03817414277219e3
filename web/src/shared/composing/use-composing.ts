import type { ErrorEntry } from '@portico/contract/errors'
import { useRef, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { type FileCalls, memberFiles } from '../attachments/file-calls.ts'
import type { FilesOptions } from '../attachments/use-files.ts'
import { chooseDraft, type Draft, newDraft, type StoredDraft } from './draft.ts'
import { type DraftPlace, readDraft, removeDraftsOfOthers, tabStorage, writeDraft } from './kept-draft.ts'
import {
  begin,
  type Composed,
  type ComposeEvent,
  nextState,
  noProblems,
  type ProblemsIn,
  type SendFailure,
  toSendFailure,
} from './state.ts'
import { type DraftCalls, type DraftSaver, useDraftSaver } from './use-draft-saver.ts'

/** The answer to sending: `differs` if an earlier attempt had delivered something else. */
export interface Delivered<Sent> {
  readonly sent: Sent
  readonly differs: boolean
}

export interface ComposingOptions<Fields, Sent, Body, Other> extends Omit<DraftPlace<Fields>, 'key'> {
  /** The prefix of the draft's key in the browser tab; login ID and `within` follow. */
  readonly prefix: string
  /** The conversation it belongs to, if there can be several drafts. */
  readonly within?: string
  readonly empty: Fields
  /** What the first draft starts with; empty if left out. */
  readonly initial?: Fields
  /** Whether the writer has not changed the initial content, so that it need not be kept. */
  readonly isUntouched?: (fields: Fields) => boolean
  /** The draft as stored on the server. */
  readonly onServer: Draft<Fields> | null
  /** Adapts kept fields to the present choices. */
  readonly fit?: (fields: Fields) => Fields
  /** Finds problems that must be corrected before sending. */
  readonly check: (fields: Fields) => ProblemsIn<Fields>
  /** Keep the draft on the server; `toBody` makes their request bodies, `toDraft` reads the drafts they find. */
  readonly calls: DraftCalls<Body, Other>
  readonly toBody: (draft: Draft<Fields>) => Body
  readonly toDraft: (other: Other) => Draft<Fields>
  /** The calls for its files; by default, those of a member. */
  readonly files?: FileCalls
  /** Sends it; a failure throws an ApiError or is part of the answer. */
  readonly deliver: (draft: Draft<Fields>) => Promise<Delivered<Sent> | SendFailure>
  /** The fields that the server found wrong. */
  readonly toProblems?: (entries: readonly ErrorEntry[]) => ProblemsIn<Fields>
  /** What the next draft starts with; empty if left out. */
  readonly next?: (fields: Fields) => Fields
  /** Whether files can be sent with it as it is; yes if left out. */
  readonly takesFiles?: (fields: Fields) => boolean
  /** Called with the fields after each change and after sending, so that others can see that someone is writing. */
  readonly onFields?: (fields: Fields) => void
  readonly onSending?: () => void
  readonly onSent?: (sent: Sent) => void
  readonly onFailed?: (failure: SendFailure) => void
}

export interface Composing<Fields, Sent> extends Composed<Fields, Sent> {
  readonly sending: boolean
  /** Whether the text is kept in the window, and so survives a reload and a new sign-in. */
  readonly kept: boolean
  readonly empty: boolean
  /** Keeps the draft on the server. */
  readonly saver: DraftSaver
  /** For the attachments box. */
  readonly files: FilesOptions & {
    /** Changes when another text, with its own files, replaces this one. */
    readonly turn: number
    readonly readOnly: boolean
    /** How often someone tried to send while files were being uploaded. */
    readonly earlyTries: number
  }
  change(to: Partial<Fields> | ((fields: Fields) => Partial<Fields>)): void
  /** Sends it if it is valid; otherwise the state shows the problems. */
  send(): Promise<void>
  /** Discards the draft and its files. */
  startOver(): void
}

/**
 * Anything that someone writes, from the first letter to the server's confirmation that it is stored (MC-3, MC-5, MC-6): kept in
 * the browser tab and on the server until then, and sent only once however often it is tried.
 */
export function useComposing<Fields, Sent, Body, Other extends StoredDraft>(
  options: ComposingOptions<Fields, Sent, Body, Other>,
): Composing<Fields, Sent> {
  const { isEmpty, empty: nothing, files } = options
  const written = useWritten<Fields, Sent, Body, Other>(options)
  const { shown, current, turn, advance, replace } = written
  const [filesBusy, setFilesBusy] = useState(false)
  const { earlyTries, send } = useSending(options, written, filesBusy)

  const { draft, progress } = shown.state
  const sending = progress.step === 'sending'
  const isUntouched = !draft.server && (options.isUntouched?.(draft.fields) ?? false)
  const empty = (isUntouched || isEmpty(draft.fields)) && draft.attachmentIds.length === 0
  const saver = useDraftSaver({
    calls: options.calls,
    draft,
    body: options.toBody(draft),
    empty,
    sending,
    toBody: (other) => options.toBody(options.toDraft(other)),
    // If the end of a session has removed the draft from the window, it stays removed.
    onSaving: (draftId, words) => {
      if (readDraft(tabStorage(), written.place) !== null) advance({ type: 'saving', draftId, words })
    },
    onSaved: (saved) => advance({ type: 'saved', ...saved }),
    onReplace: (other) => {
      const { fields, attachmentIds } = current.current.draft
      replace(other ? options.toDraft(other) : newDraft(fields, attachmentIds))
    },
  })

  return {
    ...shown.state,
    sending,
    kept: shown.kept,
    empty,
    saver,
    files: {
      ...(files && { calls: files }),
      clientMessageId: draft.clientMessageId,
      attachmentIds: draft.attachmentIds,
      turn,
      readOnly: sending,
      earlyTries,
      onChange: (attachmentIds, busy) => {
        advance({ type: 'attached', attachmentIds })
        setFilesBusy(busy)
      },
    },
    change: (to) => {
      const { fields: before } = current.current.draft
      const part = typeof to === 'function' ? to(before) : to
      const names = Object.keys(part) as (keyof Fields)[]
      if (names.every((name) => part[name] === before[name])) return
      const { fields } = advance({ type: 'typed', fields: { ...before, ...part } }).draft
      options.onFields?.(fields)
    },
    send,
    startOver: () => {
      // Files that cannot be removed now are cleaned up by the server within a day.
      for (const id of current.current.draft.attachmentIds) (files ?? memberFiles).remove(id).catch(() => {})
      replace(newDraft(nothing))
    },
  }
}

type Written<Fields, Sent> = ReturnType<typeof useWritten<Fields, Sent, unknown, unknown>>

/** The text written so far; each change is kept in the browser tab. */
function useWritten<Fields, Sent, Body, Other>(options: ComposingOptions<Fields, Sent, Body, Other>) {
  const owner = usePage().session?.logonId ?? ''
  const key = `${options.prefix}${owner}${options.within ? `.${options.within}` : ''}`
  const place: DraftPlace<Fields> = { ...options, key }
  const [shown, setShown] = useState(() => ({ state: beginAt(place, options, owner), kept: true }))
  // Counts the texts that replaced another.
  const [turn, setTurn] = useState(0)
  // The latest state; two clicks within one frame see each other's effect here.
  const current = useRef(shown.state)
  const advance = (event: ComposeEvent<Fields, Sent>) => {
    const state = nextState(current.current, event, options.check)
    current.current = state
    setShown({ state, kept: writeDraft(tabStorage(), place, state.draft) })
    return state
  }
  const replace = (draft: Draft<Fields>) => {
    advance({ type: 'replaced', draft })
    setTurn((last) => last + 1)
  }
  return { shown, current, turn, place, advance, replace }
}

/** Sends to the server, with as many tries as the writer wants; waits for files being uploaded. */
function useSending<Fields, Sent, Body, Other>(
  options: ComposingOptions<Fields, Sent, Body, Other>,
  { current, advance }: Written<Fields, Sent>,
  filesBusy: boolean,
) {
  const { check } = options
  const [earlyTries, setEarlyTries] = useState(0)
  // Continues after the writer has left the view: an acknowledged message must not stay behind as a draft.
  const send = async () => {
    if (current.current.progress.step === 'sending') return
    const { draft } = current.current
    const waitsForFiles = filesBusy && (options.takesFiles?.(draft.fields) ?? true)
    if (waitsForFiles && Object.keys(check(draft.fields)).length === 0) {
      setEarlyTries((last) => last + 1)
      return
    }
    if (advance({ type: 'submitted' }).progress.step !== 'sending') return
    options.onSending?.()
    const outcome = await options.deliver(draft).catch((error: unknown) => {
      const { status, code, entries } = error instanceof ApiError ? error : new ApiError({ status: 0, code: 'NO-CODE' })
      const problems = options.toProblems?.(entries) ?? noProblems<Fields>()
      return Object.keys(problems).length > 0 ? { problems } : toSendFailure({ status, code })
    })
    if (typeof outcome === 'string') {
      advance({ type: 'failed', failure: outcome })
      options.onFailed?.(outcome)
    } else if ('problems' in outcome) {
      advance({ type: 'found-wrong', problems: outcome.problems })
    } else {
      const next = options.next?.(draft.fields) ?? options.empty
      const { fields } = advance({ type: 'acknowledged', sent: outcome.sent, older: outcome.differs, next }).draft
      options.onFields?.(fields)
      options.onSent?.(outcome.sent)
    }
  }
  return { earlyTries, send }
}

function beginAt<Fields, Sent, Body, Other>(
  place: DraftPlace<Fields>,
  { onServer, initial, empty, fit }: ComposingOptions<Fields, Sent, Body, Other>,
  owner: string,
): Composed<Fields, Sent> {
  const storage = tabStorage()
  removeDraftsOfOthers(storage, owner)
  const draft = chooseDraft(readDraft(storage, place), onServer) ?? newDraft(initial ?? empty)
  return begin({ ...draft, fields: fit?.(draft.fields) ?? draft.fields })
}
