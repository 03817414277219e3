import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandOfDdToken, decodeDdToken, encodeDdToken } from './dd-token.ts'

const tableHosts = [
  'salesplatform',
  'highmark',
  'bluecrossmnonline',
  'ccstpaonline',
  'bluelinktpamnonline',
  'bcbsndportals',
  'yourwyoblue',
]
const hosts = [...tableHosts, 'elsewhere', null]
const onHost = (number: number, host: string | null) => brandOfDdToken(encodeDdToken(number), host)

it('BR-4 the cookie holds base64 of the number', () => {
  expect(encodeDdToken(14)).toBe('MTQ=')
  expect(encodeDdToken(1)).toBe('MQ==')
  expect(decodeDdToken('MTY=')).toEqual({ number: 16 })
  expect(decodeDdToken('MTY')).toEqual({ number: 16 })
})

it.each(hosts)('BR-4 number 14 means a brand on every host: %s', (host) => {
  const expected = host === 'ccstpaonline' ? 'ccs' : host === 'bluelinktpamnonline' ? 'bl' : 'mincr'
  expect(onHost(14, host)).toEqual({ code: expected })
})

it.each(hosts)('BR-4 numbers 16 and 17 mean North Dakota and Wyoming on every host: %s', (host) => {
  expect(onHost(16, host)).toEqual({ code: 'ndbcbs' })
  expect(onHost(17, host)).toEqual({ code: 'wybcbs' })
})

it.each([
  [1, 'hmbcbs'],
  [3, 'hbs'],
  [7, 'ms'],
  [18, 'de'],
] as const)(
  'BR-4 BR-6 number %i is %s on highmark and outside the table, and nothing on other hosts',
  (number, code) => {
    expect(onHost(number, 'highmark')).toEqual({ code })
    expect(onHost(number, 'elsewhere')).toEqual({ code })
    expect(onHost(number, null)).toEqual({ code })
    for (const host of tableHosts.filter((other) => other !== 'highmark')) {
      expect(onHost(number, host)).toEqual({ problem: 'number-not-on-host' })
    }
  },
)

it('BR-4 every other number is unknown on every host', () => {
  const other = fc.integer({ min: 1, max: 999_999 }).filter((number) => ![1, 3, 7, 14, 16, 17, 18].includes(number))
  fc.assert(
    fc.property(other, fc.constantFrom(...hosts), (number, host) => {
      expect(onHost(number, host)).toEqual({ problem: 'unknown-number' })
    }),
  )
})

it.each([
  ['%%%', 'not-base64'],
  ['A', 'not-base64'],
  ['MTQ='.repeat(100_000), 'not-base64'],
  ['/w==', 'not-base64'],
  [btoa('abc'), 'not-a-number'],
  [btoa(''), 'not-a-number'],
  [btoa('14.0'), 'not-a-number'],
  [btoa('-1'), 'not-a-number'],
  [btoa('1e1'), 'not-a-number'],
  [btoa('0'), 'not-a-number'],
  [btoa('014'), 'not-a-number'],
  [btoa('__proto__'), 'not-a-number'],
  [btoa('99999999999999999999'), 'not-a-number'],
])('BR-4 garbage is ignored with a reason: %#', (token, problem) => {
  expect(brandOfDdToken(token, 'highmark')).toEqual({ problem })
})

it('BR-4 no cookie value makes decoding throw', () => {
  const reasons = ['not-base64', 'not-a-number', 'unknown-number', 'number-not-on-host']
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...hosts, '__proto__'), (token, host) => {
      const meant = brandOfDdToken(token, host)
      if ('problem' in meant) expect(reasons).toContain(meant.problem)
      else expect(Number(atob(token))).toBeGreaterThan(0)
    }),
  )
})
