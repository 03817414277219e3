import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { Database } from '../src/platform/db/database.ts'

/** A provider of OpenID Connect that answers whatever the test gives it, right or wrong. */
export interface OddProvider {
  readonly issuer: string
  readonly kid: string
  readonly privateKey: CryptoKey
  /** As everyone reads it at the provider. */
  readonly publicJwk: Readonly<Record<string, unknown>>
  /** Makes the ID token of the next sign-in. */
  answerWith(make: () => string | Promise<string>): void
  close(): Promise<void>
}

export async function startOddProvider(): Promise<OddProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  let makeToken: () => string | Promise<string> = () => ''
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // It offers more than it uses: what is taken is not its matter.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }
    const answer =
      pathname === '/keys'
        ? { keys: [publicJwk] }
        : pathname === '/token'
          ? { access_token: 'x', token_type: 'Bearer', id_token: await makeToken() }
          : metadata
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ issuer, kid, privateKey, publicJwk },
    answerWith: (make) => {
      makeToken = make
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Switches the first version of a connection on, as if it had been tried and confirmed. */
export async function switchOn({ read }: Database, connectionId: string): Promise<void> {
  await read
    .updateTable('identity_version')
    .set({ state: 'confirmed' })
    .where('connection_id', '=', connectionId)
    .execute()
  await read
    .updateTable('identity_connection')
    .set({ live_version: 1 })
    .where('connection_id', '=', connectionId)
    .execute()
}
