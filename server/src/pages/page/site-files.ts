import { type HostInfo, parseHost } from '@portico/rules/environment/host'
import { checkedLanguages } from '@portico/rules/languages/list'
import type { FastifyInstance } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import { siteLinks } from '../shell/company-site.ts'

/** Hosts for visitors; search engines must not find test environments. */
const openHosts: readonly HostInfo['subDomain'][] = ['www', 'shop', 'medicare']

const closedPaths = ['/rbsmbl/', '/login', '/mbr', '/msg', '/spa', '/mhs', '/member/', '/search-results.html']

function isOpen({ subDomain, environment }: HostInfo): boolean {
  return openHosts.includes(subDomain) && environment === 'production'
}

/** Files for search engines: which pages they may read, and where the brand's own site is (SH-10). */
export function bindSiteFiles(app: FastifyInstance, { brands }: { readonly brands: BrandService }): void {
  app.get('/robots.txt', (request, reply) => {
    const host = parseHost(request.host)
    const rules = isOpen(host) ? closedPaths : ['/']
    const lines = ['User-agent: *', ...rules.map((path) => `Disallow: ${path}`)]
    if (isSite(host)) lines.push('', `Sitemap: ${new URL('/sitemap.xml', linksAt(host).home).href}`)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(`${lines.join('\n')}\n`)
  })
  app.get('/sitemap.xml', (request, reply) => {
    const host = parseHost(request.host)
    if (!isSite(host)) return reply.callNotFound()
    const pages = Object.values(linksAt(host)).map(
      (address) =>
        `<url><loc>${address}</loc>${checkedLanguages.map((language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}?language=${language}"/>`).join('')}</url>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${pages.join('')}</urlset>\n`
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'max-age=3600').send(body)
  })
  function linksAt(host: HostInfo) {
    const { code } = brands.resolve({ cookies: {}, query: { defBrand: null, zipCode: null }, host })
    return siteLinks(brands.requireLoaded(code), host)
  }
}

function isSite(host: HostInfo): boolean {
  return host.subDomain === 'www' && isOpen(host)
}
