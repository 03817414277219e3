import { HeartPulse } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../shell/shell/ways.module.css'
import { PhoneLink } from './phone-link.tsx'
import { WayCard } from './way-card.tsx'

/** The brand's line to its nurses, if it has one. */
export function NurseCard() {
  const t = useText()
  const line = usePage().brand.nurseLine
  if (line === null) return null
  return (
    <WayCard title={t('service.nurse')} icon={HeartPulse}>
      <p>{t('service.nurseText')}</p>
      <p className={styles.number}>
        <PhoneLink number={line.number} />
      </p>
      <p className={styles.hours}>
        <Authored>{line.hours}</Authored>
      </p>
    </WayCard>
  )
}
