import { join, resolve } from 'node:path'
import { calls } from '@portico/contract/calls'
import { withOverrides } from '@portico/rules/brand/overrides'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Answer, Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { loadBrands } from './load.ts'

const brands = loadBrands(join(resolve(import.meta.dirname, '../../../..'), 'brands'), withOverrides)
const codes = [...brands.keys()]

const portal = testPortal()

interface Visit {
  readonly host?: string
  readonly path?: string
  readonly cookies?: Record<string, string>
}

/** Opens a page as a browser does; `brand` is the one that the HTML shows. */
async function visit({ host, path = '/', cookies = {} }: Visit, client = new Client(portal.origin)) {
  client.host = host ?? client.host
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, encodeURIComponent(value))
  const answer = await client.get<string>(path, { headers: { accept: 'text/html,*/*;q=0.8', origin: undefined } })
  const html = answer.body.payload
  return { answer, html, brand: /<html[^>]* data-brand="([^"]*)"/.exec(html)?.[1] }
}
const readBrand = async (request: Visit) => (await visit(request)).brand

/** Warnings that the server logged for the request of an answer. */
function listWarnings(answer: Answer): string[] {
  const requestId = answer.headers.get('x-request-id')
  return portal.log
    .map((line) => JSON.parse(line) as { level: number; reqId?: string; msg?: string })
    .filter(({ level, reqId }) => level === 40 && reqId === requestId)
    .map(({ msg }) => msg ?? '')
}

const setBy = (answer: Answer) =>
  Object.fromEntries(Object.values(readCookies(answer)).map(({ name, value }) => [name, value]))
const token = (number: unknown) => btoa(String(number))

describe('BR-11 the brand of a zip code', () => {
  const brandOfZip = (zipCode: string) => make(new Client(portal.origin), calls.brandOfZip, { query: { zipCode } })

  test.each([
    ['15222', 'hmbcbs', 'HMBCBS', '10151'],
    ['58102', 'ndbcbs', 'NDBCBS', '10154'],
    ['82001', 'wybcbs', 'WYBCBS', '10154'],
    ['55101', 'mincr', 'MINCR', '10153'],
    ['25301', 'ms', 'HMBCBSWV', '10152'],
    ['19801', 'de', 'HMBCBSDE', '10152'],
    ['83702', 'idh', 'IDH', '10154'],
  ])('BR-11 %s is %s', async (zip, brand, sharedBrandCode, storeID) => {
    const { status, body } = await brandOfZip(zip)
    expect([status, body.payload]).toEqual([200, { brand, sharedBrandCode, storeID }])
  })

  test('BR-11 in several counties, the largest share of addresses decides', async () => {
    // Schoharie County, which upper Hudson serves, has 81 and 30 of 100 addresses; Otsego County has the others.
    expect((await brandOfZip('12036-4410')).body.payload.brand).toBe('neny')
    expect((await brandOfZip('120364410')).body.payload.brand).toBe('neny')
    expect((await brandOfZip('12036')).body.payload.brand).toBe('neny')
    expect((await brandOfZip('12064')).body.payload.brand).toBe('exc')
  })

  test.each(['00000', '99501', '90210', '1522', '152222', 'abcde', '١٥٢٢٢', ' 15222', "15222'", ''])(
    'BR-11 %j, which no brand serves or which is no zip code, is 404 in the envelope',
    async (zip) => {
      const answer = await brandOfZip(zip)
      expect([answer.status, listErrorCodes(answer), answer.body.payload]).toEqual([404, ['NOT-FOUND'], null])
    },
  )

  test('BR-11 a request without a zip code is 400', async () => {
    const answer = await new Client(portal.origin).get('/rbsmbl/x-services/zipToBrand/getBrandInfo')
    expect([answer.status, answer.body.errors?.map(({ field }) => field)]).toEqual([400, ['zipCode']])
  })
})

