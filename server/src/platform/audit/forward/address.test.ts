import { expect, test } from 'vitest'
import { isForwardAddress } from './address.ts'

test.each([
  ['syslog+tls://siem.example:6514', true],
  ['https://collector.example/v1/logs', true],
  ['http://127.0.0.1:4318/v1/logs', true],
  ['http://collector.example/v1/logs', false],
  ['syslog://siem.example', false],
  ['https://user:secret@collector.example/v1/logs', false],
  ['nonsense', false],
])('OP-11 %s as an address for audit events: %s', (address, isOne) => {
  expect(isForwardAddress(address)).toBe(isOne)
})
