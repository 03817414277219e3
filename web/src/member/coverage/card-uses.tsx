import { KeepCards } from './keep-cards.tsx'
import { ShareCard } from './share-card.tsx'

/** What few people ask for, so that it is loaded only then: to keep the cards on this phone, and to share one. */
export function CardUses({ cardId, days }: { readonly cardId: string; readonly days: number }) {
  return (
    <>
      <ShareCard cardId={cardId} />
      {days > 0 && <KeepCards days={days} />}
    </>
  )
}
