import { existsSync } from 'node:fs'
import { readWalletKeys, type WalletKeys } from '../member/wallet/keys.ts'
import type { Config } from '../platform/config.ts'
import { dayMs } from '../platform/day.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** How long before its end a certificate is to be renewed: Apple needs some days, and phones keep what was signed before. */
const warnMs = 30 * dayMs

/** Reads the brands' keys for passes of wallets (MP-12): whether they fit, and how long the certificates last. Asks nobody. */
export function checkWallets(
  { wallet }: Pick<Config, 'wallet'>,
  brands: ReadonlySet<string>,
  now: Date,
): readonly Finding[] {
  const { ok, fail } = findingsAbout('wallets')
  if (wallet === null) return [ok('There are no passes for wallets: WALLET_DIR is not set.')]
  if (!existsSync(wallet.folder)) return [fail(`WALLET_DIR ${wallet.folder} is not there.`)]
  const known = [...readWalletKeys(wallet.folder)]
  if (known.length === 0) return [fail(`WALLET_DIR ${wallet.folder} has no folder of a brand.`)]
  return known.flatMap(([brand, keys]) =>
    brands.has(brand) ? checkBrand(brand, keys, now) : [fail(`There is no brand "${brand}", which WALLET_DIR names.`)],
  )
}

function checkBrand(brand: string, { apple, google, problems }: WalletKeys, now: Date): Finding[] {
  const { ok, warn, fail } = findingsAbout('wallets')
  const findings = problems.map((problem) => fail(`${brand}: ${problem}`))
  if (apple !== null) {
    const ends = new Date(apple.certificate.validTo)
    const day = ends.toISOString().slice(0, 10)
    const left = ends.getTime() - now.getTime()
    if (left <= 0)
      findings.push(fail(`${brand}: the certificate for Apple Wallet ended on ${day}: no passes are made.`))
    else if (left < warnMs) findings.push(warn(`${brand}: the certificate for Apple Wallet ends on ${day}: renew it.`))
    else findings.push(ok(`${brand}: passes for Apple Wallet, with a certificate until ${day}.`))
  }
  if (google !== null) findings.push(ok(`${brand}: passes for Google Wallet, as issuer ${google.issuer}.`))
  return findings.length > 0 ? findings : [fail(`${brand}: its folder in WALLET_DIR holds no keys.`)]
}
