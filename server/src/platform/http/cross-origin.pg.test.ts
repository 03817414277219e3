import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { startPortal, testPortal } from '../../../test/portal.ts'

const path = '/rbsmbl/x-services/zipToBrand/getBrandInfo?zipCode=15222'

const portal = testPortal()
const readPort = () => new URL(portal.origin).port

function ask(method: string, host: string, headers: Record<string, string>) {
  const client = new Client(portal.origin)
  client.host = `${host}:${readPort()}`
  return client.send(method, path, { headers })
}
const page = () => `http://secure.highmark.localhost:${readPort()}`
const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'appid' }

test('EN-2 HT-1 the API and OAuth hosts answer pages of their own domain, without cookies', async () => {
  for (const host of ['api-q.highmark.localhost', 'oauth-q.highmark.localhost']) {
    const answer = await ask('GET', host, { origin: page() })
    expect([answer.status, answer.body.payload]).toMatchObject([200, { brand: 'hmbcbs' }])
    expect(answer.headers.get('access-control-allow-origin')).toBe(page())
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toContain('Origin')
    const before = await ask('OPTIONS', host, { origin: page(), ...preflight })
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      'accept',
      'appid',
      'authorization',
      'content-type',
      'x-test-backend',
    ])
  }
})

test('HT-1 RO-4 nobody else may read them, and the page hosts allow no one', async () => {
  const api = 'api-q.highmark.localhost'
  const attempts: [string, string][] = [
    [api, 'https://evil.example'],
    [api, 'null'],
    [api, page().replace('http:', 'https:')],
    [api, page().replace('highmark', 'bcbsndportals')],
    [api, `${page()}.evil.example`],
    [api, `http://evil.highmark.localhost:${readPort()}`],
    ['api-p.highmark.localhost', page()],
    ['secure.highmark.localhost', `http://shop.highmark.localhost:${readPort()}`],
    ['secure.highmark.localhost', page()],
  ]
  for (const [host, origin] of attempts) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask(method, host, { origin, ...(method === 'OPTIONS' && preflight) })
      expect(answer.headers.get('access-control-allow-origin'), `${method} ${host} from ${origin}`).toBeNull()
    }
  }
})

test('EN-2 HT-1 if the configuration names the origins of pages, no other host counts as one because of its name', async () => {
  const named = await startPortal({ PUBLIC_ORIGINS: 'http://secure.highmark.localhost:8080' })
  try {
    const listAllowed = async (pageHost: string) => {
      const client = new Client(named.origin)
      client.host = 'api-q.highmark.localhost:8080'
      const { headers } = await client.get(path, { headers: { origin: `http://${pageHost}:8080` } })
      return headers.get('access-control-allow-origin')
    }
    expect(await listAllowed('secure.highmark.localhost')).toBe('http://secure.highmark.localhost:8080')
    expect(await listAllowed('shop.highmark.localhost')).toBeNull()
  } finally {
    await named.close()
  }
})
