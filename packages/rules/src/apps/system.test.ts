import { expect, test } from 'vitest'
import { isNpi, maySystemCreate, maySystemRead } from './system.ts'

test.each([
  ['1234567893', true],
  ['1234567890', false],
  ['123456789', false],
  ['3234567893', false],
  ['12345678a3', false],
])('OS-50 whether %s is a national provider identifier: %s', (text, is) => {
  expect(isNpi(text)).toBe(is)
})

test('OS-50 system scopes allow the types that they name, and nothing from a person’s scopes', () => {
  expect(maySystemRead(['system/*.rs'], 'Condition')).toBe(true)
  expect(maySystemRead(['system/Coverage.read'], 'Coverage')).toBe(true)
  expect(maySystemRead(['system/Coverage.s'], 'Coverage')).toBe(false)
  expect(maySystemRead(['system/Coverage.rs'], 'Condition')).toBe(false)
  expect(maySystemRead(['patient/*.rs', 'openid'], 'Coverage')).toBe(false)
})

test('OS-56 OS-50 read scopes send nothing, and a scope to send one type sends no other', () => {
  for (const scope of ['system/Claim.c', 'system/Claim.write', 'system/Claim.*', 'system/*.*'])
    expect([scope, maySystemCreate([scope], 'Claim')]).toEqual([scope, true])
  for (const scope of ['system/*.rs', 'system/Claim.rs', 'system/*.read', 'patient/Claim.c', 'system/Consent.c'])
    expect([scope, maySystemCreate([scope], 'Claim')]).toEqual([scope, false])
})
