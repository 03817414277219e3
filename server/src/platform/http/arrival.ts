import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Address that the request came from, for the audit log and limits; a client that has left since has it, too. */
    address: string
  }
}

/** The address of a client that had left before its request was read. */
const unknown = 'unknown'

/** Notes where each request comes from when it arrives: once its connection has ended, `request.ip` is undefined. */
export function noteAddresses(app: FastifyInstance): void {
  // A socket keeps the address that it is asked for while it is open.
  app.server.on('connection', (socket: Socket) => void socket.remoteAddress)
  app.decorateRequest('address', unknown)
  app.addHook('onRequest', (request, _reply, done) => {
    const address: string | undefined = request.ip
    request.address = address ?? unknown
    done()
  })
}

/** What proxies call a request whose client has left before the answer; no one is sent it. */
const clientLeft = 499

export function hasLeft({ raw }: FastifyReply): boolean {
  return raw.destroyed && !raw.headersSent
}

/** Tells of each request once, when it is answered or its client has left: its status, and how long it took in ms. */
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
