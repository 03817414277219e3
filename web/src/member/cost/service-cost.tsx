import type { BodyOf } from '@portico/contract/call'
import { careCost, keepEstimate } from '@portico/contract/calls/cost'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './cost-view.module.css'
import { Notices } from './notices.tsx'
import { OutCard } from './out-card.tsx'
import { CostPlanCard } from './plan-card.tsx'
import { Providers, type Sort } from './providers.tsx'
import type { BenefitChoice, FoundService, KeptEstimate } from './types.ts'

interface ServiceCostProps {
  readonly service: FoundService
  /** The provider to list first; null for none. */
  readonly provider: { readonly npi: string; readonly name: string } | null
  readonly onBack: () => void
  readonly onKept: (estimate: KeptEstimate) => void
}

/** What one kind of care costs at each place, and how the amount is calculated. */
export function ServiceCost({ service, provider, onBack, onKept }: ServiceCostProps) {
  const t = useText()
  const { session } = usePage()
  const [benefit, setBenefit] = useState<BenefitChoice | null>(null)
  const [sort, setSort] = useState<Sort>('price')
  const { type, code } = service
  const heading = useRef<HTMLHeadingElement>(null)
  const { value, last, loading, failed, reload } = useLoaded(
    (signal) => api.call(careCost, { body: { type, code, benefit, sort, provider: provider?.npi ?? null }, signal }),
    { key: JSON.stringify([benefit, sort, provider?.npi]) },
  )
  const action = useAction({}, 'cost.keep-failed')
  const [isKept, setKept] = useState(false)
  // After a choice, the focus moves to what it opened, for keyboard users.
  useEffect(() => heading.current?.focus(), [])

  const keep = (of: Partial<BodyOf<typeof keepEstimate>> & { readonly provider: string | null }) => {
    setKept(false)
    return action.run(async () => {
      onKept(await api.call(keepEstimate, { body: { estimateId: newId(), type, code, benefit, ...of } }))
      setKept(true)
    })
  }
  const cost = value ?? last
  // People who act for the member may not save estimates.
  const mayKeep = !session?.simulation
  return (
    <div className={styles.parts}>
      <div>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          <Spoken language={service.spoken}>{service.name}</Spoken>
        </h2>
        <p className={lettering.small}>{t('cost.code', { code })}</p>
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
      <Problem text={action.problem} flush />
      {failed && <FailedCard onRetry={reload} />}
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
            sort={sort}
            wanted={provider}
            onSort={setSort}
            keep={mayKeep ? ({ provider: of, basis, bill }) => keep({ provider: of, basis, bill: bill ?? null }) : null}
            busy={action.busy}
          />
          <CostPlanCard cost={cost} benefit={benefit} onBenefit={setBenefit} />
          {mayKeep && <OutCard busy={action.busy} onQuote={(quoteCents) => keep({ provider: null, quoteCents })} />}
          <Notices approval={cost.benefit?.in?.priorAuthorization ?? null} />
        </>
      )}
    </div>
  )
}
