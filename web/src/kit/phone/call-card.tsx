import { Phone } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../shell/shell/ways.module.css'
import { PhoneLink } from './phone-link.tsx'
import { WayCard } from './way-card.tsx'

interface CallCardProps {
  /** The viewer's own phone line; null or left out: the brand's. */
  readonly line?: { readonly phoneNumber: string; readonly hours: string } | null
}

/** A service phone with its hours, which anyone can use. */
export function CallCard({ line }: CallCardProps) {
  const t = useText()
  const { brand } = usePage()
  return (
    <WayCard title={t('service.call')} icon={Phone}>
      <p>{t('service.callText')}</p>
      <p className={styles.number}>
        <PhoneLink number={line?.phoneNumber} />
      </p>
      <p className={styles.hours}>
        <Authored>{line?.hours ?? brand.customerServiceHours}</Authored>
        <br />
        {t('service.tty', { number: brand.ttyNumber })}
      </p>
    </WayCard>
  )
}
