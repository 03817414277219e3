import { randomBytes } from 'node:crypto'
import type { PageState } from '@portico/contract/page'
import { isDevelopmentOrTest, parseHost } from '@portico/rules/environment/host'
import { portalParameters } from '@portico/rules/environment/portal-parameters'
import { projectAt } from '@portico/rules/environment/projects'
import { readQueryParameters } from '@portico/rules/environment/query-parameters'
import {
  checkedLanguages,
  describeLanguage,
  findLanguage,
  type Language,
  provisionalLanguages,
} from '@portico/rules/languages/list'
import { FULL_SITE_COOKIE, isMobileUser, MOBILE_COOKIE } from '@portico/rules/mobile'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { readSettings } from '../../brands/config-lists/settings.ts'
import { findOffered } from '../../brands/languages/offered.ts'
import { restoreSessionCookies } from '../../identity/sessions/cookies.ts'
import { waitThroughOutage } from '../../platform/db/patience.ts'
import { type CallContext, createContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/errors.ts'
import { keepLanguage } from '../../platform/http/language-cookie.ts'
import type { Principal, RequestAuth } from '../../platform/http/principal.ts'
import { chooseLanguage, listWanted } from '../../platform/language.ts'
import { bindAppManifest } from './app-manifest.ts'
import { gzipBytes, gzipOwn, joinParts, plainBytes } from './composed-page.ts'
import { accepts } from './encodings.ts'
import { type MakeParts, makePage } from './make-page.ts'
import { isPagePath, pagePaths, SEARCH_PATH } from './paths.ts'
import { pagePolicy } from './policy.ts'
import { createPublicPages, type PublicPages } from './public-pages.ts'
import { type RedirectParts, redirectElsewhere } from './redirect.ts'
import { bindSiteFiles } from './site-files.ts'
import type { PageRequest } from './state.ts'

export interface PageRouteParts extends MakeParts, RedirectParts {
  readonly authenticator: RequestAuth
  /** In production, debugging aids and stub mode are refused, whatever the host's name (EN-4, EN-5). */
  readonly production: boolean
  /** How long a page waits for an unreachable database (OP-2), in ms. */
  readonly outageWaitMs: number
}

export function bindPages(app: FastifyInstance, parts: PageRouteParts): void {
  const publicPages = createPublicPages(parts)
  const serve = (request: FastifyRequest, reply: FastifyReply) =>
    waitThroughOutage({ ms: parts.outageWaitMs, mayRepeat: true, mayReadElsewhere: !isSignedIn(request) }, () =>
      servePage(request, reply, parts, publicPages),
    )
  for (const path of pagePaths) {
    app.get(path, serve)
    // A form sent before the page's scripts run arrives here. The server reads nothing of it except search words, and shows the page
    // again.
    if (path === SEARCH_PATH) app.post(path, serve)
    else app.post(path, (_request, reply) => reply.redirect(path, 303))
  }
  bindSiteFiles(app, parts)
  bindAppManifest(app, parts)
  app.setNotFoundHandler((request, reply) => {
    return request.method === 'GET' && wantsPage(request) ? serve(request, reply) : notFound(request, reply)
  })
}

/** Whether a request claims a session: a page for anyone else shows nothing about a person. */
function isSignedIn({ cookies }: FastifyRequest): boolean {
  return cookies.LtpaToken2 !== undefined || cookies.HMCSRProxyToken !== undefined
}

/** Whether a request is for a page: crawlers and link previews accept anything, as browsers do for scripts and data. */
function wantsPage({ headers: { accept = '*/*' }, url }: FastifyRequest): boolean {
  if (accept.includes('text/html')) return true
  const [path = ''] = url.split('?')
  return accept.includes('*/*') && path.endsWith('/') && !/^\/(assets|connect|fhir|rbsmbl|scim)\//.test(path)
}

async function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageRouteParts,
  publicPages: PublicPages,
): Promise<FastifyReply> {
  const { brands } = parts
  const called = createContext(request, reply)
  const host = parseHost(request.host)
  const [address = '/', search = ''] = request.url.split(/\?(.*)/s)
  const place = projectAt(host, decodePath(address))
  const path = place.path
  const read = readQueryParameters(search)
  const development = isDevelopmentOrTest(host) && !parts.production
  const parameters = portalParameters(read.parameters, { debugging: development })

  const { cookies, now } = called
  const principal = cookies.LtpaToken2 ? await parts.authenticator.bySessionCookie(cookies.LtpaToken2, now) : null
  const own = principal === null ? await goBackToOwnSession(parts, called) : null
  if (own !== null) {
    const base = place.domain === null ? '' : `/${place.domain}/${place.project}`
    // With a hash of its own, the new address does not inherit the old one's hash in the browser.
    const target = own.role === 'INTERNAL' ? '/?simulation=ended#' : '/mbr/?viewing=ended#!/account/people'
    return reply.header('cache-control', 'no-store').redirect(`${base}${target}`, 303)
  }
  const elsewhere = principal && (await redirectElsewhere(parts, principal, { host, ...place }, called))
  if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere, 302)
  const resolved = brands.resolve({ cookies, query: parameters, host })
  const reports = [
    ...(read.problem ? [`query parameter q ignored: ${read.problem}`] : []),
    ...resolved.rejected.map(({ source, reason }) => `brand source ${source} passed over: ${reason}`),
  ]
  for (const report of reports) called.warn(report)
  const brandCode = principal === null ? resolved.code : brands.brandFor(principal, host)
  if (principal !== null || resolved.source !== 'default') brands.setCookies(called, brandCode)
  const context = await inOfferedLanguage(parts, called, { named: parameters.language, brandCode })

  const status = isPagePath(path) ? 200 : 404
  const asked: PageRequest = {
    url: readAddress(request),
    path,
    host,
    parameters,
    mobile: isMobileUser({
      cookie: cookies[MOBILE_COOKIE],
      fullSite: cookies[FULL_SITE_COOKIE],
      url: readAddress(request),
    }),
    principal,
    project: place.project,
    brandCode,
    status,
    reports,
    development,
  }
  const nonce = randomBytes(16).toString('base64')
  const origin = `${request.protocol}://${request.host}`
  const begin = (state: PageState) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(state, { nonce, origin }))
      // With 'same-origin', a page would lose the vendor's chat window that it has opened, and open another (CH-3).
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('content-language', describeLanguage(state.language).tag)

  const known = await publicPages.find(asked, context)
  if (known !== null) {
    begin(known.state).header('vary', 'accept-encoding')
    return accepts('gzip', request)
      ? reply.header('content-encoding', 'gzip').send(gzipBytes(known.page, nonce))
      : reply.send(plainBytes(known.page, nonce))
  }
  const { state, document } = await makePage(parts, asked, context)
  begin(state).header('vary', 'accept-encoding')
  return accepts('gzip', request)
    ? reply.header('content-encoding', 'gzip').send(await gzipOwn(document(nonce)))
    : reply.send(joinParts(document(nonce)))
}

