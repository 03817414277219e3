import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOwnPath, isVendorAlive, isVendorTemplate, vendorAddress, vendorOrigin } from './keep-alive.ts'

it.each(['/rbsmbl/x-services/keepAlive', '/ping'])('SE-3 %s can be the keep-alive path', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

it.each(['', 'ping', '//elsewhere.example/ping', '/\\elsewhere.example', 'https://elsewhere.example/', '/a?b', '/a b'])(
  'SE-3 %j cannot be the keep-alive path',
  (path) => {
    expect(isOwnPath(path)).toBe(false)
  },
)

it.each([
  ['https://alive.vendor.example/{vendor}/ping', 'https://alive.vendor.example'],
  ['https://Alive.Vendor.example:8443/ping?who={vendor}&x=1', 'https://alive.vendor.example:8443'],
  ['/vendors/{vendor}', null],
])('SE-3 %s can be a vendor keep-alive, on %s', (template, origin) => {
  expect(isVendorTemplate(template)).toBe(true)
  expect(vendorOrigin(template)).toBe(origin)
})

it.each([
  'https://{vendor}.example/ping',
  'https://vendor.example{vendor}/ping',
  'http://vendor.example/{vendor}',
  'https://vendor.example/ping',
  'https://vendor.example/{vendor}; script-src *',
  'https://user@vendor.example/{vendor}',
  '//vendor.example/{vendor}',
  'javascript:{vendor}',
])('SE-3 %s cannot be a vendor keep-alive', (template) => {
  expect(isVendorTemplate(template)).toBe(false)
})

it('SE-3 the cookie fills in the vendor, and nothing that could change the address', () => {
  const template = 'https://vendor.example/{vendor}/ping?v={vendor}'
  expect(vendorAddress(template, 'acme-1')).toBe('https://vendor.example/acme-1/ping?v=acme-1')
  for (const vendor of [undefined, '', '../x', 'a/b', 'a?b', 'a b', '%2e', 'x'.repeat(65)])
    expect(vendorAddress(template, vendor), vendor).toBeNull()
  fc.assert(
    fc.property(fc.string(), (vendor) => {
      const address = vendorAddress(template, vendor)
      if (address !== null)
        expect(new URL(address).origin + new URL(address).pathname).toBe(`https://vendor.example/${vendor}/ping`)
    }),
  )
})

it('SE-3 only the reply true keeps the vendor', () => {
  expect(['true', ' true\n', 'false', '', 'TRUE', '"true"', 'true true'].map(isVendorAlive)).toEqual([
    true,
    true,
    ...Array(5).fill(false),
  ])
})
