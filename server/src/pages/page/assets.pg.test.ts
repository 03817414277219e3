import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Client } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()
const folder = resolve(import.meta.dirname, '../../../../web/dist/client/assets')
const built = readdirSync(folder)
const get = (name: string, headers: Record<string, string | undefined> = {}) =>
  new Client(portal.origin).get(`/assets/${name}`, { headers })
const large = built.find((name) => built.includes(`${name}.br`)) ?? ''

test('BR-13 the page’s assets come whole, with their types, cacheable for a year and to any origin', async () => {
  const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' }
  for (const name of built.filter((one) => !/\.(br|gz)$/.test(one))) {
    const { status, headers, bytes } = await get(name)
    expect([name, status, bytes.equals(readFileSync(join(folder, name)))]).toEqual([name, 200, true])
    expect(headers.get('content-type')).toBe(types[name.split('.').at(-1) as keyof typeof types])
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('BR-13 they come compressed as the browser accepts, identical each time', async () => {
  const plain = readFileSync(join(folder, large))
  for (let time = 0; time < 2; time += 1) {
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['identity', null, (bytes: Buffer) => bytes],
    ] as const) {
      const { headers, bytes } = await get(large, { 'accept-encoding': accepted })
      expect([accepted, headers.get('content-encoding')]).toEqual([accepted, encoding])
      expect(headers.get('vary')).toContain('accept-encoding')
      expect(unpack(bytes).equals(plain)).toBe(true)
    }
  }
  const { status, headers, bytes } = await new Client(portal.origin).send('HEAD', `/assets/${large}`)
  expect([status, headers.get('content-length'), bytes.length]).toEqual([200, String(plain.length), 0])
})

test('HT-2 nothing else is served: no other file, no folder, nothing above it', async () => {
  const server = '..%2f..%2fserver%2frender.js'
  for (const name of [
    'none.js',
    '',
    server,
    '..%2f.vite%2fmanifest.json',
    `.${large}`,
    `x%2f${large}`,
    `${large}.br`,
  ]) {
    const { status, body } = await get(name)
    expect([name, status, body.errors?.[0]?.errorMessage]).toEqual([name, 404, 'NOT-FOUND'])
  }
})
