import type { Market } from '@portico/rules/shop/lines'
import { usePage } from '../../base/page-state.tsx'
import { shopLinks } from '../../base/router/shop-links.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'

interface OtherBrandProps {
  readonly brand: string
  readonly market: Market
  readonly part: Parameters<typeof shopLinks.ticket>[2]
  readonly ticket: string
}

/** Says that a link belongs to another plan, and leads there; this page neither names that plan nor shows any of its data. */
export function OtherBrand({ brand, market, part, ticket }: OtherBrandProps) {
  const t = useText()
  const { session } = usePage()
  return (
    <Alert tone="info" title={t('shop.elsewhere')}>
      <p>{t('shop.elsewhere.text')}</p>
      {session && <p>{t('shop.elsewhere.signed-in')}</p>}
      <ButtonLink to={shopLinks.ticket(market, brand, part, ticket)}>{t('shop.elsewhere.go')}</ButtonLink>
    </Alert>
  )
}
