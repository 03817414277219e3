import { openClaim } from '@portico/contract/calls/claims'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { BackLink } from '../../kit/layout/back-link.tsx'
import { Page } from '../../kit/layout/page.tsx'
import type { ClaimData } from '../../shared/claim-parts/claim-looks.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './claim-view.module.css'
import { claimsAddress, readClaimQuery } from './list-query.ts'

/** Left out of the preload list on every page; loaded together with the claim's data. */
const details = createPart(async () => (await import('./claim-details.tsx')).ClaimDetails)

/** One claim: what it cost, who pays for it and why, what happened and what to do (MP-4, MP-7). */
function Claim() {
  const t = useText()
  const { named, params } = useRoute()
  const claimId = named.claimId ?? ''
  const {
    value: claim,
    failed,
    failure,
    reload,
  } = useLoaded(
    async (signal) => {
      const [answer] = await Promise.all([api.call(openClaim, { params: { claimId }, signal }), details.load()])
      return answer
    },
    { key: claimId },
  )
  return (
    <Page
      back={<BackLink to={claimsAddress(readClaimQuery(params))}>{t('claims.all')}</BackLink>}
      title={claim === null ? t('claims.claim') : (claim.providerName ?? t('claims.no-provider'))}
      about={claim !== null && <About claim={claim} />}
    >
      {claim !== null ? (
        <LazyPart key={claim.claimId} part={details} props={{ claim }} />
      ) : failed ? (
        <Card>
          {failure instanceof ApiError && failure.code === 'NOT-FOUND' ? (
            <EmptyState title={t('claims.gone')} text={t('claims.gone-text')} />
          ) : (
            <ErrorState onRetry={reload} />
          )}
        </Card>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function About({ claim }: { readonly claim: ClaimData }) {
  const t = useText()
  const format = useFormat()
  const about = [
    t(`claims.kind-${claim.category}`),
    ...(claim.shared ? [t('claims.for', { name: claim.patient.firstName })] : []),
    format.dateLong(claim.serviceFrom),
    t('claims.claim-number', { number: claim.claimNumber }),
    ...(claim.network === null ? [] : [t(`claims.network-${claim.network}`)]),
  ]
  return about.join(' · ')
}

function Loading() {
  const t = useText()
  return (
    <div className={styles.loading} aria-busy="true">
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
