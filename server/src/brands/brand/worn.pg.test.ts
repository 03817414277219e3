import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

async function signIn(loginId: string, host: string): Promise<Client> {
  const client = new Client(portal.origin)
  client.host = `${host}:${new URL(portal.origin).port}`
  expect((await client.signIn(loginId)).status).toBe(200)
  return client
}

async function readBrand(client: Client): Promise<string | undefined> {
  const { body } = await client.get('/', { headers: { accept: 'text/html' } })
  return /<html [^>]*data-brand="(\w+)"/.exec(String(body.payload))?.[1]
}

describe('BR-12 MC-6 pages for staff, who serve many brands', () => {
  test.each(['hmbcbs', 'ndbcbs', 'wybcbs'])(
    'BR-12 wear the brand of the host, %s, whatever a cookie says',
    async (code) => {
      const client = await signIn('CSRREP01', `staff.${code}.localhost`)
      for (const cookie of ['mincr', 'hmbcbs']) {
        client.cookies.set('brand', cookie)
        expect(await readBrand(client)).toBe(code)
        expect(client.cookies.get('brand')).toBe(code)
      }
    },
  )

  test('BR-12 wear the brand of their account if the host names none', async () => {
    expect(await readBrand(await signIn('CSRREP01', 'localhost'))).toBe('hmbcbs')
  })

  test('BR-12 CS-1 return to it after acting for a member of another brand, and lead out on it', async () => {
    const client = await signIn('CSRREP01', 'staff.wybcbs.localhost')
    const params = { storeID: '10151', logonID: 'MEMBERDE' } as const
    const body = { reason: 'Asked for help with a claim', ticket: 'T-1001' }
    expect((await make(client, calls.startSimulation, { params, body })).status).toBe(200)
    expect(await readBrand(client)).toBe('de')
    await make(client, calls.logout, {})
    expect(client.cookies.get('brand')).toBe('wybcbs')
    expect(await readBrand(client)).toBe('wybcbs')
    const rep = await signIn('CSRREP01', 'staff.wybcbs.localhost')
    const { redirectionUrl } = (await make(rep, calls.logout, {})).body.payload.logoutInfo
    expect(redirectionUrl).toBe('/yourwyoblue.example/chmstf/login/')
  })

  test('SI-4 BR-12 a member’s pages wear their own plan’s brand on any host', async () => {
    expect(await readBrand(await signIn('MEMBERND', 'secure.wybcbs.localhost'))).toBe('ndbcbs')
  })
})
