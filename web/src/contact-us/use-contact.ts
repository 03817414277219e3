import { removeAttachment } from '@portico/contract/calls/attachments'
import { addMessage, openMessage } from '@portico/contract/calls/messages'
import { useRef, useState } from 'react'
import { track } from '../analytics/track.ts'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { submitFiles } from '../attachments/submit-files.ts'
import { memberDrafts } from '../drafts/member-drafts.ts'
import { chooseDraft } from '../drafts/merge.ts'
import { type DraftSaver, useDraftSaver } from '../drafts/use-draft-saver.ts'
import { tabStorage } from '../message-center/draft.ts'
import { replyFailure } from '../message-center/reply-state.ts'
import { newId } from '../new-id.ts'
import { usePage } from '../page-state.tsx'
import { problemsOf, wrongFields } from './check.ts'
import { beginContact, type ContactEvent, type ContactState, nextContactState } from './contact-state.ts'
import { type Draft, draftOf, newDraft, readDraft, removeDraftsOfOthers, writeDraft } from './draft.ts'
import {
  bodyOf,
  emptyFields,
  type FieldName,
  type Fields,
  fitToTopics,
  isStored,
  type Topic,
  withField,
} from './fields.ts'
import { isUntouched } from './preset.ts'

export interface Contact {
  /** Keeps the words on the server. */
  readonly saver: DraftSaver
  readonly state: ContactState
  /** Whether the words are kept in the window, and so survive a reload and a new sign-in. */
  readonly kept: boolean
  /** Changes when other words, with other files, take the place of these. */
  readonly filesKey: string
  type<Name extends FieldName>(name: Name, value: Fields[Name]): void
  /** Files that go with it now. */
  attach(attachmentIds: readonly string[]): void
  /** Sends what is right; what is wrong is put in the state. */
  submit(): Promise<void>
  /** Throws the draft away. */
  startOver(): void
}

/** A new message to customer service, from the first letter to the server's word that it is stored (MC-3, MC-5). */
export function useContact(topics: readonly Topic[], onServer: Draft | null, preset: Fields): Contact {
  const owner = usePage().session?.logonId ?? ''
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState(() => ({ state: begin(owner, topics, onServer, preset), kept: true }))
  // The state to go on from; two clicks in one frame see one another here.
  const current = useRef(shown.state)

  const advance = (event: ContactEvent): ContactState => {
    const state = nextContactState(current.current, event)
    current.current = state
    setShown({ state, kept: writeDraft(tabStorage(), owner, state.draft) })
    return state
  }

  // Goes on when the writer has left the view: what was acknowledged must not stay behind as a draft.
  const submit = async () => {
    if (current.current.progress.step === 'sending') return
    const { draft } = current.current
    if (advance({ type: 'submitted' }).progress.step !== 'sending') return
    track({ event: 'submit' })
    advance(await deliver(draft))
  }

  const { draft, progress } = shown.state
  const saver = useDraftSaver({
    calls: memberDrafts(null),
    draft,
    body: { ...draft.fields, attachmentIds: [...draft.attachmentIds] },
    empty:
      isUntouched(draft.fields, draft.server ? emptyFields : fitToTopics(preset, topics)) &&
      draft.attachmentIds.length === 0,
    sending: progress.step === 'sending',
    onSaved: (saved) => advance({ type: 'saved', ...saved }),
    onReplace: (other) => {
      const { fields, attachmentIds } = current.current.draft
      const own = { ...newDraft(newId()), fields, attachmentIds }
      advance({ type: 'replaced', draft: other ? draftOf(other) : own })
      setTurn((last) => last + 1)
    },
  })

  return {
    ...shown,
    saver,
    filesKey: `${draft.clientMessageId} ${turn}`,
    type(name, value) {
      const { fields } = current.current.draft
      if (fields[name] !== value) advance({ type: 'typed', fields: withField(fields, { name, value }, topics) })
    },
    attach: (attachmentIds) => advance({ type: 'attached', attachmentIds }),
    submit,
    startOver: () => {
      // What cannot be taken back now is cleaned away by the server in a day.
      for (const attachmentId of current.current.draft.attachmentIds)
        api.call(removeAttachment, { query: { attachmentId } }).catch(() => {})
      advance({ type: 'started-over', nextId: newId() })
    },
  }
}

function begin(owner: string, topics: readonly Topic[], onServer: Draft | null, preset: Fields): ContactState {
  const storage = tabStorage()
  removeDraftsOfOthers(storage, owner)
  const draft = chooseDraft(readDraft(storage, owner), onServer) ?? { ...newDraft(newId()), fields: preset }
  return beginContact({ ...draft, fields: fitToTopics(draft.fields, topics) })
}

/** Sends, then reads the message back: only that tells which words the server holds under this id. */
async function deliver({ fields, clientMessageId, mayHaveArrived, attachmentIds }: Draft): Promise<ContactEvent> {
  try {
    if (!(await submitFiles(attachmentIds))) return { type: 'failed', failure: 'files' }
    const body = {
      clientMessageId,
      ...bodyOf(fields),
      ...(attachmentIds.length > 0 && { attachmentIds: [...attachmentIds] }),
    }
    const { messageId, expectedReplyBy } = await api.call(addMessage, { body })
    const stored = await api.call(openMessage, { params: { messageId } }).catch((error: unknown) => {
      // Nothing else can be stored under a new id; under one that was tried before, the next try will tell.
      if (mayHaveArrived) throw error
      return null
    })
    const older = stored !== null && !isStored(fields, stored)
    return { type: 'acknowledged', messageId, expectedReplyBy, older, nextId: newId() }
  } catch (error) {
    const { status, code, entries } = error instanceof ApiError ? error : new ApiError({ status: 0, code: 'NO-CODE' })
    const problems = problemsOf(entries)
    if (wrongFields(problems).length > 0) return { type: 'found-wrong', problems }
    const failure = replyFailure({ status, code })
    return { type: 'failed', failure: failure === 'blocked' ? 'refused' : failure }
  }
}
