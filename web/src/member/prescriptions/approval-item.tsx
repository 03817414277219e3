import { useActsForPerson } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
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

/**
 * One prior authorization: what was requested and by whom, when and why it was decided, how long it lasts, and what can be done (MP-15).
 */
export function ApprovalItem({
  approval,
  isFamily,
  heading: Heading,
}: {
  readonly approval: ApprovalData
  readonly isFamily: boolean
  readonly heading: 'h3' | 'h4'
}) {
  const t = useText()
  const format = useFormat()
  const { service, person, state, reasons, documents, note } = approval
  return (
    <>
      <Heading>{service ?? t('prescriptions.approval-service')}</Heading>
      {isFamily && <p className={styles.about}>{t('prescriptions.for', { name: person.firstName })}</p>}
      <Badge tone={tones[state]}>{t(`prescriptions.approval-${state}`)}</Badge>
      <ul className={styles.facts}>
        {listFacts(approval, t, format).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <Lines title={t('prescriptions.approval-reasons')} lines={reasons} />
      {state === 'pending' && <Lines title={t('prescriptions.approval-documents')} lines={documents} />}
      {note !== null && <p className={styles.words}>{note}</p>}
      <NextStep approval={approval} />
    </>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div className={styles.words}>
      <p className={styles.name}>{title}</p>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** What can be done about a denial, and by when. Only the member sends anything. */
function NextStep({ approval }: { readonly approval: ApprovalData }) {
  const t = useText()
  const { dateLong } = useFormat()
  const mayWrite = useMay('write')
  const acts = useActsForPerson()
  const { afterDenial, appealedOn, appealOutcome } = approval
  if (appealOutcome !== null || appealedOn !== null) {
    const day = appealedOn === null ? null : dateLong(appealedOn)
    return (
      <div className={styles.words}>
        <p>
          {day === null ? t('prescriptions.approval-appealed-plain') : t('prescriptions.approval-appealed', { day })}{' '}
          {t(`prescriptions.approval-appeal-${appealOutcome ?? 'pending'}`)}
        </p>
        {afterDenial?.kind === 'review' && <p>{sayReview(afterDenial, t, dateLong)}</p>}
      </div>
    )
  }
  if (afterDenial === null) return null
  const { by, daysLeft, step } = afterDenial
  const day = by === null ? '' : dateLong(by)
  if (step === 'over') return <p className={styles.words}>{t('prescriptions.approval-appeal-over', { day })}</p>
  return (
    <div className={styles.words}>
      <p>
        <strong>
          {daysLeft === null
            ? t('prescriptions.approval-appeal-unknown')
            : t('prescriptions.approval-appeal-until', { day, count: daysLeft })}
        </strong>
      </p>
      <p className={styles.about}>{t('prescriptions.approval-appeal-how')}</p>
      <p className={styles.actions}>
        {mayWrite && !acts && (
          <Link to={links.form('appeal', undefined, 'approval')}>{t('prescriptions.approval-appeal-form')}</Link>
        )}
        <PhoneLink />
      </p>
    </div>
  )
}

function sayReview(
  { by, step, program }: NonNullable<ApprovalData['afterDenial']>,
  t: Translate,
  dateLong: Format['dateLong'],
): string {
  if (by === null) return t('prescriptions.approval-review-plain', { program })
  return t(step === 'over' ? 'prescriptions.approval-review-over' : 'prescriptions.approval-review', {
    day: dateLong(by),
    program,
  })
}

function listFacts(one: ApprovalData, t: Translate, { date, number: count }: Format): string[] {
  const { requestedOn, decidedOn, begins, ends, number, provider, state, unitsApproved, unitsUsed } = one
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
    ...(one.extendedOn === null ? [] : [t('prescriptions.approval-extended', { day: date(one.extendedOn) })]),
  ]
  const isGiven = state === 'approved' || state === 'partly' || state === 'expired'
  const used =
    !isGiven || unitsApproved === null
      ? []
      : unitsUsed === null
        ? [t('prescriptions.approval-units', { count: unitsApproved })]
        : [t('prescriptions.approval-units-used', { used: count(unitsUsed), count: unitsApproved })]
  return [
    ...(dates.length > 0 ? dates : [t('prescriptions.approval-no-days')]),
    ...used,
    ...(one.expedited === true ? [t('prescriptions.approval-expedited')] : []),
    ...(provider === null ? [] : [t('prescriptions.approval-by', { name: provider })]),
    ...(number === null ? [] : [t('prescriptions.approval-number', { number })]),
  ]
}
