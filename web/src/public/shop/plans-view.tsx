import { listLines, type Market } from '@portico/rules/shop/lines'
import { useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { type Basis, type Shopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallLink } from './call-link.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { HouseholdForm } from './household-form.tsx'
import { HouseholdLine } from './household-line.tsx'
import { SellerLine } from './seller-line.tsx'
import styles from './shop.module.css'
import { toMarket } from './types.ts'
import { useIsSeller } from './use-is-seller.ts'
import { useQuote } from './use-quote.ts'
import { WindowNotice } from './window-notice.tsx'

/** Loaded with the first quote; the form does not need it. */
const results = createPart(async () => (await import('./results.tsx')).PlanResults)

/** Loaded after the form, because it is personal. */
const proposals = createPart(async () => (await import('../../shared/shop-parts/proposals-card.tsx')).ProposalsCard)

/** Loaded after the form as well. */
const applications = createPart(async () => (await import('./my-applications.tsx')).MyApplications)

/** The home of a shop: a ZIP code and ages, then plans with premiums (SH-1, SH-4). */
function Plans({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const asked = useRoute().segments[1]
  const line = listLines(market).find((one) => one === asked) ?? null
  const first = listLines(market)[0] ?? 'medical'
  const shopping = useShopping(market)
  // Another year or household replaces the list once it is loaded, so that filters stay as they were.
  const { last: quote, loading, failed, reload, basis } = useQuote(market)
  const isSeller = useIsSeller()
  const isBrief = line === 'dental' || line === 'vision'
  /** How often someone has searched for plans: each time, reading continues at the results. */
  const [sought, setSought] = useState(0)
  return (
    <Page
      title={t(line !== null ? `shop.${line}.title` : market === 'medicare' ? 'shop.medicare.title' : 'shop.title')}
      about={t(market === 'medicare' ? 'shop.medicare.about' : 'shop.about')}
      className={styles.view}
    >
      <div className={styles.stack}>
        <SellerLine />
        {!isSeller && <LazyPart part={applications} props={{ market }} />}
        <Household {...{ market, isBrief, shopping, basis }} onSought={() => setSought((times) => times + 1)} />
        <div className={styles.stack} aria-busy={loading}>
          {quote !== null && !quote.window.open && (
            <WindowNotice market={market} line={line ?? first} window={quote.window} />
          )}
          {failed ? (
            <FailedCard onRetry={reload} />
          ) : quote !== null && basis !== null ? (
            <LazyPart
              part={results}
              props={{
                market,
                line: line ?? first,
                quote,
                basis,
                compared: shopping.compared,
                sought,
              }}
              renderFailed={(retry) => <FailedCard onRetry={retry} />}
            />
          ) : (
            loading && (
              <Card>
                <Skeleton shape="title" />
                <Skeleton shape="line" />
                <Skeleton shape="line" />
              </Card>
            )
          )}
          {quote?.window.open && <WindowNotice market={market} line={line ?? first} window={quote.window} />}
        </div>
        {!isSeller && <LazyPart part={proposals} props={{}} />}
        {!isSeller && (
          <p className={styles.row}>
            <ButtonLink variant="quiet" to={links.shop(market, 'cart')}>
              {t('shop.cart.open')}
            </ButtonLink>
            <CallLink market={market} />
          </p>
        )}
        <Disclaimer market={market} />
      </div>
    </Page>
  )
}

interface HouseholdProps {
  readonly market: Market
  readonly isBrief: boolean
  readonly shopping: Shopping
  readonly basis: Basis | null
  /** Called when someone searches for plans. */
  readonly onSought: () => void
}

/** Who needs coverage: a form at first, then a line with a link to change it. */
function Household({ market, isBrief, shopping, basis, onSought }: HouseholdProps) {
  const t = useText()
  const [isChanging, setChanging] = useState(false)
  if (basis !== null && !isChanging && !(shopping.brief && !isBrief))
    return <HouseholdLine basis={basis} onChange={() => setChanging(true)} />
  return (
    <div className={basis === null ? styles.columns : undefined}>
      <Card title={t('shop.who')}>
        <HouseholdForm
          key={basis === null ? 'new' : 'known'}
          market={market}
          isBrief={isBrief}
          shopping={shopping}
          onDone={() => {
            setChanging(false)
            onSought()
          }}
        />
      </Card>
      {basis === null && (
        <Card title={t('shop.begin')}>
          <ol className={styles.steps}>
            {(['where', 'see', 'compare', 'apply'] as const).map((step) => (
              <li key={step}>{t(`shop.begin.${step}`)}</li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  )
}

export const view: View = {
  title: 'shop.title',
  about: (variant) => (toMarket(variant) === 'medicare' ? 'shop.medicare.about' : 'shop.about'),
  Component: Plans,
}
