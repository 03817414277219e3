import { careCost, keepEstimate } from '@portico/contract/calls/cost'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { useAction } from '../api/use-action.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { newId } from '../new-id.ts'
import { usePage } from '../page-state.tsx'
import { PhoneLink } from '../shell/phone-link.tsx'
import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CostArithmetic } from './arithmetic.tsx'
import styles from './cost-view.module.css'
import { Notices } from './notices.tsx'
import { OutCard } from './out-card.tsx'
import { PlanCard } from './plan-card.tsx'
import type { BenefitChoice, CostData, FoundService, KeptEstimate, ProviderCost } from './types.ts'
import { useAmount } from './use-amount.ts'

interface ServiceCostProps {
  readonly service: FoundService
  readonly onBack: () => void
  readonly onKept: (estimate: KeptEstimate) => void
}

/** What one kind of care costs at each place, and how that comes about. */
export function ServiceCost({ service, onBack, onKept }: ServiceCostProps) {
  const t = useText()
  const { session } = usePage()
  const [benefit, setBenefit] = useState<BenefitChoice | null>(null)
  const { type, code } = service
  const heading = useRef<HTMLHeadingElement>(null)
  const { value, last, loading, failed, reload } = useLoaded(
    (signal) => api.call(careCost, { body: { type, code, benefit }, signal }),
    { key: JSON.stringify(benefit) },
  )
  const action = useAction({}, 'cost.keep-failed')
  const [isKept, setKept] = useState(false)
  // Whoever chose by keyboard is led to what the choice opened.
  useEffect(() => heading.current?.focus(), [])

  const keep = (of: { readonly provider: string | null; readonly quoteCents: number | null }) => {
    setKept(false)
    return action.run(async () => {
      onKept(await api.call(keepEstimate, { body: { estimateId: newId(), type, code, benefit, ...of } }))
      setKept(true)
    })
  }
  const cost = value ?? last
  // Someone who acts for the member looks only.
  const mayKeep = !session?.simulation
  return (
    <div className={styles.parts}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {service.name}
        </h2>
        <p className={styles.note}>{t('cost.code', { code })}</p>
        <p className={styles.buttons}>
          <Button variant="secondary" onClick={onBack}>
            {t('cost.back')}
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            {t('cost.print')}
          </Button>
        </p>
        <p role="status" className={styles.status}>
          {loading ? t('cost.loading') : isKept && t('cost.kept-now')}
        </p>
      </div>
      {action.problem !== null && (
        <Alert tone="danger" role="alert">
          <p>{t(action.problem)}</p>
        </Alert>
      )}
      {failed && (
        <Card>
          <ErrorState onRetry={reload} />
        </Card>
      )}
      {cost === null && !failed && (
        <Card>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
        </Card>
      )}
      {cost !== null && (
        <>
          <Providers
            cost={cost}
            keep={mayKeep ? (provider) => keep({ provider, quoteCents: null }) : null}
            busy={action.busy}
          />
          <PlanCard cost={cost} benefit={benefit} onBenefit={setBenefit} />
          {mayKeep && <OutCard busy={action.busy} onQuote={(quoteCents) => keep({ provider: null, quoteCents })} />}
          <Notices approval={cost.benefit?.in?.priorAuthorization ?? null} />
        </>
      )}
    </div>
  )
}

interface ProvidersProps {
  readonly cost: CostData
  /** Null: whoever looks may keep nothing. */
  readonly keep: ((provider: string) => void) | null
  readonly busy: boolean
}

function Providers({ cost, keep, busy }: ProvidersProps) {
  const t = useText()
  const { dateLong } = useFormat()
  const { providers, pricesOf, more } = cost
  if (providers.length === 0)
    return (
      <Card title={t('cost.providers')}>
        <EmptyState title={t('cost.providers-none')} text={t('cost.providers-none-text')} action={<PhoneLink />} />
      </Card>
    )
  return (
    <Card title={t('cost.providers')}>
      {pricesOf !== null && <p className={styles.note}>{t('cost.providers-about', { day: dateLong(pricesOf) })}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks a list is no list to some screen readers */}
      <ul role="list" className={styles.providers}>
        {providers.map((one) => (
          <li key={`${one.provider} ${one.basis}`}>
            <Provider one={one} keep={keep} busy={busy} />
          </li>
        ))}
      </ul>
      {more && <p className={styles.note}>{t('cost.more')}</p>}
    </Card>
  )
}

function Provider({ one, keep, busy }: Omit<ProvidersProps, 'cost'> & { readonly one: ProviderCost }) {
  const t = useText()
  const amount = useAmount()
  const { money } = useFormat()
  const name = one.name ?? t('cost.provider-unnamed', { number: one.provider })
  const priceOf = ({ lowCents, highCents }: NonNullable<ProviderCost['price']>) =>
    lowCents === highCents ? money(highCents) : t('cost.range', { low: money(lowCents), high: money(highCents) })
  return (
    <article className={styles.provider}>
      <div className={styles.line}>
        <h3 className={styles.place}>{name}</h3>
        <p className={styles.amount}>
          <span className={styles.note}>{t('cost.you-pay')}</span> <strong>{amount(one)}</strong>
        </p>
      </div>
      {one.price !== null && (
        <p className={styles.note}>
          {t('cost.agreed', { price: priceOf(one.price) })}
          {one.basis === 'day' && ` ${t('cost.a-day')}`}
        </p>
      )}
      <details className={styles.details}>
        <summary>
          {t('cost.how')}
          <span className={styles.hidden}>: {name}</span>
        </summary>
        <CostArithmetic cost={one} network="in" />
        {keep !== null && (
          <Button variant="secondary" busy={busy} className={styles.keep} onClick={() => keep(one.provider)}>
            {t('cost.keep')}
          </Button>
        )}
      </details>
    </article>
  )
}
