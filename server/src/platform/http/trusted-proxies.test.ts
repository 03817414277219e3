import { describe, expect, test } from 'vitest'
import { buildTrust, lastAddresses, readTrustedProxies } from './trusted-proxies.ts'

describe('SI-13 whose addresses are trusted', () => {
  test.each([
    ['0', 0],
    ['off', 0],
    ['1', 1],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8', [{ address: '10.0.0.0', prefix: 8 }]],
    [
      '192.0.2.1, 2001:db8::/32',
      [
        { address: '192.0.2.1', prefix: 32 },
        { address: '2001:db8::', prefix: 32 },
      ],
    ],
  ])('SI-13 reads %s', (text, proxies) => expect(readTrustedProxies(text)).toEqual(proxies))

  test.each(['yes', '10', '-1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0/8', '::1/129', '10.0.0.0/8,', 'balancer', '/8'])(
    'SI-13 refuses %s',
    (text) => expect(readTrustedProxies(text)).toBeNull(),
  )

  test('SI-13 hops are counted from the server, and networks contain addresses however they are written', () => {
    const twice = buildTrust(2)
    expect(twice && [0, 1, 2].map((hop) => twice('203.0.113.9', hop))).toEqual([true, true, false])
    const within = buildTrust(readTrustedProxies('10.0.0.0/8,2001:db8::/32') ?? 0)
    const addresses = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:9::1', '11.1.2.3', '2001:db9::1', 'unknown']
    expect(within && addresses.map((address) => within(address, 0))).toEqual([true, true, true, false, false, false])
    expect(buildTrust(0)).toBe(false)
  })

  test('SI-13 text that is no address ends the list, from the right', () => {
    expect(lastAddresses('unknown, 203.0.113.7, 10.0.0.1')).toEqual(['203.0.113.7', '10.0.0.1'])
    expect(lastAddresses('unknown, 203.0.113.7, made up, 10.0.0.1')).toEqual(['10.0.0.1'])
    expect(lastAddresses('203.0.113.7:4711, [2001:db8::1]:80,2001:db8::2')).toEqual([
      '203.0.113.7',
      '2001:db8::1',
      '2001:db8::2',
    ])
    expect(lastAddresses(`fe80::1%${'x'.repeat(5000)}`)).toEqual(['fe80::1'])
    for (const none of ['', 'x'.repeat(5000), '203.0.113.7, ', '203.0.113', '[203.0.113.7', '1:2:80'])
      expect(lastAddresses(none), none).toEqual([])
  })
})
