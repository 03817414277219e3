import { parseHost, serviceHosts } from '@portico/rules/environment/host'
import type { FastifyInstance } from 'fastify'
import type { OwnOrigins } from './own-origins.ts'

/** What a page may send besides what every browser sends; none of it names a session (HT-1). */
const sentHeaders = 'accept, appid, authorization, content-type, x-test-backend'

/**
 * Lets a page of ours, at an origin that the configuration names, read what the API and OAuth hosts of its own domain answer
 * (EN-2, HT-1). Such calls bring no
 * cookies; a change still needs an Origin of the portal.
 */
export function allowOwnPages(app: FastifyInstance, { mayHavePages }: Pick<OwnOrigins, 'mayHavePages'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const called = { host: request.host, protocol: request.protocol }
    if (origin === undefined || !mayHavePages(origin) || !isPageOf(origin, called)) {
      done()
      return
    }
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, retry-after',
      vary: 'Origin',
    })
    if (request.method !== 'OPTIONS') {
      done()
      return
    }
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': sentHeaders,
        'access-control-max-age': '600',
      })
      .send()
  })
}

/** Whether a service host was called by a page whose service host it is. */
function isPageOf(origin: string, called: { readonly host: string; readonly protocol: string }): boolean {
  const [, protocol, pageHost = ''] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? []
  if (protocol !== called.protocol || pageHost === called.host) return false
  const page = parseHost(pageHost)
  const { api, oauth } = serviceHosts(page)
  return page.name !== '' && (called.host === api || called.host === oauth)
}
