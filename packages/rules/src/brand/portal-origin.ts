import { parseHost } from '../environment/host.ts'
import { projectUrl } from '../environment/projects.ts'
import type { Brand } from './types.ts'

/**
 * Origin of a brand's own portal, for links made outside any request (EN-1, BR-12). `ownOrigins` are those of the deployment: we take
 * the first that is on a domain of the brand, with its port and environment, preferring the portal's to those of shops and staff. If
 * none is, the first origin tells the environment; without any, or on the local machine, it is `http://secure.<code>.localhost:<port>`.
 */
export function portalOrigin(
  brand: Brand,
  { ownOrigins, port }: { readonly ownOrigins: readonly string[]; readonly port: number },
): string {
  const [own] = ownOrigins
    .filter((origin) => isWithin(brand, origin))
    .toSorted((one, other) => Number(isPortal(other)) - Number(isPortal(one)))
  if (own !== undefined) return own
  const host = toHost(ownOrigins[0] ?? 'localhost')
  if (host.environment === 'development') return `http://secure.${brand.code}.localhost:${port}`
  return projectUrl({ project: 'chmptl', brand, host }).replace(/\/$/, '')
}

function toHost(origin: string) {
  return parseHost(origin.replace(/^https?:\/\//, ''))
}

function isWithin({ code, domain, furtherDomains }: Brand, origin: string): boolean {
  const { name } = toHost(origin)
  return [domain, ...furtherDomains, `${code}.localhost`].some((one) => name === one || name.endsWith(`.${one}`))
}

function isPortal(origin: string): boolean {
  const { subDomain } = toHost(origin)
  return subDomain === 'secure' || subDomain === null
}
