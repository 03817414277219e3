import { findWrongSettings, isNameClaim } from '@portico/rules/identity/connection'
import { expect, test } from 'vitest'
import { buildGroupFilter, formatGuid, isNoPassword, parseGuid } from './directory.ts'

test('OS-64 Active Directory finds nested groups by its own rule, other directories are asked level by level', () => {
  const dn = 'CN=Dana (Desk)*,DC=plan'
  expect(buildGroupFilter(true, [dn]).toString()).toContain('member:1.2.840.113556.1.4.1941:=')
  const plain = buildGroupFilter(false, [dn, 'cn=desk']).toString()
  expect(plain.match(/member=/gi)).toHaveLength(4)
  expect(plain).toContain('\\28Desk\\29\\2a')
})

test('OS-64 text that a directory may read as no password is not accepted', () => {
  for (const text of ['', '\0', 'a\0b']) expect(isNoPassword(text)).toBe(true)
  for (const text of [' ', '0', '\u00a0']) expect(isNoPassword(text)).toBe(false)
})

test('OS-61 an Active Directory id is written in Windows’ notation, and only if it is valid', () => {
  const bytes = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
  expect(formatGuid(bytes)).toBe('00112233-4455-6677-8899-aabbccddeeff')
  expect(parseGuid(formatGuid(bytes))).toEqual(bytes)
  expect(formatGuid([bytes])).toBe('00112233-4455-6677-8899-aabbccddeeff')
  expect(formatGuid(Buffer.alloc(4))).toBe('')
  expect(formatGuid('text')).toBe('')
})

test.each([
  'email',
  'E-Mail',
  'upn',
  'userPrincipalName',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:1.2.840.113549.1.9.1',
  '1.2.840.113556.1.4.656',
])('OS-61 nobody is recognized by an e-mail address, whatever its claim is called: %s', (name) => {
  expect(isNameClaim(name)).toBe(false)
})

test('OS-61 other numbers are ordinary claims', () => {
  for (const name of ['employeeNumber', 'urn:oid:0.9.2342.19200300.100.1.1', 'urn:oid:2.16.840.1.113730.3.1.3'])
    expect(isNameClaim(name)).toBe(true)
})

test('OS-60 a directory without servers or base is no connection', () => {
  const settings = {
    ...{
      kind: 'ldap' as const,
      nameClaim: 'uid',
      groupsClaim: '',
      trustsFactor: false,
      factorValues: [],
      certificates: [],
    },
    ...{ servers: [], bindDn: '', base: '', loginAttribute: 'uid', groupBase: '' },
    ...{ isActiveDirectory: false, isWritable: false },
  } as const
  expect(findWrongSettings(settings)).toEqual(['servers', 'bindDn', 'base'])
})
