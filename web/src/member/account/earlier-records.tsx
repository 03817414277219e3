import type { PayloadOf } from '@portico/contract/call'
import { earlierPlanRecords } from '@portico/contract/calls/sharing'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'

type Earlier = PayloadOf<typeof earlierPlanRecords>
type Listed = Earlier['records'][number]

const load = (signal: AbortSignal) => api.call(earlierPlanRecords, { signal })

/** Records that earlier plans were asked for, and what they sent: under their names, dated, and counted nowhere (OS-55). */
export function EarlierRecords() {
  const t = useText()
  const format = useFormat()
  const { value } = useLoaded(load)
  if (value === null || value.plans.length === 0) return null
  const { plans, records, total } = value
  return (
    <Card title={t('account.sharing.records')}>
      <p className={styles.text}>{t('account.sharing.recordsAbout')}</p>
      <ul className={styles.list}>
        {plans.map(({ name, state, askedAt, receivedAt }) => (
          <li key={name}>{t(`account.sharing.state.${state}`, { name, date: format.date(receivedAt ?? askedAt) })}</li>
        ))}
      </ul>
      {records.length === 0 ? (
        <p className={styles.text}>{t('account.sharing.recordsNone')}</p>
      ) : (
        <ul className={styles.items}>
          {records.map((record, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered, and records have no id of ours
            <Row key={at} record={record} />
          ))}
        </ul>
      )}
      {total > records.length && (
        <p className={styles.text}>{t('account.sharing.recordsMore', { shown: records.length, total })}</p>
      )}
    </Card>
  )
}

const kinds = [
  'ExplanationOfBenefit',
  'Coverage',
  'Condition',
  'Observation',
  'Immunization',
  'AllergyIntolerance',
  'Procedure',
  'MedicationRequest',
  'MedicationDispense',
  'Encounter',
  'CareTeam',
  'CarePlan',
  'DiagnosticReport',
  'DocumentReference',
] as const

function Row({ record: { type, title, day, planName } }: { readonly record: Listed }) {
  const t = useText()
  const format = useFormat()
  const kind = t(`account.sharing.kind.${kinds.find((one) => one === type) ?? 'other'}`)
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <bdi>{title ?? kind}</bdi>
      </p>
      <p className={lettering.small}>
        {day === null ? t('account.sharing.noDay') : format.date(day)} ·{' '}
        {title === null
          ? t('account.sharing.sentBy', { plan: planName })
          : t('account.sharing.record', { type: kind, plan: planName })}
      </p>
    </li>
  )
}
