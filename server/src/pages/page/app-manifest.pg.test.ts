import { expect, test } from 'vitest'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { loadBrands } from '../../brands/brand/load.ts'

const portal = testPortal()
const brands = loadBrands(`${import.meta.dirname}/../../../../brands`)
const linked = '<link rel="manifest" href="/app.webmanifest">'

async function ask(host: string, path: string, client = new Client(portal.origin)) {
  client.host = host
  const { status, headers, bytes } = await client.get(path, {
    headers: { accept: 'text/html', 'accept-encoding': 'identity' },
  })
  return { status, headers, text: bytes.toString() }
}

/** Width and height of a picture, from its header. */
async function measureIcon(path: string): Promise<[number, number]> {
  const { status, headers, bytes } = await new Client(portal.origin).get(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

test('MP-5 each brand’s host gives a phone its own name, colors and drawing, and no other brand’s', async () => {
  const seen = new Set<string>()
  // If brands share a domain, a host belongs to one brand alone: no other member's page leads to its manifest.
  const byDomain = Map.groupBy([...brands.values()], ({ brand }) => brand.domain)
  const alone = [...byDomain.values()].flatMap((some) => (some.length === 1 ? some : []))
  expect(alone.length).toBeGreaterThan(20)
  for (const { brand, texts } of alone) {
    const { status, headers, text } = await ask(`secure.${brand.domain}`, '/app.webmanifest')
    expect([brand.code, status]).toEqual([brand.code, 200])
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({ name: texts.en.name, start_url: '/mbr/', scope: '/', display: 'standalone' })
    for (const color of [manifest.theme_color, manifest.background_color]) expect(color).toMatch(/^(#|oklch|rgb)/)
    const [{ src }] = manifest.icons
    expect(src).toMatch(new RegExp(`^/brand/${brand.code}/mark\\.`))
    expect((await ask(`secure.${brand.domain}`, src)).headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    for (const size of [192, 512]) {
      const icon = manifest.icons.find(({ sizes }: { readonly sizes: string }) => sizes === `${size}x${size}`)
      expect(icon).toMatchObject({ type: 'image/png', purpose: 'any' })
      expect(await measureIcon(icon.src)).toEqual([size, size])
    }
    expect(manifest.shortcuts).toEqual([{ name: 'My ID card', url: '/pocket/' }])
    seen.add(text)
  }
  expect(seen.size).toBe(alone.length)
})

test('MP-5 neither a brand cookie nor a parameter changes which app a host offers', async () => {
  const [own, other] = [...brands.values()]
  const client = new Client(portal.origin)
  client.host = `secure.${own?.brand.domain}`
  const answer = await client.get(`/app.webmanifest?defBrand=${other?.brand.code}`, {
    headers: { cookie: `defBrand=${other?.brand.code}` },
  })
  expect(JSON.parse(answer.bytes.toString()).name).toBe(own?.texts.en.name)
})

test('MP-5 a member’s page can be installed at their brand’s host; a visitor’s, and one at another brand’s host, cannot', async () => {
  const member = await memberClient(portal.origin, 'MEMBER01')
  expect((await ask('secure.highmark.example', '/mbr/', member)).text).toContain(linked)
  const foreign = [...brands.values()].find(({ brand }) => brand.code !== 'hmbcbs')
  const elsewhere = await ask(`secure.${foreign?.brand.domain}`, '/mbr/', member)
  expect(elsewhere.text).not.toContain(linked)
  expect((await ask('secure.highmark.example', '/login/')).text).not.toContain(linked)
})

test('MP-5 a phone that shows no SVG gets the member’s own brand as a picture; no other sizes or marks exist', async () => {
  const member = await memberClient(portal.origin, 'MEMBER01')
  const { text } = await ask('secure.highmark.example', '/mbr/', member)
  const address = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(text)?.[1] ?? ''
  expect(address).toMatch(/^\/brand\/hmbcbs\/icon-180\.[\w-]+\.png$/)
  expect(await measureIcon(address)).toEqual([180, 180])
  expect((await ask('secure.highmark.example', '/login/')).text).not.toContain('apple-touch-icon')
  const other = [...brands.keys()].find((code) => code !== 'hmbcbs') ?? ''
  for (const wrong of [address.replace('180', '181'), address.replace('hmbcbs', other), address.replace('180', '180x')])
    expect([wrong, (await new Client(portal.origin).get(wrong)).status]).toEqual([wrong, 404])
})
