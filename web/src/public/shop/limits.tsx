import { findOutOfPocket, type PlanLimits } from '@portico/rules/shop/limits'
import { hasYearlyMost, type PlanLine } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { useAmounts } from './amounts.ts'

interface LimitsProps {
  readonly plan: PlanLimits & { readonly line: PlanLine; readonly tiered?: boolean | undefined }
  /** How many are to be covered. */
  readonly people: number
}

/** Entries of a list: the deductible and the yearly out-of-pocket maximum, for a person or for the family (SH-3). */
export function Limits({ plan, people }: LimitsProps) {
  const t = useText()
  const { limit, deductible } = useAmounts()
  const { line } = plan
  return (
    <>
      {line !== 'medigap' && (
        <div>
          <dt>{t('shop.deductible')}</dt>
          <dd>{deductible(plan, line, people)}</dd>
        </div>
      )}
      {hasYearlyMost(line) && (
        <div>
          <dt>{t('shop.most')}</dt>
          <dd>{limit(findOutOfPocket(plan, line, people))}</dd>
        </div>
      )}
      {plan.tiered === true && (
        <div>
          <dt>{t('shop.network')}</dt>
          <dd>{t('shop.tiered')}</dd>
        </div>
      )}
    </>
  )
}
