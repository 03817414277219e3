import type { PayloadOf } from '@portico/contract/call'
import type { myShopping } from '@portico/contract/calls/shop'
import { markets } from '@portico/rules/shop/lines'
import { type ReactNode, useEffect } from 'react'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { keepTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { ProposalsCard } from '../../shared/shop-parts/proposals-card.tsx'
import { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './shopping-cards.module.css'

type Shopping = PayloadOf<typeof myShopping>

/** What someone without a plan has in the shop so far (SH-1, SH-6, SH-7, SH-9). */
export function ShoppingCards({ shopping }: { readonly shopping: Shopping | null }) {
  return (
    <div className={styles.cards}>
      {shopping !== null && shopping.drafts.length > 0 && <DraftsCard of={shopping.drafts} />}
      {shopping !== null && shopping.applications.length > 0 && <ApplicationsCard of={shopping.applications} />}
      <PlansCard zipCode={shopping?.zipCode ?? ''} />
      <CartCard />
      <ProposalsCard />
      {shopping !== null && shopping.comparisons.length > 0 && <ComparisonsCard of={shopping.comparisons} />}
    </div>
  )
}

function PlansCard({ zipCode }: { readonly zipCode: string }) {
  const t = useText()
  const { basis } = useShopping('under65')
  // The shop's form starts with the account's ZIP code.
  useEffect(() => {
    if (zipCode !== '') for (const market of markets) changeShopping(market, { zipCode })
  }, [zipCode])
  const zip = basis?.zipCode ?? zipCode
  return (
    <Card title={zip === '' ? t('shop-home.plans') : t('shop-home.plans.in', { zip })}>
      <p>{t('shop-home.plans.text')}</p>
      <p className={styles.row}>
        <ButtonLink to={links.shop('under65')}>
          {t(basis === null ? 'shop-home.plans.see' : 'shop-home.plans.again')}
        </ButtonLink>
        <ButtonLink to={links.shop('medicare')} variant="secondary">
          {t('shop-home.plans.medicare')}
        </ButtonLink>
      </p>
    </Card>
  )
}

function CartCard() {
  const t = useText()
  const money = useRoundMoney()
  const { items, failed, reload } = useCart('under65')
  if (failed) return <FailedCard onRetry={reload} />
  return (
    <Card title={t('shop-home.cart')}>
      {items === null ? (
        <Skeleton shape="line" />
      ) : items.length === 0 ? (
        <p>{t('shop-home.cart.none')}</p>
      ) : (
        <>
          <Rows label={t('shop-home.cart')}>
            {items.map(({ planId, planYear, name, price: { creditCents, monthCents } }) => (
              <Row
                key={`${planId} ${planYear}`}
                name={name}
                about={t(creditCents > 0 ? 'shop-home.cart.credit' : 'shop-home.cart.plan', {
                  year: planYear,
                  price: monthCents === null ? t('shop-home.cart.unknown') : money(monthCents),
                })}
              />
            ))}
          </Rows>
          <ButtonLink to={links.shop('under65', 'cart')} variant="secondary">
            {t('shop-home.cart.open')}
          </ButtonLink>
        </>
      )}
    </Card>
  )
}

function ComparisonsCard({ of }: { readonly of: Shopping['comparisons'] }) {
  const t = useText()
  const { dateLong } = useFormat()
  const navigate = useNavigate()
  return (
    <Card title={t('shop-home.comparisons')}>
      <Rows label={t('shop-home.comparisons')}>
        {of.map(({ market, planYear, plans, zipCode: zip, ages, until, ticket }, at) => {
          const name = plans.join(', ')
          return (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id of their own, and their order never changes
              key={at}
              name={name}
              about={t('shop-home.comparison.about', {
                year: planYear,
                zip,
                count: ages.length,
                ages: ages.join(', '),
                until: dateLong(until),
              })}
            >
              {ticket !== null && (
                <Button
                  variant="secondary"
                  aria-label={t('shop-home.comparison.open.name', { name })}
                  onClick={() => {
                    keepTicket('compare', ticket)
                    navigate(links.shop(market, 'compare'))
                  }}
                >
                  {t('shop-home.comparison.open')}
                </Button>
              )}
            </Row>
          )
        })}
      </Rows>
    </Card>
  )
}

function DraftsCard({ of }: { readonly of: Shopping['drafts'] }) {
  const t = useText()
  const { dateLong } = useFormat()
  const navigate = useNavigate()
  return (
    <Card title={t('shop-home.drafts')}>
      <Rows label={t('shop-home.drafts')}>
        {of.map(({ market, planId, planName, planYear, savedAt, ticket }) => (
          <Row
            key={`${planId} ${planYear}`}
            name={t('shop-home.application.name', { plan: planName, year: planYear })}
            about={t('shop-home.draft.about', { day: dateLong(savedAt) })}
          >
            {ticket !== null && (
              <Button
                variant="secondary"
                aria-label={t('shop-home.draft.open.name', { name: planName })}
                onClick={() => {
                  keepTicket('continue', ticket)
                  navigate(links.shop(market, 'continue'))
                }}
              >
                {t('shop-home.draft.open')}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function ApplicationsCard({ of }: { readonly of: Shopping['applications'] }) {
  const t = useText()
  const { dateLong } = useFormat()
  const navigate = useNavigate()
  return (
    <Card title={t('shop-home.applications')}>
      <Rows label={t('shop-home.applications')}>
        {of.map(({ market, applicationNumber, planName, planYear, state, starts, payBy, appliedAt, ticket }) => (
          <Row
            key={applicationNumber}
            name={t('shop-home.application.name', { plan: planName, year: planYear })}
            about={t(`shop-home.application.${state}`, {
              starts: dateLong(starts),
              payBy: dateLong(payBy),
              applied: dateLong(appliedAt),
            })}
          >
            {ticket !== null && (
              <Button
                variant="secondary"
                aria-label={t('shop-home.application.open.name', { name: planName })}
                onClick={() => {
                  keepTicket('application', ticket)
                  navigate(links.shop(market, 'application'))
                }}
              >
                {t('shop-home.application.open')}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  readonly name: string
  readonly about: string
  readonly children?: ReactNode
}

function Row({ name, about, children }: RowProps) {
  return (
    <li className={styles.item}>
      <div>
        <p className={lettering.name}>{name}</p>
        <p className={lettering.small}>{about}</p>
      </div>
      {children}
    </li>
  )
}
