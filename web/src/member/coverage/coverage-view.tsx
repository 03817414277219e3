import { benefits } from '@portico/contract/calls/coverage'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { BenefitsCard } from './benefits-card.tsx'
import styles from './coverage-view.module.css'
import { PlanChoice } from './plan-choice.tsx'
import { StandingCard } from './standing-card.tsx'
import type { CoverageData } from './types.ts'
import { YearCard } from './year-card.tsx'

/** Loaded last: no one should wait for pictures of cards. */
const cards = createPart(async () => (await import('./cards-card.tsx')).CardsCard)

const doctor = createPart(async () => (await import('./doctor-card.tsx')).DoctorCard)
const documents = createPart(async () => (await import('./documents-card.tsx')).DocumentsCard)
const otherInsurance = createPart(async () => (await import('./other-insurance-card.tsx')).OtherInsuranceCard)

/** A member's coverage (MP-12). */
function Coverage() {
  const t = useText()
  const { value: coverage, loading, failed, reload } = useLoaded((signal) => api.call(benefits, { signal }))
  return (
    <Page title={t('coverage.title')} about={t('coverage.about')} status={loading && t('coverage.loading')}>
      {coverage !== null ? <Loaded coverage={coverage} /> : failed ? <FailedCard onRetry={reload} /> : <Loading />}
    </Page>
  )
}

function Loaded({ coverage }: { readonly coverage: CoverageData }) {
  const t = useText()
  const navigate = useNavigate()
  const { params } = useRoute()
  const { plans } = coverage
  const chosen = Math.min(Math.max(Number.parseInt(params.plan ?? '0', 10) || 0, 0), Math.max(plans.length - 1, 0))
  const plan = plans[chosen]
  if (plan === undefined) {
    return (
      <Card>
        <EmptyState title={t('coverage.none-title')} text={t('coverage.none')} action={<PhoneLink />} />
      </Card>
    )
  }
  // Which of several plans is shown does not reveal anything about anyone.
  const choose = (index: number) =>
    navigate(`/login/#/coverage${index === 0 ? '' : `?plan=${index}`}`, { quiet: true, replace: true })
  return (
    <>
      {plans.length > 1 && <PlanChoice plans={plans} chosen={chosen} onChoose={choose} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <StandingCard plan={plan} />
          <YearCard plan={plan} />
        </div>
        <div className={styles.side}>
          <LazyPart part={cards} props={{ ...coverage, plan }} />
          {/* A dental or vision plan has no primary doctor. */}
          {plans.some(({ kind }) => kind === 'medical') && (
            <LazyPart part={doctor} props={{ title: t('coverage.doctor') }} />
          )}
          <LazyPart part={documents} props={{ documents: plan.documents }} />
          <LazyPart part={otherInsurance} props={{ others: coverage.otherInsurance }} />
        </div>
        <div className={styles.benefits}>
          <BenefitsCard key={chosen} plan={plan} />
        </div>
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className={styles.columns} aria-busy="true">
      {[0, 1].map((column) => (
        <div key={column} className={styles.column}>
          {[0, 1].map((card) => (
            <CardSkeleton key={card} />
          ))}
        </div>
      ))}
    </div>
  )
}

export const view: View = { title: 'coverage.title', Component: Coverage }
