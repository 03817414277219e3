import { brandDirectory } from '@portico/rules/brand/directory'
import { portalOrigin } from '@portico/rules/brand/portal-origin'
import { resolveBrand } from '@portico/rules/brand/resolve'
import type { Brand } from '@portico/rules/brand/types'
import { parseHost } from '@portico/rules/environment/host'
import type { BrandSet } from '../../brands/brand/load.ts'

/** The brand whose portal is at an origin, by its host alone; null if the host names none. */
export function brandOfOrigin(brands: BrandSet, origin: string): Brand | null {
  const directory = brandDirectory([...brands.values()].map(({ brand }) => brand))
  const host = parseHost(new URL(origin).host)
  const { code, source } = resolveBrand({ cookies: {}, query: {}, host, directory, brandOfZip: () => null })
  return source === 'host' ? (brands.get(code)?.brand ?? null) : null
}

/** The full address of a link within the portal, for a person who does not get it by e-mail. */
export function formatAddress(
  brand: Brand,
  link: string,
  place: { readonly ownOrigins: readonly string[]; readonly port: number },
): string {
  const url = new URL(link, portalOrigin(brand, place))
  url.searchParams.set('defBrand', brand.code)
  return url.href
}
