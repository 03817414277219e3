import { expect, test } from 'vitest'
import { basicAuthorization, callAddress } from './send.ts'

test('HT-1 path parameters and query are escaped, and undefined ones are left out', () => {
  const call = { path: '/wcs/x-services/resources/store/{storeID}/csrproxy/{logonID}/start' }
  expect(callAddress(call, { params: { storeID: '10151', logonID: 'A/B?' } })).toBe(
    '/wcs/x-services/resources/store/10151/csrproxy/A%2FB%3F/start',
  )
  expect(callAddress({ path: '/x' }, { query: { page: 2, sort: undefined, term: 'a&b' } })).toBe('/x?page=2&term=a%26b')
  expect(callAddress({ path: '/x' }, {})).toBe('/x')
})

test('SI-2 credentials are sent as Basic in UTF-8', () => {
  const header = basicAuthorization({ username: 'MEMBER01', password: 'Pässword✓:1' })
  expect(header.startsWith('Basic ')).toBe(true)
  expect(Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8')).toBe('MEMBER01:Pässword✓:1')
})
