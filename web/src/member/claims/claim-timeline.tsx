import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { Card } from '../../ui/card.tsx'
import styles from './claim-timeline.module.css'

/** The text for an event whose day is still to come. */
function chooseComingText(kind: ClaimData['events'][number]['kind']) {
  switch (kind) {
    case 'in-progress':
      return 'claims.event-in-progress'
    case 'service':
    case 'received':
    case 'paid':
    case 'appeal-answer':
    case 'appeal-until':
    case 'review-until':
      return `claims.coming-${kind}` as const
    default:
      return 'claims.coming-decision'
  }
}

/** What happened, on the days given in the plan's files, and what comes next (MP-7). */
export function ClaimTimeline({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t('claims.what-happened')}>
      <ol className={styles.events}>
        {claim.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events never change their places, and two may be alike
          <li key={index} className={styles.event} data-next={event.toCome || undefined}>
            <p className={styles.name}>
              {t(event.toCome ? chooseComingText(event.kind) : `claims.event-${event.kind}`, {
                program: claim.program,
              })}
            </p>
            <p className={lettering.muted}>
              <time dateTime={event.day}>{format.dateLong(event.day)}</time>
              {event.after !== undefined && event.after !== null && (
                <> · {t('claims.event-share', { amount: format.money(event.after) })}</>
              )}
            </p>
          </li>
        ))}
        <li className={styles.event} data-next>
          <p className={styles.name}>{t('claims.next')}</p>
          <p className={lettering.muted}>{nextText()}</p>
        </li>
      </ol>
    </Card>
  )

  function nextText(): string {
    const { state, appeal, appealBy, appealDenied, owed, program } = claim
    if (appeal?.sent) return t('claims.next-appealed', { day: format.dateLong(appeal.sent.answerBy) })
    if (appealDenied?.step === 'over') return t('claims.review-over-title', { program })
    if (appealDenied !== null) {
      return appealDenied.reviewBy === null
        ? t('claims.review-plain', { program })
        : t('claims.review', { day: format.dateLong(appealDenied.reviewBy), program })
    }
    if (appeal?.step === 'over') return t('claims.appeal-over-title')
    if (state === 'in-progress') return t('claims.next-in-progress')
    if (state === 'replaced') return t('claims.replaced-text')
    if (state === 'denied' || state === 'partly-denied') {
      return appealBy === null
        ? t('claims.next-denied-plain')
        : t('claims.next-denied', { day: format.dateLong(appealBy) })
    }
    if (owed.step === 'unknown') return t('claims.file-silent')
    return owed.step === 'bill'
      ? t('claims.next-bill', { amount: format.money(owed.youOweCents ?? 0) })
      : t('claims.next-none')
  }
}
