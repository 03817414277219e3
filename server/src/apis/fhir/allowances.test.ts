import { expect, test } from 'vitest'
import { createAllowances, perMinute } from './allowances.ts'

test('OS-43 each grant has a number of requests and bytes a minute, and learns what remains', () => {
  let now = 0
  const allowances = createAllowances(() => now)
  const first = allowances.take('one')
  expect(first.headers).toEqual({
    'ratelimit-policy': '"requests";q=600;w=60, "bytes";q=50000000;qu="content-bytes";w=60',
    ratelimit: '"requests";r=599;t=60, "bytes";r=50000000;t=60',
  })
  first.send('ñ'.repeat(10))
  now = 20_500
  expect(allowances.take('one').headers.ratelimit).toBe('"requests";r=598;t=40, "bytes";r=49999980;t=40')
  for (let asked = 2; asked < perMinute.requests; asked += 1) allowances.take('one')
  expect(() => allowances.take('one')).toThrow(expect.objectContaining({ status: 429, retryAfterS: 40 }))
  const other = allowances.take('other')
  other.send('x'.repeat(perMinute.bytes))
  expect(() => allowances.take('other')).toThrow(expect.objectContaining({ status: 429, retryAfterS: 60 }))
  now = 60_000
  expect(allowances.take('one').headers.ratelimit).toContain('r=599')
  expect(() => allowances.take('other')).toThrow()
  now = 80_500
  allowances.take('other')
})
