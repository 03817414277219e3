import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDevelopmentOrTest, parseHost, serviceHosts } from './host.ts'

it.each([
  ['secure.highmark.example', 'production', 'secure', 'highmark.example'],
  ['www.highmark.example', 'production', 'www', 'highmark.example'],
  ['highmark.example', 'production', null, 'highmark.example'],
  ['SECURE.Highmark.EXAMPLE.:443', 'production', 'secure', 'highmark.example'],
  ['secure-tenv2.highmark.example', 'tenv2', 'secure', 'highmark.example'],
  ['securetenv2.highmark.example', 'tenv2', 'secure', 'highmark.example'],
  ['shop-tenv.highmark.example', 'tenv', 'shop', 'highmark.example'],
  ['tenvb.highmark.example', 'tenvb', null, 'highmark.example'],
  ['producer-tenv3.bcbsndportals.localhost:8080', 'tenv3', 'producer', 'bcbsndportals.localhost'],
  ['secure.highmark.localhost', 'development', 'secure', 'highmark.localhost'],
  ['producer.bcbsndportals.localhost:8080', 'development', 'producer', 'bcbsndportals.localhost'],
  ['staff.highmark.localhost', 'development', 'staff', 'highmark.localhost'],
  ['medicare.highmark.localhost', 'development', 'medicare', 'highmark.localhost'],
  ['highmark.localhost', 'development', null, 'highmark.localhost'],
  ['shop.localhost', 'development', 'shop', 'localhost'],
  ['localhost:8080', 'development', null, 'localhost'],
  ['127.0.0.1:8080', 'development', null, ''],
  ['10.1.2.3', 'development', null, ''],
  ['[::1]:8080', 'development', null, ''],
  ['[2001:db8::7]', 'development', null, ''],
  ['localhost.evil.example', 'production', null, 'localhost.evil.example'],
  ['secure', 'production', null, 'secure'],
  ['notlocalhost', 'production', null, 'notlocalhost'],
  ['api-q.highmark.example', 'tenv', 'api', 'highmark.example'],
  ['oauth-p.highmark.example', 'production', 'oauth', 'highmark.example'],
])('EN-2 %s is %s, sub-domain %s of %s', (header, environment, subDomain, domain) => {
  const host = parseHost(header)
  expect(host).toMatchObject({ environment, subDomain })
  expect(host.domainLabels.join('.')).toBe(domain)
  expect(isDevelopmentOrTest(host)).toBe(environment !== 'production')
})

it('EN-2 separates name and port', () => {
  expect(parseHost('Secure.Highmark.localhost.:8080')).toMatchObject({ name: 'secure.highmark.localhost', port: 8080 })
  expect(parseHost('[::1]:8080')).toMatchObject({ name: '[::1]', port: 8080 })
  expect(parseHost('localhost')).toMatchObject({ name: 'localhost', port: null })
})

it.each([
  null,
  undefined,
  '',
  'a b',
  'a..b',
  '.localhost',
  'localhost:http',
  'localhost:123456',
  '::1',
  'user@localhost',
  'localhost/x',
  'localhost,evil.example',
  `${'a.'.repeat(200)}localhost`,
  'x'.repeat(1e6),
])('EN-2 a host that cannot be read counts as production: %#', (header) => {
  const host = parseHost(header)
  expect(host).toEqual({ name: '', port: null, environment: 'production', subDomain: null, domainLabels: [] })
  expect(isDevelopmentOrTest(host)).toBe(false)
})

it('EN-2 on any real domain the first label alone tells a test host from production', () => {
  const label = fc.stringMatching(/^[a-s][a-s0-9]{0,10}$/)
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), fc.nat(99), (labels, number) => {
      const domain = `${labels.join('.')}.example`
      expect(parseHost(`secure.${domain}`).environment).toBe('production')
      expect(parseHost(`secure-tenv${number}.${domain}`).environment).toBe(`tenv${number}`)
      expect(parseHost(`secure.tenv${number}.${domain}`).environment).toBe('production')
      expect(parseHost(`secure.${domain.replace(/example$/, 'localhost')}`).environment).toBe('development')
    }),
  )
})

it('EN-2 no header makes parsing throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      expect(parseHost(header).environment).toMatch(/^(development|production|tenv[a-z]?[0-9]*)$/)
    }),
  )
})

it.each([
  ['secure.highmark.example', 'p', 'api-p.highmark.example', 'oauth-p.highmark.example'],
  ['www.highmark.example', 'p', 'api-p.highmark.example', 'oauth-p.highmark.example'],
  ['secure-tenv2.highmark.example', 'q', 'api-q.highmark.example', 'oauth-q.highmark.example'],
  ['secure.highmark.localhost:8080', 'q', 'api-q.highmark.localhost:8080', 'oauth-q.highmark.localhost:8080'],
  ['localhost:8080', 'q', 'api-q.localhost:8080', 'oauth-q.localhost:8080'],
  ['127.0.0.1:8080', 'q', '127.0.0.1:8080', '127.0.0.1:8080'],
  ['[::1]:8080', 'q', '[::1]:8080', '[::1]:8080'],
])('EN-2 HT-1 the service hosts of %s carry the letter %s', (header, letter, api, oauth) => {
  expect(serviceHosts(parseHost(header))).toEqual({ letter, api, oauth })
})

it('EN-2 a service host belongs to the same side as the page that calls it', () => {
  for (const header of ['secure.highmark.example', 'secure-tenv2.highmark.example', 'secure.highmark.localhost']) {
    const page = parseHost(header)
    const { api, oauth } = serviceHosts(page)
    expect([api, oauth].map((name) => isDevelopmentOrTest(parseHost(name)))).toEqual(
      Array(2).fill(isDevelopmentOrTest(page)),
    )
  }
})
