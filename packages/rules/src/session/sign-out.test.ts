import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LOGOUT_PATH } from './logout-path.ts'
import { addressFrom, isOwnAddress, isSignOutReason, ownDomains, returnPath } from './sign-out.ts'

const domains = ownDomains({
  domain: 'plan.example',
  furtherDomains: ['planonline.example'],
  shopDomain: 'shop.plan.example',
  medicareDomain: 'plan-medicare.example',
})

it.each([
  'https://plan.example',
  'https://www.plan.example/goodbye?x=1#y',
  'https://PLANONLINE.example/',
  'https://a.b.plan-medicare.example:8443/x',
  'http://www.plan.localhost:8080/',
])('SO-3 %s is an address of the brand', (address) => {
  expect(isOwnAddress(address, domains)).toBe(true)
})

it.each([
  'http://www.plan.example/',
  'https://plan.example.evil.example/',
  'https://evil-plan.example/',
  'https://notplan.example/',
  'https://plan.example@evil.example/',
  'https://evil.example/plan.example',
  'https://evil.example\\@plan.example/',
  'https://plan.example\t.evil.example/',
  '//plan.example/',
  '/plan.example',
  'javascript:alert(1)//plan.example',
  'http://localhost/',
  'http://evil.localhost/',
  '',
])('SO-3 %s is not an address of the brand', (address) => {
  expect(isOwnAddress(address, domains)).toBe(false)
})

it('SO-3 an address that counts as own leads the browser to the same host', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.string(), (url, tail) => {
      const address = url + tail
      if (isOwnAddress(address, domains))
        expect(domains.some((domain) => new URL(address).hostname.endsWith(domain))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

it('SO-3 on the local machine, the address is the one at which this machine answers', () => {
  const address = 'https://www.plan.example/goodbye'
  expect(addressFrom({ name: 'secure.plan.localhost', port: 8080 }, address)).toBe(
    'http://www.plan.localhost:8080/goodbye',
  )
  expect(addressFrom({ name: 'secure.plan.localhost', port: null }, address)).toBe('http://www.plan.localhost/goodbye')
  expect(addressFrom({ name: 'secure.plan.example', port: null }, address)).toBe(address)
})

it.each(['/', '/msg/#!/message-center/0190?page=2', "/search-results.html?searchQuery=knee&productEnabled='true'"])(
  'SO-5 people can return to %s',
  (path) => {
    expect(returnPath(path)).toBe(path)
  },
)

it.each([
  null,
  7,
  '',
  'msg',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/a b',
  '/\t/evil.example',
  LOGOUT_PATH,
  `/${'x'.repeat(2000)}`,
])('SO-5 people cannot return to %j', (path) => {
  expect(returnPath(path)).toBeNull()
})

it('SO-5 every return path stays on the host', () => {
  const parts = fc.array(fc.constantFrom('/', '\\', 'evil.example', '.', '@', ':', '?', '#', '\n', ' ', 'a'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(parts, (pieces) => {
      const path = returnPath(`/${pieces.join('')}`)
      if (path !== null) expect(new URL(path, 'https://plan.example/x').origin).toBe('https://plan.example')
    }),
  )
})

it('SO-5 the logout page knows every reason', () => {
  expect(isSignOutReason('inactivity')).toBe(true)
  expect(isSignOutReason('redirected')).toBe(false)
})
