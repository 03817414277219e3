import type { FastifyInstance } from 'fastify'

/**
 * While an instance drains, it answers as before but closes each connection after its answer: the load balancer opens the next one
 * elsewhere, so that none is in use when the instance stops (OP-3).
 */
export function endConnectionsWhileDraining(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}
