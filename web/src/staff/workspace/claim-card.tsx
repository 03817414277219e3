import { workspaceClaim } from '@portico/contract/calls/workspace'
import { isPaymentToCome } from '@portico/rules/claims/timeline'
import { easternParts } from '@portico/rules/time/eastern'
import { useId } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useReasonText } from '../../shared/claim-parts/reason-text.ts'
import { StateBadge } from '../../shared/claim-parts/state-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './member-card.module.css'
import type { OpenedThread } from './types.ts'

interface ClaimCardProps {
  readonly threadId: string
  readonly claim: OpenedThread['claims'][number]
}

/** A claim that the member's message is about, for the staff who answer (MP-9). */
export function ClaimCard({ threadId, claim: { claimId, appeal } }: ClaimCardProps) {
  const t = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const headingId = useId()
  const { day: today } = easternParts(new Date(useNow().moment))
  const areas = [useArea('claims'), useArea('claim-mention')]
  const params = { threadId, claimId }
  const { value: claim, failed } = useLoaded((signal) => api.call(workspaceClaim, { params, signal }), {
    key: `${threadId} ${claimId}`,
  })
  if (areas.includes(false) || (claim === null && !failed)) return <Skeleton shape="block" />
  if (claim === null) return <p className={lettering.muted}>{t('claim-mention.gone')}</p>
  const { figures, owed, patient, appealBy } = claim
  const sent = claim.appeal?.sent ?? null
  const reasons = [...claim.reasons, ...claim.lines.flatMap((line) => line.reasons)].map(reasonText)
  const amounts = [
    { label: t('claims.billed'), cents: figures.billedCents },
    { label: t('claims.part-discount'), cents: figures.discountCents },
    { label: t(isPaymentToCome(claim.events) ? 'claims.plan-pays' : 'claims.plan-paid'), cents: figures.planPaidCents },
    { label: t('claim-mention.staff-share'), cents: figures.shareCents },
    { label: t('claim-mention.staff-owes'), cents: owed.youOweCents },
  ]
  return (
    <section className={styles.claim} aria-labelledby={headingId}>
      <h4 id={headingId}>{t(appeal ? 'claim-mention.staff-appeal' : 'claim-mention.staff')}</h4>
      <p>
        <strong>{claim.providerName ?? t('claim-mention.no-provider')}</strong>{' '}
        <StateBadge state={claim.state} step={owed.step} />
      </p>
      <p className={lettering.muted}>
        {t('claims.claim-number', { number: claim.claimNumber })} · {format.date(claim.serviceFrom)} ·{' '}
        {t('claims.for', { name: `${patient.firstName} ${patient.lastName}` })}
      </p>
      <dl className={styles.amounts}>
        {amounts.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{cents === null ? t('claim-mention.staff-not-said') : format.money(cents)}</dd>
          </div>
        ))}
      </dl>
      {[...new Set(reasons)].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {sent !== null && (
        <p className={sent.answerBy < today ? styles.late : styles.deadline}>
          {t('claim-mention.staff-decide', { sent: format.date(sent.on), day: format.date(sent.answerBy) })}
        </p>
      )}
      {sent === null && appealBy !== null && (
        <p className={lettering.muted}>{t('claim-mention.staff-deadline', { day: format.date(appealBy) })}</p>
      )}
    </section>
  )
}
