import type { PayloadOf } from '@portico/contract/call'
import { lastQuoteOf } from '@portico/contract/calls/proposals'
import { type Market, MEDICARE_FROM } from '@portico/rules/shop/lines'
import { useState } from 'react'
import { api } from '../base/api/api.ts'
import { links } from '../base/router/links.ts'
import { useNavigate } from '../base/router/navigation.ts'
import { useText } from '../base/texts/text.tsx'
import { changeShopping } from '../shared/shop-parts/basis.ts'
import { noOne, useQuoteFor } from '../shared/shop-parts/quote-for.ts'
import { Button } from '../ui/button.tsx'

type Found = Pick<PayloadOf<typeof lastQuoteOf>, 'last'> & {
  readonly known: { readonly zipCode: string | null; readonly age: number | null }
}

const nothing: Found = { last: null, known: { zipCode: null, age: null } }

interface QuoteButtonProps {
  readonly market: Market
  readonly person: Partial<typeof noOne> & { readonly firstName: string; readonly lastName: string }
  /** The client's ZIP code, if it is known: the shop's form starts with it. */
  readonly zipCode: string | null
}

/**
 * Opens the shop for a client or a lead, so that a proposal made there is already theirs (AG-6). For a client with an earlier proposal it
 * opens with the same household; otherwise its form starts with their ZIP code and age.
 */
export function QuoteButton({ market, person, zipCode }: QuoteButtonProps) {
  const t = useText()
  const navigate = useNavigate()
  const [, setAsked] = useQuoteFor()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const { last, known } = await findLast(person.clientId)
    setBusy(false)
    setAsked({ ...noOne, ...person })
    const shop = last?.market ?? (known.age !== null && known.age >= MEDICARE_FROM ? 'medicare' : market)
    changeShopping(shop, {
      basis: last?.basis ?? null,
      compared: [],
      // Never those of a person from an earlier search.
      zipCode: zipCode ?? known.zipCode ?? '',
      age: known.age,
    })
    navigate(links.shop(shop))
  }
  return (
    <Button
      variant="quiet"
      aria-label={t('producer.quote-named', { name: `${person.firstName} ${person.lastName}` })}
      busy={busy}
      onClick={open}
    >
      {t('producer.quote')}
    </Button>
  )
}

/** If this fails, the household is entered again. */
async function findLast(clientId = ''): Promise<Found> {
  if (clientId === '') return nothing
  return api.call(lastQuoteOf, { params: { clientId } }).catch(() => nothing)
}
