import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often the server checks for connections that have become idle, in ms. */
const lookMs = 50

/**
 * Closes connections while the server stops, so that none keeps it from stopping. Node itself closes only those that are idle at that
 * moment, and no longer times out the others: a connection whose last request is still being answered would then stay open for more
 * requests, and a silent one for as long as its client likes. Requests still running after `graceMs` are cut off.
 */
export function endConnections(app: FastifyInstance, graceMs: number): void {
  const { server } = app
  const closeIdle = idleConnections(app)
  // Node also calls it when it stops listening, but its own version would cut off answers that are written and still being sent.
  server.closeIdleConnections = closeIdle
  app.addHook('preClose', (done) => {
    const looks = setInterval(closeIdle, lookMs).unref()
    const last = setTimeout(() => server.closeAllConnections(), graceMs).unref()
    server.once('close', () => {
      clearInterval(looks)
      clearTimeout(last)
    })
    done()
  })
}

/** Returns a function that closes connections which have been sent all their answers and have asked for nothing since. */
function idleConnections({ server }: FastifyInstance): () => void {
  const lastAnswers = new WeakMap<Socket, ServerResponse>()
  /** Number of bytes that each idle connection had received when it became idle. */
  const idle = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    lastAnswers.set(socket, answer)
    idle.delete(socket)
    answer.once('finish', () => {
      if (lastAnswers.get(socket) === answer && !socket.destroyed) idle.set(socket, socket.bytesRead)
    })
  })
  return () => {
    for (const [socket, received] of idle) if (socket.bytesRead === received) socket.destroy()
  }
}
