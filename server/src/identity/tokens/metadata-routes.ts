import * as calls from '@portico/contract/calls/tokens'
import type { FastifyInstance } from 'fastify'
import { CallError } from '../../platform/http/call-error.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { tokenScope } from './token-grants.ts'
import type { TokenKeys } from './token-keys.ts'

const minutes = 60
const jwksPath = '/.well-known/jwks.json'

/** What a standard client needs to know: metadata (RFC 8414) and the public halves of the signing keys (RFC 7517). */
export function bindMetadata(
  app: FastifyInstance,
  { keys, ownOrigins }: { readonly keys: TokenKeys; readonly ownOrigins: OwnOrigins },
): void {
  app.get('/.well-known/oauth-authorization-server', async (request, reply) => {
    const issuer = ownOrigins.issuerAt(`${request.protocol}://${request.host}`)
    if (issuer === null) throw new CallError('NOT-FOUND')
    const authMethods = ['client_secret_basic', 'none']
    reply.header('cache-control', `public, max-age=${60 * minutes}`)
    return {
      issuer,
      token_endpoint: issuer + calls.memberToken.path,
      token_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint: issuer + calls.revokeToken.path,
      revocation_endpoint_auth_methods_supported: authMethods,
      jwks_uri: issuer + jwksPath,
      grant_types_supported: ['password', 'refresh_token'],
      response_types_supported: [],
      scopes_supported: [tokenScope],
    }
  })
  app.get(jwksPath, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${5 * minutes}`).type('application/jwk-set+json')
    return { keys: await keys.listPublished() }
  })
}
