import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './approvals-card.module.css'
import type { ApprovalData } from './types.ts'

const tones: Readonly<Record<ApprovalData['state'], BadgeProps['tone']>> = {
  approved: 'success',
  partly: 'warning',
  denied: 'danger',
  pending: 'info',
  cancelled: 'neutral',
  expired: 'neutral',
  unknown: 'neutral',
}

/** Prior authorizations with their state and days (MP-15). */
export function ApprovalsCard({
  approvals,
  isFamily,
}: {
  readonly approvals: readonly ApprovalData[]
  readonly isFamily: boolean
}) {
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t('prescriptions.approvals')}>
      <p className={styles.about}>{t('prescriptions.approvals-about')}</p>
      {approvals.length === 0 ? (
        <p>{t('prescriptions.approvals-none')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.list} role="list">
          {approvals.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: numbers may be missing, and the list never changes
            <li key={`${one.number} ${index}`}>
              <h3>{one.service ?? t('prescriptions.approval-service')}</h3>
              {isFamily && <p className={styles.about}>{t('prescriptions.for', { name: one.person.firstName })}</p>}
              <Badge tone={tones[one.state]}>{t(`prescriptions.approval-${one.state}`)}</Badge>
              <ul className={styles.facts}>
                {listFacts(one, t, format).map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
              {one.note !== null && <p className={styles.words}>{one.note}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function listFacts(one: ApprovalData, t: Translate, { date }: Format): string[] {
  const { requestedOn, decidedOn, begins, ends, number, provider } = one
  const days =
    begins !== null && ends !== null
      ? [t('prescriptions.approval-days', { begins: date(begins), ends: date(ends) })]
      : ends !== null
        ? [t('prescriptions.approval-until', { ends: date(ends) })]
        : begins !== null
          ? [t('prescriptions.approval-from', { begins: date(begins) })]
          : []
  const dates = [
    ...days,
    ...(requestedOn === null ? [] : [t('prescriptions.approval-asked', { day: date(requestedOn) })]),
    ...(decidedOn === null ? [] : [t('prescriptions.approval-decided', { day: date(decidedOn) })]),
  ]
  return [
    ...(dates.length > 0 ? dates : [t('prescriptions.approval-no-days')]),
    ...(provider === null ? [] : [t('prescriptions.approval-by', { name: provider })]),
    ...(number === null ? [] : [t('prescriptions.approval-number', { number })]),
  ]
}
