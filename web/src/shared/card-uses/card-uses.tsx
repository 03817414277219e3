import type { Wallet } from '@portico/contract/calls/wallet'
import { KeepCards } from './keep-cards.tsx'
import { ShareCard } from './share-card.tsx'
import { WalletPasses } from './wallet-passes.tsx'

interface CardUsesProps {
  readonly cardId: string
  readonly days: number
  readonly wallets: readonly Wallet[]
}

/** What few people ask for, so that it is loaded only then: to keep the cards on this phone or in its wallet, and to share one. */
export function CardUses({ cardId, days, wallets }: CardUsesProps) {
  return (
    <>
      <ShareCard cardId={cardId} />
      <WalletPasses cardId={cardId} wallets={wallets} />
      {days > 0 && <KeepCards days={days} />}
    </>
  )
}
