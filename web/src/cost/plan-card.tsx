import { useFormat } from '../texts/format.ts'
import { useText } from '../texts/text.tsx'
import { useRoundMoney } from '../texts/use-round-money.ts'
import { Card } from '../ui/card.tsx'
import { Meter } from '../ui/meter.tsx'
import { Select } from '../ui/select.tsx'
import styles from './cost-view.module.css'
import type { BenefitChoice, CostData } from './types.ts'

interface PlanCardProps {
  readonly cost: CostData
  readonly benefit: BenefitChoice | null
  readonly onBenefit: (benefit: BenefitChoice | null) => void
}

/** What the care comes under, what it includes, and where the member stands in the plan's year. */
export function PlanCard({ cost, benefit, onBenefit }: PlanCardProps) {
  const t = useText()
  const { benefits, plan, service } = cost
  const chosen = benefit ?? cost.benefit
  const at = benefits.findIndex(({ section, service: name }) => section === chosen?.section && name === chosen.service)
  return (
    <Card title={t('cost.plan')}>
      {plan === null ? <p>{t('cost.no-plan')}</p> : <p className={styles.note}>{plan.name}</p>}
      {benefits.length > 0 && (
        <Select
          label={t('cost.comes-under')}
          hint={t('cost.choose-benefit')}
          value={at < 0 ? '' : String(at)}
          onValue={(value) => onBenefit(benefits[Number.parseInt(value, 10)] ?? null)}
        >
          {at < 0 && <option value="">{t('cost.not-said')}</option>}
          {benefits.map((one, index) => (
            <option key={`${one.section} ${one.service}`} value={index}>
              {one.service}
            </option>
          ))}
        </Select>
      )}
      {service.parts.length > 0 && (
        <div className={styles.block}>
          <h3>{t('cost.includes')}</h3>
          <ul>
            {service.parts.map((part) => (
              <li key={`${part.type} ${part.code}`}>{part.description}</li>
            ))}
          </ul>
        </div>
      )}
      <YearSoFar cost={cost} />
    </Card>
  )
}

function YearSoFar({ cost: { balances, countedAsOf } }: Pick<PlanCardProps, 'cost'>) {
  const t = useText()
  const money = useRoundMoney()
  const { dateLong } = useFormat()
  const own = balances.filter(({ network }) => network === 'in')
  if (own.length === 0) return null
  return (
    <div className={styles.block}>
      <h3>{t('cost.so-far')}</h3>
      {own.map(({ kind, holder, limitCents, usedCents }) => {
        const name = t(`cost.limit-${kind}-${holder}`)
        const limit = money(limitCents)
        const text =
          usedCents === null ? t('cost.used-unknown', { limit }) : t('cost.left', { used: money(usedCents), limit })
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
      {countedAsOf !== null && <p className={styles.note}>{t('cost.counted', { day: dateLong(countedAsOf) })}</p>}
    </div>
  )
}
