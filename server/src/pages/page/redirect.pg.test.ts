import { beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { sessionCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { productionSettings } from '../../../test/production.ts'
import { eventsWith } from '../../../test/rows.ts'

const logins = ['MEMBER01', 'MEDSHOP1', 'PROSPECT1', 'AGENT001', 'AGENCYADM', 'INTERNAL1', 'CSRREP01'] as const
type Login = (typeof logins)[number]
const html = { accept: 'text/html' }

/** The rows of RO-2 by project, each with the notice that says why; `null`: the page is served. */
const fromShop = (producer: string, staff: string, medicare: string): Record<Login, string | null> => ({
  MEMBER01: null,
  MEDSHOP1: medicare,
  PROSPECT1: null,
  AGENT001: `${producer}?notice=for-producers`,
  AGENCYADM: `${producer}?notice=for-producers`,
  INTERNAL1: `${producer}?notice=for-producers`,
  CSRREP01: `${staff}?notice=for-staff`,
})
const fromProducer = (memberLogin: string): Record<Login, string | null> => ({
  MEMBER01: `${memberLogin}?notice=for-members`,
  MEDSHOP1: `${memberLogin}?notice=for-members`,
  PROSPECT1: null,
  AGENT001: null,
  AGENCYADM: null,
  INTERNAL1: null,
  CSRREP01: null,
})
const nobody = Object.fromEntries(logins.map((login) => [login, null])) as Record<Login, null>

const dev = '/highmark.example'
const shopInDevelopment = fromShop(`${dev}/chmprd/`, `${dev}/chmstf/`, `${dev}/chmmcr/`)
const producerInDevelopment = fromProducer(`${dev}/chmhcr/login/`)
const cells: readonly [host: string, path: string, wanted: Record<Login, string | null>][] = [
  ['localhost:8080', '/highmark.example/chmhcr/', shopInDevelopment],
  ['127.0.0.1:8080', '/highmark.example/chmhcr/mbr/', shopInDevelopment],
  ['shop.highmark.localhost:8080', '/', shopInDevelopment],
  ['producer.highmark.localhost:8080', '/', producerInDevelopment],
  ['localhost:8080', '/highmark.example/chmprd/login/', producerInDevelopment],
  ['localhost:8080', '/highmark.example/chmmcr/', nobody],
  ['shop.highmark.localhost:8080', '/medicare/', nobody],
  ['secure.highmark.localhost:8080', '/mbr/', nobody],
  ['staff.highmark.localhost:8080', '/', nobody],
  ['producer.highmark.localhost:8080', '/highmark.example/chmptl/', nobody],
  [
    'shop-tenv2.west.highmark.example',
    '/',
    fromShop(
      'https://producer-tenv2.highmark.example/',
      'https://staff-tenv2.highmark.example/',
      'https://shop-tenv2.west.highmark.example/medicare/',
    ),
  ],
  ['producer-tenv2.highmark.example', '/', fromProducer('https://shop-tenv2.west.highmark.example/login/')],
  ['shop-tenv2.west.highmark.example', '/medicare/', nobody],
  ['secure-tenv2.highmark.example', '/', nobody],
  [
    'shop.west.highmark.example',
    '/',
    fromShop(
      'https://producer.highmark.example/',
      'https://staff.highmark.example/',
      'https://shop.west.highmark.example/medicare/',
    ),
  ],
  ['producer.highmark.example', '/login/', fromProducer('https://secure.highmark.example/login/')],
  ['shop.west.highmark.example', '/medicare/', nobody],
  ['secure.highmark.example', '/', nobody],
]

describe.each(['development', 'production'] as const)('run in %s', (mode) => {
  const portal = testPortal(mode === 'production' ? productionSettings() : {})
  const signedIn = new Map<Login, Client>()
  beforeAll(async () => {
    for (const login of logins) {
      const client = clientAt(login === 'MEMBER01' ? 'secure.highmark.example' : 'producer.highmark.example')
      expect((await signIn(client, login)).status).toBe(200)
      signedIn.set(login, client)
    }
  })

  // A server in production treats a host's environment like any other server; only its debugging aids are off.
  test.each(cells)('RO-2 RO-3 %s%s leads each role and market where the rows say', async (host, path, wanted) => {
    for (const login of logins) {
      const client = signedIn.get(login)?.copy() ?? clientAt(host)
      client.host = host
      const answer = await client.get(path, { headers: html })
      const target = wanted[login]
      expect([login, answer.status, answer.headers.get('location')]).toEqual([login, target ? 302 : 200, target])
      const session = () => signedIn.get(login)?.get('/dps/x-services/validateltpa')
      if (target === null) continue
      // In the path form, a place shares its host with others, so it signs nobody out.
      if (path.startsWith(dev)) {
        expect([login, client.cookies.has('LtpaToken2'), (await session())?.status]).toEqual([login, true, 200])
        continue
      }
      // The session is over for every browser with its cookie, so the next row needs another one.
      for (const name of sessionCookies) expect([name, client.cookies.has(name)]).toEqual([name, false])
      expect(answer.headers.getSetCookie().join('\n')).toMatch(/HMCSRProxyToken=;.*\n?/)
      expect((await session())?.status).toBe(401)
      const again = clientAt(host)
      await signIn(again, login)
      signedIn.set(login, again)
    }
  })

  function clientAt(host: string): Client {
    const client = new Client(portal.origin)
    client.host = host
    return client
  }

  function signIn(client: Client, login: Login) {
    return client.send('POST', '/rbsmbl/x-services/userInfo/userLogin', {
      payload: { userId: login, password: 'Welcome1!' },
      headers: { origin: mode === 'production' ? 'https://secure.highmark.example' : `http://${client.host}` },
    })
  }
})

describe('people who are redirected', () => {
  const portal = testPortal()

  test('RO-2 the sign-in page that they reach is served, whatever cookies they still have, and does not redirect again', async () => {
    const client = new Client(portal.origin)
    client.host = 'producer.highmark.localhost:8080'
    await client.signIn('MEDSHOP1')
    const before = client.copy()
    const { headers } = await client.get('/', { headers: html })
    for (const browser of [client, before]) {
      const answer = await browser.get(headers.get('location') ?? '', { headers: html })
      expect(answer.status).toBe(200)
      expect(String(answer.body.payload)).toContain('"session":null')
    }
  })

  test('RO-2 a link on another site redirects and ends no session', async () => {
    const client = new Client(portal.origin)
    client.host = 'producer.highmark.localhost:8080'
    await client.signIn('MEMBER01')
    const cookies = [...client.cookies]
    const follow = (site: string) => client.get('/', { headers: { ...html, 'sec-fetch-site': site } })
    expect((await follow('cross-site')).headers.get('location')).toBe(`${dev}/chmhcr/login/?notice=for-members`)
    expect([...client.cookies]).toEqual(cookies)
    expect((await client.get('/dps/x-services/validateltpa')).status).toBe(200)
    expect((await follow('none')).status).toBe(302)
    expect(client.cookies.has('LtpaToken2')).toBe(false)
  })

  test('RO-3 anonymous visitors are never redirected, so that everybody can sign in', async () => {
    for (const host of ['producer.highmark.localhost:8080', 'shop.highmark.localhost:8080']) {
      const client = new Client(portal.origin)
      client.host = host
      expect((await client.get('/', { headers: html })).status).toBe(200)
    }
  })

  test('RO-2 the redirect is in the audit log, and the session says why it ended', async () => {
    const { read } = portal.database
    const client = new Client(portal.origin)
    client.host = 'shop.highmark.localhost:8080'
    await client.signIn('AGENT001')
    await client.get('/', { headers: html })
    const session = await read
      .selectFrom('session')
      .select(['session_id', 'ended_reason'])
      .where('login_id', '=', 'AGENT001')
      .executeTakeFirstOrThrow()
    expect(session.ended_reason).toBe('redirected')
    expect(await eventsWith(portal.database, { session_id: session.session_id })).toMatchObject([
      { action: 'sign-in', outcome: 'done' },
      { action: 'sign-out.redirected', outcome: 'done' },
    ])
  })

  test('RO-2 the member portal redirects no role', async () => {
    for (const login of logins) {
      const client = new Client(portal.origin)
      client.host = 'secure.highmark.localhost:8080'
      await client.signIn(login)
      for (const path of ['/', '/login/', '/mbr/', '/msg/']) {
        expect([login, path, (await client.get(path, { headers: html })).status]).toEqual([login, path, 200])
      }
    }
  })
})
