import { LOGOUT_PATH_IN_PROJECT } from './logout-path.ts'

/**
 * Why someone was signed out, as the logout page explains it (SO-5). `ended`: the server no longer knows the session, and the reason is
 * unknown.
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
 * A path on our own host to return to after signing in again; null for anything that could lead elsewhere, and for the logout page
 * itself.
 */
export function returnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000) return null
  // A backslash, a control character or a second slash at the start could make a browser leave the host.
  if (!/^\/(?![/\\])[^\s\\]*$/.test(value) || value.includes(LOGOUT_PATH_IN_PROJECT)) return null
  return value
}

/** The brand's own domains; everything below them is its own too. */
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
 * Whether a sign-out may lead to an address (SO-3): it must be https on one of the brand's domains or below. On the local machine
 * the same names end in `localhost` and may use http.
 */
export function isOwnAddress(address: string, domains: readonly string[]): boolean {
  const [, scheme, host = ''] = /^(https?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?:[/?#]|$)/i.exec(address) ?? []
  if (scheme === undefined || /[\s\\]/.test(address)) return false
  const name = host.toLowerCase()
  const isWithin = (domain: string) => name === domain || name.endsWith(`.${domain}`)
  return scheme.toLowerCase() === 'https' ? domains.some(isWithin) : domains.map(localName).some(isWithin)
}

/** The address to use from a given host: on the local machine, the address at which this machine answers. */
export function addressFrom(host: { readonly name: string; readonly port: number | null }, address: string): string {
  if (!host.name.endsWith('.localhost')) return address
  const port = host.port === null ? '' : `:${host.port}`
  return address.replace(/^https:\/\/([^/?#:]+)(:\d+)?/i, (_, name: string) => `http://${localName(name)}${port}`)
}

function localName(name: string): string {
  return name.replace(/[^.]+$/, 'localhost')
}
