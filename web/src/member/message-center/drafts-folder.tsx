import { useText } from '../../base/texts/text.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { listHeadingId } from './line-ids.ts'
import styles from './message-list.module.css'

const drafts = createPart(async () => (await import('../../shared/drafts/drafts-list.tsx')).DraftsList)

/** The folder of messages that were started but not sent (MC-3). */
export function DraftsFolder() {
  const t = useText()
  return (
    <section className={styles.section} aria-labelledby={listHeadingId}>
      <div className={styles.bar}>
        <h2 id={listHeadingId} className={styles.heading}>
          {t('message-center.drafts')}
        </h2>
      </div>
      <LazyPart part={drafts} props={{ headingId: listHeadingId }} />
    </section>
  )
}
