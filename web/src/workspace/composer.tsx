import { addThreadNote, replyToThread } from '@portico/contract/calls/workspace'
import { messageLimits } from '@portico/contract/limits'
import { type Language, languages } from '@portico/contract/page'
import { hasOpenVariables, stackReply } from '@portico/rules/workspace/canned-reply'
import { Send } from 'lucide-react'
import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import type { FileCalls } from '../attachments/file-calls.ts'
import { attachBox } from '../attachments/part.ts'
import { DraftConflict, DraftSaved } from '../drafts/draft-status.tsx'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { CannedPicker } from './canned-picker.tsx'
import styles from './composer.module.css'
import type { StaffDraft } from './draft.ts'
import type { OpenedThread } from './types.ts'
import { useStaffDraft } from './use-staff-draft.ts'

export interface ComposerHandle {
  write(mode: StaffDraft['mode']): void
}

interface ComposerProps {
  readonly ref: Ref<ComposerHandle>
  readonly thread: OpenedThread
  readonly files: FileCalls
  /** Someone else is here, or something has changed: sending says so again. */
  readonly warned: boolean
  /** What the writer has seen of the conversation: sending on anything else is refused, so that no one answers unknowingly. */
  readonly version: number
  /** The first letter: what is shown then is what is answered. */
  readonly onBegun: () => void
  /** What is in the box now. */
  readonly onText: (text: string) => void
  readonly onSent: (words: string) => void
  readonly onConflict: () => void
}

/** A reply or a note in a conversation. What is typed stays until the server has it, whatever happens (MC-6). */
export function Composer({ ref, thread, files, warned, version, onBegun, onText, onSent, onConflict }: ComposerProps) {
  const t = useText()
  const [language, setLanguage] = useState<Language>(thread.language)
  const [busy, setBusy] = useState<'waiting' | 'resolved' | 'note' | null>(null)
  const [problem, setProblem] = useState<'missing' | 'variable' | 'changed' | 'files' | 'failed' | null>(null)
  const [filesBusy, setFilesBusy] = useState(false)
  const [urged, setUrged] = useState(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const writing = useStaffDraft(thread, busy !== null)
  const { draft, saver } = writing
  const { mode, text } = draft
  const isNote = mode === 'note'

  const type = (words: string) => {
    setProblem(null)
    if (text === '') onBegun()
    writing.change({ text: words })
    onText(words)
  }
  const attach = (attachmentIds: readonly string[], isBusy: boolean) => {
    setFilesBusy(isBusy)
    setProblem((last) => (last === 'files' ? null : last))
    writing.change({ attachmentIds })
  }
  const choose = (next: StaffDraft['mode']) => {
    setProblem(null)
    writing.change({ mode: next })
  }
  useImperativeHandle(ref, () => ({
    write: (next) => {
      choose(next)
      box.current?.focus()
    },
  }))
  // Whoever has seen the change may send again: the version is then the one they saw.
  useEffect(() => {
    if (thread.version > 0) setProblem((last) => (last === 'failed' ? null : last))
  }, [thread.version])

  const send = async (leaves: 'waiting' | 'resolved') => {
    if (busy) return
    const wrong = text.trim() === '' ? 'missing' : !isNote && hasOpenVariables(text) ? 'variable' : null
    setProblem(wrong)
    if (wrong) {
      box.current?.focus()
      return
    }
    if (!isNote && filesBusy) {
      setUrged((last) => last + 1)
      return
    }
    setBusy(isNote ? 'note' : leaves)
    const { threadId } = thread
    const { clientMessageId, attachmentIds } = draft
    try {
      const params = { threadId }
      if (isNote) await api.call(addThreadNote, { params, body: { clientMessageId, text } })
      else {
        const body = { clientMessageId, text, language, leaves, version, attachmentIds: [...attachmentIds] }
        await api.call(replyToThread, { params, body })
      }
      writing.sent()
      onText('')
      if (isNote) box.current?.focus()
      onSent(t(isNote ? 'workspace.note.added' : `workspace.sent.${leaves}`))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) writing.mayHaveArrived()
      setProblem(code === 'THREAD-CHANGED' ? 'changed' : code.startsWith('ATTACHMENT-') ? 'files' : 'failed')
      if (code === 'THREAD-CHANGED') onConflict()
    } finally {
      setBusy(null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send('waiting')
  }

  const isInText = problem === 'missing' || problem === 'variable'
  return (
    <form className={styles.composer} data-mode={mode} method="post" noValidate onSubmit={submit}>
      <div className={styles.tools}>
        <fieldset className={styles.modes}>
          <legend className={styles.legend}>{t('workspace.write')}</legend>
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
              onChange={(event) => setLanguage(languages.find((one) => one === event.target.value) ?? language)}
            >
              {languages.map((one) => (
                <option key={one} value={one}>
                  {t(`workspace.language.${one}`)}
                </option>
              ))}
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
        error={isInText ? t(`workspace.problem.${problem}`) : undefined}
        maxLength={messageLimits.text}
        readOnly={busy !== null}
        value={text}
        onValue={type}
      />
      {!isNote && (
        <details className={styles.signature}>
          <summary>{t('workspace.signature', { sender: thread.writing.sender[language] ?? '' })}</summary>
          <p lang={language} className={styles.signed}>
            {thread.writing.signature[language]}
          </p>
        </details>
      )}
      <DraftConflict saver={saver} />
      <div role="alert">
        {problem !== null && !isInText && (
          <Alert tone={problem === 'changed' ? 'warning' : 'danger'} title={t(`workspace.problem.${problem}`)}>
            <p>{t(`workspace.problem.${problem}-text`)}</p>
          </Alert>
        )}
      </div>
      <div className={styles.buttons}>
        <div hidden={isNote} className={styles.files}>
          <LazyPart
            key={writing.filesKey}
            part={attachBox}
            props={{
              calls: files,
              compact: true,
              clientMessageId: draft.clientMessageId,
              attachmentIds: draft.attachmentIds,
              readOnly: isNote || busy !== null,
              urged,
              onChange: attach,
            }}
          />
        </div>
        {text !== '' && (
          <span className={styles.kept}>
            <DraftSaved saver={saver} otherwise="" />
          </span>
        )}
        <Button
          type="submit"
          className={styles.button}
          busy={busy === 'waiting' || busy === 'note'}
          icon={<Send aria-hidden="true" className={styles.send} />}
        >
          {t(isNote ? 'workspace.note.add' : 'workspace.send')}
        </Button>
        {!isNote && (
          <Button
            variant="secondary"
            className={styles.button}
            busy={busy === 'resolved'}
            onClick={() => send('resolved')}
          >
            {t('workspace.send-resolve')}
          </Button>
        )}
      </div>
      {/* Below the buttons: it comes while someone is about to press one. */}
      {warned && !isNote && text !== '' && <p className={styles.warned}>{t('workspace.warned')}</p>}
    </form>
  )
}
