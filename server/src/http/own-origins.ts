/** Which origins are this portal. */
export interface OwnOrigins {
  /** Whether a page of `origin` may change things at the origin that was called. */
  mayChange(origin: string, called: string): boolean
  /** Whether pages may be there: an origin of the configuration and, outside production, any where none is configured. */
  mayHavePages(origin: string): boolean
  /** The issuer that lives at an origin (RFC 8414); null where it is not ours. */
  issuerAt(called: string): string | null
  /** Who issues a token that is asked for at `called`: our first origin where another name of the server was called. */
  issuerFor(called: string): string
  /** Whether a token of ours can name this issuer. */
  isIssuer(issuer: string): boolean
}

/** The configured origins and, outside production, the one that was called. */
export function createOwnOrigins(config: {
  readonly production: boolean
  readonly publicOrigins: readonly string[]
}): OwnOrigins {
  const { production, publicOrigins } = config
  const isIssuer = (issuer: string) => publicOrigins.includes(issuer) || (!production && normalized(issuer) === issuer)
  const issuerAt = (called: string) => {
    const origin = normalized(called)
    return origin !== null && isIssuer(origin) ? origin : null
  }
  return {
    mayChange: (origin, called) => publicOrigins.includes(origin) || (!production && origin === called),
    mayHavePages: (origin) => publicOrigins.includes(origin) || (!production && publicOrigins.length === 0),
    issuerAt,
    issuerFor: (called) => issuerAt(called) ?? publicOrigins[0] ?? unnamed,
    isIssuer,
  }
}

/** Outside production a request may name no host that can be read. */
const unnamed = 'http://localhost'

/** Lower case and without the scheme's own port, as addresses are compared. */
function normalized(address: string): string | null {
  return /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : null
}
