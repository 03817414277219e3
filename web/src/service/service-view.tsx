import { MessageSquareText } from 'lucide-react'
import { useMay } from '../acting/use-may.ts'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import type { ServiceId } from '../router/routes.ts'
import type { View, ViewProps } from '../router/view.ts'
import { CallCard } from '../shell/call-card.tsx'
import { WayCard } from '../shell/way-card.tsx'
import styles from '../shell/ways.module.css'
import { useText } from '../texts/text.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** A service that this portal does not offer online yet: says so, and how to get it done today. */
function Service({ variant }: ViewProps) {
  const t = useText()
  const { session } = usePage()
  const service = variant as ServiceId
  const mayWrite = useMay('write')
  const maySendMessages = session?.role === 'MEMBER' && mayWrite
  return (
    <div className={styles.view}>
      <h1>{t(`service.${service}.title`)}</h1>
      <p className={styles.about}>{t(`service.${service}.text`)}</p>
      <p className={styles.notice}>
        <strong>{t('service.notOnline')}</strong> {t('service.notOnlineText')}
      </p>
      <div className={styles.ways}>
        <CallCard />
        {maySendMessages && (
          <WayCard
            title={t('service.write')}
            icon={MessageSquareText}
            action={
              <ButtonLink to={links.writeToUs(service)} variant="secondary">
                {t('service.writeAction')}
              </ButtonLink>
            }
          >
            <p>{t('service.writeText')}</p>
          </WayCard>
        )}
      </div>
    </div>
  )
}

export const view: View = { title: 'service.notOnline', Component: Service }
