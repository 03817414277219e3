import { useFormat } from '../../base/texts/format.ts'
import { Spoken, useAuthoredIn } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './cost-view.module.css'
import type { BenefitChoice, CostData, KeptEstimate, ProviderCost } from './types.ts'

interface PlanCardProps {
  readonly cost: CostData
  readonly benefit: BenefitChoice | null
  readonly onBenefit: (benefit: BenefitChoice | null) => void
}

/** The benefit that covers the care, what is included, and the member's plan year so far. */
export function CostPlanCard({ cost, benefit, onBenefit }: PlanCardProps) {
  const t = useText()
  const authoredIn = useAuthoredIn()
  const { benefits, plan, service } = cost
  const chosen = benefit ?? cost.benefit
  const at = benefits.findIndex(({ section, service: name }) => section === chosen?.section && name === chosen.service)
  return (
    <Card title={t('cost.plan')}>
      {plan === null ? <p>{t('cost.no-plan')}</p> : <p className={lettering.small}>{plan.name}</p>}
      {benefits.length > 0 && (
        <Select
          label={t('cost.comes-under')}
          hint={t('cost.choose-benefit')}
          value={at < 0 ? '' : String(at)}
          onValue={(value) => onBenefit(benefits[Number.parseInt(value, 10)] ?? null)}
        >
          {at < 0 && <option value="">{t('cost.not-said')}</option>}
          {benefits.map((one, index) => (
            <option key={`${one.section} ${one.service}`} value={index} lang={authoredIn}>
              {one.service}
            </option>
          ))}
        </Select>
      )}
      <Included service={service} costs={cost.providers} />
      <YearSoFar cost={cost} network="in" />
    </Card>
  )
}

interface IncludedProps extends Pick<KeptEstimate, 'service'> {
  readonly costs: readonly ProviderCost[]
}

/** The parts of a service, if it has several, and whether a price covers all of them. */
export function Included({ service: { parts }, costs }: IncludedProps) {
  const t = useText()
  const alone = costs.filter(({ bundle }) => bundle === false)
  return (
    parts.length > 0 &&
    (costs.length === 0 || alone.length < costs.length) && (
      <div className={styles.block}>
        <h3>{t(alone.length === 0 ? 'cost.includes' : 'cost.includes-some')}</h3>
        <ul>
          {parts.map((part) => (
            <li key={`${part.type} ${part.code}`}>
              <Spoken language={part.spoken}>{part.description}</Spoken>
            </li>
          ))}
        </ul>
      </div>
    )
  )
}

interface YearSoFarProps {
  readonly cost: Pick<KeptEstimate, 'balances' | 'benefit' | 'countedAsOf'>
  readonly network: 'in' | 'out'
}

/** The member's accumulators at the time of an estimate. */
export function YearSoFar({ cost: { balances, benefit, countedAsOf }, network }: YearSoFarProps) {
  const t = useText()
  const money = useRoundMoney()
  const { dateLong } = useFormat()
  const own = balances.filter((one) => one.network === network)
  const limit = benefit?.[network]?.limit ?? null
  if (own.length === 0 && limit === null) return null
  return (
    <div className={styles.block}>
      <h3>{t('cost.so-far')}</h3>
      {own.map(({ kind, holder, limitCents, usedCents }) => {
        const name = t(`cost.limit-${kind}-${holder}`)
        const most = money(limitCents)
        const text =
          usedCents === null
            ? t('cost.used-unknown', { limit: most })
            : t('cost.left', { used: money(usedCents), limit: most })
        return (
          <div key={`${kind} ${holder}`} className={styles.limit}>
            <p className={styles.line}>
              <span>{name}</span>
              <span>{text}</span>
            </p>
            {usedCents !== null && <Meter label={name} value={usedCents} max={limitCents} valueText={text} />}
          </div>
        )
      })}
      {limit !== null && <p>{t('cost.limit', { limit })}</p>}
      {countedAsOf !== null && <p className={lettering.small}>{t('cost.counted', { day: dateLong(countedAsOf) })}</p>}
    </div>
  )
}
