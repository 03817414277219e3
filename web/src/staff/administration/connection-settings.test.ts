import { describe, expect, test } from 'vitest'
import { type ConnectionValues, findEntering, listValues, readCertificates } from './connection-settings.ts'

test('OS-63 certificates are read as providers give them: in PEM, bare, one or two', () => {
  const pem = (text: string) => `-----BEGIN CERTIFICATE-----\r\n${text}\r\n-----END CERTIFICATE-----\r\n`
  expect(readCertificates(pem('AB\r\nCD'))).toEqual(['ABCD'])
  expect(readCertificates(pem('AB') + pem('CD'))).toEqual(['AB', 'CD'])
  expect(readCertificates('AB\nCD\n\nEF\n')).toEqual(['ABCD', 'EF'])
  expect(readCertificates(' \n ')).toEqual([])
})

describe('OS-60 a connection’s form says what to enter if the server would refuse a typed value', () => {
  const choices = {
    trustsFactor: false,
    takesUnasked: false,
    makesPeople: false,
    isActiveDirectory: false,
    isWritable: false,
  }
  const fillIn = (values: Partial<ConnectionValues>) => ({ ...listValues(null, 'hmbcbs'), ...values })
  const listWrong = (values: Partial<ConnectionValues>) =>
    (Object.keys(fillIn({})) as (keyof ConnectionValues)[]).filter(
      (name) => findEntering(name, fillIn(values), choices) !== null,
    )
  const oidc = { issuer: 'https://login.plan.example', clientId: 'portico', nameClaim: 'oid', domains: 'plan.example' }
  const certificate = 'A'.repeat(120)

  test('OS-60 valid values need no hint', () => {
    expect(listWrong(oidc)).toEqual([])
    expect(
      listWrong({ ...oidc, kind: 'saml', entityId: 'x', signInUrl: oidc.issuer, certificates: certificate }),
    ).toEqual([])
  })

  test('OS-60 each field that the server checks has its own text', () => {
    expect(listWrong({ ...oidc, issuer: 'ftp://x', nameClaim: 'email', domains: 'dana@plan.example' })).toEqual([
      ...['domains', 'issuer', 'nameClaim'],
    ])
    const saml = { ...oidc, kind: 'saml', entityId: 'x', signInUrl: 'x', signOutUrl: 'x', certificates: 'AB' }
    expect(listWrong(saml)).toEqual(['signInUrl', 'signOutUrl', 'certificates'])
    const ldap = { ...oidc, kind: 'ldap', servers: 'x', bindDn: 'x', base: 'x', loginAttribute: '?', groupBase: 'x' }
    expect(listWrong({ ...ldap, certificates: 'AB', nameClaim: 'a b' })).toEqual([
      ...['certificates', 'servers', 'bindDn', 'base', 'loginAttribute', 'groupBase', 'nameClaim'],
    ])
  })
})
