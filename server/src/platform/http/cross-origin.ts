import { parseHost, serviceHosts } from '@portico/rules/environment/host'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OwnOrigins } from './own-origins.ts'

/** Headers that a page may send besides the browser's own; none of them identifies a session (HT-1). */
const sentHeaders = 'accept, appid, authorization, content-type, x-test-backend'

/**
 * Lets our pages, at configured origins, read the answers of their own domain's API and OAuth hosts (EN-2, HT-1). Such calls carry no
 * cookies; calls that change something still need an Origin of the portal.
 */
export function allowOwnPages(app: FastifyInstance, { mayHavePages }: Pick<OwnOrigins, 'mayHavePages'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const called = { host: request.host, protocol: request.protocol }
    if (origin === undefined || !mayHavePages(origin) || !isServiceHost(origin, called)) {
      done()
      return
    }
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, retry-after',
      vary: 'Origin',
    })
    if (request.method === 'OPTIONS') answerPreflight(reply, 'GET, POST, PUT, DELETE', sentHeaders)
    else done()
  })
}

/** Answers a browser's preflight request before a cross-origin call. */
export function answerPreflight(reply: FastifyReply, methods: string, headers: string): void {
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': headers,
      'access-control-max-age': '600',
    })
    .send()
}

/** Whether the called host is a service host of the calling page. */
function isServiceHost(origin: string, called: { readonly host: string; readonly protocol: string }): boolean {
  const [, protocol, pageHost = ''] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? []
  if (protocol !== called.protocol || pageHost === called.host) return false
  const page = parseHost(pageHost)
  const { api, oauth } = serviceHosts(page)
  return page.name !== '' && (called.host === api || called.host === oauth)
}
