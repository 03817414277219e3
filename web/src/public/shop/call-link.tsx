import type { Market } from '@portico/rules/shop/lines'
import { PhoneIncoming } from 'lucide-react'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useIsSeller } from './use-is-seller.ts'

interface CallLinkProps {
  readonly market: Market
  /** The plan to talk about. */
  readonly plan?: { readonly planId: string; readonly planYear: number }
}

/** Link to the form that asks for a call (SH-8), with the plan on screen; not for the staff who make those calls. */
export function CallLink({ market, plan }: CallLinkProps) {
  const t = useText()
  if (useIsSeller()) return null
  return (
    <ButtonLink variant="quiet" icon={<PhoneIncoming aria-hidden="true" />} to={links.requestCall({ market, plan })}>
      {t('shop.call')}
    </ButtonLink>
  )
}
