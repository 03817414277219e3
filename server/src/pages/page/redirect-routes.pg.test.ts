import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { setSettings } from '../../../test/settings.ts'

const portal = testPortal()

function at(host: string): Client {
  const client = new Client(portal.origin)
  client.host = host
  return client
}

describe('ER-2 the portal of a brand', () => {
  test.each([
    ['secure.highmark.localhost:8080', '/yourwyoblue.example/chmptl/login/?defBrand=wybcbs&notice=demo-account'],
    [
      'secure-tenv2.highmark.example',
      'https://secure-tenv2.yourwyoblue.example/login/?defBrand=wybcbs&notice=demo-account',
    ],
    ['secure.highmark.example', 'https://secure.yourwyoblue.example/login/?defBrand=wybcbs&notice=demo-account'],
  ])('ER-2 seen from %s is %s', async (host, address) => {
    const answer = await at(host).get('/portal/WYBCBS')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, address])
  })

  test('SH-6 SH-11 a link to a brand’s shop leads to the shop of the requested market', async () => {
    const to = async (view: string) =>
      (await at('secure.highmark.example').get(`/portal/wybcbs?view=${view}`)).headers.get('location')
    // If the new address has no hash, browsers keep the link's own, such as a ticket.
    expect(await to('shop')).toBe('https://secure.yourwyoblue.example/shop/?defBrand=wybcbs')
    expect(await to('medicare')).toBe('https://secure.yourwyoblue.example/medicare/?defBrand=wybcbs')
  })

  test('ER-2 a brand that shares the host shows there; one with its own host leaves this host’s brand as it is', async () => {
    const client = at('secure.highmark.example')
    client.cookies.set('brand', 'hmbcbs')
    await client.get('/portal/de')
    expect(client.cookies.get('brand')).toBe('de')
    await client.get('/portal/wybcbs')
    expect(client.cookies.get('brand')).toBe('de')
  })

  test.each(['nobody', '__proto__', '%2F%2Fevil.example'])('ER-2 %s has no portal', async (brand) => {
    const answer = await at('secure.highmark.example').get(`/portal/${brand}`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('location')).toBeNull()
  })

  test('ER-2 ER-3 a link below a development path leads to the same place', async () => {
    const client = at('localhost:8080')
    for (const path of ['/portal/wybcbs', '/sso']) {
      const [plain, below] = [await client.get(path), await client.get(`/highmark.example/chmptl${path}`)]
      expect(below.headers.get('location')).toBe(plain.headers.get('location'))
    }
  })

  test('ER-2 the refusal of a demo account names the brand of its portal in the second error', async () => {
    const { body } = await at('secure.highmark.localhost:8080').signIn('DEMOUSER1')
    expect(body.errors?.map(({ errorMessage }) => errorMessage)).toEqual(['DEMOUSER', 'wybcbs'])
  })

  test('ER-2 a demo account gets in where it was led: by the host, the cookies set on the way, or the named brand', async () => {
    expect((await at('secure.wybcbs.localhost:8080').signIn('DEMOUSER1')).status).toBe(200)
    const development = at('localhost:8080')
    expect((await development.signIn('DEMOUSER1')).status).toBe(401)
    await development.get('/portal/wybcbs')
    expect((await development.signIn('DEMOUSER1')).status).toBe(200)
    const { rows } = await sql<{ brand: string; role: string }>`
      select brand, role from account where login_id = 'DEMOUSER1'`.execute(portal.database.read)
    expect(rows).toEqual([{ brand: 'wybcbs', role: 'PROS' }])
  })
})

describe('ER-3 the sign-in of employees', () => {
  beforeAll(() => portal.database.read.deleteFrom('app_config').where('key', '=', 'SSO_URL').execute())

  test('ER-3 the refusal says whether there is a sign-in for employees', async () => {
    const refusal = async () =>
      (await at('secure.highmark.localhost:8080').signIn('EMPLOYEE1')).body.errors?.map((one) => one.errorMessage)
    expect(await refusal()).toEqual(['EMP-LOGIN-SHOP'])
    await setSettings(portal.database, 'hmbcbs', { SSO_URL: '/demo/sso' })
    expect(await refusal()).toEqual(['EMP-LOGIN-SHOP', 'SSO'])
    await portal.database.read.deleteFrom('app_config').where('key', '=', 'SSO_URL').execute()
  })

  test.each([
    ['secure.highmark.localhost:8080', '/highmark.example/chmcom/'],
    ['secure.highmark.example', 'https://www.highmark.example/'],
    ['secure-tenv2.yourwyoblue.example', 'https://www-tenv2.yourwyoblue.example/'],
  ])("ER-3 seen from %s is on the brand's own domain unless it is configured: %s", async (host, address) => {
    const answer = await at(host).get('/sso')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, address])
  })

  test.each([
    ['https://sso.partner.example/start?app=portico', 'https://sso.partner.example/start?app=portico'],
    ['javascript:alert(1)', 'https://www.highmark.example/'],
    ['http://partner.example/', 'https://www.highmark.example/'],
    ['//partner.example/', 'https://www.highmark.example/'],
  ])('ER-3 configured as %s, it leads to %s', async (configured, address) => {
    await portal.database.read.deleteFrom('app_config').where('key', '=', 'SSO_URL').execute()
    await setSettings(portal.database, 'hmbcbs', { SSO_URL: configured })
    expect((await at('secure.highmark.example').get('/sso')).headers.get('location')).toBe(address)
    // It does not affect another brand.
    expect((await at('secure.yourwyoblue.example').get('/sso')).headers.get('location')).toBe(
      'https://www.yourwyoblue.example/',
    )
  })
})
