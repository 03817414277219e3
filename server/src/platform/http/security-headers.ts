import type { FastifyInstance } from 'fastify'

/** Headers of every answer; pages have a content security policy of their own. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** HTTPS only, for a year, for subdomains too. */
const transport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Sets the same few texts on every answer; a plugin that builds them for each request would cost as much as the routing. */
export function addSecurityHeaders(app: FastifyInstance, options: { readonly production: boolean }): void {
  const headers = { ...securityHeaders, ...(options.production && transport) }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