describe('BR-11 the counties of a zip code', () => {
  const counties = async (body: { zipCode: string; segment?: string }) => {
    const answer = await make(new Client(portal.origin), calls.countiesOfZip, { body })
    expect(answer.status).toBe(200)
    return answer.body.payload.counties
  }

  test('BR-11 come with code, name and state, the largest share of addresses first', async () => {
    expect(await counties({ zipCode: '15222' })).toEqual([{ fips: '42003', name: 'Allegheny County', state: 'PA' }])
    expect(await counties({ zipCode: '57638', segment: 'MU65' })).toEqual([
      { fips: '46105', name: 'Perkins County', state: 'SD' },
      { fips: '46031', name: 'Corson County', state: 'SD' },
      { fips: '38001', name: 'Adams County', state: 'ND' },
    ])
  })

  test('BR-11 an unknown zip code has none', async () => {
    for (const zipCode of ['00000', '1522', 'abcde', '', '15222 ']) expect(await counties({ zipCode })).toEqual([])
  })

  test('BR-11 a request without a zip code, or with one that is no text, is 400', async () => {
    for (const payload of [{}, { zipCode: 15222 }, { zipCode: 'x'.repeat(101) }]) {
      const answer = await new Client(portal.origin).send('POST', '/cmcrst/x-services/zipCode/countyList', { payload })
      expect([answer.status, answer.body.errors?.map(({ field }) => field)]).toEqual([400, ['zipCode']])
    }
  })
})

describe('BR-11 the ddToken of a region', () => {
  const ofRegion = (region: string) => make(new Client(portal.origin), calls.ddTokenOfRegion, { query: { region } })

  test.each([
    ['ND', 16, 'ndbcbs'],
    ['wy', 17, 'wybcbs'],
    ['MN', 14, 'mincr'],
    ['WV', 7, 'ms'],
    ['DE', 18, 'de'],
  ])('BR-11 BR-4 BR-6 %s is the base64 of %i', async (region, number, brand) => {
    const { status, body } = await ofRegion(region)
    expect([status, body.payload]).toEqual([200, { ddToken: token(number), brand }])
    // The token means that brand wherever it is sent.
    expect(await readBrand({ cookies: { ddToken: body.payload.ddToken } })).toBe(brand)
  })

  test.each(['CA', 'XX', 'Minnesota', 'N', '', '<b>', 'ＮＤ'])('BR-11 %j is 404 in the envelope', async (region) => {
    const answer = await ofRegion(region)
    expect([answer.status, listErrorCodes(answer), answer.body.payload]).toEqual([404, ['NOT-FOUND'], null])
  })
})

