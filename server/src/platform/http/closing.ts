import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How often connections that have become idle are looked for, in ms. */
const lookMs = 50

/**
 * Ends connections while the server stops, so that none keeps it from stopping. Node itself closes only those that are idle at that
 * moment, and no longer cuts off the others: one whose last request is still being answered would then be kept for more requests, and
 * one that says nothing for as long as its client likes. Requests still running after `graceMs` are cut off.
 */
export function endConnections(app: FastifyInstance, graceMs: number): void {
  const { server } = app
  const closeIdle = idleConnections(app)
  // Node calls it as well when it stops listening, but would cut off answers that are written and still being sent.
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

/** Returns what closes the connections that have been sent all their answers, and have asked for nothing since. */
function idleConnections({ server }: FastifyInstance): () => void {
  const lastAnswers = new WeakMap<Socket, ServerResponse>()
  /** The number of bytes that each had received by then. */
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
