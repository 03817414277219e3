import { gunzipSync } from 'node:zlib'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { loadBrands } from '../../brands/brand/load.ts'

const portal = testPortal()
const brands = loadBrands(`${import.meta.dirname}/../../../../brands`)

function findBrand(code: string) {
  const found = brands.get(code)
  if (found === undefined) throw new Error(`There is no brand ${code}.`)
  return found
}

interface Asking {
  readonly language?: string
  readonly client?: Client
  readonly accept?: string
}

async function ask(host: string, path = '/', more: Asking = {}) {
  const client = more.client ?? new Client(portal.origin)
  client.host = host
  const headers = { accept: more.accept ?? 'text/html', ...(more.language && { 'accept-language': more.language }) }
  const answer = await client.get(path, { headers })
  const isPacked = answer.headers.get('content-encoding') === 'gzip'
  return { answer, html: (isPacked ? gunzipSync(answer.bytes) : answer.bytes).toString() }
}

const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? null
const title = (html: string) => tag(html, /<title>([^<]*)/)
const findHeading = (html: string) => tag(html, /<h1[^>]*>([^<]*)/)
const canonical = (html: string) => tag(html, /<link rel="canonical" href="([^"]*)"/)
const listAlternates = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, language, address]) => [
    language,
    address,
  ])
const readGraph = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="og:([^"]*)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]),
  )
/** The address of a brand's own site about Medicare. */
function findMedicare(code: string) {
  const { medicareDomain, medicarePath } = findBrand(code).brand
  return `https://medicare.${medicareDomain.replace(/^medicare\./, '')}${medicarePath}`
}
const organization = (html: string) => JSON.parse(tag(html, /<script type="application\/ld\+json">([^<]*)/) ?? 'null')

