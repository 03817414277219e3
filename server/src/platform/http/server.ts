import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { noteAddresses, watchEnds } from './arrival.ts'
import { endConnections } from './closing.ts'
import { allowOwnPages } from './cross-origin.ts'
import { endConnectionsWhileDraining } from './draining.ts'
import { handleClientError, handleErrors, handleUnroutable } from './errors.ts'
import { readTexts } from './incoming-text.ts'
import type { OwnOrigins } from './own-origins.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { limitBodyTime, serverTimes } from './slow-requests.ts'
import { buildTrust, cleanForwarded } from './trusted-proxies.ts'

const bodyLimit = 256 * 1024

/** Bytes that a new connection may send before it waits for an acknowledgment; compressing an answer that fits saves no time. */
const firstFlight = 14 * 1024

/** A server without routes: everything that applies to every request. */
export async function createServer(parts: {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly ownOrigins: OwnOrigins
  readonly draining: AbortSignal
}): Promise<FastifyInstance> {
  const { config, logger, ownOrigins, draining } = parts
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: buildTrust(config.trustedProxies),
    bodyLimit,
    // Requests on connections that are still open are answered as before, not refused.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // RFC 3986: an encoded @ is the same address.
    rewriteUrl: ({ url = '/' }) => url.replace(/\/%40self(?=\/?(?:\?|$))/, '/@self'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    ...serverTimes(config.requestTimes),
    frameworkErrors: handleUnroutable,
    clientErrorHandler: handleClientError,
  })
  cleanForwarded(app)
  noteAddresses(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // The route's pattern, never the address, so that queries and ids stay out of the log.
  watchEnds(app, (request, _reply, { status, ms }) => {
    const { method, routeOptions } = request
    request.log.info({ method, route: routeOptions.url ?? 'none', status, ms: Math.round(ms) })
  })
  limitBodyTime(app, config.requestTimes)
  endConnections(app, config.shutdownGraceMs)
  endConnectionsWhileDraining(app, draining)
  addSecurityHeaders(app, config)
  allowOwnPages(app, ownOrigins)
  await app.register(cookie)
  await app.register(compress, { threshold: firstFlight, encodings: ['br', 'gzip'], globalDecompression: false })
  readTexts(app)
  handleErrors(app)
  return app
}
