import type { PageState } from '@portico/contract/page'
import { afterEach, expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { readPageState, setSettings } from '../../../test/settings.ts'

const portal = testPortal()
afterEach(() => portal.database.read.deleteFrom('app_config').where('application', '=', 'PORTAL').execute())

const set = (brand: string, values: Record<string, string | boolean>) => setSettings(portal.database, brand, values)

async function readPage(client: Client): Promise<{ timers: PageState['timers']; asks: string }> {
  const answer = await client.get('/', { headers: { accept: 'text/html' } })
  const [, asks = ''] = /connect-src ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
  return { timers: readPageState(answer).timers, asks }
}

const stranger = () => new Client(portal.origin)
const member = () => memberClient(portal.origin, 'MEMBER01')

test('SE-1 SE-2 SE-3 the timers that a page gets where nothing is set', async () => {
  const before = await readPage(stranger())
  expect(before.timers).toEqual({
    expiryMs: 90_000,
    warningMs: 84_000,
    checkMs: 1_000,
    keepAliveMs: 240_000,
    keepAlivePath: null,
    vendorKeepAlive: null,
  })
  const after = await readPage(await member())
  expect(after.timers).toEqual({
    expiryMs: 900_000,
    warningMs: 780_000,
    checkMs: 3_000,
    keepAliveMs: 240_000,
    keepAlivePath: '/rbsmbl/x-services/keepAlive',
    vendorKeepAlive: null,
  })
  expect([before.asks, after.asks]).toEqual(["'self'", "'self'"])
})

test('SE-2 SE-3 a brand sets its own timers, for both kinds of page', async () => {
  await set('ALL', { CREDENTIAL_EXPIRY_MS: '300000', SESSION_EXPIRY_MS: '600000' })
  await set('HMBCBS', {
    SESSION_EXPIRY_MS: '1200000',
    SESSION_WARNING_MS: '1000000',
    SESSION_CHECK_MS: '5000',
    KEEP_ALIVE_MS: '120000',
    KEEP_ALIVE_PATH: '/alive',
    VENDOR_KEEP_ALIVE: 'https://alive.vendor.example/{vendor}/ping',
  })
  expect((await readPage(stranger())).timers).toMatchObject({
    expiryMs: 300_000,
    warningMs: 294_000,
    keepAlivePath: null,
  })
  const { timers, asks } = await readPage(await member())
  expect(timers).toEqual({
    expiryMs: 1_200_000,
    warningMs: 1_000_000,
    checkMs: 5_000,
    keepAliveMs: 120_000,
    keepAlivePath: '/alive',
    vendorKeepAlive: 'https://alive.vendor.example/{vendor}/ping',
  })
  // The page may call the vendor's origin and no other.
  expect(asks).toBe("'self' https://alive.vendor.example")
  expect((await readPage(await memberClient(portal.origin, 'MEMBERND'))).timers).toMatchObject({ expiryMs: 600_000 })
})

test('SE-3 a brand turns keep-alive off', async () => {
  await set('HMBCBS', { KEEP_ALIVE: false, VENDOR_KEEP_ALIVE: 'https://alive.vendor.example/{vendor}' })
  const { timers, asks } = await readPage(await member())
  expect(timers).toMatchObject({ keepAlivePath: null, vendorKeepAlive: null })
  expect(asks).toBe("'self'")
})

test('SE-2 SE-3 invalid values are ignored, with a warning in the log that does not repeat them', async () => {
  await set('HMBCBS', {
    SESSION_EXPIRY_MS: 'tomorrow',
    SESSION_WARNING_MS: '900000',
    KEEP_ALIVE_PATH: 'https://elsewhere.example/',
    VENDOR_KEEP_ALIVE: "https://x.example/{vendor}; script-src 'unsafe-inline'",
  })
  const from = portal.log.length
  const { timers, asks } = await readPage(await member())
  expect(timers).toMatchObject({ expiryMs: 900_000, warningMs: 780_000, vendorKeepAlive: null })
  expect(timers.keepAlivePath).toBe('/rbsmbl/x-services/keepAlive')
  expect(asks).toBe("'self'")
  const lines = portal.log.slice(from).filter((line) => line.includes('passed over'))
  for (const key of ['SESSION_EXPIRY_MS', 'SESSION_WARNING_MS', 'KEEP_ALIVE_PATH', 'VENDOR_KEEP_ALIVE']) {
    expect(
      lines.filter((line) => line.includes(`setting ${key} `)),
      key,
    ).toHaveLength(1)
  }
  expect(lines.join()).not.toContain('elsewhere')
})