describe('BR-1 where the brand of a page comes from', () => {
  test('BR-1 the sources are tried in order', async () => {
    const all = {
      host: 'secure.yourwyoblue.localhost',
      path: '/?defBrand=idh&zipCode=19801',
      cookies: { brand: 'hbs', umsBrand: 'NDBCBS', ddToken: token(7) },
    }
    const { brand: _, ...noBrand } = all.cookies
    const { umsBrand: __, ...ddToken } = noBrand
    expect(await readBrand(all)).toBe('hbs')
    expect(await readBrand({ ...all, cookies: noBrand })).toBe('ndbcbs')
    expect(await readBrand({ ...all, host: '127.0.0.1', cookies: ddToken })).toBe('ms')
    expect(await readBrand({ ...all, cookies: {} })).toBe('idh')
    expect(await readBrand({ ...all, cookies: {}, path: '/?zipCode=19801' })).toBe('de')
    expect(await readBrand({ ...all, cookies: {}, path: '/' })).toBe('wybcbs')
    expect(await readBrand({ host: '127.0.0.1:8080' })).toBe('default')
  })

  test('BR-1 EN-5 the parameters may come packed into q', async () => {
    expect(await readBrand({ path: `/?q=${encodeURIComponent(btoa('{"defBrand":"wi"}'))}` })).toBe('wi')
  })

  test.each([
    ['MS', 'ms'],
    ['HighmarkBCBSWV', 'ms'],
    ['HMBCBSWV', 'ms'],
    ['pbs', 'hbs'],
    ['HBS', 'hbs'],
    ['HMBS', 'hbs'],
    ['de', 'de'],
    ['HMBCBSDE', 'de'],
    ['6011', 'ndbcbs'],
    ['6012', 'wybcbs'],
    ['WyBcBs', 'wybcbs'],
    ['MiNcR', 'mincr'],
    ['SHOP', 'shop'],
  ])('BR-3 %s means %s, as a cookie and as a parameter', async (code, brand) => {
    expect(await readBrand({ cookies: { brand: code } })).toBe(brand)
    expect(await readBrand({ cookies: { umsBrand: code } })).toBe(brand)
    expect(await readBrand({ path: `/?defBrand=${code}` })).toBe(brand)
  })

  test.each([
    ['brand', { cookies: { brand: 'nosuch-plan' } }, 'unknown-code'],
    ['umsBrand', { cookies: { umsBrand: 'nosuch-plan' } }, 'unknown-code'],
    ['defBrand', { path: '/?defBrand=nosuch-plan' }, 'unknown-code'],
    ['defBrand', { path: '/?defBrand=constructor' }, 'unknown-code'],
    ['zipCode', { path: '/?zipCode=nosuch-plan' }, 'not-a-zip'],
    ['ddToken', { cookies: { ddToken: '%nosuch-plan%' } }, 'not-base64'],
    ['ddToken', { cookies: { ddToken: btoa('nosuch-plan') } }, 'not-a-number'],
    ['ddToken', { cookies: { ddToken: token(99) } }, 'unknown-number'],
  ])(
    'BR-2 BR-4 an unknown %s (%j) is a warning with the request id, and the next source counts',
    async (source, request, reason) => {
      const { answer, brand } = await visit({ host: 'secure.yourwyoblue.localhost', ...request })
      expect([answer.status, brand]).toEqual([200, 'wybcbs'])
      expect(listWarnings(answer)).toEqual([expect.stringContaining(`${source} `)])
      expect(listWarnings(answer)[0]).toContain(reason)
      expect(portal.log.filter((line) => line.includes('nosuch-plan'))).toEqual([])
    },
  )

  test('BR-2 each of several unknown sources is a warning, and a known one is none', async () => {
    const { answer } = await visit({ path: '/?defBrand=b', cookies: { brand: 'a', umsBrand: 'c' } })
    expect(listWarnings(answer)).toHaveLength(3)
    expect(listWarnings((await visit({ cookies: { brand: 'wi' } })).answer)).toEqual([])
    // A zip that no brand serves is not reported as a mistake.
    expect(listWarnings((await visit({ path: '/?zipCode=90210' })).answer)).toEqual([])
  })

  test.each([
    ['secure.highmark.example', 1, 'hmbcbs'],
    ['secure.highmark.example', 3, 'hbs'],
    ['secure.highmark.example', 7, 'ms'],
    ['secure.highmark.example', 18, 'de'],
    ['secure.highmark.example', 14, 'mincr'],
    ['secure.highmark.example', 16, 'ndbcbs'],
    ['secure.highmark.example', 17, 'wybcbs'],
    ['secure.ccstpaonline.example', 14, 'ccs'],
    ['secure.bluelinktpamnonline.localhost:8080', 14, 'bl'],
    ['secure.bluecrossmnonline.example', 14, 'mincr'],
    ['salesplatform.example', 14, 'mincr'],
    ['secure.salesplatform.localhost', 14, 'mincr'],
    ['127.0.0.1:8080', 14, 'mincr'],
    ['127.0.0.1:8080', 18, 'de'],
    // A number of another host counts for nothing: the host's own brand shows.
    ['secure.bcbsndportals.example', 1, 'ndbcbs'],
    ['secure.yourwyoblue.example', 7, 'wybcbs'],
    ['secure.ccstpaonline.example', 3, 'ccs'],
  ])('BR-4 BR-6 on %s the number %i means %s', async (host, number, brand) => {
    expect(await readBrand({ host, cookies: { ddToken: token(number) } })).toBe(brand)
  })

  test('BR-4 garbage in any cookie is never more than a warning', async () => {
    const garbage = [
      '%',
      '%E0%A4%A',
      '"',
      ';',
      '====',
      '\u{1F600}',
      'x'.repeat(2000),
      '__proto__',
      'constructor',
      '-1',
      '14',
    ]
    for (const value of garbage) {
      const cookies = {
        brand: value,
        umsBrand: value,
        ddToken: value,
        DDValue: value,
        language: value,
        fontSize: value,
        timeZone: value,
      }
      const { answer, brand } = await visit({ cookies })
      expect([value, answer.status, brand]).toEqual([value, 200, 'default'])
    }
  })
})

