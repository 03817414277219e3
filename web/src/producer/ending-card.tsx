import { listEndingSoon } from '@portico/rules/agencies/selling'
import { easternParts } from '@portico/rules/time/eastern'
import { usePage } from '../base/page-state.tsx'
import { useFormat } from '../base/texts/format.ts'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Card } from '../ui/card.tsx'
import styles from './producer.module.css'
import type { Credentials } from './types.ts'

/** Appointments, courses and certifications that end within 60 days, soonest first (AG-4). */
export function EndingCard({ appointments, courses, certifications }: Credentials) {
  const t = useText()
  const format = useFormat()
  const today = easternParts(new Date(usePage().now)).day
  const items = [
    ...appointments.map(({ appointmentId: id, line, state, ends }) => ({
      id,
      name: t('producer.ending.appointment', { line: t(`producer.line.${line}`), state }),
      ends,
    })),
    ...[...certifications, ...courses].map(({ trainingId: id, name, ends }) => ({ id, name, ends })),
  ]
  const ending = listEndingSoon(items, today)
  return (
    <Card title={t('producer.ending.title')}>
      {ending.length === 0 ? (
        <p className={lettering.key}>{t('producer.ending.none')}</p>
      ) : (
        <ul className={styles.plain}>
          {ending.map(({ id, name, ends }) => (
            <li key={id} className={styles.line}>
              <span>{name}</span>
              <span className={lettering.key}>{t('producer.ends', { day: format.date(ends ?? '') })}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
