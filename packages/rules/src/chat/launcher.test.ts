import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHAT_POPUP, CHAT_URL_LIMIT, chatAddress } from './launcher.ts'

const options = {
  base: 'https://chat.example/start',
  brand: { code: 'hmbcbs', sharedBrandCode: 'HMBCBS' },
  entryPoint: 'header',
  referrer: 'https://secure.highmark.example/mbr/',
  caseId: null,
  tracking: {},
}
const query = (address: string) => Object.fromEntries(new URL(address).searchParams)

test('CH-3 the query has the entry point, template, language, country and referring page', () => {
  expect(query(chatAddress(options))).toEqual({
    entryPoint: 'header',
    template: 'HMBCBS',
    lang: 'en',
    country: 'US',
    referrer: 'https://secure.highmark.example/mbr/',
  })
})

test.each([
  ['HBS', 'HBS'],
  ['PBS', 'HBS'],
  ['HMBS', 'HBS'],
  ['HMBCBS', 'HMBCBS'],
  ['NDBCBS', undefined],
])('CH-3 the template of %s is %s', (sharedBrandCode, template) => {
  expect(query(chatAddress({ ...options, brand: { code: 'x', sharedBrandCode } })).template).toBe(template)
})

test('CH-3 case and tracking ids are included; the base address keeps its own query', () => {
  const address = chatAddress({
    ...options,
    base: 'https://chat.example/?skill=3',
    caseId: 'A 1',
    tracking: { cid: 'x&y' },
  })
  expect(query(address)).toMatchObject({ skill: '3', caseId: 'A 1', cid: 'x&y' })
})

test('CH-3 above 2000 characters the referrer is dropped, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3000, unit: 'binary' }), (referrer) => {
      const address = chatAddress({ ...options, referrer })
      const without = Object.keys(query(address)).includes('referrer') ? null : query(address)
      expect(address.length).toBeLessThanOrEqual(CHAT_URL_LIMIT)
      if (without) expect(without).toEqual({ entryPoint: 'header', template: 'HMBCBS', lang: 'en', country: 'US' })
    }),
  )
  const fits = chatAddress({ ...options, referrer: 'r' })
  const room = CHAT_URL_LIMIT - fits.length + 1
  expect(query(chatAddress({ ...options, referrer: 'r'.repeat(room) })).referrer).toHaveLength(room)
  expect(query(chatAddress({ ...options, referrer: 'r'.repeat(room + 1) })).referrer).toBeUndefined()
})

test('CH-3 the popup is about 419 by 623, resizable, with scrollbars and no toolbar', () => {
  expect(CHAT_POPUP).toEqual({ width: 419, height: 623, features: 'resizable=yes,scrollbars=yes,toolbar=no' })
})
