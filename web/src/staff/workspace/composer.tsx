import { messageLimits } from '@portico/contract/limits'
import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { stackReply } from '@portico/rules/workspace/canned-reply'
import { Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import type { FileCalls } from '../../shared/attachments/file-calls.ts'
import { ComposeFiles } from '../../shared/composing/compose-files.tsx'
import { DraftConflict, DraftKept } from '../../shared/composing/draft-status.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CannedPicker } from './canned-picker.tsx'
import styles from './composer.module.css'
import type { OpenedThread } from './types.ts'
import { useGoesOn } from './use-goes-on.ts'
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
export function Composer({
  ref,
  thread,
  files,
  warned,
  version,
  onBegun,
  onText,
  onSent,
  onConflict,
  onLeave,
}: ComposerProps) {
  const t = useText()
  const [language, setLanguage] = useState<AuthoredLanguage>(thread.language)
  const box = useRef<HTMLTextAreaElement>(null)
  const [goesOn, setGoesOn] = useGoesOn()
  const leaves = useRef<'waiting' | 'resolved'>('waiting')
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
  const { progress, problems, refusals, sending } = writing
  const { mode, text } = writing.draft.fields
  const isNote = mode === 'note'
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])

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

  const send = (way: 'waiting' | 'resolved') => {
    leaves.current = way
    writing.send()
  }
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
  const failure = progress.step === 'failed' ? progress.failure : null
  const problem = failure === 'changed' || failure === 'files' ? failure : 'failed'
  const wrong = problems.text?.code === 'field.required' ? 'workspace.problem.missing' : problems.text?.code

  return (
    <form className={styles.composer} data-mode={mode} method="post" noValidate onSubmit={submit} onKeyDown={press}>
      <div className={styles.tools}>
        <fieldset className={styles.modes}>
          <VisuallyHidden as="legend">{t('workspace.write')}</VisuallyHidden>
          {(['reply', 'note'] as const).map((one) => (
            <label key={one} className={styles.mode}>
              <input type="radio" name="mode" checked={mode === one} onChange={() => choose(one)} />
              {t(`workspace.mode.${one}`)}
            </label>
          ))}
        </fieldset>
        {!isNote && (
          <>
            <CannedPicker
              thread={thread}
              language={language}
              onPick={(words) => {
                type(stackReply(text, words))
                box.current?.focus()
              }}
            />
            <select
              className={styles.select}
              aria-label={t('workspace.language')}
              value={language}
              onChange={(event) => setLanguage(authoredLanguages.find((one) => one === event.target.value) ?? language)}
            >
              <Options of={authoredLanguages} text={(one) => t(`workspace.language.${one}`)} />
            </select>
          </>
        )}
      </div>
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
      {!isNote && (
        <div className={styles.about}>
          <details className={styles.signature}>
            <summary>{t('workspace.signature', { sender: thread.writing.sender[language] ?? '' })}</summary>
            <p lang={language} className={styles.signed}>
              {thread.writing.signature[language]}
            </p>
          </details>
          <label className={styles.mode}>
            <input
              type="checkbox"
              checked={goesOn.next === 'yes'}
              onChange={(event) => setGoesOn({ next: event.target.checked ? 'yes' : '' })}
            />
            {t('workspace.then-next')}
          </label>
        </div>
      )}
      <DraftConflict saver={writing.saver} />
      <div role="alert">
        {progress.step === 'sent' && progress.older && (
          <Alert tone="warning" title={t('workspace.older')}>
            <p>{t('workspace.older-text')}</p>
          </Alert>
        )}
        {failure !== null && (
          <Alert tone={problem === 'changed' ? 'warning' : 'danger'} title={t(`workspace.problem.${problem}`)}>
            <p>{t(`workspace.problem.${problem}-text`)}</p>
          </Alert>
        )}
      </div>
      <div className={styles.buttons}>
        <div hidden={isNote} className={styles.files}>
          <ComposeFiles files={{ ...writing.files, readOnly: isNote || sending }} compact />
        </div>
        <span className={styles.kept}>
          <DraftKept
            composing={writing}
            inWindow=""
            describeSaved={(moment) => t('workspace.draft-saved', { moment })}
          />
        </span>
        <Button
          type="submit"
          className={styles.button}
          busy={sending && (isNote || leaves.current === 'waiting')}
          icon={<Send aria-hidden="true" className={styles.send} />}
        >
          {t(isNote ? 'workspace.note.add' : 'workspace.send')}
        </Button>
        {!isNote && (
          <Button
            variant="secondary"
            className={styles.button}
            busy={sending && leaves.current === 'resolved'}
            onClick={() => send('resolved')}
          >
            {t('workspace.send-resolve')}
          </Button>
        )}
      </div>
      {/* Below the buttons, so that they do not move when it appears just before a click. */}
      {warned && !isNote && text !== '' && <p className={styles.warned}>{t('workspace.warned')}</p>}
    </form>
  )
}
