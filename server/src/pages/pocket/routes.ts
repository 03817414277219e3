import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fontSizes } from '@portico/contract/page'
import { parseHost } from '@portico/rules/environment/host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoadedBrand } from '../../brands/brand/load.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { findNurseLine } from '../../brands/brand/service-line.ts'
import type { RequestAuth } from '../../platform/http/principal.ts'
import { chooseLanguage } from '../../platform/language.ts'
import { pocketDocument } from './document.ts'

interface PocketParts {
  readonly brands: BrandService
  readonly authenticator: RequestAuth
  /** The built files of the page and its worker. */
  readonly folder: string
}

/** Everything is the page's own, and the page shows only pictures that it makes itself. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The worker fetches only the files that it keeps. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/**
 * The page of the ID cards that a phone keeps (MP-12), apart from all others: its worker is served from the page's folder without
 * `Service-Worker-Allowed`, so that a browser lets it handle no page outside.
 */
export function bindPocket(app: FastifyInstance, { brands, authenticator, folder }: PocketParts): void {
  app.get('/pocket/', async (request, reply) => {
    // Without the slash, the address is outside the worker's scope.
    if (!/^\/pocket\/(\?|$)/.test(request.url)) return reply.redirect('/pocket/', 308)
    const loaded = await findBrand(request)
    const { cookies, headers } = request
    const language = chooseLanguage({ cookie: cookies.language, acceptLanguage: headers['accept-language'] })
    const { phoneNumber } = brands.servicePhone(loaded.brand.code, null, language)
    const page = pocketDocument(
      {
        code: loaded.brand.code,
        name: loaded.texts[language].name,
        themeColor: loaded.tokens['--header-bg'],
        phone: phoneNumber,
        tty: loaded.brand.ttyNumber,
        nurseLine: findNurseLine(loaded, language),
      },
      { language, fontSize: fontSizes.find((size) => size === cookies.fontSize) ?? 'regular' },
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-language', language)
      .header('content-security-policy', pagePolicy)
      .send(page)
  })
  app.get('/pocket/brand.css', { config: { isData: true } }, async (request, reply) => {
    const { tokens, brand } = await findBrand(request)
    const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value};`)
    return sendPart(reply, 'text/css', `:root{${declarations.join('')}--brand-radius:${brand.look.radius}px}`)
  })
  app.get('/pocket/mark.svg', { config: { isData: true } }, async (request, reply) =>
    sendPart(reply, 'image/svg+xml', (await findBrand(request)).images.mark.svg),
  )
  bindFile('page.css', 'text/css')
  bindFile('page.js', 'text/javascript')
  bindFile('worker.js', 'text/javascript', workerPolicy)

  function bindFile(name: string, type: string, policy?: string): void {
    app.get(`/pocket/${name}`, { config: { isData: true } }, async (_request, reply) => {
      if (policy !== undefined) reply.header('content-security-policy', policy)
      return sendPart(reply, type, await readFile(join(folder, name), 'utf8'))
    })
  }

  /** The brand of the signed-in person, as on every page; else that of the host and the cookies. */
  async function findBrand({ cookies, host: named }: FastifyRequest): Promise<LoadedBrand> {
    const host = parseHost(named)
    const principal = cookies.LtpaToken2
      ? await authenticator.bySessionCookie(cookies.LtpaToken2, new Date(), { background: true })
      : null
    const nobodys = () => brands.resolve({ cookies, query: { defBrand: null, zipCode: null }, host }).code
    return brands.requireLoaded(principal === null ? nobodys() : brands.brandFor(principal, host))
  }
}

/** The names stay the same, so browsers must revalidate each time; a phone without a network uses what it keeps. */
function sendPart(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(content)
}
