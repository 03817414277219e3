import { openShopping } from '@portico/contract/calls/shop'
import { careLevels, yearCents } from '@portico/rules/shop/care-level'
import { findOutOfPocket } from '@portico/rules/shop/limits'
import { type ReactNode, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { isGone } from '../../base/api/is-gone.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { shopLinks } from '../../base/router/shop-links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { dropTicket, readTicket } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ComparisonTable } from '../../ui/comparison-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAmounts } from './amounts.ts'
import { CreditSwitch } from './credit-switch.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { findOtherBrand } from './find-other-brand.ts'
import { Price } from './price.tsx'
import { SellerLine } from './seller-line.tsx'
import styles from './shop.module.css'
import { type Priced, type Quote, toMarket } from './types.ts'
import { useQuote } from './use-quote.ts'

const otherBrand = createPart(async () => (await import('./other-brand.tsx')).OtherBrand)
const more = createPart(async () => (await import('./compare-more.tsx')).CompareMore)
const laterRows = createPart(async () => (await import('./later-rows.tsx')).LaterRows)

/** Up to four plans side by side (SH-6, MN-4), as a page, as PDF and as a link; a link opens someone else's comparison. */
function Compare({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { brand } = usePage()
  const [ticket] = useState(() => (typeof window === 'undefined' ? null : readTicket('compare')))
  const opened = useLoaded(
    async (signal) => {
      const { planIds, care, ...shopping } = await api.call(openShopping, {
        body: { ticket: ticket ?? '', brand: brand.code },
        signal,
      })
      dropTicket('compare')
      changeShopping(market, { ...shopping, compared: planIds, ...(care !== null && { care }) })
      return true
    },
    { wanted: ticket !== null },
  )
  const elsewhere = findOtherBrand(opened.failure)
  return (
    <Page title={t('shop.compare.title')} about={t('shop.order.neutral')} className={styles.view}>
      {elsewhere !== null && ticket !== null ? (
        <LazyPart
          part={otherBrand}
          props={{ brand: elsewhere, market, part: 'compare' as const, ticket }}
          renderFailed={(retry) => <FailedCard onRetry={retry} />}
        />
      ) : opened.failed && !isGone(opened.failure) ? (
        <FailedCard onRetry={opened.reload} />
      ) : opened.failed ? (
        <Alert tone="warning" title={t('shop.link.over')}>
          <p>{t('shop.link.over.text')}</p>
          <ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>
        </Alert>
      ) : opened.loading ? (
        <Skeleton shape="block" />
      ) : (
        <Compared market={market} />
      )}
      <Disclaimer market={market} />
    </Page>
  )
}

function Compared({ market }: { readonly market: ReturnType<typeof toMarket> }) {
  const t = useText()
  const { compared } = useShopping(market)
  const { value: quote, failed, loading, reload, basis, planYear } = useQuote(market)
  const plans = compared.flatMap((id) => quote?.plans.find(({ planId }) => planId === id) ?? [])
  if (failed) {
    return <FailedCard onRetry={reload} />
  }
  if (loading) return <Skeleton shape="block" />
  if (basis === null || planYear === null || plans.length < 2) {
    return (
      <EmptyState
        title={t('shop.compare.few')}
        text={t('shop.compare.few.text')}
        action={<ButtonLink to={links.shop(market)}>{t('shop.back')}</ButtonLink>}
      />
    )
  }
  return (
    <div className={styles.stack}>
      <SellerLine />
      {quote?.credit?.kind === 'estimate' && <CreditSwitch market={market} />}
      <Table
        market={market}
        plans={plans}
        people={basis.people.length}
        exchange={quote?.exchange ?? null}
        planYear={planYear}
        later={<LazyPart part={laterRows} props={{ market, planYear, plans, people: basis.people.length }} />}
        onRemove={(id) => changeShopping(market, { compared: compared.filter((one) => one !== id) })}
      />
      <LazyPart part={more} props={{ market, planYear, basis, plans }} />
    </div>
  )
}

interface TableProps {
  readonly market: ReturnType<typeof toMarket>
  readonly plans: readonly Priced[]
  readonly people: number
  readonly exchange: Quote['exchange']
  readonly planYear: number
  readonly later: ReactNode
  readonly onRemove: (planId: string) => void
}

function Table({ market, plans, people, exchange, planYear, later, onRemove }: TableProps) {
  const t = useText()
  const { orUnknown, limit, deductible } = useAmounts()
  const row = (id: string, label: string, cell: (plan: Priced) => ReactNode) => ({
    id,
    label,
    cell: (planId: string) => {
      const plan = plans.find((one) => one.planId === planId)
      return plan === undefined ? '' : cell(plan)
    },
  })
  return (
    <ComparisonTable
      title={t('shop.compare.of', { year: planYear })}
      items={plans.map(({ planId, name }) => ({ id: planId, name, to: shopLinks.plan(market, planId, planYear) }))}
      rows={[
        row('premium', t('shop.premium'), (plan) => <Price plan={plan} exchange={exchange} />),
        row('deductible', t('shop.deductible'), (plan) => deductible(plan, plan.line, people)),
        row('most', t('shop.most'), (plan) => limit(findOutOfPocket(plan, plan.line, people))),
        row('network', t('shop.network'), ({ networkType, tiered }) =>
          [
            networkType === null ? t('shop.unknown') : t(`shop.network.${networkType}`),
            ...(tiered ? [t('shop.tiered')] : []),
          ].join(' · '),
        ),
        market === 'medicare'
          ? row('stars', t('shop.stars.title'), ({ halfStars }) =>
              halfStars === null ? t('shop.unknown') : t('shop.stars', { stars: halfStars / 2 }),
            )
          : row('metal', t('shop.metal'), ({ metal }) =>
              metal === null ? t('shop.no-metal') : t(`shop.metal.${metal}`),
            ),
        ...careLevels.map((level) =>
          row(level, t('shop.compare.year', { care: t(`shop.care.${level}`) }), (plan) =>
            orUnknown(yearCents(plan, level)),
          ),
        ),
      ]}
      later={later}
      onRemove={onRemove}
    />
  )
}

export const view: View = { title: 'shop.compare.title', Component: Compare }
