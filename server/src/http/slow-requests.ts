import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the time that the body has. */
    bodyTimer?: NodeJS.Timeout
  }
}

/** How long a request may be on its way, in ms. */
export interface RequestTimes {
  readonly headersMs: number
  /** For bodies, but those of uploads by who may upload. */
  readonly bodyMs: number
  /** For anything. */
  readonly wholeMs: number
}

/** Node's server handles these itself. */
export const serverTimes = ({ headersMs, wholeMs }: RequestTimes) => ({
  requestTimeout: wholeMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(headersMs / 2, 5_000) },
})

/** Cuts off who sends a body too slowly, also after the answer: they are gone, or mean no good. */
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

/** Gives the body of a request all the time that a request may take. */
export function allowSlowBody(request: FastifyRequest): void {
  clearTimeout(request.bodyTimer)
}
