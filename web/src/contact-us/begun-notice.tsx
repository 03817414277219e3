import styles from '../drafts/drafts.module.css'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useMomentFormat } from '../texts/moment.tsx'
import { shortMoment } from '../texts/moment-label.ts'
import { useText } from '../texts/text.tsx'
import { useArea } from '../texts/use-areas.ts'
import { Alert } from '../ui/alert.tsx'
import { useNow } from '../use-now.ts'
import type { DraftsFound } from './find-draft.ts'

/** Says that there is an unfinished message, from here or another device, with a link to it (MC-3). */
export function BegunNotice({ begun }: { readonly begun: NonNullable<DraftsFound['begun']> }) {
  const t = useText()
  const ready = useArea('drafts')
  const format = useMomentFormat()
  const now = useNow()
  if (!ready) return null
  const subject = begun.subject.trim() || begun.excerpt
  return (
    <Alert tone="info" title={t('drafts.begun-title')} className={styles.begun}>
      <p>{t('drafts.begun', { subject, moment: shortMoment(format, begun.savedAt, now.moment) })}</p>
      <p>
        <Link to={links.draft(begun.draftId)}>{t('drafts.go-on')}</Link>
      </p>
    </Alert>
  )
}
