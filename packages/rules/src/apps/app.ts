/** How an app authenticates at the token endpoint; `none`: a public client, protected by PKCE alone. */
export const appAuthMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
export type AppAuthMethod = (typeof appAuthMethods)[number]

/**
 * `waiting`: works in the sandbox until staff have reviewed it; `listed`: works with every brand; `refused`: stays in the sandbox;
 * `ended`: no longer works anywhere.
 */
export const appStates = ['waiting', 'listed', 'refused', 'ended'] as const
export type AppState = (typeof appStates)[number]

/** What an app says about privacy (OS-37), after the questions of the CARIN Alliance and ONC. */
export interface Attestation {
  /** Whether it sells data or shares it for advertising. */
  readonly sells: boolean
  /** How many months it keeps data after someone leaves; null: no limit. */
  readonly keepsMonths: number | null
  /** Whether it deletes the data when asked to. */
  readonly deletes: boolean
  /** Whether HIPAA binds it. */
  readonly hipaa: boolean
}

export const maxRedirects = 10

/** Scheme, host and port of an address; the host is a name or an IP address, without a user part or wildcard. */
function parse(address: string): { readonly scheme: string; readonly host: string } | null {
  if (address.length > 500 || !/^[\x21-\x7e]+$/.test(address) || /["*#<>\\^`{|}]/.test(address)) return null
  const [, scheme, host = ''] =
    /^([a-z][a-z0-9.-]*):(?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])?(?::\d{1,5})?(?=[/?]|$)|\/(?!\/))/.exec(address) ?? []
  return scheme === undefined ? null : { scheme, host }
}

/**
 * Whether an app may use an address as its redirect URI: an exact https address, a loopback address, or a private-use scheme; no
 * fragment, user part or wildcard.
 */
export function isRedirectAllowed(address: string): boolean {
  const { scheme = '', host = '' } = parse(address) ?? {}
  if (scheme === 'https') return host.includes('.') || isLoopback(host)
  if (scheme === 'http') return isLoopback(host)
  // RFC 8252: a private-use scheme is a reversed domain name, which `javascript:` and `data:` are not.
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(scheme)
}

/** Whether the portal may open an app at an address: on the web, or on the same machine. */
export function isLaunchAllowed(address: string): boolean {
  return /^https?:/.test(address) && isRedirectAllowed(address)
}

/** Whether we may show an address as a link, e.g. that of the app's site. */
export function isWebAddress(address: string): boolean {
  const { scheme, host = '' } = parse(address) ?? {}
  return scheme === 'https' && host.includes('.')
}

/** Whether an app runs on its user's phone or computer rather than on a server. */
export function isNative(redirects: readonly string[]): boolean {
  return redirects.some((address) => {
    const { scheme, host = '' } = parse(address) ?? {}
    return scheme !== 'https' || isLoopback(host)
  })
}

/** The web hosts that an app names as its own, with their ports, each once: whoever controls a host can prove it (OS-36). */
export function listOwnHosts(addresses: readonly string[]): readonly string[] {
  const hosts = addresses.map((address) => /^https:\/\/([^/?]+)/.exec(address)?.[1])
  return [...new Set(hosts.filter((host) => host !== undefined))]
}

/** How an app's developer has proved control of a host: by a file on it, or by a DNS record; `none`: we found neither. */
export const hostProofs = ['file', 'record', 'none'] as const
export type HostProof = (typeof hostProofs)[number]

/** The file in which a host lists the ids of its apps, one per line, and the DNS record that says the same. */
export const hostFile = '/.well-known/portico-apps.txt'
export const hostRecord = '_portico-apps'

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}
