import { shopPlan, shopPlanFile } from '@portico/contract/calls/shop'
import type { Service } from '@portico/rules/shop/cost-share'
import {
  ASSUMED_STAY_DAYS,
  assumedCents,
  type CareLevel,
  careLevels,
  hasCareCost,
  yearOfCare,
} from '@portico/rules/shop/year-cost'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAmounts } from './amounts.ts'
import { CallLink } from './call-link.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { planPrice } from './plan-price.ts'
import styles from './shop.module.css'
import { type PlanDetail, toMarket } from './types.ts'
import { useQuote } from './use-quote.ts'

const whyNoPrice = {
  'no-basis': 'shop.plan.no-basis',
  'not-here': 'shop.plan.not-here',
  'no-rate': 'shop.premium.why',
} as const

/** Fetched once the plan is there. */
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
  const { money } = useAmounts()
  const price = planPrice(planId, quote)
  const premium = price.kind === 'known' ? price.cents : null
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
          <Card title={t('shop.plan.price')}>
            <div className={styles.row}>
              {price.kind === 'loading' ? (
                <Skeleton shape="line" />
              ) : price.kind === 'failed' ? (
                <ErrorState onRetry={quote.reload} />
              ) : price.kind === 'known' ? (
                <p>
                  <span className={styles.price}>{money(price.cents)}</span> {t('shop.month')}
                </p>
              ) : (
                <p>{t(whyNoPrice[price.kind])}</p>
              )}
              {premium !== null && !cart.holds(planId, plan.planYear) && (
                <Button variant="secondary" busy={cart.action.busy} onClick={() => cart.add(planId, plan.planYear)}>
                  {t('shop.cart.add')}
                </Button>
              )}
              {premium !== null && (
                <ButtonLink to={links.shopApply(market, planId, plan.planYear)}>{t('shop.apply')}</ButtonLink>
              )}
              <ButtonLink variant="quiet" to={links.shop(market)}>
                {t('shop.back')}
              </ButtonLink>
              <CallLink market={market} plan={plan} />
            </div>
          </Card>
          <LazyPart part={myCare} props={{ market, planYear: plan.planYear, plans: [plan], told: [plan] }} />
          <Benefits plan={plan} />
          {hasCareCost(plan.line) && <YearCost plan={plan} people={quote.basis?.people.length ?? 1} />}
          <Papers plan={plan} />
          <Disclaimer market={market} />
        </div>
      )}
    </Page>
  )
}

function Benefits({ plan }: { readonly plan: PlanDetail }) {
  const t = useText()
  const { share, orUnknown } = useAmounts()
  const formatName = ({ service, name }: PlanDetail['benefits'][number]) =>
    service === null ? name : t(`shop.service.${service}`)
  return (
    <Card title={t('shop.benefits')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('shop.deductible')}</dt>
          <dd>{orUnknown(plan.deductibleCents)}</dd>
        </div>
        <div>
          <dt>{t('shop.most')}</dt>
          <dd>{orUnknown(plan.outOfPocketCents)}</dd>
        </div>
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
            {plan.benefits.map((benefit) => (
              <tr key={benefit.name}>
                <th scope="row">
                  {formatName(benefit)}
                  {benefit.limit !== null && <span className={styles.small}> {benefit.limit}</span>}
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

/** What a year of care would cost, step by step, with the same assumptions for every plan. */
function YearCost({ plan, people }: { readonly plan: PlanDetail; readonly people: number }) {
  const t = useText()
  const { money } = useAmounts()
  const [level, setLevel] = useState<CareLevel>('some')
  const findShare = (service: Service) => plan.benefits.find((one) => one.service === service)?.inNetwork ?? null
  const cost = yearOfCare({ ...plan, findShare }, level, people)
  return (
    <Card title={t('shop.year.title')}>
      <div className={styles.stack}>
        <Select
          label={t('shop.care')}
          value={level}
          onValue={(next) => setLevel(careLevels.find((one) => one === next) ?? level)}
        >
          <Options of={careLevels} text={(one) => t(`shop.care.${one}`)} />
        </Select>
        {cost === null ? (
          <p>{t('shop.year.unknown')}</p>
        ) : (
          <>
            <p role="status">
              {t('shop.year.sum', { person: money(cost.personCents), all: money(cost.cents), people })}
            </p>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('shop.benefit')}</th>
                  <th scope="col">{t('shop.year.price')}</th>
                  <th scope="col">{t('shop.year.pay')}</th>
                </tr>
              </thead>
              <tbody>
                {cost.lines.map(({ service, times, cents }) => (
                  <tr key={service}>
                    <th scope="row">{t('shop.year.times', { times, service: t(`shop.service.${service}`) })}</th>
                    <td>{money((assumedCents[service] ?? 0) * times)}</td>
                    <td>{money(cents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        <p className={styles.small}>{t('shop.year.assumptions', { days: ASSUMED_STAY_DAYS })}</p>
      </div>
    </Card>
  )
}

export const view: View = { title: 'shop.plan.title', Component: PlanPage }
