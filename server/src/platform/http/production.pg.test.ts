import { calls } from '@portico/contract/calls'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { productionSettings } from '../../../test/production.ts'

const host = 'secure.highmark.example'
const metricsToken = 'a-token-of-the-operators'

const portal = testPortal(productionSettings({ TRUST_PROXY: '1', METRICS_TOKEN: metricsToken }))

const behindBalancer = { origin: `https://${host}`, 'x-forwarded-proto': 'https', 'x-forwarded-host': host }

describe('RO-4 in production', () => {
  test('RO-4 only the configured origins may change anything; the called host proves nothing', async () => {
    const client = new Client(portal.origin)
    const signIn = (headers: Record<string, string>) =>
      client.send('POST', '/rbsmbl/x-services/userInfo/userLogin', {
        payload: { userId: 'MEMBER01', password: 'Welcome1!' },
        headers,
      })
    expect((await signIn(behindBalancer)).status).toBe(200)
    for (const origin of [portal.origin, `http://${host}`, 'https://shop.highmark.example', `https://${host}:8443`]) {
      const answer = await signIn({ ...behindBalancer, origin })
      expect([origin, answer.status, listErrorCodes(answer)]).toEqual([origin, 403, ['ORIGIN-REFUSED']])
    }
    // A server called by another name, or by its address, does not trust that origin.
    const named = { origin: 'https://evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
    expect((await signIn(named)).status).toBe(403)
    expect((await signIn({ origin: portal.origin })).status).toBe(403)
  })

  test('RO-4 CO-4 the interface description is not public', async () => {
    const answer = await new Client(portal.origin).get('/openapi.json')
    expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    expect((await new Client(portal.origin).get('/version')).status).toBe(200)
  })

  test('MC-6 metrics are open to this machine and to callers with the token, not through the load balancer', async () => {
    const client = new Client(portal.origin)
    const statusFor = async (headers: Record<string, string>) => (await client.get('/metrics', { headers })).status
    expect(await statusFor({})).toBe(200)
    expect(await statusFor(behindBalancer)).toBe(404)
    expect(await statusFor({ 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await statusFor({ ...behindBalancer, authorization: `Bearer ${metricsToken}` })).toBe(200)
    expect(await statusFor({ ...behindBalancer, authorization: 'Bearer a-token-of-somebody-else' })).toBe(404)
  })

  test('SI-11 there are no development paths, and no issuer but the configured origins', async () => {
    const client = new Client(portal.origin)
    const form = { grant_type: 'password', username: 'MEMBER01', password: 'Welcome1!', client_id: 'portico-prod' }
    for (const path of ['/api/dev/oauth/token', '/api/dev/oauth/v2/producerportal/tokens']) {
      for (const method of ['POST', 'DELETE']) {
        const answer = await client.send(method, path, { form, headers: behindBalancer })
        expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
      }
    }
    const metadata = '/.well-known/oauth-authorization-server'
    const { body } = await client.get(metadata, { headers: behindBalancer })
    expect(body).toMatchObject({ issuer: `https://${host}`, jwks_uri: `https://${host}/.well-known/jwks.json` })
    expect((await client.get(metadata)).status).toBe(404)
    // A token requested under another name of the server still has a valid issuer.
    for (const headers of [behindBalancer, { origin: undefined }]) {
      const answer = await client.send('POST', '/api/oauth/token', { form, headers })
      const { access_token } = answer.body as unknown as { access_token: string }
      expect(decodeJwt(access_token).iss).toBe(`https://${host}`)
      client.bearer = access_token
      expect((await make(client, calls.countUnread, {})).status).toBe(200)
    }
  })

  test('SI-2 browsers are told to use https, and not to guess or frame anything', async () => {
    for (const path of ['/', '/version']) {
      const { headers } = await new Client(portal.origin).get(path, {
        headers: { ...behindBalancer, accept: 'text/html' },
      })
      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe-/)
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull()
    }
  })
})
