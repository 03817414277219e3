import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers of this route are data, or a page's files, not documents or people's files. */
    readonly isData?: boolean
  }
}

/** Headers of every answer; pages have their own content security policy. */
const everyHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Restrictions for documents, and on framing by browsers without a content security policy. Data, which is sent most often, does not need
 * them.
 */
const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** HTTPS only, for a year, including subdomains. */
const transport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Sets the same few constants on every answer; a plugin that builds them per request would cost as much as routing. */
export function addSecurityHeaders(app: FastifyInstance, options: { readonly production: boolean }): void {
  const ofData = { ...everyHeaders, ...(options.production && transport) }
  const ofDocuments = { ...ofData, ...documentHeaders }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config?.isData ? ofData : ofDocuments)
    done()
  })
}
