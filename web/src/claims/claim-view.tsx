import { openClaim } from '@portico/contract/calls/claims'
import { ArrowLeft } from 'lucide-react'
import { useMay } from '../acting/use-may.ts'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { PhoneLink } from '../shell/phone-link.tsx'
import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ClaimLines } from './claim-lines.tsx'
import { type ClaimData, stateTones } from './claim-looks.ts'
import { MoneyPicture } from './claim-money.tsx'
import { ClaimTimeline } from './claim-timeline.tsx'
import styles from './claim-view.module.css'
import { ClaimWhy } from './claim-why.tsx'
import { addressOf, readListQuery } from './list-query.ts'

/** One claim: what it cost, who pays it and why, what happened and what to do (MP-4, MP-7). */
function Claim() {
  const t = useText()
  const { named, params } = useRoute()
  const claimId = named.claimId ?? ''
  const {
    value: claim,
    failed,
    reload,
  } = useLoaded((signal) => api.call(openClaim, { params: { claimId }, signal }), { key: claimId })
  return (
    <div className={styles.view}>
      <p className={styles.back}>
        <Link to={addressOf(readListQuery(params))}>
          <ArrowLeft aria-hidden="true" className={styles.arrow} />
          {t('claims.all')}
        </Link>
      </p>
      {claim !== null ? (
        <Shown key={claim.claimId} claim={claim} />
      ) : (
        <>
          <h1>{t('claims.claim')}</h1>
          {failed ? <Gone onRetry={reload} /> : <Loading />}
        </>
      )}
    </div>
  )
}

function Shown({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const about = [
    t(`claims.kind-${claim.category}`),
    t('claims.for', { name: claim.patient.firstName }),
    format.dateLong(claim.serviceFrom),
    t('claims.claim-number', { number: claim.claimNumber }),
    ...(claim.network === null ? [] : [t(`claims.network-${claim.network}`)]),
  ]
  return (
    <>
      <h1>{claim.providerName ?? t('claims.no-provider')}</h1>
      <p className={styles.about}>{about.join(' · ')}</p>
      <Outcome claim={claim} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card>
            <Owed claim={claim} />
            <MoneyPicture claim={claim} />
          </Card>
          <ClaimWhy claim={claim} />
          <ClaimLines claim={claim} />
        </div>
        <div className={styles.column}>
          <ClaimTimeline claim={claim} />
          <SomethingWrong />
        </div>
      </div>
    </>
  )
}

/** What a later decision changed stands first (MP-8): nobody pays by an old one. */
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
  if (state === 'paid-on-appeal') {
    return (
      <Alert tone="success" className={styles.outcome}>
        <p>
          {amounts ? t('claims.appeal-won', { paid, ...amounts }) : t('claims.appeal-won-plain', { paid })} {earlier}
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
  const { figures, state, providerName } = claim
  const day = format.dateLong(claim.asOf)
  const bill =
    providerName === null
      ? t('claims.not-a-bill-plain', { day })
      : t('claims.not-a-bill', { provider: providerName, day })
  return (
    <>
      <p className={styles.owed}>
        {figures.youOweCents === null ? (
          <span className={styles.unknown}>{t('claims.share-unknown')}</span>
        ) : (
          <>
            <strong className={styles.amount}>{format.money(figures.youOweCents)}</strong> {t('claims.share-title')}
          </>
        )}{' '}
        <Badge tone={stateTones[state]}>{t(`claims.state-${state}`)}</Badge>
      </p>
      <p className={styles.muted}>{state === 'in-progress' ? t('claims.in-progress-text') : bill}</p>
      {state !== 'in-progress' && figures.addsUp === null && <p className={styles.muted}>{t('claims.file-silent')}</p>}
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

function SomethingWrong() {
  const t = useText()
  const mayWrite = useMay('write')
  return (
    <Card title={t('claims.wrong')}>
      <p className={styles.muted}>{t('claims.wrong-text')}</p>
      <p className={styles.actions}>
        {mayWrite && <ButtonLink to={links.writeToUs('claims')}>{t('claims.ask')}</ButtonLink>}
        <PhoneLink />
      </p>
    </Card>
  )
}

function Gone({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText()
  return (
    <Card>
      <EmptyState
        title={t('claims.gone')}
        text={t('claims.gone-text')}
        action={
          <button type="button" className={styles.again} onClick={onRetry}>
            {t('ui.retry')}
          </button>
        }
      />
    </Card>
  )
}

function Loading() {
  const t = useText()
  return (
    <div className={styles.columns} aria-busy="true">
      <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
      {[0, 1].map((card) => (
        <Card key={card}>
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </Card>
      ))}
    </div>
  )
}

export const view: View = { title: 'claims.claim', Component: Claim }
