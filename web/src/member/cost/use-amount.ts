import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import type { ProviderCost } from './types.ts'

/** Formats what a member would pay: an amount, a range, a maximum, or not known. */
export function useAmount(): (cost: ProviderCost) => string {
  const t = useText()
  const { money } = useFormat()
  return ({ estimate, basis }) => {
    if (!estimate.known) return t('cost.not-known')
    const [low, high] = [money(estimate.low.youPayCents), money(estimate.high.youPayCents)]
    const said = low === high ? high : t('cost.range', { low, high })
    const max = estimate.atMost ? t('cost.at-most', { amount: high }) : said
    return basis === 'day' ? `${max} ${t('cost.a-day')}` : max
  }
}
