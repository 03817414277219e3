import type { Wallet } from '@portico/contract/calls/wallet'

export type Platform = 'ios' | 'mac' | 'android' | 'other'

/** The platform that a page runs on. iPads identify themselves as Macs, which have no touch screens. */
export function findPlatform({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  return /Android/.test(userAgent) ? 'android' : 'other'
}

const fitting: Readonly<Record<Platform, readonly Wallet[]>> = {
  ios: ['apple'],
  mac: ['apple', 'google'],
  android: ['google'],
  // Google stores a pass in the account; Apple's needs an Apple device.
  other: ['google'],
}

/** The wallets that a device can use. */
export function listFitting(wallets: readonly Wallet[], platform: Platform): Wallet[] {
  return wallets.filter((wallet) => fitting[platform].includes(wallet))
}
