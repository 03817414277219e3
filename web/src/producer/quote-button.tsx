import type { Market } from '@portico/rules/shop/lines'
import { links } from '../base/router/links.ts'
import { useNavigate } from '../base/router/navigation.ts'
import { useText } from '../base/texts/text.tsx'
import { changeShopping } from '../shared/shop-parts/basis.ts'
import { noOne, useQuoteFor } from '../shared/shop-parts/quote-for.ts'
import { Button } from '../ui/button.tsx'

interface QuoteButtonProps {
  readonly market: Market
  readonly person: Partial<typeof noOne> & { readonly firstName: string; readonly lastName: string }
  /** Where they live, if that is known: the shop's form begins with it. */
  readonly zipCode: string | null
}

/** Opens the shop for a client or a lead: a proposal of what is chosen there is already theirs (AG-6). */
export function QuoteButton({ market, person, zipCode }: QuoteButtonProps) {
  const t = useText()
  const navigate = useNavigate()
  const [, setAsked] = useQuoteFor()
  return (
    <Button
      variant="quiet"
      aria-label={t('producer.quote-named', { name: `${person.firstName} ${person.lastName}` })}
      onClick={() => {
        setAsked({ ...noOne, ...person })
        changeShopping(market, { basis: null, compared: [], ...(zipCode !== null && { zipCode }) })
        navigate(links.shop(market))
      }}
    >
      {t('producer.quote')}
    </Button>
  )
}
