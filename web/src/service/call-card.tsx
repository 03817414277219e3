import { Phone } from 'lucide-react'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { PhoneLink } from '../shell/phone-link.tsx'
import styles from './service-view.module.css'
import { WayCard } from './way-card.tsx'

/** The brand's service phone with its hours: the way that is there for everybody. */
export function CallCard() {
  const t = useText()
  const { brand } = usePage()
  return (
    <WayCard title={t('service.call')} icon={Phone}>
      <p>{t('service.callText')}</p>
      <p className={styles.number}>
        <PhoneLink />
      </p>
      <p className={styles.hours}>
        {brand.customerServiceHours}
        <br />
        {t('service.tty', { number: brand.ttyNumber })}
      </p>
    </WayCard>
  )
}
