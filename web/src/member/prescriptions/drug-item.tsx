import type { PayloadOf } from '@portico/contract/call'
import { coveredDrug } from '@portico/contract/calls/medicines'
import { nameDrug } from '@portico/rules/medicines/drug-name'
import { useId, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './drug-search.module.css'
import type { CoveredData, ListedData } from './types.ts'

interface DrugItemProps {
  readonly drug: ListedData
  readonly planYear: number
  /** The list is for next year. */
  readonly isAhead: boolean
}

/** One drug on the list; its cost and the plan's requirements load on demand. */
export function DrugItem({ drug, planYear, isAhead }: DrugItemProps) {
  const t = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { drugId } = drug
  const { value, failed, reload } = useLoaded<PayloadOf<typeof coveredDrug>>(
    (signal) => api.call(coveredDrug, { body: { drugId, planYear }, signal }),
    { wanted: open },
  )
  const action = t(open ? 'prescriptions.drugs-hide' : 'prescriptions.drugs-show')
  return (
    <>
      <div className={styles.head}>
        <div>
          <h3 className={styles.name}>{nameDrug(drug)}</h3>
          {drug.ingredient !== null && drug.ingredient !== drug.name && (
            <p className={lettering.small}>{t('prescriptions.drug-contains', { ingredient: drug.ingredient })}</p>
          )}
        </div>
        <Tier drug={drug} />
      </div>
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('prescriptions.drugs-of', { action, name: nameDrug(drug) })}
        onClick={() => setOpen(!open)}
      >
        {action}
      </Button>
      <div id={id}>
        {open &&
          (value !== null ? (
            <Covered covered={value} isAhead={isAhead} />
          ) : failed ? (
            <ErrorState onRetry={reload} />
          ) : (
            <div aria-busy="true">
              <Skeleton shape="line" />
              <Skeleton shape="line" />
            </div>
          ))}
      </div>
    </>
  )
}

function Tier({ drug: { tier, tierName } }: { readonly drug: ListedData }) {
  const t = useText()
  return (
    <Badge
      tone={tier === 'generic' ? 'success' : tier === null ? 'neutral' : tier === 'specialty' ? 'warning' : 'info'}
    >
      {tier === null ? (tierName ?? t('prescriptions.tier-unknown')) : t(`prescriptions.tier-${tier}`)}
    </Badge>
  )
}

/** What it costs now, what the plan requires first, and cheaper alternatives. */
export function Covered({ covered, isAhead = false }: { readonly covered: CoveredData; readonly isAhead?: boolean }) {
  const t = useText()
  const { planYear, costs, pharmacies, alternatives, sameClass } = covered
  const retail = costs.find((one) => one.pharmacy === 'retail')
  return (
    <div className={styles.covered}>
      <h4>{t('prescriptions.drug-cost')}</h4>
      <Costs costs={costs} />
      <p className={lettering.small}>
        {t(isAhead ? 'prescriptions.drug-cost-ahead' : 'prescriptions.drug-cost-basis', { year: planYear })}
      </p>
      {retail !== undefined && pharmacies.length > 0 && <NearPharmacies retail={retail} pharmacies={pharmacies} />}
      <h4>{t('prescriptions.drug-rules')}</h4>
      <PlanRules covered={covered} />
      <h4>{t('prescriptions.drug-cheaper')}</h4>
      {alternatives.length === 0 ? <p>{t('prescriptions.drug-no-cheaper')}</p> : <Cheaper drugs={alternatives} />}
      {sameClass.length > 0 && (
        <>
          <h4>{t('prescriptions.drug-same-class')}</h4>
          <Cheaper drugs={sameClass} />
        </>
      )}
      {(alternatives.length > 0 || sameClass.length > 0) && (
        <p className={lettering.small}>{t('prescriptions.drug-cheaper-ask')}</p>
      )}
    </div>
  )
}

type Cost = CoveredData['costs'][number]

/** The words for a price. */
function usePrice() {
  const t = useText()
  const { money } = useFormat()
  return ({ cents, atMost }: { readonly cents: number | null; readonly atMost: boolean }) =>
    cents === null
      ? t('prescriptions.drug-cost-unknown')
      : t(atMost ? 'prescriptions.drug-at-most' : 'prescriptions.drug-cents', { cents: money(cents) })
}

