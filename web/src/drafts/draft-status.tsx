import { useMomentFormat } from '../texts/moment.tsx'
import { shortMoment } from '../texts/moment-label.ts'
import { useText } from '../texts/text.tsx'
import { useArea } from '../texts/use-areas.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useNow } from '../use-now.ts'
import styles from './drafts.module.css'
import type { DraftSaver } from './use-draft-saver.ts'

/** That the server holds what is typed, in the place of the word that this window does. */
export function DraftSaved({ saver, otherwise }: { readonly saver: DraftSaver; readonly otherwise: string }) {
  const t = useText()
  const ready = useArea('drafts')
  const format = useMomentFormat()
  const now = useNow()
  const { step, savedAt } = saver
  if (!ready || savedAt === null || step !== 'idle') return otherwise
  return t('drafts.saved', { moment: shortMoment(format, savedAt, now.moment) })
}

/** Another window or device holds other words of the same draft: the writer chooses, nothing is lost unseen (MC-3). */
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
