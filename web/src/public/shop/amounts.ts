import type { Limit } from '@portico/rules/shop/limits'
import type { PlanLine } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import { useRoundMoney } from '../../base/texts/use-round-money.ts'
import type { PlanDetail } from './types.ts'

type Share = PlanDetail['benefits'][number]['inNetwork']

/** Formats amounts; an unknown one says so and is never zero. */
export function useAmounts() {
  const t = useText()
  const money = useRoundMoney()
  return {
    money,
    orUnknown: (cents: number | null) => (cents === null ? t('shop.unknown') : money(cents)),
    limit: (limit: Limit): string => {
      if (limit.of === 'person') return limit.cents === null ? t('shop.unknown') : money(limit.cents)
      if (limit.cents === null) return t('shop.limit.unknown')
      const family = money(limit.cents)
      if (limit.kind === 'embedded') return t('shop.limit.embedded', { family, each: money(limit.eachCents) })
      return t(limit.kind === 'aggregate' ? 'shop.limit.aggregate' : 'shop.limit.family', { family })
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
