/** Which origins belong to this portal. */
export interface OwnOrigins {
  /** Whether a page of `origin` may change data at the called origin. */
  mayChange(origin: string, called: string): boolean
  /** Whether pages may have this origin: it is configured or, outside production, none is. */
  mayHavePages(origin: string): boolean
  /** The issuer at an origin (RFC 8414); null if it is not ours. */
  issuerAt(called: string): string | null
  /** The issuer of a token requested at `called`: our first origin, if the server was called by another name. */
  issuerFor(called: string): string
  /** Whether one of our tokens can name this issuer. */
  isIssuer(issuer: string): boolean
}

/** The configured origins and, outside production, the called one. */
export function createOwnOrigins(config: {
  readonly production: boolean
  readonly publicOrigins: readonly string[]
}): OwnOrigins {
  const { production, publicOrigins } = config
  const isIssuer = (issuer: string) =>
    publicOrigins.includes(issuer) || (!production && normalizeAddress(issuer) === issuer)
  const issuerAt = (called: string) => {
    const origin = normalizeAddress(called)
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

/** Outside production, for a request whose host cannot be parsed. */
const unnamed = 'http://localhost'

/** In lower case and without the scheme's default port, for comparing addresses. */
function normalizeAddress(address: string): string | null {
  return /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : null
}
