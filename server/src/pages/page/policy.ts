import type { PageState } from '@portico/contract/page'
import { originOfAddress } from '@portico/rules/analytics/addresses'
import { vendorOrigin } from '@portico/rules/session/keep-alive'

/**
 * Content security policy of a page: only its own code runs, and the one vendor script that its brand has configured. It may call its
 * own origin, the service hosts of its environment, and the vendors.
 */
export function pagePolicy(
  {
    analytics,
    development,
    maps,
    services,
    session,
    timers,
  }: Pick<PageState, 'analytics' | 'development' | 'maps' | 'services' | 'session' | 'timers'>,
  { nonce, origin }: { readonly nonce: string; readonly origin: string },
): string {
  const scheme = origin.replace(/\/\/.*/, '//')
  const hosts = [services.api, services.oauth].map((host) => scheme + host).filter((one) => one !== origin)
  const vendor = timers.vendorKeepAlive && vendorOrigin(timers.vendorKeepAlive)
  const script = analytics?.script ? originOfAddress(analytics.script) : null
  const tags = analytics && originOfAddress(analytics.address)
  return [
    "default-src 'none'",
    sources('script-src', [`'nonce-${nonce}'`, script]),
    `style-src 'self' 'nonce-${nonce}'`,
    // A picture in a message comes from memory, because its address would need an access token.
    sources('img-src', ['data:', 'blob:', tags]),
    "font-src 'self'",
    sources('connect-src', [...hosts, vendor, script]),
    "manifest-src 'self'",
    // Pages with frames: the gallery shows e-mails, authors preview screens with their texts (CT-7), and a maps script runs in one (MP-24).
    ...(development || session?.role === 'INTERNAL' || maps !== null ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sources(directive: string, others: readonly (string | null)[]): string {
  return [...new Set([directive, "'self'", ...others.filter((one) => one !== null)])].join(' ')
}
