import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers are data or files of a page, no documents or files of people. */
    readonly isData?: boolean
  }
}

/** Headers of every answer; pages have a content security policy of their own. */
const everyHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** What else a document may do, and what frames it in a browser that knows no policy. Data, which is sent most often, does nothing. */
const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** HTTPS only, for a year, for subdomains too. */
const transport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Sets the same few texts on every answer; a plugin that builds them for each request would cost as much as the routing. */
export function addSecurityHeaders(app: FastifyInstance, options: { readonly production: boolean }): void {
  const ofData = { ...everyHeaders, ...(options.production && transport) }
  const ofDocuments = { ...ofData, ...documentHeaders }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config?.isData ? ofData : ofDocuments)
    done()
  })
}
