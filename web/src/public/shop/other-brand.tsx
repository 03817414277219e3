import type { Market } from '@portico/rules/shop/lines'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** The brand whose link this is, if it is not the page's (SH-6). */
export function findOtherBrand(failure: unknown): string | null {
  if (!(failure instanceof ApiError) || failure.code !== 'OTHER-BRAND') return null
  return failure.entries[1]?.errorMessage ?? null
}

interface OtherBrandProps {
  readonly brand: string
  readonly market: Market
  readonly part: Parameters<typeof links.shopTicket>[2]
  readonly ticket: string
}

/** Says that a link belongs to another plan, and leads there; this page neither names that plan nor shows anything of it. */
export function OtherBrand({ brand, market, part, ticket }: OtherBrandProps) {
  const t = useText()
  const { session } = usePage()
  return (
    <Alert tone="info" title={t('shop.elsewhere')}>
      <p>{t('shop.elsewhere.text')}</p>
      {session && <p>{t('shop.elsewhere.signed-in')}</p>}
      <ButtonLink to={links.shopTicket(market, brand, part, ticket)}>{t('shop.elsewhere.go')}</ButtonLink>
    </Alert>
  )
}
