/** `development`, `production`, or the suffix of a test environment, e.g. `tenv2` (EN-2). */
export type EnvironmentName = 'development' | 'production' | `tenv${string}`

export const SUB_DOMAINS = ['secure', 'shop', 'producer', 'staff', 'medicare', 'www', 'm', 'api', 'oauth'] as const
export type SubDomain = (typeof SUB_DOMAINS)[number]

/** What a host name tells us. An unreadable host has the name '' and counts as production, the strict side. */
export interface HostInfo {
  /** Lower case, without port and trailing dot; an IPv6 address keeps its brackets. */
  readonly name: string
  readonly port: number | null
  readonly environment: EnvironmentName
  readonly subDomain: SubDomain | null
  /** The labels below the sub-domain, e.g. `highmark`, `localhost`; none for an address. */
  readonly domainLabels: readonly string[]
}

const UNREADABLE: HostInfo = { name: '', port: null, environment: 'production', subDomain: null, domainLabels: [] }

/**
 * Reads a Host header (EN-2). The first label tells the environment: a suffix `tenv…` (`secure-tenv2`, `securetenv2`) or the letter
 * q (`api-q`) means a test environment; otherwise the local machine and bare addresses are development and the rest is production.
 * The header can hold anything a caller likes: a server decides what it refuses in production by its own configuration.
 */
export function parseHost(header: string | null | undefined): HostInfo {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::([0-9]{1,5}))?$/.exec(
    (header ?? '').slice(0, 300).trim().toLowerCase(),
  )
  const name = match?.[1]
  if (match === null || name === undefined || name.length > 253) return UNREADABLE
  const port = match[2] === undefined ? null : Number(match[2])
  if (isAddress(name)) return { name, port, environment: 'development', subDomain: null, domainLabels: [] }

  const [first = '', ...rest] = name.split('.')
  const { label, environment } = readFirstLabel(first)
  const isLocal = name === 'localhost' || name.endsWith('.localhost')
  const subDomain = rest.length > 0 ? (SUB_DOMAINS.find((known) => known === label) ?? null) : null
  return {
    name,
    port,
    environment: environment ?? (isLocal ? 'development' : 'production'),
    subDomain,
    domainLabels: subDomain !== null || label === '' ? rest : [label, ...rest],
  }
}

/** Where debugging aids and test back ends are allowed (EN-4, EN-5, RO-2). */
export function isDevelopmentOrTest(host: Pick<HostInfo, 'environment'>): boolean {
  return host.environment !== 'production'
}

/** Host, with its port if it has one, as written in an address. */
export function formatAuthority(name: string, port: number | null): string {
  return port === null ? name : `${name}:${port}`
}

/**
 * The API and OAuth hosts that belong to a page's host (EN-2), for cross-origin calls: production hosts carry the letter p, all others
 * the letter q (QA). A bare IP address has no sub-domains and serves both itself.
 */
export function serviceHosts(host: HostInfo): {
  readonly letter: 'p' | 'q'
  readonly api: string
  readonly oauth: string
} {
  const letter = isDevelopmentOrTest(host) ? 'q' : 'p'
  if (host.domainLabels.length === 0) {
    const own = formatAuthority(host.name, host.port)
    return { letter, api: own, oauth: own }
  }
  const buildHost = (service: string) =>
    formatAuthority(`${service}-${letter}.${host.domainLabels.join('.')}`, host.port)
  return { letter, api: buildHost('api'), oauth: buildHost('oauth') }
}

/** Splits an environment mark off the first label; `label` is '' if the mark was the whole label. */
function readFirstLabel(first: string): { readonly label: string; readonly environment: EnvironmentName | null } {
  const test = /^(?:(.+?)-?)?(tenv[a-z]?[0-9]*)$/.exec(first)
  if (test) return { label: test[1] ?? '', environment: `tenv${(test[2] ?? '').slice(4)}` }
  const service = /^(api|oauth)-([pq])$/.exec(first)
  if (service) return { label: service[1] ?? '', environment: service[2] === 'q' ? 'tenv' : null }
  return { label: first, environment: null }
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || /^[0-9]{1,3}(\.[0-9]{1,3}){3}$/.test(name)
}
