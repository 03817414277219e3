import type { FastifyInstance } from 'fastify'

/** How often connections that have become idle are looked for, in ms. */
const lookMs = 50

/**
 * Ends connections while the server stops, so that none keeps it from stopping. Node itself closes only those that are idle at that
 * moment, and no longer cuts off the others: one whose last request is still being answered would then be kept for more requests, and
 * one that says nothing for as long as its client likes. Requests still running after `graceMs` are cut off.
 */
export function endConnections(app: FastifyInstance, graceMs: number): void {
  app.addHook('preClose', (done) => {
    const { server } = app
    const looks = setInterval(() => server.closeIdleConnections(), lookMs).unref()
    const last = setTimeout(() => server.closeAllConnections(), graceMs).unref()
    server.once('close', () => {
      clearInterval(looks)
      clearTimeout(last)
    })
    done()
  })
}
