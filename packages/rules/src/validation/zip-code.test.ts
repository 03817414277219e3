import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isZipCode } from './zip-code.ts'

test('RG-3 BR-11 a ZIP code is five digits and nothing else', () => {
  for (const zip of ['00501', '15222', '99950']) expect(isZipCode(zip)).toBe(true)
  for (const other of ['', '1522', '152222', '15222-1234', ' 5222', '１５２２２', '1522a'])
    expect(isZipCode(other)).toBe(false)
  fc.assert(fc.property(fc.string(), (text) => isZipCode(text) === /^\d{5}$/.test(text)))
})
