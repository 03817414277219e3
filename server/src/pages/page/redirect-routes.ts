import { parseHost } from '@portico/rules/environment/host'
import { projectUrl } from '@portico/rules/environment/projects'
import { readAudience } from '@portico/rules/identity/connection'
import { checkConfiguredAddress } from '@portico/rules/redirects/configured-address'
import { isZipCode } from '@portico/rules/validation/zip-code'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { listLive } from '../../identity/sign-on/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { createContext } from '../../platform/http/context.ts'

interface RedirectRouteParts {
  readonly database: Database
  readonly brands: BrandService
}

/**
 * A brand's portal, where someone has an account or, with `view=register`, can create one (BR-11); with `view=shop` or `view=medicare`,
 * one of the brand's shops. The part after the `#` goes along: browsers keep it.
 */
interface PortalRoute {
  readonly Params: { readonly brand: string }
  readonly Querystring: { readonly view?: string; readonly zipCode?: string }
}

/** Addresses that redirect to where someone must sign in instead, which only the server knows (ER-2, ER-3). */
export function bindRedirects(app: FastifyInstance, { database, brands }: RedirectRouteParts): void {
  // In development, links of a page begin with the page's project (EN-1).
  for (const base of ['', '/:domain/:project']) {
    app.get<PortalRoute>(`${base}/portal/:brand`, (request, reply) => redirectToPortal(request, reply))
    app.get(`${base}/sso`, (request, reply) => redirectToSso(request, reply))
  }

  /** Redirects to a brand's portal: on this host in development, which serves all brands, else on the brand's own host. */
  function redirectToPortal(request: FastifyRequest<PortalRoute>, reply: FastifyReply) {
    const brand = brands.served.find(({ brand: { code } }) => code === request.params.brand.toLowerCase())?.brand
    if (brand === undefined) return reply.callNotFound()
    const host = parseHost(request.host)
    const { view, zipCode = '' } = request.query
    const zip = isZipCode(zipCode) ? `&zipCode=${zipCode}` : ''
    const what = view === 'register' ? `${zip}#/register` : '&notice=demo-account'
    const page =
      view === 'shop' || view === 'medicare'
        ? `${view}/?defBrand=${brand.code}`
        : `login/?defBrand=${brand.code}${what}`
    const address = projectUrl({ project: 'chmptl', brand, host, page })
    // Without this, a brand cookie on this host would take precedence over the parameter.
    if (isSameHost(address, request)) brands.setCookies(createContext(request as FastifyRequest, reply), brand.code)
    return redirectTo(reply, address)
  }

  /**
   * Redirects people to the sign-in for their audience (`for`; without it, employees): the brand's connections for them (OS-60), else
   * its SSO_URL, else the company site on the brand's own domain.
   */
  async function redirectToSso(request: FastifyRequest, reply: FastifyReply) {
    const host = parseHost(request.host)
    const { code } = brands.resolve({ cookies: request.cookies, query: { defBrand: null, zipCode: null }, host })
    const brand = brands.get(code)
    const live = await listLive(database.read, code)
    const { for: named } = request.query as { readonly for?: unknown }
    const asked = readAudience(named)
    const wanted = asked ?? 'staff'
    if (live.some(({ audience }) => audience === wanted)) return redirectTo(reply, `/sso/choose?for=${wanted}`)
    const configured = (await readSettings(database.read, code)).text('SSO_URL')
    const address = checkConfiguredAddress(configured, host)
    if (configured !== null && address === null) {
      request.log.warn('The setting SSO_URL is neither https nor an address of ours: the company site stands in.')
    }
    // Someone who does not say who they are may belong to an audience with a connection.
    if (asked === null && address === null && live.length > 0) return redirectTo(reply, '/sso/choose')
    return redirectTo(reply, address ?? projectUrl({ project: 'chmcom', brand, host }))
  }
}

function isSameHost(address: string, request: FastifyRequest): boolean {
  const here = `${request.protocol}://${request.host}`
  return new URL(address, here).host === new URL(here).host
}

function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 302)
}
