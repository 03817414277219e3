import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes a file, which may be long on its way. */
    readonly upload?: boolean
  }
}

/** A large file over a slow line takes minutes; nothing takes longer than this. */
export const longestRequestMs = 10 * 60_000

const longestBodyMs = 30_000

/** Bodies other than uploads have to be there within 30 seconds: who sends them slower is gone, or means no good. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = length !== undefined || encoding !== undefined
    if (hasBody && !request.routeOptions.config.upload) {
      const timer = setTimeout(() => request.raw.destroy(), longestBodyMs).unref()
      const stop = () => clearTimeout(timer)
      payload.once('end', stop).once('close', stop)
    }
    done()
  })
}
