import type { Market } from '@portico/rules/shop/lines'
import { CATASTROPHIC_UNDER } from '@portico/rules/shop/rating'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useAmounts } from './amounts.ts'
import type { Person } from './kept-people.ts'
import type { Repriced } from './use-repriced.ts'
import { useWho } from './use-who.ts'

interface PriceNoticeProps {
  readonly market: Market
  /** The premium in the list, for the people entered there. */
  readonly before: number | null
  readonly price: Repriced
  readonly people: readonly Person[]
  readonly onRetry: () => void
}

/** The plan's price after people or dates have changed, or why there is none (SH-9). */
export function PriceNotice({ market, before, price, people, onRetry }: PriceNoticeProps) {
  const t = useText()
  const { money } = useAmounts()
  const findWho = useWho(people)
  const { kind } = price
  const who = 'of' in price ? price.of.map(findWho).join(', ') : ''
  if (kind === 'priced') {
    if (price.cents === before) return null
    const amounts = { before: money(before ?? 0), premium: money(price.cents) }
    return (
      <Alert tone="info" title={t('apply.repriced', amounts)}>
        <p>{t('apply.repriced.text', amounts)}</p>
      </Alert>
    )
  }
  if (kind === 'unsold')
    return (
      <Alert tone="warning" title={t('apply.unsold')}>
        <p>{t(`apply.unsold.${price.why}`, { who, under: CATASTROPHIC_UNDER })}</p>
        <p>{t('apply.unsold.text')}</p>
        <ButtonLink variant="secondary" to={links.shop(market)}>
          {t('apply.unsold.others')}
        </ButtonLink>
      </Alert>
    )
  if (kind === 'failed') return <FailedCard onRetry={onRetry} />
  return <Alert tone="info" title={kind === 'asking' ? t('apply.repricing') : t('apply.waiting', { who })} />
}
