import { messageLimits } from '@portico/contract/limits'
import type { AuthoredLanguage } from '@portico/contract/page'
import { stackReply } from '@portico/rules/workspace/canned-reply'
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useText } from '../../base/texts/text.tsx'
import type { FileCalls } from '../../shared/attachments/file-calls.ts'
import { DraftConflict } from '../../shared/composing/draft-status.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './composer.module.css'
import { AboutSending, ComposerTools, type Leaving, SendingNotice, SendingRow } from './composer-parts.tsx'
import type { OpenedThread } from './types.ts'
import { type StaffFields, useStaffDraft } from './use-staff-draft.ts'

export interface ComposerHandle {
  write(mode: StaffFields['mode']): void
}

interface ComposerProps {
  readonly ref: Ref<ComposerHandle>
  readonly thread: OpenedThread
  readonly files: FileCalls
  /** Someone else is here, or something has changed: a warning next to the send button says so again. */
  readonly warned: boolean
  /**
   * The version of the conversation that the writer has seen: sending with any other is refused, so that no one answers without
   * knowing.
   */
  readonly version: number
  /** Called at the first letter: the version shown at that moment is the one being answered. */
  readonly onBegun: () => void
  /** Called with the text in the box. */
  readonly onText: (text: string) => void
  readonly onSent: (words: string, mode: StaffFields['mode']) => void
  readonly onConflict: () => void
  /** Called when the writer leaves with Escape. */
  readonly onLeave: () => void
}

/** A reply or a note in a conversation. What is typed stays until the server has stored it, whatever happens (MC-6). */
export function Composer(props: ComposerProps) {
  const { ref, thread, warned, onBegun, onLeave } = props
  const t = useText()
  const [language, setLanguage] = useState<AuthoredLanguage>(thread.language)
  const box = useRef<HTMLTextAreaElement>(null)
  const { writing, leaves, send } = useWriting(props, language, box)
  const { problems, sending } = writing
  const { mode, text } = writing.draft.fields
  const isNote = mode === 'note'

  const type = (words: string) => {
    if (text === '') onBegun()
    writing.change({ text: words })
  }
  const choose = (next: StaffFields['mode']) => writing.change({ mode: next })
  useImperativeHandle(ref, () => ({
    write: (next) => {
      choose(next)
      box.current?.focus()
    },
  }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send('waiting')
  }
  // Works from wherever the focus is in the form; a list or a dialog in it has its own Escape.
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || sending) return
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send('waiting')
    else return
    event.preventDefault()
  }
  const wrong = problems.text?.code === 'field.required' ? 'workspace.problem.missing' : problems.text?.code

  return (
    <form className={styles.composer} data-mode={mode} method="post" noValidate onSubmit={submit} onKeyDown={press}>
      <ComposerTools
        thread={thread}
        writing={writing}
        language={language}
        onMode={choose}
        onLanguage={setLanguage}
        onPick={(words) => {
          type(stackReply(text, words))
          box.current?.focus()
        }}
      />
      <TextArea
        ref={box}
        name="text"
        rows={3}
        dense
        className={styles.text}
        dir="auto"
        lang={isNote ? undefined : language}
        label={t(isNote ? 'workspace.note.label' : 'workspace.reply.label', { name: thread.memberName })}
        hint={isNote ? t('workspace.note.hint') : undefined}
        error={wrong && t(wrong)}
        maxLength={messageLimits.text}
        readOnly={sending}
        value={text}
        onValue={type}
      />
      {!isNote && <AboutSending writing={thread.writing} language={language} />}
      <DraftConflict saver={writing.saver} />
      <SendingNotice progress={writing.progress} />
      <SendingRow writing={writing} leaves={leaves} onResolve={() => send('resolved')} />
      {/* Below the buttons, so that they do not move when it appears just before a click. */}
      {warned && !isNote && text !== '' && <p className={styles.warned}>{t('workspace.warned')}</p>}
    </form>
  )
}

/** The written text and how it is sent: the conversation then waits for an answer or is resolved. */
function useWriting(
  { thread, files, version, onText, onSent, onConflict }: ComposerProps,
  language: AuthoredLanguage,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const t = useText()
  const leaves = useRef<Leaving>('waiting')
  const writing = useStaffDraft({
    thread,
    files,
    version,
    language,
    onText,
    leaves: () => leaves.current,
    onSent: (mode) => {
      if (mode === 'note') box.current?.focus()
      onSent(t(mode === 'note' ? 'workspace.note.added' : `workspace.sent.${leaves.current}`), mode)
    },
    onFailed: (failure) => {
      if (failure === 'changed') onConflict()
    },
  })
  const { refusals } = writing
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals, box])
  const send = (way: Leaving) => {
    leaves.current = way
    writing.send()
  }
  return { writing, leaves: leaves.current, send }
}
