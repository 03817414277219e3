import { mapsScript } from '@portico/contract/calls/maps'
import { mapsFailed, mapsFramePath } from '@portico/contract/maps-frame'
import type { PageState } from '@portico/contract/page'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal({ SCRIPT_ORIGINS: 'https://maps.example,https://survey.example' })
afterEach(() => portal.database.read.deleteFrom('app_config').where('key', 'like', 'MAPS_%').execute())

const script = 'https://maps.example/streets.js'
async function set(key: 'MAPS_SCRIPT' | 'MAPS_PATH', string_value: string, brand = 'HMBCBS') {
  const row = { application: 'PORTAL', brand, key, secure: false, boolean_value: null, string_value }
  await portal.database.read.insertInto('app_config').values(row).execute()
}
const ask = (brand = 'hmbcbs') => make(new Client(portal.origin), mapsScript, { body: { brand } })

async function page(brand = 'hmbcbs') {
  const host = `www.${brand}.localhost:${new URL(portal.origin).port}`
  const answer = await new Client(portal.origin).get('/login/', { headers: { accept: 'text/html', host } })
  const [, state = ''] = /id="portico-state">(.*?)<\/script>/s.exec(String(answer.body.payload)) ?? []
  return {
    maps: (JSON.parse(state) as PageState).maps,
    policy: answer.headers.get('content-security-policy') ?? '',
  }
}

async function frame(brand: string) {
  const answer = await new Client(portal.origin).get(`${mapsFramePath}?brand=${brand}`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  return { answer, sources: Object.fromEntries(policy.split('; ').map((one) => one.split(/ (.*)/s).slice(0, 2))) }
}

describe("MP-1 MP-24 a brand's own maps call", () => {
  test('MP-24 without a setting there are no maps: no call, no frame of ours, nothing from other sites on the page', async () => {
    expect((await ask()).body.payload).toEqual({ url: null })
    const { answer: framed, sources } = await frame('hmbcbs')
    expect(framed.status).toBe(404)
    expect(sources['script-src']).toMatch(/^'nonce-[^ ]+$/)
    const { maps, policy } = await page()
    expect(maps).toBeNull()
    expect(policy).not.toMatch(/maps\.example|frame-src 'self'.*maps/)
  })

  test('MP-1 MP-24 the path is called by POST, and its payload gives the script’s address, only for the brand that has set it', async () => {
    await set('MAPS_SCRIPT', script)
    expect((await ask()).body.payload).toEqual({ url: script })
    expect((await ask('ndbcbs')).body.payload).toEqual({ url: null })
    const nobody = await ask('nobody')
    expect([nobody.status, listErrorCodes(nobody)]).toEqual([404, ['NOT-FOUND']])
    expect((await page()).maps).toEqual({ path: mapsScript.path, host: 'maps.example' })
    expect((await page('ndbcbs')).maps).toBeNull()
    await set('MAPS_PATH', '/gateway/maps-url')
    expect((await page()).maps).toEqual({ path: '/gateway/maps-url', host: 'maps.example' })
  })

  test('MP-24 its origin may run only in the frame, which is a sandbox and reaches nothing else', async () => {
    await set('MAPS_SCRIPT', script)
    const { policy } = await page()
    expect(policy).not.toContain('maps.example')
    expect(policy).toContain("frame-src 'self'")
    const { answer, sources } = await frame('hmbcbs')
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(sources).toMatchObject({
      'default-src': "'none'",
      'connect-src': 'https://maps.example',
      'img-src': 'data: blob: https://maps.example',
      'frame-ancestors': "'self'",
      sandbox: 'allow-scripts',
    })
    expect(sources['script-src']).toMatch(/^'nonce-[^ ]+ https:\/\/maps\.example$/)
    expect(String(answer.body.payload)).toContain(mapsFailed)
    expect((await frame('ndbcbs')).answer.status).toBe(404)
  })

  test.each([
    ['MAPS_SCRIPT', 'https://elsewhere.example/streets.js'],
    ['MAPS_SCRIPT', 'http://maps.example/streets.js'],
    ['MAPS_PATH', '//elsewhere.example/url'],
  ] as const)('MP-24 %s = %s is passed over with a warning that does not repeat it', async (key, value) => {
    if (key === 'MAPS_PATH') await set('MAPS_SCRIPT', script)
    await set(key, value)
    const before = portal.log.length
    expect((await page()).maps).toBeNull()
    expect((await ask()).body.payload).toEqual({ url: null })
    expect((await frame('hmbcbs')).answer.status).toBe(404)
    const told = portal.log.slice(before).join('')
    expect(told).toContain('setting MAPS_SCRIPT passed over')
    expect(told).not.toContain('elsewhere')
  })
})
