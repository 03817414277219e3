import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useReplyDay } from '../../base/texts/use-reply-day.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SentNotice } from '../composing/sent-notice.tsx'
import { DocumentButton } from './document-button.tsx'
import type { SentForm as Sent } from './use-member-form.ts'

/** Confirms that the form has arrived, with its receipt number. */
export function SentForm({ sent: { title, receipt, about, dueAt, messageId } }: { readonly sent: Sent }) {
  const t = useText()
  const day = useReplyDay()
  return (
    <SentNotice
      title={t('library.done')}
      actions={
        <>
          <ButtonLink to={links.educationalMaterials()}>{t('library.see-forms')}</ButtonLink>
          <DocumentButton of={{ messageId }} title={title} />
          <ButtonLink to={links.message(messageId)} variant="secondary">
            {t('library.read')}
          </ButtonLink>
        </>
      }
    >
      <p>
        {t('library.receipt')} <strong>{receipt}</strong>
      </p>
      {about !== null && <p>{t('library.about-person', { name: about })}</p>}
      {dueAt !== null && <p>{t('library.next-due', { day: day(dueAt) })}</p>}
      <p>{t('library.done-text')}</p>
    </SentNotice>
  )
}