function Costs({ costs }: { readonly costs: readonly Cost[] }) {
  const t = useText()
  const { money } = useFormat()
  const price = usePrice()
  // Without the drug's price, the plan's cost sharing is all that is known.
  const tellShare = ({ copayCents, coinsurance, deductibleApplies, onlyAfter }: NonNullable<Cost['share']>): string => {
    if (onlyAfter !== undefined) {
      const none = { copayCents: null, coinsurance: null, deductibleApplies: false }
      const [copayPart, percentPart] = [
        { ...none, copayCents, deductibleApplies: onlyAfter === 'copay' },
        { ...none, coinsurance, deductibleApplies: onlyAfter === 'coinsurance' },
      ]
      return `${tellShare(copayPart)}; ${tellShare(percentPart)}`
    }
    const copay = copayCents === null ? '' : money(copayCents)
    const percent = coinsurance ?? 0
    const share =
      copayCents === null
        ? t('prescriptions.drug-share-percent', { percent })
        : t(percent === 0 ? 'prescriptions.drug-share-copay' : 'prescriptions.drug-share-both', { copay, percent })
    return deductibleApplies ? t('prescriptions.drug-share-after', { share }) : share
  }
  return (
    <dl className={styles.costs}>
      {costs.map((one) => (
        <div key={`${one.pharmacy} ${one.days}`}>
          <dt>
            {one.days === null
              ? t(`prescriptions.drug-${one.pharmacy}`)
              : t(`prescriptions.drug-${one.pharmacy}-days`, { days: one.days })}
          </dt>
          <dd>{one.cents === null && one.share !== null ? tellShare(one.share) : price(one)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface NearPharmaciesProps {
  /** The cost at any retail pharmacy. */
  readonly retail: Cost
  readonly pharmacies: CoveredData['pharmacies']
}

function NearPharmacies({ retail, pharmacies }: NearPharmaciesProps) {
  const t = useText()
  const price = usePrice()
  // Distances are between ZIP codes, unless a location is known more exactly.
  const away = (miles: number | null) =>
    miles === null ? null : t(miles === 0 ? 'prescriptions.drug-in-zip' : 'prescriptions.drug-away', { miles })
  return (
    <>
      <h4>{t('prescriptions.drug-near')}</h4>
      {/* A drug list has one price per drug, so that amounts beside pharmacies would look like a comparison. */}
      {retail.cents !== null && <p>{t('prescriptions.drug-one-price', { cents: price(retail) })}</p>}
      <ul className={styles.rules}>
        {pharmacies.map(({ providerId, name, address, city, miles }) => (
          <li key={providerId}>
            {name}
            <span className={styles.where}>
              {[address, city, away(miles)].filter((part) => part !== null).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The plan's requirements; unknown ones are said to be unknown. */
function PlanRules({ covered }: { readonly covered: CoveredData }) {
  const t = useText()
  const { priorAuthorization, stepTherapy, quantityLimit } = covered
  const rules = [
    ...(priorAuthorization ? [t('prescriptions.drug-approval')] : []),
    ...(stepTherapy ? [t('prescriptions.drug-steps')] : []),
    ...(quantityLimit ? [t('prescriptions.drug-limit')] : []),
  ]
  const isUnknown = [priorAuthorization, stepTherapy, quantityLimit].includes(null)
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
      {isUnknown && <li>{t('prescriptions.drug-rules-unknown')}</li>}
      {rules.length === 0 && !isUnknown && <li>{t('prescriptions.drug-no-rules')}</li>}
    </ul>
  )
}

function Cheaper({ drugs }: { readonly drugs: CoveredData['alternatives'] }) {
  const price = usePrice()
  return (
    <dl className={styles.costs}>
      {drugs.map((one) => (
        <div key={one.drug.drugId}>
          <dt>{nameDrug(one.drug)}</dt>
          <dd>{price(one)}</dd>
        </div>
      ))}
    </dl>
  )
}
