import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import type { ProviderCost } from './types.ts'

interface AgreedPriceProps {
  readonly cost: ProviderCost
  readonly network: 'in' | 'out'
}

/** The price behind an estimate: for which service, and on whose bill. */
export function AgreedPrice({ cost: { price, percent, basis, bundle, bill, note }, network }: AgreedPriceProps) {
  const t = useText()
  const { money } = useFormat()
  const amount =
    price === null
      ? percent === null
        ? null
        : t('cost.agreed-share', { percent })
      : price.lowCents === price.highCents
        ? money(price.highCents)
        : t('cost.range', { low: money(price.lowCents), high: money(price.highCents) })
  return (
    <>
      {amount !== null && (
        <p className={lettering.small}>
          {t(network === 'in' ? 'cost.agreed' : 'cost.asked', { price: amount })}
          {basis === 'day' && ` ${t('cost.a-day')}`}
        </p>
      )}
      {bundle === true && <p className={lettering.small}>{t('cost.bundle')}</p>}
      {bill != null && <p className={lettering.small}>{t(`cost.bill-${bill}`)}</p>}
      {note != null && (
        <p className={lettering.small}>
          {t('cost.price-note')} <bdi lang="en">{note}</bdi>
        </p>
      )}
    </>
  )
}
