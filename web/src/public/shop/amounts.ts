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
      const { copayCents, coinsurance, per, onlyAfter } = share
      const copay =
        copayCents === 0
          ? t('shop.share.free')
          : copayCents === null
            ? []
            : t(`shop.share.${per}`, { amount: money(copayCents) })
      const percent = coinsurance === null ? [] : t('shop.share.percent', { percent: coinsurance })
      const words = [copay, percent].flat()
      if (onlyAfter !== undefined) {
        const [before = '', after = ''] = onlyAfter === 'copay' ? words.toReversed() : words
        return [t('shop.share.before', { share: before }), t('shop.share.after', { share: after })].join(', ')
      }
      const all = words.join(', ') || t('shop.unknown')
      return share.afterDeductible ? t('shop.share.after', { share: all }) : all
    },
    line: (line: PlanLine) => t(`shop.line.${line}`),
  }
}
