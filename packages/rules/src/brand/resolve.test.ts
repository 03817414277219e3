import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseHost } from '../environment/host.ts'
import { brandDirectory } from './directory.ts'
import { type BrandRequest, type BrandSource, findBrandLabel, resolveBrand } from './resolve.ts'
import { testBrand, testBrands } from './test-brands.ts'

const directory = brandDirectory(testBrands)
const zips = new Map([
  ['83701', 'idh'],
  ['19104', 'IBC'],
  ['00001', 'gone'],
])

interface Given {
  brand?: string | null
  umsBrand?: string
  ddToken?: string
  defBrand?: string
  zipCode?: string
  storedZip?: string | null
  host?: string
}

function resolve({ brand, umsBrand, ddToken, defBrand, zipCode, storedZip, host = 'elsewhere.example' }: Given) {
  const request: BrandRequest = {
    cookies: { brand, umsBrand, ddToken },
    query: { defBrand, zipCode },
    storedZip,
    host: parseHost(host),
    directory,
    brandOfZip: (zip) => zips.get(zip) ?? null,
  }
  return resolveBrand(request)
}

/** One good value for each source, in the order of BR-1 and the decisions, each naming another brand. */
const order: readonly [BrandSource, Given, string][] = [
  ['brand', { brand: 'de' }, 'de'],
  ['umsBrand', { umsBrand: 'HMBS' }, 'hbs'],
  ['ddToken', { ddToken: btoa('16') }, 'ndbcbs'],
  ['defBrand', { defBrand: 'MS' }, 'ms'],
  ['zipCode', { zipCode: '83701' }, 'idh'],
  ['storedZip', { storedZip: '19104' }, 'ibc'],
  ['host', { host: 'secure.yourwyoblue.example' }, 'wybcbs'],
  ['default', {}, 'default'],
]

it.each(order.map(([source, , code], at) => [source, code, at] as const))(
  'BR-1 %s gives the brand when nothing before it does',
  (source, code, at) => {
    const given: Given = Object.assign({}, ...order.slice(at).map(([, value]) => value))
    expect(resolve(given)).toEqual({ code, source, rejected: [] })
  },
)

/** An unusable value for each source that can hold one, and the reason that is reported. */
const bad: readonly [BrandSource, Given, string][] = [
  ['brand', { brand: 'nosuch' }, 'unknown-code'],
  ['umsBrand', { umsBrand: '__proto__' }, 'unknown-code'],
  ['ddToken', { ddToken: '***' }, 'not-base64'],
  ['defBrand', { defBrand: '<script>alert(1)</script>' }, 'unknown-code'],
  ['zipCode', { zipCode: '1234' }, 'not-a-zip'],
  ['storedZip', { storedZip: '00001' }, 'unknown-code'],
]

it.each(bad)('BR-2 an unusable %s is reported and the next source decides', (source, value, reason) => {
  const at = order.findIndex(([name]) => name === source)
  const next = order[at + 1]
  const given: Given = Object.assign({}, ...order.slice(at + 1).map(([, good]) => good), value)
  expect(resolve(given)).toEqual({ code: next?.[2], source: next?.[0], rejected: [{ source, reason }] })
})

it('BR-2 every unusable source is reported, in order, and the default brand remains', () => {
  const given: Given = Object.assign({}, ...bad.map(([, value]) => value))
  expect(resolve(given)).toEqual({
    code: 'default',
    source: 'default',
    rejected: bad.map(([source, , reason]) => ({ source, reason })),
  })
})

it('BR-2 reports never contain the value that was sent, whatever it was', () => {
  const reasons = /^(unknown-code|not-a-zip|not-base64|not-a-number|unknown-number|number-not-on-host)$/
  const sent = fc.string({ unit: 'binary', maxLength: 200 })
  const all = fc.record({
    brand: sent,
    umsBrand: sent,
    ddToken: sent,
    defBrand: sent,
    zipCode: sent,
    storedZip: sent,
    host: sent,
  })
  fc.assert(
    fc.property(all, (given) => {
      const { code, rejected } = resolve(given)
      expect(testBrands.map((brand) => brand.code)).toContain(code)
      for (const { reason } of rejected) expect(reason).toMatch(reasons)
    }),
  )
})

