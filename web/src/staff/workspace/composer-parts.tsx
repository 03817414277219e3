import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { Send } from 'lucide-react'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { ComposeFiles } from '../../shared/composing/compose-files.tsx'
import { DraftKept } from '../../shared/composing/draft-status.tsx'
import type { Composing } from '../../shared/composing/use-composing.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CannedPicker } from './canned-picker.tsx'
import styles from './composer.module.css'
import type { OpenedThread } from './types.ts'
import { useGoesOn } from './use-goes-on.ts'
import type { StaffFields } from './use-staff-draft.ts'

type Writing = Composing<StaffFields, StaffFields['mode']>
/** The conversation's state after a reply. */
export type Leaving = 'waiting' | 'resolved'

/** Reply or note; for a reply also its language and canned replies; and when the draft was saved. */
export function ComposerTools({
  thread,
  writing,
  language,
  onMode,
  onLanguage,
  onPick,
}: {
  readonly thread: OpenedThread
  readonly writing: Writing
  readonly language: AuthoredLanguage
  readonly onMode: (mode: StaffFields['mode']) => void
  readonly onLanguage: (language: AuthoredLanguage) => void
  readonly onPick: (words: string) => void
}) {
  const t = useText()
  const { mode } = writing.draft.fields
  return (
    <div className={styles.tools}>
      <fieldset className={styles.modes}>
        <VisuallyHidden as="legend">{t('workspace.write')}</VisuallyHidden>
        {(['reply', 'note'] as const).map((one) => (
          <label key={one} className={styles.mode}>
            <input type="radio" name="mode" checked={mode === one} onChange={() => onMode(one)} />
            {t(`workspace.mode.${one}`)}
          </label>
        ))}
      </fieldset>
      {mode === 'reply' && (
        <>
          <CannedPicker thread={thread} language={language} onPick={onPick} />
          <select
            className={styles.select}
            aria-label={t('workspace.language')}
            value={language}
            onChange={(event) => onLanguage(authoredLanguages.find((one) => one === event.target.value) ?? language)}
          >
            <Options of={authoredLanguages} text={(one) => t(`workspace.language.${one}`)} />
          </select>
        </>
      )}
      <span className={styles.kept}>
        <DraftKept composing={writing} inWindow="" describeSaved={(moment) => t('workspace.draft-saved', { moment })} />
      </span>
    </div>
  )
}

/** The name that a reply is sent under, and whether the next conversation opens after it. */
export function AboutSending({
  writing,
  language,
}: Pick<OpenedThread, 'writing'> & { readonly language: AuthoredLanguage }) {
  const t = useText()
  const [goesOn, setGoesOn] = useGoesOn()
  return (
    <div className={styles.about}>
      <details className={styles.signature}>
        <summary>{t('workspace.signature', { sender: writing.sender[language] ?? '' })}</summary>
        <p lang={language} className={styles.signed}>
          {writing.signature[language]}
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
  )
}

/** Why it was not sent, or that it was sent with an older text. */
export function SendingNotice({ progress }: Pick<Writing, 'progress'>) {
  const t = useText()
  const failure = progress.step === 'failed' ? progress.failure : null
  const problem = failure === 'changed' || failure === 'files' ? failure : 'failed'
  return (
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
  )
}

/** Files and the send buttons; the first button is the form's own. */
export function SendingRow({
  writing,
  leaves,
  onResolve,
}: {
  readonly writing: Writing
  readonly leaves: Leaving
  readonly onResolve: () => void
}) {
  const t = useText()
  const { sending } = writing
  const isNote = writing.draft.fields.mode === 'note'
  return (
    <div className={styles.buttons}>
      <div hidden={isNote} className={styles.files}>
        <ComposeFiles files={{ ...writing.files, readOnly: isNote || sending }} compact />
      </div>
      <Button
        type="submit"
        className={styles.button}
        busy={sending && (isNote || leaves === 'waiting')}
        icon={<Send aria-hidden="true" className={styles.send} />}
      >
        {t(isNote ? 'workspace.note.add' : 'workspace.send')}
      </Button>
      {!isNote && (
        <Button
          variant="secondary"
          className={styles.button}
          busy={sending && leaves === 'resolved'}
          onClick={onResolve}
        >
          {t('workspace.send-resolve')}
        </Button>
      )}
    </div>
  )
}
