import { type HostInfo, parseHost } from '@portico/rules/environment/host'
import type { FastifyInstance } from 'fastify'
import { iconAddress } from '../../brands/brand/icon-png.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { chooseLanguage } from '../../platform/language.ts'
import { namePocket } from '../pocket/document.ts'
import type { PageRequest } from './state.ts'

export const APP_MANIFEST_PATH = '/app.webmanifest'

/** The manifest with which a phone installs the portal as an app: each host describes its own brand, and no other (MP-5). */
export function bindAppManifest(app: FastifyInstance, { brands }: { readonly brands: BrandService }): void {
  app.get(APP_MANIFEST_PATH, { config: { isData: true } }, (request, reply) => {
    const host = parseHost(request.host)
    const code = findHostBrand(brands, host)
    const { name, mark } = brands.view({ code, host, language: 'en', member: null })
    const language = chooseLanguage({ cookie: undefined, acceptLanguage: request.headers['accept-language'] })
    const loaded = brands.requireLoaded(code)
    const { tokens } = loaded
    const manifest = {
      id: '/mbr/',
      name,
      short_name: name,
      start_url: '/mbr/',
      scope: '/',
      display: 'standalone',
      theme_color: tokens['--header-bg'],
      background_color: tokens['--page'],
      icons: [
        { src: mark, type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
        ...([192, 512] as const).map((size) => ({
          src: iconAddress(loaded, size),
          type: 'image/png',
          sizes: `${size}x${size}`,
          purpose: 'any',
        })),
      ],
      // The only page that an app can show without a network.
      shortcuts: [{ name: namePocket(language), url: '/pocket/' }],
    }
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .header('vary', 'accept-language')
      .send(JSON.stringify(manifest))
  })
}

/** Whether a page can be installed as an app: a member's page, at a host of the member's own brand. */
export function mayBeKept(brands: BrandService, { principal, brandCode, host }: PageRequest): boolean {
  return principal?.role === 'MEMBER' && findHostBrand(brands, host) === brandCode
}

function findHostBrand(brands: BrandService, host: HostInfo): string {
  return brands.resolve({ cookies: {}, query: { defBrand: null, zipCode: null }, host }).code
}
