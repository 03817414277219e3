import { expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { readPageState } from '../../../test/settings.ts'

const portal = testPortal()

async function listTabs(client: Client, host: string, path: string) {
  client.host = host
  const { tabs } = readPageState(await client.get(path, { headers: { accept: 'text/html' } }))
  return tabs.map(({ id }) => id)
}

const plans = ['navShop', 'navDental', 'navVision', 'navMedicare', 'navCart', 'navFindDoctor']

test.each([
  ['shop.highmark.localhost', '/'],
  ['shop.highmark.localhost', '/medicare/'],
  ['shop.highmark.localhost', '/login/'],
  ['secure.highmark.localhost', '/shop/'],
  ['secure.highmark.localhost', '/medicare/'],
  ['www.highmark.localhost', '/shop/'],
  ['medicare.highmark.localhost', '/medicare/'],
  ['127.0.0.1', '/west.highmark.example/chmhcr/'],
])('HD-2 SH-1 at %s%s a visitor has the tabs of the shop, and none of a member’s', async (host, path) => {
  expect(await listTabs(new Client(portal.origin), host, path)).toEqual([...plans, 'navSignIn'])
})

test('HD-2 SH-1 in the shop, a member has the shop’s tabs and the way home, and elsewhere their own', async () => {
  const client = await memberClient(portal.origin, 'MEMBER01')
  const host = client.host ?? 'secure.highmark.localhost'
  for (const path of ['/shop/', '/medicare/']) expect(await listTabs(client, host, path)).toEqual(['navHome', ...plans])
  const own = await listTabs(client, host, '/mbr/')
  expect(own).toContain('navClaims')
  expect(own).not.toContain('navShop')
  expect(await listTabs(new Client(portal.origin), host, '/login/')).not.toContain('navShop')
})
