import { type CareLevel, careLevels } from '@portico/rules/shop/care-level'
import type { Service } from '@portico/rules/shop/cost-share'
import { ASSUMED_STAY_DAYS, assumedCents, yearOfCare } from '@portico/rules/shop/year-cost'
import { useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { useAmounts } from './amounts.ts'
import type { OwnDrugs } from './own-drugs.ts'
import type { PlanTerms } from './plan-price.ts'
import styles from './shop.module.css'

interface YearCostProps {
  readonly terms: PlanTerms
  readonly people: number
  /** The drugs that the person named. */
  readonly drugs: OwnDrugs
}

/** The cost of a year of care, step by step until the lines add up, with the same assumptions for every plan (SH-4). */
export function YearCost({ terms, people, drugs }: YearCostProps) {
  const t = useText()
  const { money } = useAmounts()
  const [level, setLevel] = useState<CareLevel>('some')
  const findShare = (service: Service) => terms.benefits.find((one) => one.service === service)?.inNetwork ?? null
  const cost = yearOfCare({ ...terms, findShare }, level, people, drugs.services)
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
                  <th scope="col">{t(people > 1 ? 'shop.year.pay.one' : 'shop.year.pay')}</th>
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
                {cost.overLimitCents > 0 && (
                  <tr>
                    <th scope="row">{t('shop.year.limit')}</th>
                    <td />
                    <td>{money(-cost.overLimitCents)}</td>
                  </tr>
                )}
                <tr>
                  <th scope="row">{t(people > 1 ? 'shop.year.total.one' : 'shop.year.total')}</th>
                  <td />
                  <td>{money(cost.personCents)}</td>
                </tr>
              </tbody>
            </table>
          </>
        )}
        {drugs.services.length > 0 && <p>{t('shop.year.drugs', { count: drugs.services.length, people })}</p>}
        {drugs.uncounted.length > 0 && <p>{t('shop.year.drugs.not', { names: drugs.uncounted.join(', ') })}</p>}
        <p className={lettering.small}>{t('shop.year.assumptions', { days: ASSUMED_STAY_DAYS })}</p>
      </div>
    </Card>
  )
}
