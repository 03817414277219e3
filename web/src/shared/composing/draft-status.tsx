import { useMomentFormat } from '../../base/texts/moment.tsx'
import { shortMoment } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useNow } from '../../base/use-now.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from '../drafts/drafts.module.css'
import type { Composing } from './use-composing.ts'
import type { DraftSaver } from './use-draft-saver.ts'

interface DraftKeptProps {
  readonly composing: Pick<Composing<unknown, unknown>, 'draft' | 'saver' | 'kept' | 'empty'>
  /** Shown if the text is kept only in this window. */
  readonly inWindow: string
  /** The text that says that it is saved; a shorter one if there is little room. */
  readonly describeSaved?: (moment: string) => string
}

/** Where the text is kept: on the server, for every device, or only in this window; nothing is shown if it is kept nowhere. */
export function DraftKept({ composing: { draft, saver, kept, empty }, inWindow, describeSaved }: DraftKeptProps) {
  const t = useText()
  const ready = useArea('drafts')
  const format = useMomentFormat()
  const now = useNow()
  const { server } = draft
  if (empty) return null
  if (server && !server.unsaved && saver.step === 'idle') {
    const moment = shortMoment(format, server.savedAt, now.moment)
    return describeSaved?.(moment) ?? (ready && t('drafts.saved', { moment }))
  }
  return kept && inWindow
}

/** Another window or device has a different text for the same draft: the writer chooses, so that nothing is lost (MC-3). */
export function DraftConflict({ saver }: { readonly saver: DraftSaver }) {
  const t = useText()
  const ready = useArea('drafts')
  if (!ready || saver.step !== 'conflict') return null
  return (
    <Alert tone="warning" role="alert" title={t('drafts.conflict-title')}>
      <p>{t('drafts.conflict')}</p>
      <div className={styles.choices}>
        <Button variant="secondary" onClick={saver.keepMine}>
          {t('drafts.keep-mine')}
        </Button>
        <Button variant="secondary" onClick={saver.takeOther}>
          {t('drafts.take-other')}
        </Button>
      </div>
    </Alert>
  )
}