/**
 * The requested language, if the brand offers it. An address may be for one language alone: links and search engines lead there, and
 * the person's next pages use that language, too, as do the page's calls if the brand has made the choice.
 */
async function inOfferedLanguage(
  parts: Pick<PageRouteParts, 'database' | 'readRemembered'>,
  called: CallContext<null>,
  { named, brandCode }: { readonly named: string | null; readonly brandCode: string },
): Promise<CallContext<null>> {
  const { cookies } = called
  const acceptLanguage = called.header('accept-language')
  const asked = findLanguage(named)
  const isProvisional = (code: string | undefined) => provisionalLanguages.some((one) => one === code)
  const mayBeProvisional = [asked, cookies.language, ...listWanted(acceptLanguage)].some(isProvisional)
  const offered = mayBeProvisional ? await readOffered(parts, brandCode) : checkedLanguages
  const isAsked = asked !== undefined && offered.includes(asked)
  const language = isAsked ? asked : chooseLanguage({ cookie: cookies.language, acceptLanguage, offered })
  const isGivenUp = isProvisional(cookies.language) && cookies.language !== language
  if ((isAsked || isProvisional(language) || isGivenUp) && cookies.language !== language) keepLanguage(called, language)
  return { ...called, language }
}

async function readOffered(
  { database, readRemembered }: Pick<PageRouteParts, 'database' | 'readRemembered'>,
  brandCode: string,
): Promise<readonly Language[]> {
  const known = await readRemembered()
  return findOffered(await known.once(`settings ${brandCode}`, () => readSettings(database.read, brandCode)))
}

/** Fields of the search box; the words come in the body, because they may reveal health data (MP-28). */
const SearchForm = v.object({
  searchQuery: v.optional(v.string(), ''),
  productEnabled: v.optional(v.string()),
  contentEnabled: v.optional(v.string()),
})

/** The address to render; for a sent form, with its fields as the query. */
function readAddress({ method, url, body }: FastifyRequest): string {
  const form = method === 'POST' ? v.safeParse(SearchForm, body) : null
  if (!form?.success) return url
  const sent = Object.entries(form.output).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `${url.replace(/\?.*$/s, '')}?${new URLSearchParams(sent)}`
}

function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Restores a person's own session after their acting for someone else has ended by itself (CS-1, RG-3); returns its principal. */
async function goBackToOwnSession(
  { simulations, brands }: Pick<PageRouteParts, 'simulations' | 'brands'>,
  context: CallContext,
): Promise<Principal | null> {
  const secret = context.cookies.HMCSRProxyToken
  if (!secret) return null
  const own = await simulations.resume(secret, context)
  if (own === null) {
    context.clearCookie('HMCSRProxyToken')
    return null
  }
  restoreSessionCookies(context, own)
  brands.setCookies(context, brands.brandFor(own.principal, parseHost(context.host)))
  return own.principal
}
