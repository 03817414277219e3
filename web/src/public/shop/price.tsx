import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useAmounts } from './amounts.ts'
import styles from './shop.module.css'
import type { Quote } from './types.ts'

interface PriceProps {
  readonly plan: {
    readonly premiumCents: number | null
    readonly creditCents: number
    readonly monthCents: number | null
  }
  readonly exchange: Quote['exchange']
}

/** A plan's single price. If it is after the tax credit, also the only place where that credit is available, and the price here (SH-5). */
export function Price({ plan: { premiumCents, creditCents, monthCents }, exchange }: PriceProps) {
  const t = useText()
  const { money } = useAmounts()
  if (monthCents === null || premiumCents === null) {
    return (
      <>
        <p className={styles.price}>{t('shop.premium.unknown')}</p>
        <p className={lettering.small}>{t('shop.premium.why')}</p>
      </>
    )
  }
  return (
    <>
      <p>
        <span className={styles.price}>{money(monthCents)}</span>{' '}
        <span className={lettering.small}>{t('shop.month')}</span>
      </p>
      {creditCents > 0 && (
        <p className={lettering.small}>
          {t('shop.price.credit', {
            credit: money(creditCents),
            full: money(premiumCents),
            exchange: exchange?.name ?? t('shop.exchange'),
          })}
        </p>
      )}
    </>
  )
}
