import { Smartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNickName } from '../../base/nick-name.ts'
import { usePage } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CardPlace } from './card-place.tsx'
import { ClaimsCard } from './claims-card.tsx'
import { FamilyCard } from './family-card.tsx'
import { dayIn } from './greeting.ts'
import { GreetingHeader } from './greeting-header.tsx'
import { LandingSkeleton } from './landing-skeleton.tsx'
import styles from './landing-view.module.css'
import { MessagesCard } from './messages-card.tsx'
import { NextCard } from './next-card.tsx'
import { isPressing, paymentState } from './payment.ts'
import { PaymentCard } from './payment-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { claimsTab, shortcutTabs } from './shortcuts.ts'
import { ShortcutsCard } from './shortcuts-card.tsx'
import type { OverviewData } from './types.ts'
import { useOverview } from './use-overview.ts'

/** Rarely used actions for a card. */
const uses = createPart(async () => (await import('../../shared/card-uses/own-card-uses.tsx')).OwnCardUses)

/** Last on the page, so that nothing moves when it appears. */
const doctor = createPart(async () => (await import('../../shared/primary-care/primary-care-card.tsx')).PrimaryCareCard)

/** For a young child, vaccines and check-ups come first. */
const childCare = createPart(async () => (await import('../../shared/child-care/child-care-card.tsx')).ChildCareCard)

/** Home of the signed-in member (MP-1). */
function Landing() {
  const t = useText()
  const { session } = usePage()
  const nickName = useNickName()
  const { overview, failure, retry } = useOverview()
  const viewed = useViewedName()
  return (
    <div className={styles.view}>
      <GreetingHeader name={nickName ?? overview?.firstName ?? session?.firstName ?? ''} overview={overview} />
      {viewed !== null && session?.simulation?.ofChild === true && (
        <LazyPart part={childCare} props={{ name: viewed, className: styles.first }} />
      )}
      {overview !== null && <Cards overview={overview} />}
      <Suspense>{overview !== null && !session?.simulation?.scopes && <FamilyCard />}</Suspense>
      {/* A dental or vision plan has no primary doctor. */}
      {overview?.coverageKinds.includes('medical') === true && (
        <LazyPart
          part={doctor}
          props={{
            title: viewed === null ? t('landing.doctor') : t('landing.doctor-of', { name: viewed }),
            className: styles.last,
          }}
        />
      )}
      {overview === null && !failure && <LandingSkeleton />}
      {failure && (
        <Card>
          {failure === 'failed' ? (
            <ErrorState onRetry={retry} />
          ) : (
            <EmptyState title={t('landing.no-coverage')} text={t('landing.no-coverage-text')} action={<PhoneLink />} />
          )}
        </Card>
      )}
      <VisuallyHidden as="p" role="status">
        {overview === null && !failure && t('landing.loading')}
      </VisuallyHidden>
    </div>
  )
}

/** Lets the member keep the card on this phone, or share it, right where most people show it. */
function CardMore({ planName }: { readonly planName: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        icon={<Smartphone aria-hidden="true" />}
        aria-expanded={isOpen}
        className={styles.uses}
        onClick={() => setOpen(!isOpen)}
      >
        {t('id-card.uses')}
      </Button>
      {isOpen && <LazyPart part={uses} props={{ planName }} renderFailed={(retry) => <ErrorState onRetry={retry} />} />}
    </>
  )
}

function Cards({ overview }: { readonly overview: OverviewData }) {
  const { tabs, session } = usePage()
  const now = useNow()
  const mayClaims = useMay('claims')
  const mayMessages = useMay('messages')
  const { nextPayment: payment, recentClaims: claims } = overview
  const today = dayIn(now.moment, now.timeZone)
  // Nobody looks for a doctor of a plan that has ended, or for what care would cost.
  const offered = overview.standing === 'ended' ? tabs.filter(({ id }) => id !== 'navFindDoctor') : tabs
  const shortcuts = shortcutTabs(offered)
  const allClaims = claimsTab(tabs)
  const tab = (id: string) => offered.find((one) => one.id === id) ?? null
  const pay = tab('navPayPremium')
  const state = payment && paymentState(payment, today)
  const isFirstPayment = overview.standing === 'pending'
  const payFirst = state !== null && pay !== null && (isPressing(state) || isFirstPayment)
  const paymentCard = payment && state && (
    <PaymentCard
      payment={payment}
      state={state}
      pay={pay}
      isFirst={payFirst && isFirstPayment}
      className={payFirst ? styles.first : undefined}
    />
  )
  return (
    <>
      {payFirst && paymentCard}
      <div className={styles.cards}>
        <div className={styles.own}>
          <Suspense>
            <CardPlace
              overview={overview}
              more={session?.keepsCards === true && <CardMore planName={overview.planName} />}
            />
          </Suspense>
          {!payFirst && paymentCard}
        </div>
        <Suspense>{mayClaims && <ProgressCard {...overview} />}</Suspense>
        <Suspense>
          {mayMessages && <MessagesCard newestMessages={overview.newestMessages} primary={!payFirst} />}
        </Suspense>
        <Suspense>
          {mayClaims && (allClaims !== null || claims.length > 0) && (
            <ClaimsCard claims={claims} shared={overview.claimsShared} all={allClaims} finder={tab('navFindDoctor')} />
          )}
        </Suspense>
        {shortcuts.length > 0 && <ShortcutsCard tabs={shortcuts} />}
      </div>
      {/* It appears after the first paint, so it must not move anything that people already read. */}
      <Suspense>
        <NextCard />
      </Suspense>
    </>
  )
}

export const view: View = { title: 'landing.title', Component: Landing }
