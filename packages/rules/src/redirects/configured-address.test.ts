import { expect, it } from 'vitest'
import { parseHost } from '../environment/host.ts'
import { checkConfiguredAddress } from './configured-address.ts'

const production = parseHost('secure.highmark.example')
const local = parseHost('secure.highmark.localhost:8080')

it.each([
  ['https://sso.highmark.example/start?from=portal', production],
  ['https://partner.example', production],
  ['http://secure.highmark.example/bye', production],
  ['/bye.html', production],
  ['http://sso.highmark.localhost:9000/', local],
])('ER-3 SO-3 people may be sent to %s', (address, host) => {
  expect(checkConfiguredAddress(address, host)).toBe(address)
})

it.each([
  null,
  '',
  'http://partner.example/',
  'http://sso.highmark.localhost/',
  '//partner.example/',
  'javascript:alert(1)',
  'https:partner.example',
  'https://',
  'https://user@partner.example/',
  'https://secure.highmark.example\\@partner.example/',
  'https://partner.example/ x',
  'bye.html',
])('ER-3 SO-3 %j leads nobody anywhere', (address) => {
  expect(checkConfiguredAddress(address, production)).toBeNull()
})
