import { easternParts } from '@portico/rules/time/eastern'
import { usePage } from '../base/page-state.tsx'
import type { MessageId } from '../base/texts/catalogues.ts'
import { useFormat } from '../base/texts/format.ts'
import { useText } from '../base/texts/text.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './producer.module.css'
import { SellingCard } from './selling-card.tsx'
import type { Credentials as Held } from './types.ts'
import { useCredentials } from './use-credentials.ts'

/** Appointments, courses and certifications with the numbers that agents sell under (AG-3). */
export function Credentials({ agentId }: { readonly agentId?: string }) {
  const t = useText()
  const { value, failed, reload } = useCredentials(agentId)
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('producer.npn')}</dt>
          <dd>{value.npnNo ?? t('producer.unknown')}</dd>
        </div>
        <div>
          <dt>{t('producer.ffm-id')}</dt>
          <dd>{value.ffmId ?? t('producer.unknown')}</dd>
        </div>
      </dl>
      <div className={styles.cards}>
        <SellingCard selling={value.selling} />
        <Appointments appointments={value.appointments} />
        <Trainings title="producer.certifications" none="producer.certifications.none" items={value.certifications} />
        <Trainings title="producer.courses" none="producer.courses.none" items={value.courses} />
      </div>
    </>
  )
}

function Appointments({ appointments }: Pick<Held, 'appointments'>) {
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t('producer.appointments')}>
      {appointments.length === 0 && <p className={lettering.key}>{t('producer.appointments.none')}</p>}
      <ul className={styles.plain}>
        {appointments.map(({ appointmentId, line, state, begins, ends }) => (
          <li key={appointmentId} className={styles.line}>
            <span>
              {t(`producer.line.${line}`)}, {state}
              <span className={lettering.key}> {t('producer.begins', { day: format.date(begins) })}</span>
            </span>
            <End ends={ends} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Trainings(props: { readonly title: MessageId; readonly none: MessageId; readonly items: Held['courses'] }) {
  const { title, none, items } = props
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t(title)}>
      {items.length === 0 && <p className={lettering.key}>{t(none)}</p>}
      <ul className={styles.plain}>
        {items.map(({ trainingId, name, line, completedOn, ends }) => (
          <li key={trainingId} className={styles.line}>
            <span>
              {name}
              <span className={lettering.key}> {t(`producer.line.${line}`)}</span>
            </span>
            <span className={styles.badges}>
              <Badge tone={completedOn === null ? 'warning' : 'success'}>
                {completedOn === null
                  ? t('producer.not-completed')
                  : t('producer.completed', { day: format.date(completedOn) })}
              </Badge>
              {completedOn !== null && ends !== null && <End ends={ends} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function End({ ends }: { readonly ends: string | null }) {
  const t = useText()
  const format = useFormat()
  const today = easternParts(new Date(usePage().now)).day
  if (ends === null) return <span className={lettering.key}>{t('producer.ends.open')}</span>
  if (ends < today) return <Badge tone="danger">{t('producer.ended', { day: format.date(ends) })}</Badge>
  return <span className={lettering.key}>{t('producer.ends', { day: format.date(ends) })}</span>
}
