import { findDeductible, findDrugDeductible, type Limit, type PlanLimits } from '@portico/rules/shop/limits'
import type { PlanLine } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import type { PlanDetail } from './types.ts'

type Share = PlanDetail['benefits'][number]['inNetwork']

/** Formats amounts; an unknown one says so and is never zero. */
export function useAmounts() {
  const t = useText()
  const money = useRoundMoney()
  const limit = (one: Limit): string => {
    if (one.of === 'person') return one.cents === null ? t('shop.unknown') : money(one.cents)
    if (one.cents === null) return t('shop.limit.unknown')
    const family = money(one.cents)
    if (one.kind === 'embedded') return t('shop.limit.embedded', { family, each: money(one.eachCents) })
    return t(one.kind === 'aggregate' ? 'shop.limit.aggregate' : 'shop.limit.family', { family })
  }
  return {
    money,
    orUnknown: (cents: number | null) => (cents === null ? t('shop.unknown') : money(cents)),
    limit,
    deductible: (plan: PlanLimits, line: PlanLine, people: number): string => {
      const [care, drugs] = [findDeductible(plan, line, people), findDrugDeductible(plan, line, people)]
      return drugs === null ? limit(care) : t('shop.limit.both', { care: limit(care), drugs: limit(drugs) })
    },
    share: (share: Share): string => {
      if (share === null) return t('shop.unknown')
      if (!share.covered) return t('shop.share.none')
      const { copayCents, coinsurance, per } = share
      const parts = [
        ...(copayCents === null
          ? []
          : [copayCents === 0 ? t('shop.share.free') : t(`shop.share.${per}`, { amount: money(copayCents) })]),
        ...(coinsurance === null ? [] : [t('shop.share.percent', { percent: coinsurance })]),
      ]
      const words = parts.join(', ') || t('shop.unknown')
      return share.afterDeductible ? t('shop.share.after', { share: words }) : words
    },
    line: (line: PlanLine) => t(`shop.line.${line}`),
  }
}
