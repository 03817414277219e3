import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { StateBadge } from '../../shared/claim-parts/state-badge.tsx'
import { PayFrom } from '../../shared/spending-parts/pay-from.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AppealCard } from './appeal-card.tsx'
import styles from './claim-details.module.css'
import { ClaimLines } from './claim-lines.tsx'
import { MoneyPicture } from './claim-money.tsx'
import { ClaimTimeline } from './claim-timeline.tsx'
import { ClaimWhy } from './claim-why.tsx'
import { EobButton } from './eob-button.tsx'

/** Everything about a claim except its heading. */
export function ClaimDetails({ claim }: { readonly claim: ClaimData }) {
  return (
    <>
      <Outcome claim={claim} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card>
            <Owed claim={claim} />
            <MoneyPicture claim={claim} />
            <EobButton claim={claim} />
          </Card>
          <ClaimWhy claim={claim} />
          <ClaimLines claim={claim} />
        </div>
        <div className={styles.column}>
          <ClaimTimeline claim={claim} />
          {/* A denial is looked at again before anyone is asked to pay it. */}
          <AppealCard claim={claim} />
          {(claim.owed.shareCents ?? 0) > 0 && (
            <PayFrom claimId={claim.claimId} atCounter={claim.owed.step === 'counter'} />
          )}
          <SomethingWrong claim={claim} />
        </div>
      </div>
    </>
  )
}

/** What a later decision changed comes first (MP-8), so that no one pays according to an old one. */
function Outcome({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const { state, replacedBy, replaces, figures } = claim
  const changed = claim.events.find(({ kind }) => kind === 'changed' || kind === 'appeal-decided')
  const [before, after] = [changed?.before ?? null, changed?.after ?? null]
  const amounts = before !== null && after !== null && { before: format.money(before), after: format.money(after) }
  const paid = figures.planPaidCents === null ? '' : format.money(figures.planPaidCents)
  const earlier = replaces !== null && <Link to={links.claim(replaces)}>{t('claims.replaces-link')}</Link>
  if (state === 'replaced') {
    return (
      <Alert tone="warning" className={styles.outcome}>
        <p>
          {t('claims.replaced-text')}{' '}
          {replacedBy !== null && <Link to={links.claim(replacedBy)}>{t('claims.replaced-link')}</Link>}
        </p>
      </Alert>
    )
  }
  if (state === 'correction') {
    return (
      <Alert tone="info" className={styles.outcome}>
        <p>{t('claims.correction-text')}</p>
      </Alert>
    )
  }
  if (state === 'paid-on-appeal') {
    return (
      <Alert tone="success" className={styles.outcome}>
        <p>
          {amounts ? t('claims.appeal-won', { paid, ...amounts }) : t('claims.appeal-won-plain', { paid })} {earlier}
        </p>
      </Alert>
    )
  }
  if (claim.appealDenied !== null) {
    return (
      <Alert tone="warning" className={styles.outcome}>
        <p>
          {t('claims.appeal-lost')} {earlier}
        </p>
      </Alert>
    )
  }
  if (state !== 'adjusted') return null
  return (
    <Alert tone="info" className={styles.outcome}>
      <p>
        {amounts ? t('claims.changed-text', amounts) : t('claims.changed-plain')} {earlier}
      </p>
    </Alert>
  )
}

function Owed({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const { figures, owed, state } = claim
  return (
    <>
      <p className={styles.owed}>
        {owed.youOweCents === null ? (
          <span className={styles.unknown}>{t('claims.share-unknown')}</span>
        ) : (
          <>
            <strong className={styles.amount}>{format.money(owed.youOweCents)}</strong> {t('claims.owed-title')}
          </>
        )}{' '}
        <StateBadge state={state} step={owed.step} />
      </p>
      <p className={styles.muted}>{billText(claim, t, format)}</p>
      {state !== 'in-progress' && state !== 'correction' && figures.addsUp === null && (
        <p className={styles.muted}>{t('claims.file-silent')}</p>
      )}
      {figures.addsUp === false && (
        <Alert tone="warning" className={styles.odd}>
          <p>
            {t('claims.does-not-add-up')} <PhoneLink />
          </p>
        </Alert>
      )}
    </>
  )
}

/** Whether to expect a bill, and from whom: only if an amount is left to pay to the provider. */
function billText(claim: ClaimData, t: Translate, format: Format): string {
  const { state, owed, providerName } = claim
  if (state === 'in-progress') return t('claims.in-progress-text')
  const day = format.dateLong(claim.asOf)
  if (state === 'duplicate') return t('claims.bill-copy')
  if (owed.step === 'counter') return t('claims.bill-counter', { amount: format.money(owed.paidCents), day })
  if (owed.step === 'paid') return t('claims.bill-accounts', { amount: format.money(owed.paidCents), day })
  if (owed.step === 'nothing' && state !== 'replaced' && state !== 'correction')
    return t('claims.bill-nothing', { day })
  return owed.step === 'bill' && providerName !== null
    ? t('claims.not-a-bill', { provider: providerName, day })
    : t('claims.not-a-bill-plain', { day })
}

function SomethingWrong({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const mayWrite = useMay('write')
  return (
    <Card title={t('claims.wrong')}>
      <p className={styles.muted}>{t('claims.wrong-text')}</p>
      <p className={styles.actions}>
        {mayWrite && (
          <ButtonLink to={links.writeAboutClaim(claim.claimId)} variant="secondary">
            {t('claims.ask')}
          </ButtonLink>
        )}
        <PhoneLink />
      </p>
    </Card>
  )
}
