import { expect, it } from 'vitest'
import { isMobileUser } from './mobile.ts'

it.each([
  ['true', '', true],
  ['false', '', false],
  [null, '', false],
  [undefined, 'https://secure.highmark.example/mbr/?mobile=true', true],
  [null, 'https://secure.highmark.example/mbr/?a=1&mobile=true&b=2#!/landing', true],
  [null, 'https://secure.highmark.example/mbr/#!/landing?mobile=true', true],
  [null, 'https://secure.highmark.example/mbr/#!/landing/mobile=true', true],
  [null, '?mobile=true#!/landing', true],
  ['false', '?mobile=true', true],
  [null, `/mbr/?q=${encodeURIComponent(btoa('{"mobile":true}'))}#!/landing`, true],
  [null, '/mbr/?mobile=false', false],
  [null, '/mbr/?mobile=truest', false],
  [null, '/mbr/?automobile=true', false],
  ['1', '/mbr/#!/landing', false],
])('FT-3 mobileUser cookie %j and address %j: %j', (cookie, url, expected) => {
  expect(isMobileUser({ cookie, url })).toBe(expected)
})

it.each([
  ['true', '?mobile=true', false],
  ['false', '?mobile=true', true],
  [undefined, '', true],
])('FT-1 FT-3 forceFullSite cookie %j and address %j: %j', (fullSite, url, expected) => {
  expect(isMobileUser({ cookie: 'true', fullSite, url })).toBe(expected)
})