it('BR-1 empty values count as absent', () => {
  const given = { brand: '', umsBrand: '', ddToken: '', defBrand: '', zipCode: '', storedZip: null }
  expect(resolve(given)).toEqual({ code: 'default', source: 'default', rejected: [] })
})

it('BR-1 a ZIP code outside every territory is skipped without a report, and the stored one decides', () => {
  expect(resolve({ zipCode: '99999', storedZip: '83701' })).toEqual({ code: 'idh', source: 'storedZip', rejected: [] })
})

it.each(['83701-1234', '837011234'])('BR-1 a nine-digit ZIP code counts by its first five digits: %s', (zipCode) => {
  expect(resolve({ zipCode }).code).toBe('idh')
})

it('BR-4 the meaning of a ddToken depends on the host', () => {
  const ddToken = btoa('14')
  expect(resolve({ ddToken, host: 'secure.ccstpaonline.example' }).code).toBe('ccs')
  expect(resolve({ ddToken, host: 'secure.bluelinktpamnonline.localhost:8080' }).code).toBe('bl')
  expect(resolve({ ddToken, host: 'localhost:8080' }).code).toBe('mincr')
})

it('BR-4 a number that does not belong to the host leaves the decision to the host', () => {
  expect(resolve({ ddToken: btoa('3'), host: 'secure.bcbsndportals.example' })).toEqual({
    code: 'ndbcbs',
    source: 'host',
    rejected: [{ source: 'ddToken', reason: 'number-not-on-host' }],
  })
})

it.each([
  ['secure.highmark.localhost', 'hmbcbs'],
  ['highmark.localhost:8080', 'hmbcbs'],
  ['secure.highmark.example', 'hmbcbs'],
  ['secure-tenv2.highmark.example', 'hmbcbs'],
  ['m.highmark.example', 'hmbcbs'],
  ['secure.hbs.localhost', 'hbs'],
  ['secure.de.localhost', 'de'],
  ['secure.salesplatform.localhost', 'mincr'],
  ['secure.bluecrossmnonline.example', 'mincr'],
  ['secure.mn.localhost', 'mn'],
  ['producer.bcbsndportals.localhost', 'ndbcbs'],
  ['www.yourwyoblue.example', 'wybcbs'],
  ['www.wyoplan.example', 'wybcbs'],
  ['secure.ccstpaonline.example', 'ccs'],
  ['secure.bluelinktpamnonline.example', 'bl'],
  ['medicare.benefits-home.example', 'ms'],
  ['shop.localhost', 'shop'],
  ['shop.highmark.localhost', 'hmbcbs'],
  ['secure.plans.example', 'shop'],
  ['secure.ibc.localhost', 'ibc'],
  ['secure.ibccr.localhost', 'ibccr'],
])('BR-1 EN-2 the host %s shows %s', (host, code) => {
  expect(resolve({ host })).toEqual({ code, source: 'host', rejected: [] })
})

it.each([
  'localhost',
  'secure.localhost',
  '127.0.0.1:8080',
  '[::1]',
  'www.elsewhere.de',
  'hmbcbs',
  '',
  '__proto__.localhost',
])('BR-1 the host %j names no brand', (host) => {
  expect(resolve({ host })).toEqual({ code: 'default', source: 'default', rejected: [] })
})

it('BR-1 every brand is reached by its own code as a host label', () => {
  for (const { code } of testBrands) expect(resolve({ host: `secure.${code}.localhost` }).code).toBe(code)
})

it('BR-4 the label that names the host is a label in the host table', () => {
  expect(findBrandLabel(parseHost('secure.highmark.localhost'), directory)).toBe('highmark')
  expect(findBrandLabel(parseHost('secure.elsewhere.localhost'), directory)).toBeNull()
})

it('BR-1 a brand is found by the domain of its shop', () => {
  const shopping = brandDirectory([
    testBrand({ code: 'az', domain: 'azplan.example', shopDomain: 'shop.azstore.example' }),
  ])
  expect(findBrandLabel(parseHost('shop.azstore.example'), shopping)).toBe('azstore')
  expect(shopping.hostLabels.get('azstore')).toBe('az')
})
