import type { Wallet } from '@portico/contract/calls/wallet'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { createGoogleWallet, type GoogleWallet, googleAddress } from './google-wallet.ts'
import { readWalletKeys, type WalletKeys } from './keys.ts'

/** The wallets of the brands for which an operator has provided keys. */
export interface Wallets {
  readonly google: GoogleWallet
  /** The wallets for which a brand can make passes now. */
  listOffered(brand: string, now: Date): Wallet[]
  find(brand: string): WalletKeys | null
}

export function createWallets(settings: Config['wallet'], logger: Pick<FastifyBaseLogger, 'warn'>): Wallets {
  const known: ReadonlyMap<string, WalletKeys> = settings === null ? new Map() : readWalletKeys(settings.folder)
  for (const [brand, { problems }] of known)
    for (const problem of problems) logger.warn({ brand }, `wallet passes: ${problem}`)
  return {
    google: createGoogleWallet(settings?.googleUrl ?? googleAddress),
    find: (brand) => known.get(brand) ?? null,
    listOffered: (brand, now) => {
      const keys = known.get(brand)
      const isAppleValid = keys?.apple != null && new Date(keys.apple.certificate.validTo) > now
      return [...(isAppleValid ? ['apple' as const] : []), ...(keys?.google ? ['google' as const] : [])]
    },
  }
}
