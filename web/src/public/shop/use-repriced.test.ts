import { expect, test } from 'vitest'
import { judgePrice } from './use-repriced.ts'

const listed = [{ age: 27 }, { age: 34 }, { age: null }]
const metal = 'catastrophic'

test('SH-4 SH-9 a plan that is not sold to everyone on an application says because of whom, as far as known', () => {
  expect(judgePrice({ metal }, { premiumCents: 41_200, unrated: [] }, listed)).toEqual({
    kind: 'priced',
    cents: 41_200,
  })
  // 45 CFR 156.155(a)(5): under 30.
  expect(judgePrice({ metal }, null, listed)).toEqual({ kind: 'unsold', of: [1], why: 'young' })
  expect(judgePrice({ metal: 'gold' }, null, listed)).toEqual({ kind: 'unsold', of: [], why: 'unknown' })
  expect(judgePrice({ metal: null }, { premiumCents: null, unrated: [0] }, listed)).toEqual({
    kind: 'unsold',
    of: [0],
    why: 'rate',
  })
})
