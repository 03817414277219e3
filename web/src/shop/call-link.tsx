import type { Market } from '@portico/rules/shop/lines'
import { PhoneIncoming } from 'lucide-react'
import { links } from '../router/links.ts'
import { useText } from '../texts/text.tsx'
import { ButtonLink } from '../ui/button.tsx'

interface CallLinkProps {
  readonly market: Market
  /** What they want to talk about. */
  readonly plan?: { readonly planId: string; readonly planYear: number }
}

/** Where someone asks for a call (SH-8), whose form knows what they look at. */
export function CallLink({ market, plan }: CallLinkProps) {
  const t = useText()
  return (
    <ButtonLink variant="quiet" icon={<PhoneIncoming aria-hidden="true" />} to={links.requestCall({ market, plan })}>
      {t('shop.call')}
    </ButtonLink>
  )
}