describe('BR-12 what resolving a brand leaves behind', () => {
  test.each([
    ['hmbcbs', { brand: 'hmbcbs', umsBrand: 'HMBCBS', ddToken: token(1) }],
    ['hbs', { brand: 'hbs', umsBrand: 'HMBS', ddToken: token(3) }],
    ['ndbcbs', { brand: 'ndbcbs', umsBrand: 'NDBCBS', ddToken: token(16) }],
    ['fl', { brand: 'fl', umsBrand: 'FL' }],
  ])('BR-12 %s sets the cookies %j', async (code, cookies) => {
    const { answer } = await visit({ path: `/?defBrand=${code}` })
    expect(setBy(answer)).toEqual(cookies)
    for (const { attributes } of Object.values(readCookies(answer))) {
      expect(attributes).toMatchObject({ path: '/', samesite: 'Lax' })
      expect(attributes).not.toHaveProperty('secure')
    }
  })

  test('BR-12 BR-4 another brand’s number is removed if the new brand has none', async () => {
    const client = new Client(portal.origin)
    await visit({ path: '/?defBrand=ndbcbs' }, client)
    expect(client.cookies.get('ddToken')).toBe(token(16))
    const { answer, brand } = await visit({ cookies: { brand: 'fl' } }, client)
    expect([brand, readCookies(answer).ddToken?.value]).toEqual(['fl', ''])
    expect(client.cookies.has('ddToken')).toBe(false)
  })

  test('BR-5 BR-12 for West Virginia, the cookie DDValue is also set to 50, unless it exists', async () => {
    const expected = { brand: 'ms', umsBrand: 'HMBCBSWV', ddToken: token(7) }
    expect(setBy((await visit({ path: '/?defBrand=MS' })).answer)).toEqual({ ...expected, DDValue: '50' })
    expect(setBy((await visit({ path: '/?defBrand=MS', cookies: { DDValue: '30' } })).answer)).toEqual(expected)
    expect(setBy((await visit({ path: '/?defBrand=hbs' })).answer)).not.toHaveProperty('DDValue')
  })

  test('BR-12 a cookie that the browser already has is not set again, and off localhost cookies are Secure', async () => {
    const client = new Client(portal.origin)
    const first = await visit({ host: 'secure.highmark.example' }, client)
    const cookies = Object.values(readCookies(first.answer))
    expect(cookies).toHaveLength(3)
    expect(cookies.filter(({ attributes }) => !('secure' in attributes))).toEqual([])
    const second = await visit({}, client)
    expect([second.brand, setBy(second.answer)]).toEqual(['hmbcbs', {}])
  })

  test('BR-12 if nothing named a brand, no cookie is left, so that the next page may name one', async () => {
    const client = new Client(portal.origin)
    expect(setBy((await visit({}, client)).answer)).toEqual({})
    expect((await visit({ path: '/?defBrand=wi' }, client)).brand).toBe('wi')
    expect((await visit({}, client)).brand).toBe('wi')
  })

  test("BR-12 SI-4 a signed-in person's pages wear their own plan's brand, whatever cookies and hosts say", async () => {
    const client = await signInClient(portal.origin, 'MEMBERND')
    const request = { host: 'secure.yourwyoblue.localhost', path: '/?defBrand=wi', cookies: { brand: 'hbs' } }
    const { brand, answer } = await visit(request, client)
    expect([brand, setBy(answer).brand]).toEqual(['ndbcbs', 'ndbcbs'])
  })
})

