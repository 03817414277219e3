import type { FastifyInstance } from 'fastify'

/**
 * While an instance drains it answers everything as before, but keeps no connection for more: a balancer opens its next one elsewhere, so
 * that none is in use when the instance closes (OP-3).
 */
export function endConnectionsWhileDraining(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}
