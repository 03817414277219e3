import { LOGOUT_PATH_IN_PROJECT } from './logout-path.ts'

/**
 * Why someone is signed out, as the logout page tells it (SO-5). `ended`: the server does not know the session anymore
 * and no one knows why.
 */
export const SIGN_OUT_REASONS = [
  'signed-out',
  'inactivity',
  'other-tab',
  'elsewhere',
  'password-changed',
  'account-closed',
  'simulation-ended',
  'too-long',
  'ended',
] as const

export type SignOutReason = (typeof SIGN_OUT_REASONS)[number]

export function isSignOutReason(value: unknown): value is SignOutReason {
  return SIGN_OUT_REASONS.some((reason) => reason === value)
}

/**
 * A path of our own host to go back to after signing in again; null for anything that could lead elsewhere, and for the
 * logout page itself.
 */
export function returnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000) return null
  // No browser takes a backslash, a control character or a second slash at the start for a path of the same host.
  if (!/^\/(?![/\\])[^\s\\]*$/.test(value) || value.includes(LOGOUT_PATH_IN_PROJECT)) return null
  return value
}

/** Domains that are a brand's own; everything below them is, too. */
export interface OwnDomains {
  readonly domain: string
  readonly furtherDomains: readonly string[]
  readonly shopDomain: string
  readonly medicareDomain: string
}

export function ownDomains(brand: OwnDomains): string[] {
  return [brand.domain, ...brand.furtherDomains, brand.shopDomain, brand.medicareDomain]
}

/**
 * Whether a sign-out may lead to an address (SO-3): https on a domain of the brand's own or below one. On the local
 * machine the same names end in `localhost` and go without https.
 */
export function isOwnAddress(address: string, domains: readonly string[]): boolean {
  const [, scheme, host = ''] = /^(https?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? []
  if (scheme === undefined || /[\s\\]/.test(address)) return false
  const name = host.toLowerCase()
  const isOf = (domain: string) => name === domain || name.endsWith(`.${domain}`)
  return scheme.toLowerCase() === 'https' ? domains.some(isOf) : domains.map(localName).some(isOf)
}

/** The address as it is reached from a host: on the local machine the one that this machine answers on. */
export function addressFrom(host: { readonly name: string; readonly port: number | null }, address: string): string {
  if (!host.name.endsWith('.localhost')) return address
  const port = host.port === null ? '' : `:${host.port}`
  return address.replace(/^https:\/\/([^/?#:]+)(:\d+)?/i, (_, name: string) => `http://${localName(name)}${port}`)
}

function localName(name: string): string {
  return name.replace(/[^.]+$/, 'localhost')
}
