import { expect, test } from 'vitest'
import { findPlatform, listFitting } from './wallet-platform.ts'

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}

test.each([
  ['an iPhone', agents.iPhone, 5, ['apple']],
  ['an iPad, which says that it is a Mac', agents.mac, 5, ['apple']],
  ['a Mac', agents.mac, 0, ['apple', 'google']],
  ['a phone with Android', agents.android, 5, ['google']],
  ['a computer with Windows', agents.windows, 0, ['google']],
])('MP-12 %s is offered the wallets that it can do anything with', (_, userAgent, maxTouchPoints, expected) => {
  const platform = findPlatform({ userAgent, maxTouchPoints })
  expect(listFitting(['apple', 'google'], platform)).toEqual(expected)
  expect(listFitting([], platform)).toEqual([])
})
