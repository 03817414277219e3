import { serviceLabel } from '@portico/rules/messages/service-link'
import { ArrowLeft } from 'lucide-react'
import { track } from '../../base/analytics/track.ts'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { CallCard } from '../../kit/phone/call-card.tsx'
import { NurseCard } from '../../kit/phone/nurse-card.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { BegunNotice } from './begun-notice.tsx'
import { EmailCard } from './email-card.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
import { Maintenance } from './maintenance.tsx'
import { NewMessage } from './new-message.tsx'
import { claimFields, presetFields } from './preset.ts'
import { useOpening } from './use-opening.ts'
import { useServiceLine } from './use-service-line.ts'
import styles from './write-to-us.module.css'

/** Contact us for members: the form, or the reason why it is closed (RT-4, MC-3), next to the phone number. */
export function WriteToUs() {
  const t = useText()
  const { brand, session } = usePage()
  const opening = useOpening()
  const line = useServiceLine()
  const format = useFormat()
  const { params } = useRoute()
  const about = opening.step === 'open' ? opening.about : null
  const preset = about === null ? presetFields(params.about, t) : claimFields(about, t, format)
  const service = t(`contact-us.${serviceLabel(brand.code)}`)
  return (
    <div className={styles.view}>
      <Link to={links.screen('message-center')} className={styles.back} onClick={() => track({ event: 'back' })}>
        <ArrowLeft aria-hidden="true" />
        {t('contact-us.message-center')}
      </Link>
      <h1>{t('contact-us.title')}</h1>
      <p className={styles.about}>{t('contact-us.about', { service })}</p>
      <VisuallyHidden>
        <span role="status">
          {opening.step === 'asking' && t('contact-us.loading')}
          {opening.step === 'maintenance' && t('contact-us.maintenance-title')}
        </span>
      </VisuallyHidden>
      <div className={styles.columns}>
        <Card className={styles.main}>
          {opening.step === 'asking' && <FormSkeleton />}
          {opening.step === 'maintenance' && <Maintenance />}
          {opening.step === 'failed' && <ErrorState title={t('contact-us.load-failed')} onRetry={opening.retry} />}
          {opening.step === 'open' && (
            <>
              {opening.found.begun && <BegunNotice begun={opening.found.begun} />}
              <NewMessage
                topics={opening.topics}
                service={service}
                expectedReplyBy={opening.expectedReplyBy}
                onServer={opening.found.onServer}
                preset={preset}
                about={about}
              />
            </>
          )}
        </Card>
        <aside className={styles.side} aria-label={t('contact-us.other-ways')}>
          <CallCard line={line} />
          <NurseCard />
          {session?.simulation === null && <EmailCard />}
          <p className={styles.emergency}>{t('contact-us.emergency')}</p>
        </aside>
      </div>
    </div>
  )
}
