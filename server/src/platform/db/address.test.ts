import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

test('OP-2 an address with several hosts stands for one address each, and requires the writable one', () => {
  expect(readAddress('postgres://me:pa%2Css@a:5433,b,[::1]:5434/portico?sslmode=require')).toEqual({
    urls: [
      'postgres://me:pa%2Css@a:5433/portico?sslmode=require',
      'postgres://me:pa%2Css@b/portico?sslmode=require',
      'postgres://me:pa%2Css@[::1]:5434/portico?sslmode=require',
    ],
    mustWrite: true,
    pooler: 'none',
  })
})

test.each([
  ['postgres://a/portico', false],
  ['postgres://a/portico?target_session_attrs=any', false],
  ['postgres://a/portico?target_session_attrs=read-write', true],
  ['postgres://a,b/portico?target_session_attrs=any', false],
  ['postgresql://a,b/portico?target_session_attrs=primary', true],
])('OP-2 %s: must it write? %s', (text, mustWrite) => {
  const address = readAddress(text)
  expect([address?.mustWrite, address?.urls[0]]).toEqual([
    mustWrite,
    expect.stringMatching(/^postgres(ql)?:\/\/a\/portico$/),
  ])
})

test('OP-5 an address says that it leads to a pooler, and the driver does not see that parameter', () => {
  expect(readAddress('postgres://me@pool:6432/portico?pooler=transaction&sslmode=disable')).toEqual({
    urls: ['postgres://me@pool:6432/portico?sslmode=disable'],
    mustWrite: false,
    pooler: 'transaction',
  })
  expect(readAddress('postgres://pool/portico?pooler=transaction-named')?.pooler).toBe('transaction-named')
})

test.each([
  'mysql://a/portico',
  'postgres://a,/portico',
  'postgres://a, b/portico',
  'postgres://a/portico?target_session_attrs=standby',
  'postgres://a/portico?pooler=session',
])('OP-2 OP-5 %s is refused', (text) => {
  expect(readAddress(text)).toBeNull()
})
