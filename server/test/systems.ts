import type { Organization } from '@portico/rules/apps/system'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Database } from '../src/platform/db/database.ts'
import { addApp } from './apps.ts'

/** The system of a clinic, by the number of its doctor. */
export const clinic: Organization = { kind: 'provider', name: 'Example Clinic', npis: ['1234567893'], naic: null }

/** A registered system, and how it gets tokens. */
export interface System {
  readonly clientId: string
  /** A token for a brand, as a system gets it; `claims` change what it proves itself by. */
  token(origin: string, brand: string, scope?: string): Promise<string>
  ask(origin: string, brand: string, changed?: Readonly<Record<string, unknown>>, scope?: string): Promise<Response>
}

/** Registers a system of an organization directly, as one that was checked. */
export async function addSystem(database: Database, clientId: string, organization: Organization): Promise<System> {
  const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES384', use: 'sig' }] }
  await addApp(database, clientId, {
    auth_method: 'private_key_jwt',
    redirect_uris: '[]',
    jwks: JSON.stringify(jwks),
    organization: JSON.stringify(organization),
  })
  const ask: System['ask'] = async (origin, brand, changed = {}, scope = 'system/*.rs') => {
    const address = `${origin}/connect/${brand}/token`
    const now = Math.floor(Date.now() / 1000)
    const claims = { jti: crypto.randomUUID(), iss: clientId, sub: clientId, aud: address, exp: now + 240, ...changed }
    const assertion = new SignJWT(claims).setProtectedHeader({ alg: 'ES384', kid: 'own', typ: 'JWT' })
    const form = {
      grant_type: 'client_credentials',
      scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion.sign(privateKey),
    }
    return fetch(address, { method: 'POST', body: new URLSearchParams(form) })
  }
  return {
    clientId,
    ask,
    token: async (origin, brand, scope) => {
      const answer = await ask(origin, brand, {}, scope)
      const body = (await answer.json()) as { access_token?: string }
      if (body.access_token === undefined) throw new Error(`No token: ${JSON.stringify(body)}`)
      return body.access_token
    },
  }
}
