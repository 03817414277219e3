import { expect, test } from 'vitest'
import { type ConnectionSettings, endsSessions } from './connection.ts'

const common = { nameClaim: 'employee', groupsClaim: 'groups', trustsFactor: true, factorValues: ['mfa', 'hwk'] }
const oidc = { ...common, kind: 'oidc', issuer: 'https://id.example', clientId: 'portal' } as const
const saml = {
  ...common,
  kind: 'saml',
  entityId: 'urn:id',
  signInUrl: 'https://id.example/in',
  certificates: ['one', 'two'],
  takesUnasked: true,
} as const
const ldap = {
  ...common,
  kind: 'ldap',
  servers: ['ldaps://a.example', 'ldaps://b.example'],
  certificates: [],
  bindDn: 'cn=reader',
  base: 'ou=people',
  loginAttribute: 'uid',
  groupBase: '',
  isActiveDirectory: false,
  isWritable: false,
  factorValues: [],
} as const

test.each<[string, ConnectionSettings, ConnectionSettings]>([
  ['another issuer', oidc, { ...oidc, issuer: 'https://other.example' }],
  ['another client', oidc, { ...oidc, clientId: 'other' }],
  ['a second factor that counts no more', oidc, { ...oidc, trustsFactor: false }],
  ['a value of it that counts no more', oidc, { ...oidc, factorValues: ['hwk'] }],
  ['another SAML provider', saml, { ...saml, entityId: 'urn:other' }],
  ['a certificate that is trusted no more', saml, { ...saml, certificates: ['two', 'three'] }],
  ['sign-ins that nobody asked for, taken no more', saml, { ...saml, takesUnasked: false }],
  ['another directory', ldap, { ...ldap, servers: ['ldaps://c.example'] }],
  [
    'an authority of its that is trusted no more',
    { ...ldap, certificates: ['one', 'two'] },
    { ...ldap, certificates: ['two'] },
  ],
  ['an authority of its own alone from now on', ldap, { ...ldap, certificates: ['one'] }],
  ['other people of it', ldap, { ...ldap, base: 'ou=agents' }],
])('OS-60 ends what people have by the connection: %s', (_, before, after) => {
  expect(endsSessions(before, after)).toBe(true)
})

test.each<[string, ConnectionSettings, ConnectionSettings]>([
  ['nothing', oidc, oidc],
  ['another claim', oidc, { ...oidc, groupsClaim: 'roles', nameClaim: 'id' }],
  ['a second factor that counts from now on', { ...oidc, trustsFactor: false }, oidc],
  [
    'values of one that did not count',
    { ...oidc, trustsFactor: false },
    { ...oidc, trustsFactor: false, factorValues: [] },
  ],
  ['one more certificate', { ...saml, certificates: ['one'] }, saml],
  ['another address of the same provider', saml, { ...saml, signInUrl: 'https://id.example/new' }],
  ['the servers in another order', ldap, { ...ldap, servers: [...ldap.servers].reverse() }],
  ['one more authority', { ...ldap, certificates: ['one'] }, { ...ldap, certificates: ['one', 'two'] }],
  ['another account that reads', ldap, { ...ldap, bindDn: 'cn=new' }],
])('OS-60 leaves people signed in: %s', (_, before, after) => {
  expect(endsSessions(before, after)).toBe(false)
})
