import { shopPlan, shopPlanFile } from '@portico/contract/calls/shop'
import { hasCareCost } from '@portico/rules/shop/care-level'
import { Download } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAmounts } from './amounts.ts'
import { CallLink } from './call-link.tsx'
import { CartButton } from './cart-button.tsx'
import { readCountLimit } from './count-limit.ts'
import { CreditSwitch } from './credit-switch.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { Limits } from './limits.tsx'
import { NextStep } from './next-step.tsx'
import { readOwnDrugs } from './own-drugs.ts'
import { type PlanTerms, pickTerms, planPrice } from './plan-price.ts'
import { Price } from './price.tsx'
import { SellerLine } from './seller-line.tsx'
import styles from './shop.module.css'
import { type PlanDetail, toMarket } from './types.ts'
import { usePlanCare } from './use-plan-care.ts'
import { useQuote } from './use-quote.ts'
import { YearCost } from './year-cost.tsx'

const whyNoPrice = {
  'no-basis': 'shop.plan.no-basis',
  'not-here': 'shop.plan.not-here',
  'no-rate': 'shop.premium.why',
} as const

/** Fetched once the plan has loaded. */
const myCare = createPart(async () => (await import('./my-care.tsx')).MyCare)

/** One plan: what it pays, what a year costs and how that is calculated, its documents (SH-3, SH-4). */
function PlanPage({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { brand, now } = usePage()
  const { named, params } = useRoute()
  const { planId = '' } = named
  const planYear = /^20\d\d$/.test(params.year ?? '') ? (params.year ?? '') : now.slice(0, 4)
  const {
    value: plan,
    failed,
    reload,
  } = useLoaded(
    (signal) => api.call(shopPlan, { params: { planId }, query: { brand: brand.code, planYear }, signal }),
    { key: `${planId} ${planYear}` },
  )
  const quote = useQuote(market, Number(planYear))
  const cart = useCart(market)
  const price = planPrice(planId, quote)
  const quoted = price.kind === 'known' ? price.plan : null
  const people = quote.basis?.people.length ?? 1
  const drugs = readOwnDrugs(usePlanCare(market, plan?.planYear ?? null, plan === null ? [] : [plan]).of(planId))
  return (
    <Page
      title={plan?.name ?? t('shop.plan.title')}
      about={t('shop.plan.about', { year: planYear })}
      className={styles.view}
    >
      {failed ? (
        <FailedCard onRetry={reload} />
      ) : plan === null ? (
        <Card>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </Card>
      ) : (
        <div className={styles.stack}>
          <SellerLine />
          <Card title={t('shop.plan.price')}>
            <div className={styles.row}>
              {price.kind === 'loading' ? (
                <Skeleton shape="line" />
              ) : price.kind === 'failed' ? (
                <ErrorState onRetry={quote.reload} />
              ) : price.kind === 'known' ? (
                <div className={styles.tight}>
                  <Price plan={price.plan} exchange={quote.value?.exchange ?? null} />
                </div>
              ) : (
                <p>{t(whyNoPrice[price.kind])}</p>
              )}
              {quoted !== null && <CartButton market={market} plan={plan} planYear={plan.planYear} cart={cart} />}
              {quoted !== null && (
                <NextStep
                  market={market}
                  planId={planId}
                  planYear={plan.planYear}
                  quoted={quote.value?.plans ?? null}
                />
              )}
              <ButtonLink variant="quiet" to={links.shop(market)}>
                {t('shop.back')}
              </ButtonLink>
              <CallLink market={market} plan={plan} />
            </div>
            {quote.value?.credit?.kind === 'estimate' && <CreditSwitch market={market} />}
          </Card>
          <LazyPart part={myCare} props={{ market, planYear: plan.planYear, plans: [plan], told: [plan] }} />
          <Benefits plan={plan} terms={pickTerms(plan, quoted?.reduction ?? null)} people={people} />
          {hasCareCost(plan.line) && (
            <YearCost terms={pickTerms(plan, quoted?.reduction ?? null)} people={people} drugs={drugs} />
          )}
          <Papers plan={plan} />
          <Disclaimer market={market} />
        </div>
      )}
    </Page>
  )
}

interface BenefitsProps {
  readonly plan: PlanDetail
  readonly terms: PlanTerms
  readonly people: number
}

function Benefits({ plan, terms, people }: BenefitsProps) {
  const t = useText()
  const { share } = useAmounts()
  const formatName = ({ service, name }: PlanDetail['benefits'][number]) =>
    service === null ? name : t(`shop.service.${service}`)
  const formatLimit = (words: string) => {
    const counted = readCountLimit(words)
    return counted === null ? words : t(`shop.plan.limit.${counted.unit}`, { count: counted.count })
  }
  return (
    <Card title={t('shop.benefits')}>
      <dl className={styles.facts}>
        <Limits plan={{ line: plan.line, tiered: plan.tiered, ...terms }} people={people} />
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('shop.benefits')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('shop.benefit')}</th>
              <th scope="col">{t('shop.in-network')}</th>
              <th scope="col">{t('shop.out-of-network')}</th>
            </tr>
          </thead>
          <tbody>
            {terms.benefits.map((benefit) => (
              <tr key={benefit.name}>
                <th scope="row">
                  {formatName(benefit)}
                  {benefit.limit !== null && <span className={lettering.small}> {formatLimit(benefit.limit)}</span>}
                </th>
                <td>{share(benefit.inNetwork)}</td>
                <td>{share(benefit.outOfNetwork)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

/** The summary of benefits as a file, and the plan's own documents. */
function Papers({ plan: { planId, planYear, documents } }: { readonly plan: PlanDetail }) {
  const t = useText()
  const { brand } = usePage()
  const saving = useAction({}, 'shop.failed')
  const query = { brand: brand.code, planYear: `${planYear}` }
  const save = () =>
    saving.run(async () => saveAnswer(await api.call(shopPlanFile, { params: { planId }, query }), `${planId}.pdf`))
  return (
    <Card title={t('shop.papers')}>
      <div className={styles.row}>
        <Button variant="secondary" busy={saving.busy} icon={<Download aria-hidden="true" />} onClick={save}>
          {t('shop.paper.own')}
        </Button>
        {documents.map(({ kind, link }) => (
          <a key={link} href={link} rel="noreferrer">
            {t(`shop.paper.${kind}`)}
          </a>
        ))}
      </div>
      <Problem text={saving.problem} flush />
    </Card>
  )
}

export const view: View = { title: 'shop.plan.title', Component: PlanPage }
