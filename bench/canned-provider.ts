import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A provider in its own process that exchanges any code for a token with the code as its nonce, so that the cost of asking one is measured
 * without the provider's own cost. Prints its address.
 */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }]

const server = createServer(async (request, response) => {
  let sent = ''
  for await (const part of request) sent += part
  const answer = request.url === '/token' ? exchange(new URLSearchParams(sent)) : documents[request.url ?? '']
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const documents: Readonly<Record<string, unknown>> = {
  '/.well-known/openid-configuration': {
    ...{
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    },
    ...{ response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] },
  },
  '/keys': { keys },
}

function exchange(form: URLSearchParams) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: issuer, sub: 'luis', aud: 'portico', iat: now, exp: now + 300, auth_time: now },
    ...{ nonce: form.get('code') ?? '', preferred_username: 'luis' },
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')
  return { access_token: 'none', token_type: 'bearer', id_token: `${signed}.${signature}` }
}

process.stdout.write(`${issuer}\n`)
