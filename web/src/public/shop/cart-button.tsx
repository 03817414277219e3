import type { Market } from '@portico/rules/shop/lines'
import { useEffect, useRef, useState } from 'react'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import type { useCart } from '../../shared/shop-parts/use-cart.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useIsSeller } from './use-is-seller.ts'

interface CartButtonProps {
  readonly market: Market
  readonly plan: { readonly planId: string; readonly name: string }
  readonly planYear: number
  readonly cart: ReturnType<typeof useCart>
}

/** Puts a plan into the cart (SH-7), then leads there. Producers get a proposal instead. */
export function CartButton({ market, plan: { planId, name }, planYear, cart }: CartButtonProps) {
  const t = useText()
  const isSeller = useIsSeller()
  const place = useRef<HTMLSpanElement>(null)
  const [pressed, setPressed] = useState(false)
  const isHeld = cart.holds(planId, planYear)
  const isAdded = pressed && isHeld
  // The link to the cart replaces the pressed button.
  useEffect(() => {
    if (isAdded && isFocusLost()) place.current?.querySelector('a')?.focus()
  }, [isAdded])
  if (isSeller) return null
  return (
    <span ref={place}>
      {isHeld ? (
        <ButtonLink variant="secondary" to={links.shop(market, 'cart')}>
          {t('shop.cart.in')}
        </ButtonLink>
      ) : (
        <Button
          variant="secondary"
          busy={cart.action.busy}
          aria-label={t('shop.cart.add.name', { name })}
          onClick={() => {
            setPressed(true)
            cart.add(planId, planYear)
          }}
        >
          {t('shop.cart.add')}
        </Button>
      )}
      <VisuallyHidden role="status">{isAdded && t('shop.cart.added', { name })}</VisuallyHidden>
    </span>
  )
}
