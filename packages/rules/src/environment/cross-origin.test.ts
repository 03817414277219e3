import { expect, test } from 'vitest'
import { headersAcrossOrigins, testBackend } from './cross-origin.ts'
import { parseHost } from './host.ts'

test('HT-1 session tokens and the user id do not cross an origin, in any letter case', () => {
  const sent = {
    accept: 'application/json',
    appid: 'chmmbr',
    authorization: 'Bearer x',
    LtpaToken2: 'a',
    ObSSOCookie: 'b',
    sessionToken: 'c',
    WCToken: 'd',
    WCTrustedToken: 'e',
    HMCSRProxyToken: 'f',
    userId: 'g',
    'User-Id': 'h',
  }
  expect(headersAcrossOrigins(sent)).toEqual({
    accept: 'application/json',
    appid: 'chmmbr',
    authorization: 'Bearer x',
  })
})

test('MC-5 only a test environment has a test back end, named as the host names it', () => {
  expect(testBackend(parseHost('secure-tenv2.highmark.example'))).toBe('tenv2')
  expect(testBackend(parseHost('secure.highmark.example'))).toBeNull()
  expect(testBackend(parseHost('secure.highmark.localhost:8080'))).toBeNull()
})
