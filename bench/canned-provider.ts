import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/**
 * A provider in a process of its own that exchanges any code for a token with the code as its nonce: what it costs us to ask one is measured
 * without what it costs the provider. Prints its address.
 */
const { privateKey, publicKey } = await generateKeyPair('RS256')
const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]

const server = createServer(async (request, response) => {
  let sent = ''
  for await (const part of request) sent += part
  const answer = request.url === '/token' ? await exchange(new URLSearchParams(sent)) : documents[request.url ?? '']
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

async function exchange(form: URLSearchParams) {
  const claims = { nonce: form.get('code') ?? '', auth_time: Math.floor(Date.now() / 1000), preferred_username: 'luis' }
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' })
  const signed = await token
    .setIssuer(issuer)
    .setSubject('luis')
    .setAudience('portico')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
  return { access_token: 'none', token_type: 'bearer', id_token: signed }
}

process.stdout.write(`${issuer}\n`)
