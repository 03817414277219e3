import { MailCheck } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { links } from '../router/links.ts'
import { useText } from '../texts/text.tsx'
import { useReplyDay } from '../texts/use-reply-day.ts'
import { ButtonLink } from '../ui/button.tsx'
import { DocumentButton } from './document-button.tsx'
import styles from './guided-form.module.css'
import type { SentForm as Sent } from './use-member-form.ts'

/** The word that the form has come, with its receipt. It takes the focus of the form that is gone, and so is read out. */
export function SentForm({ sent: { title, receipt, dueAt, messageId } }: { readonly sent: Sent }) {
  const t = useText()
  const id = useId()
  const day = useReplyDay()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.sent}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <span className={styles.icon} aria-hidden="true">
        <MailCheck />
      </span>
      <h2 id={`${id}-title`}>{t('library.done')}</h2>
      <div id={`${id}-text`} className={styles.sentText}>
        <p>
          {t('library.receipt')} <strong>{receipt}</strong>
        </p>
        {dueAt !== null && <p>{t('library.next-due', { day: day(dueAt) })}</p>}
        <p>{t('library.done-text')}</p>
      </div>
      <div className={styles.buttons}>
        <ButtonLink to={links.educationalMaterials()}>{t('library.see-forms')}</ButtonLink>
        <DocumentButton of={{ messageId }} title={title} />
        <ButtonLink to={links.message(messageId)} variant="secondary">
          {t('library.read')}
        </ButtonLink>
      </div>
    </section>
  )
}
