import { preEffectuation } from '@portico/contract/calls/shop'
import { isUnderWay } from '@portico/rules/premium/payment'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { isGone } from '../../base/api/is-gone.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import type { View, ViewProps } from '../../base/router/view.ts'
import { readTicket } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAmounts } from './amounts.ts'
import { ChangeApplication } from './change-application.tsx'
import { Disclaimer } from './disclaimer.tsx'
import { findOtherBrand } from './find-other-brand.ts'
import { OtherBrand } from './other-brand.tsx'
import { PayFirst, type PayFirstProps } from './pay-first.tsx'
import styles from './shop.module.css'
import { toMarket } from './types.ts'

const lookPause = 10_000

const tones = { pending: 'warning', paid: 'info', effectuated: 'success', withdrawn: 'danger' } as const

/** The state of an application, for anyone with its link (SH-9): what has arrived and what is missing. */
function ApplicationPage({ variant }: ViewProps) {
  const t = useText()
  const market = toMarket(variant)
  const { brand } = usePage()
  const [ticket] = useState(() => (typeof window === 'undefined' ? null : readTicket('application')))
  // Refreshes, so that a payment and its effects show up without a reload.
  const { value, failed, failure, loading, reload, refresh } = useLoaded(
    (signal, background) =>
      api.call(preEffectuation, { body: { ticket: ticket ?? '', brand: brand.code }, signal, background }),
    { wanted: ticket !== null, lookPause },
  )
  const elsewhere = findOtherBrand(failure)
  return (
    <Page title={t('application.title')} className={styles.view}>
      {value !== null && ticket !== null ? (
        <Standing application={value} ticket={ticket} market={market} onChange={refresh} />
      ) : loading && !failed ? (
        <Skeleton shape="block" />
      ) : elsewhere !== null && ticket !== null ? (
        <OtherBrand brand={elsewhere} market={market} part="application" ticket={ticket} />
      ) : failed && !isGone(failure) ? (
        <FailedCard onRetry={reload} />
      ) : (
        <EmptyState
          title={t('application.none')}
          text={t('application.none.text')}
          action={
            <div className={styles.row}>
              <PhoneLink />
              <ButtonLink variant="secondary" to={links.shop(market)}>
                {t('shop.back')}
              </ButtonLink>
            </div>
          }
        />
      )}
      {market === 'medicare' && <Disclaimer market={market} />}
    </Page>
  )
}

function Standing(props: PayFirstProps) {
  const t = useText()
  const { money } = useAmounts()
  const { dateLong } = useFormat()
  const { application } = props
  const {
    state,
    pays,
    payment,
    applicationNumber,
    planName,
    planYear,
    starts,
    firstPremiumCents,
    payBy,
    events,
    people,
  } = application
  const values = {
    ...{
      number: applicationNumber,
      starts: dateLong(starts),
      payBy: dateLong(payBy),
      amount: money(firstPremiumCents),
    },
  }
  // A premium of zero needs no payment.
  const isFree = firstPremiumCents === 0
  const said = state === 'paid' && isFree ? 'complete' : state
  const paysHere = pays !== 'no' || (payment !== null && isUnderWay(payment.state))
  return (
    <div className={styles.stack}>
      <Alert tone={tones[state]} title={t(`application.${said}`, values)} role="status">
        <p>{t(`application.${said}.text`, values)}</p>
        {state === 'pending' && !paysHere && <p>{t('application.byBill')}</p>}
      </Alert>
      {state === 'pending' && paysHere && <PayFirst {...props} />}
      <Card title={t('application.what')}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('application.number')}</dt>
            <dd>{applicationNumber}</dd>
          </div>
          <div>
            <dt>{t('application.plan')}</dt>
            <dd>
              {planName}, {planYear}
            </dd>
          </div>
          <div>
            <dt>{t('application.people')}</dt>
            <dd>{people.map(({ firstName }) => firstName).join(', ')}</dd>
          </div>
          <div>
            <dt>{t('application.starts')}</dt>
            <dd>{dateLong(starts)}</dd>
          </div>
          <div>
            <dt>{t('application.premium')}</dt>
            <dd>{money(firstPremiumCents)}</dd>
          </div>
        </dl>
      </Card>
      {state === 'pending' && (payment === null || payment.state === 'failed') && <ChangeApplication {...props} />}
      <Card title={t('application.events')}>
        <ol className={styles.steps}>
          {events
            .filter(({ state: event }) => event !== 'paid' || !isFree)
            .map(({ state: event, at }) => (
              <li key={event}>{t('application.event', { what: t(`application.did.${event}`), day: dateLong(at) })}</li>
            ))}
        </ol>
      </Card>
      <p>
        <PhoneLink />
      </p>
    </div>
  )
}

export const view: View = { title: 'application.title', Component: ApplicationPage }