describe('SH-10 the site of a brand', () => {
  test.each([
    ['/', 'Health plans and care - Blue Plan West', 'Good care, from the rivers to the lake.'],
    ['/cce/', 'Coverage and care, explained - Blue Plan West', 'Coverage and care, explained'],
    ['/wts/', 'Ways to save - Blue Plan West', 'Ways to save on coverage and care'],
  ])('SH-10 %s can be read and indexed without scripts', async (path, wantedTitle, wantedHeading) => {
    const { answer, html } = await ask('www.highmark.example', path)
    expect([answer.status, title(html), findHeading(html)]).toEqual([200, wantedTitle, wantedHeading])
    expect(canonical(html)).toBe(`https://www.highmark.example${path}`)
    expect(tag(html, /<meta name="description" content="([^"]*)"/)).toMatch(/Blue Plan West/)
    expect(html).not.toMatch(/\{(brand|tagline)\}|noindex/)
    expect(html.match(/<h1/g)).toHaveLength(1)
    // Blocks with a target are links even before any script has run.
    expect(html).toContain('href="https://shop.west.highmark.example/"')
  })

  test('SH-10 the Organization is given as structured data, which the page’s policy allows', async () => {
    const { answer, html } = await ask('www.highmark.example')
    expect(organization(html)).toMatchObject({
      '@type': 'Organization',
      name: 'Blue Plan West',
      url: 'https://www.highmark.example/',
      logo: expect.stringMatching(/^https:\/\/www\.highmark\.example\/.+\.svg/),
      contactPoint: { telephone: '1-800-555-0101' },
    })
    // The policy lets scripts run by their nonce; structured data has none and needs none.
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect((await ask('secure.highmark.example')).html).not.toContain('ld+json')
  })

  test('SH-10 each brand has its own site, with nothing of another brand in it', async () => {
    const seen = new Set<string>()
    for (const code of ['ndbcbs', 'mincr', 'wybcbs', 'idh', 'neb']) {
      const { brand, texts } = findBrand(code)
      const { html } = await ask(`www.${brand.domain}`)
      const data = organization(html)
      expect([data.name, findHeading(html)]).toEqual([texts.en.name, texts.en.tagline.replaceAll("'", '&#x27;')])
      const others = [...brands.values()].filter((one) => one.brand.domain !== brand.domain)
      const body = tag(html, /<div id="root">([\s\S]*)<\/div>\n<script/) ?? ''
      const foreign = others.filter(({ texts: other }) => body.includes(`${other.en.name}.`))
      expect(foreign.map(({ brand: other }) => other.code)).toEqual([])
      seen.add(`${data.telephone} ${canonical(html)} ${findHeading(html)}`)
    }
    expect(seen.size).toBe(5)
  })

  test('SH-10 in Spanish too', async () => {
    const { html } = await ask('www.bcbsndportals.example', '/cce/', { language: 'es-US' })
    expect([title(html), findHeading(html)]).toEqual([
      expect.stringMatching(/^La cobertura y la atención, explicadas - /),
      'La cobertura y la atención, explicadas',
    ])
  })

  test('SH-10 LG-4 each language has an address, which search engines find from the others, and a shared link has a good preview', async () => {
    const { html, answer } = await ask('www.highmark.example', '/cce/?language=es')
    expect(findHeading(html)).toBe('La cobertura y la atención, explicadas')
    const own = 'https://www.highmark.example/cce/'
    expect(canonical(html)).toBe(`${own}?language=es`)
    expect(listAlternates(html)).toEqual([
      ['en', `${own}?language=en`],
      ['es', `${own}?language=es`],
      ['x-default', own],
    ])
    expect(readGraph(html)).toMatchObject({
      title: title(html),
      url: `${own}?language=es`,
      site_name: 'Blue Plan West',
      locale: 'es_US',
    })
    // The next pages and calls use that language, too.
    expect(answer.headers.getSetCookie().join('\n')).toMatch(/^language=es;/m)
    const other = await ask('www.highmark.example', '/?language=xx', { language: 'en' })
    expect(other.answer.headers.getSetCookie().join('\n')).not.toMatch(/^language=/m)
    expect(canonical(other.html)).toBe('https://www.highmark.example/')
  })

  test.each([
    ['shop.west.highmark.example', '/', 'https://shop.west.highmark.example/', /See plans and prices/],
    ['shop.west.highmark.example', '/shop/', 'https://shop.west.highmark.example/', /See plans and prices/],
    ['secure.highmark.example', '/shop/', 'https://shop.west.highmark.example/', /See plans and prices/],
    [
      'secure.highmark.example',
      '/shop/?from=/medicare/',
      'https://shop.west.highmark.example/',
      /See plans and prices/,
    ],
    ['shop.west.highmark.example', '/medicare/', findMedicare('hmbcbs'), /Medigap/],
    ['secure.highmark.example', '/medicare/', findMedicare('hmbcbs'), /Medigap/],
  ])('SH-1 SH-10 the shop at %s%s describes itself, and gives its canonical address', async (host, path, own, says) => {
    const { html } = await ask(host, path, { accept: '*/*' })
    expect([canonical(html), readGraph(html).description]).toEqual([own, expect.stringMatching(says)])
    expect(listAlternates(html).map(([language]) => language)).toEqual(['en', 'es', 'x-default'])
    expect(html).not.toContain('ld+json')
  })

  test('SH-1 SH-10 a person’s own pages have no such head', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    for (const path of ['/shop/', '/medicare/', '/mbr/']) {
      const { answer, html } = await ask('secure.highmark.localhost:8080', path, { client })
      expect([answer.status, title(html)]).toEqual([200, expect.stringContaining(' - Blue Plan West')])
      expect(html).not.toMatch(/canonical|og:/)
    }
  })

  test('SH-10 signed-in people have their home at its root, and other hosts stay as they were', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const own = await ask('www.highmark.localhost:8080', '/', { client })
    expect(own.html).toMatch(/Good (morning|afternoon|evening), Mayte/)
    expect(own.html).not.toContain('ld+json')
    expect((await ask('secure.highmark.example')).html).toContain('Sign in')
    for (const path of ['/cce/', '/wts/']) expect((await ask('secure.highmark.example', path)).answer.status).toBe(404)
  })

  test.each(['/', '/cce/', '/wts/'])(
    'SH-10 %s answers crawlers and link previews, which accept any type',
    async (path) => {
      const { answer, html } = await ask('www.highmark.example', path, { accept: '*/*' })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
      expect(findHeading(html)).not.toBe(null)
    },
  )

  test('SH-10 scripts, data and calls that do not exist still get an error, and no page', async () => {
    for (const path of ['/cce/nothing.js', '/rbsmbl/x-services/nothing/'])
      expect((await ask('www.highmark.example', path, { accept: '*/*' })).answer.headers.get('content-type')).toContain(
        'json',
      )
  })

  test('SH-10 robots.txt and sitemap.xml list what there is to find', async () => {
    const map = (await ask('www.highmark.example', '/sitemap.xml')).html
    expect([...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://www.highmark.example/',
      'https://www.highmark.example/cce/',
      'https://www.highmark.example/wts/',
    ])
    const robots = (await ask('www.highmark.example', '/robots.txt')).html
    expect(robots).toContain('Sitemap: https://www.highmark.example/sitemap.xml')
    expect(robots).toContain('Disallow: /mbr')
    expect(robots).not.toMatch(/^Disallow: \/$/m)
    for (const host of ['secure.highmark.example', 'www-tenv2.highmark.example', 'www.highmark.localhost:8080'])
      expect((await ask(host, '/robots.txt')).html).toBe('User-agent: *\nDisallow: /\n')
    expect((await ask('secure.highmark.example', '/sitemap.xml')).answer.status).toBe(404)
  })

  test('SH-10 the call answers the same page, and nothing for an unknown brand', async () => {
    const client = new Client(portal.origin)
    const site = async (brand: string) =>
      make(client, calls.companySite, { query: { brand, language: 'en', section: 'home' } })
    const { body } = await site('hmbcbs')
    expect(body.payload.news[0]).toMatchObject({ day: '2026-11-12' })
    expect(body.payload.news.map(({ day }) => day)).toEqual(
      body.payload.news
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    )
    expect((await site('nobody')).status).toBe(404)
  })
})
