import type { Wallet } from '@portico/contract/calls/wallet'
import { KeepCards } from './keep-cards.tsx'
import { ShareCard } from './share-card.tsx'
import { WalletPasses } from './wallet-passes.tsx'

interface CardUsesProps {
  readonly cardId: string
  readonly days: number
  readonly wallets: readonly Wallet[]
}

/** Rarely used actions, loaded only on request: keeping the cards on this phone or in its wallet, and sharing one. */
export function CardUses({ cardId, days, wallets }: CardUsesProps) {
  return (
    <>
      <ShareCard cardId={cardId} />
      <WalletPasses cardId={cardId} wallets={wallets} />
      {days > 0 && <KeepCards days={days} />}
    </>
  )
}