describe.each(codes)('BR-13 the first HTML of %s', (code) => {
  test('BR-13 BR-12 BR-8 already has its name in the title, its colors, its favicon and its logo', async () => {
    const { answer, html, brand } = await visit({ path: `/?defBrand=${code}` })
    const one = brands.get(code)
    expect([answer.status, brand]).toEqual([200, code])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toContain(one?.texts.en.name.replaceAll('&', '&amp;'))
    const style = /<style[^>]* id="brand-tokens">([^<]*)<\/style>/.exec(html)?.[1] ?? ''
    for (const [name, value] of Object.entries(one?.tokens ?? {})) expect(style).toContain(`${name}:${value};`)
    expect(/<meta name="theme-color" content="([^"]*)"/.exec(html)?.[1]).toBe(one?.tokens['--header-bg'])
    // Before anything that may paint.
    expect(html.indexOf('id="brand-tokens"')).toBeLessThan(html.indexOf('<body'))

    // The favicon and every other drawing are this brand's and no other's.
    expect(/<link rel="icon" href="([^"]*)"/.exec(html)?.[1]).toMatch(`/brand/${code}/mark.`)
    expect(/<header[^>]*>.*?<img[^>]* src="([^"]*)"/s.exec(html)?.[1]).toMatch(`/brand/${code}/`)
    const drawings = new Set(html.match(/\/brand\/[^"]*/g))
    const known = Object.values(one?.images ?? {}).map(({ svg }) => svg)
    for (const path of drawings) {
      expect(path).toMatch(`/brand/${code}/`)
      const image = await new Client(portal.origin).get(path)
      expect([path, image.status, image.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml'])
      expect(image.headers.get('cache-control')).toContain('immutable')
      expect(known).toContain(image.body.payload)
    }
  })
})

describe('BR-13 the first HTML', () => {
  test('BR-13 LG-4 is in the person’s language, in its lang and its texts', async () => {
    const open = (headers: Record<string, string>) =>
      new Client(portal.origin).get<string>('/', { headers: { accept: 'text/html', ...headers } })
    const english = await open({ 'accept-language': 'en-US' })
    const spanish = await open({ 'accept-language': 'es-US,es;q=0.9' })
    const chosen = await open({ 'accept-language': 'en-US', cookie: 'language=es' })
    expect(english.body.payload).toMatch(/<html lang="en"/)
    for (const answer of [spanish, chosen]) {
      expect(answer.body.payload).toMatch(/<html lang="es"/)
      expect(answer.headers.get('content-language')).toBe('es')
    }
    const title = (answer: Answer<string>) => /<title>([^<]*)<\/title>/.exec(answer.body.payload)?.[1]
    expect(title(spanish)).not.toBe(title(english))
  })

  test('BR-13 never comes from a cache that another brand filled', async () => {
    const { answer } = await visit({ path: '/?defBrand=wi' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('RT-5 BR-13 an address that is no page is 404 and wears the brand, too', async () => {
    const { answer, brand } = await visit({ path: '/no/such/page', cookies: { brand: 'wi' } })
    expect([answer.status, brand]).toEqual([404, 'wi'])
  })

  test('BR-8 an image that does not exist is 404', async () => {
    for (const path of ['/brand/wi/logo.svg', '/brand/nosuch/logo.0.svg', '/brand/..%2f..%2fpackage.json/x']) {
      expect((await new Client(portal.origin).get(path)).status).toBe(404)
    }
  })
})
