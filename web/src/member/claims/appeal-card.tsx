import { useActsForPerson } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './claim-details.module.css'

/** What can be done about a denial, until when, and what has been done (MP-8). Only the member sends anything. */
export function AppealCard({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const mayWrite = useMay('write')
  const acts = useActsForPerson()
  const { appeal, appealBy, appealDenied, program } = claim
  if (appeal === null) return appealDenied === null ? null : <ReviewCard {...appealDenied} program={program} />
  const { sent, step, daysLeft, answerBy } = appeal
  const day = appealBy === null ? '' : format.dateLong(appealBy)
  if (sent !== null) {
    const dates = { day: format.dateLong(sent.on), answer: format.dateLong(sent.answerBy) }
    return (
      <Card title={t('claims.appeal-sent-title')}>
        <p>{t('claims.appeal-sent', dates)}</p>
        {sent.messageId !== null && (
          <p className={styles.actions}>
            <Link to={links.message(sent.messageId)}>{t('claims.appeal-read')}</Link>
          </p>
        )}
      </Card>
    )
  }
  if (step === 'over') {
    return (
      <Card title={t('claims.appeal-over-title')}>
        <p className={styles.muted}>{t('claims.appeal-over', { day, program })}</p>
        <p className={styles.actions}>
          <PhoneLink />
        </p>
      </Card>
    )
  }
  return (
    <Card title={t('claims.appeal-title')}>
      <p>
        <strong>
          {daysLeft === null ? t('claims.appeal-until-unknown') : t('claims.appeal-until', { day, count: daysLeft })}
        </strong>
      </p>
      {mayWrite ? (
        <>
          <p className={styles.muted}>{t('claims.appeal-how')}</p>
          <p className={styles.muted}>{t('claims.appeal-answer', { day: format.dateLong(answerBy) })}</p>
          <p className={styles.actions}>
            <ButtonLink to={links.writeAboutClaim(claim.claimId, true)}>{t('claims.appeal')}</ButtonLink>
            {!acts && <Link to={links.form('appeal', claim.claimId)}>{t('claims.appeal-form')}</Link>}
          </p>
        </>
      ) : (
        <>
          <p className={styles.muted}>{t('simulation.appeal')}</p>
          <p className={styles.actions}>
            <PhoneLink />
          </p>
        </>
      )}
    </Card>
  )
}

/** The step after a denied appeal: an external review; for Medicaid the state's hearing; for Medicare the plan's own next step. */
function ReviewCard({ step, reviewBy, program }: NonNullable<ClaimData['appealDenied']> & Pick<ClaimData, 'program'>) {
  const t = useText()
  const format = useFormat()
  const day = reviewBy === null ? null : format.dateLong(reviewBy)
  const isOver = step === 'over' && day !== null
  return (
    <Card title={t(isOver ? 'claims.review-over-title' : 'claims.review-title', { program })}>
      {isOver ? (
        <p>{t('claims.review-over', { day })}</p>
      ) : (
        <>
          <p>{day === null ? t('claims.review-plain', { program }) : t('claims.review', { day, program })}</p>
          <p className={styles.muted}>{t('claims.review-how', { program })}</p>
        </>
      )}
      <p className={styles.actions}>
        <PhoneLink />
      </p>
    </Card>
  )
}
