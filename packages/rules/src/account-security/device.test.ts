import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDevice } from './device.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${windows} Chrome/142.0.0.0 Safari/537.36`, 'computer', 'Chrome', 'Windows'],
  [`${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'computer', 'Edge', 'Windows'],
  [`${windows} Chrome/142.0.0.0 Safari/537.36 OPR/118.0.0.0`, 'computer', 'Opera', 'Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'computer', 'Safari', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'computer', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
    'computer',
    'Chrome',
    'ChromeOS',
  ],
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36`, 'phone', 'Chrome', 'Android'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'phone', 'Samsung Internet', 'Android'],
  [`${android} Chrome/142.0.0.0 Safari/537.36`, 'tablet', 'Chrome', 'Android'],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'phone', 'Safari', 'iOS'],
  [`${iphone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'phone', 'Chrome', 'iOS'],
  [`${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'phone', 'Firefox', 'iOS'],
  [`${ipad} Version/18.1 Mobile/15E148 Safari/604.1`, 'tablet', 'Safari', 'iPadOS'],
  ['Mozilla/5.0 (compatible; Something)', 'computer', null, null],
  ['curl/8.5.0', 'program', null, null],
  ['', 'program', null, null],
])('RG-3 %s', (userAgent, kind, browser, system) => {
  expect(parseDevice(userAgent)).toEqual({ kind, browser, system })
})

test('RG-3 whatever a program calls itself, we show only our own names for it', () => {
  const names = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet', null]
  fc.assert(fc.property(fc.string(), (userAgent) => names.includes(parseDevice(userAgent).browser)))
})
