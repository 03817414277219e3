import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Client address, for the audit log and limits; available even after the client has left. */
    address: string
  }
}

/** Address of a client that left before its request was read. */
const unknown = 'unknown'

/** Records each request's client address on arrival: once its connection has ended, `request.ip` is undefined. */
export function noteAddresses(app: FastifyInstance): void {
  // Once read while it is open, a socket keeps its address.
  app.server.on('connection', (socket: Socket) => void socket.remoteAddress)
  app.decorateRequest('address', unknown)
  app.addHook('onRequest', (request, _reply, done) => {
    const address: string | undefined = request.ip
    request.address = address ?? unknown
    done()
  })
}

/** The status that proxies use for a client that left before the answer; it is sent to no one. */
const clientLeft = 499

export function hasLeft({ raw }: FastifyReply): boolean {
  return raw.destroyed && !raw.headersSent
}

/** Reports each request once, when it is answered or its client has left: its status, and its duration in ms. */
export function watchEnds(
  app: FastifyInstance,
  tell: (request: FastifyRequest, reply: FastifyReply, end: { readonly status: number; readonly ms: number }) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const status = reply.raw.headersSent ? reply.statusCode : clientLeft
      tell(request, reply, { status, ms: reply.elapsedTime })
    })
    done()
  })
}
