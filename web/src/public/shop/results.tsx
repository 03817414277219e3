import { type Market, MEDICARE_FROM, type PlanLine } from '@portico/rules/shop/lines'
import { listPlans } from '@portico/rules/shop/plan-list'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { type Basis, changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusOn } from '../../ui/focus.ts'
import { CareLines } from './care-lines.tsx'
import { HelpCard } from './help-card.tsx'
import { MyCare } from './my-care.tsx'
import { PlanCard } from './plan-card.tsx'
import { type ListChoices, PlanFilters } from './plan-filters.tsx'
import { keepQuoted } from './plan-price.ts'
import styles from './shop.module.css'
import { useIsSeller } from './use-is-seller.ts'
import { usePlanCare } from './use-plan-care.ts'
import type { PricedQuote } from './use-quote.ts'

/** How many plans are shown before someone asks for more. */
const firstPlans = 20

interface ResultsProps {
  readonly market: Market
  /** The kind of plans to list. */
  readonly line: PlanLine
  readonly quote: PricedQuote
  readonly basis: Basis
  readonly compared: readonly string[]
  /** Changes with each search for plans; the results then get the focus. */
  readonly sought: number
}

/** A quote's plans, in the chosen order (SH-4, SH-11). */
export function PlanResults({ market, line, quote, basis, compared: chosenPlans, sought }: ResultsProps) {
  const t = useText()
  const cart = useCart(market)
  const [choices, setChoices] = useState<ListChoices>({
    filter: { metal: '', networkType: '', hsa: false },
    order: 'premium',
    level: 'some',
  })
  const [more, setMore] = useState(false)
  const [hasRoom] = useState(() => matchMedia('(min-width: 40rem)').matches)
  const { plans, county, otherBrand, planYear, years, exchange } = quote
  const people = basis.people.length
  const compared = keepQuoted(chosenPlans, plans)
  const filter = { ...choices.filter, line }
  const shown = listPlans(plans, filter, { ...choices, people })
  const page = more ? shown : shown.slice(0, firstPlans)
  const care = usePlanCare(market, planYear, page)
  const canTell = useArea('shop-care')
  const heading = useSoughtHeading(sought)
  if (planYear === null || plans.length === 0) return <NoPlans otherBrand={otherBrand} />
  return (
    <div className={styles.stack}>
      <div className={styles.tight}>
        <h2 ref={heading} className={styles.results}>
          {t('shop.compare.of', { year: planYear })}
        </h2>
        <p role="status">
          {t('shop.count', {
            count: shown.length,
            county: county?.name ?? '',
            state: county?.state ?? '',
            year: planYear,
          })}
        </p>
      </div>
      {canTell && market === 'under65' && basis.people.some(({ age }) => age >= MEDICARE_FROM) && <MedicareNotice />}
      {canTell && line === 'medical' && <HelpCard market={market} quote={quote} basis={basis} hasRoom={hasRoom} />}
      <div className={styles.tight}>
        <PlanFilters
          market={market}
          line={line}
          choices={choices}
          years={years}
          planYear={planYear}
          hasRoom={hasRoom}
          onChoices={setChoices}
          onYear={(year) => changeShopping(market, { planYear: year, compared: [] })}
        />
        <OwnCare market={market} planYear={planYear} plans={plans} />
      </div>
      {care.failed && <FailedCard onRetry={care.reload} />}
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.plans} role="list">
        {page.map((plan) => (
          <li key={plan.planId}>
            <PlanCard
              market={market}
              plan={plan}
              planYear={planYear}
              people={people}
              exchange={exchange}
              compared={compared}
              cart={cart}
              level={choices.level}
            >
              {canTell && <CareLines standing={care.of(plan.planId)} />}
            </PlanCard>
          </li>
        ))}
      </ul>
      {page.length < shown.length && (
        <Button variant="secondary" onClick={() => setMore(true)}>
          {t('shop.more', { count: shown.length - page.length })}
        </Button>
      )}
      <Problem text={cart.action.problem} flush />
      <CompareBar market={market} compared={compared} />
    </div>
  )
}

/** The results get the focus with each search for plans. */
function useSoughtHeading(sought: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sought === 0) return
    focusOn(heading.current)
    heading.current?.scrollIntoView()
  }, [sought])
  return heading
}

/** Doctors and drugs to look for in the plans; open once there are any. */
function OwnCare(props: Omit<ComponentProps<typeof MyCare>, 'told'>) {
  const t = useText()
  const { doctors, drugs } = useShopping(props.market).care
  const hasCare = doctors.length + drugs.length > 0
  return (
    <details className={styles.more} open={hasCare || undefined}>
      <summary>{t('shop.mine')}</summary>
      <MyCare {...props} told={[]} />
    </details>
  )
}

function NoPlans({ otherBrand }: Pick<PricedQuote, 'otherBrand'>) {
  const t = useText()
  return (
    <EmptyState
      title={t('shop.none')}
      text={t(otherBrand === null ? 'shop.none.here' : 'shop.none.other', { name: otherBrand?.name ?? '' })}
      action={
        otherBrand && (
          <ButtonLink to={`/portal/${encodeURIComponent(otherBrand.brand)}?view=shop`}>{otherBrand.name}</ButtonLink>
        )
      }
    />
  )
}

function MedicareNotice() {
  const t = useText()
  return (
    <Alert tone="info" title={t('shop.over65')}>
      <p>{t('shop.over65.text')}</p>
      <ButtonLink variant="secondary" to={links.shop('medicare')}>
        {t('shop.help.medicare-plans')}
      </ButtonLink>
    </Alert>
  )
}

interface CompareBarProps {
  readonly market: Market
  readonly compared: readonly string[]
}

/** Actions for the picked plans. */
function CompareBar({ market, compared }: CompareBarProps) {
  const t = useText()
  const chosen = useRef<HTMLSpanElement>(null)
  const [cleared, setCleared] = useState(false)
  const isSeller = useIsSeller()
  if (compared.length === 0 && !cleared) return null
  return (
    <div className={`${styles.bar} ${styles.row}`}>
      <span ref={chosen} role="status">
        {compared.length > 0 ? t('shop.compare.count', { count: compared.length }) : t('shop.compare.none')}
      </span>
      {compared.length > 1 && <ButtonLink to={links.shop(market, 'compare')}>{t('shop.compare.go')}</ButtonLink>}
      {isSeller && compared.length > 0 && (
        <ButtonLink to={links.shop(market, 'propose')}>{t('shop.propose')}</ButtonLink>
      )}
      {compared.length > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            changeShopping(market, { compared: [] })
            setCleared(true)
            // The pressed button disappears.
            focusOn(chosen.current)
          }}
        >
          {t('shop.compare.clear')}
        </Button>
      )}
    </div>
  )
}
