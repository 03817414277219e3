import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Closes the connection when the body takes too long. */
    bodyTimer?: NodeJS.Timeout
  }
}

/** Time limits for a request, in ms. */
export interface RequestTimes {
  readonly headersMs: number
  /** For bodies, except uploads by people who may upload. */
  readonly bodyMs: number
  /** For the whole request. */
  readonly wholeMs: number
}

/** Limits that Node's server enforces itself. */
export const serverTimes = ({ headersMs, wholeMs }: RequestTimes) => ({
  requestTimeout: wholeMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(headersMs / 2, 5_000) },
})

/** Disconnects anyone who sends a body too slowly, even after the answer: the client has left, or is malicious. */
export function limitBodyTime(app: FastifyInstance, { bodyMs }: RequestTimes): void {
  app.decorateRequest('bodyTimer')
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (length !== undefined || encoding !== undefined) {
      request.bodyTimer = setTimeout(() => raw.destroy(), bodyMs).unref()
      raw.once('close', () => allowSlowBody(request))
    }
    done()
  })
}

/** Lets a request's body take as long as the whole request may. */
export function allowSlowBody(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer)
}
