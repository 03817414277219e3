import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { shortMoment } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useNow } from '../../base/use-now.ts'
import styles from '../../shared/drafts/drafts.module.css'
import { Alert } from '../../ui/alert.tsx'
import type { DraftsFound } from './find-draft.ts'

/**
 * Says that there is an unfinished message, from here or another device, with a link to it (MC-3). Its words stay where they are written:
 * they may be about the worst day of a life.
 */
export function BegunNotice({ begun }: { readonly begun: NonNullable<DraftsFound['begun']> }) {
  const t = useText()
  const ready = useArea('drafts')
  const format = useMomentFormat()
  const now = useNow()
  if (!ready) return null
  return (
    <Alert tone="info" title={t('drafts.begun-title')} className={styles.begun}>
      <p>{t('drafts.begun', { moment: shortMoment(format, begun.savedAt, now.moment) })}</p>
      <p>
        <Link to={links.draft(begun.draftId)}>{t('drafts.go-on')}</Link>
      </p>
    </Alert>
  )
}
