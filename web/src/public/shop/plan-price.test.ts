import { expect, test } from 'vitest'
import { keepQuoted, planPrice } from './plan-price.ts'

const basis = {}
const plans = [
  { planId: '1', premiumCents: 35_418 },
  { planId: '2', premiumCents: null },
]

test('SH-4 a price that is still being calculated, or could not be, does not read as missing', () => {
  expect(planPrice('1', { basis, failed: false, value: null })).toEqual({ kind: 'loading' })
  expect(planPrice('1', { basis, failed: true, value: null })).toEqual({ kind: 'failed' })
  expect(planPrice('1', { basis: null, failed: false, value: null })).toEqual({ kind: 'no-basis' })
})

test('SH-4 only a plan that is sold there can lack a price; any other says that it is not sold there', () => {
  const findPrice = (planId: string) => planPrice(planId, { basis, failed: false, value: { plans } })
  expect(findPrice('1')).toEqual({ kind: 'known', plan: plans[0] })
  expect(findPrice('2')).toEqual({ kind: 'no-rate' })
  expect(findPrice('3')).toEqual({ kind: 'not-here' })
})

test('SH-6 plans that were chosen before and are not sold at a new place do not count toward four', () => {
  expect(keepQuoted(['3', '2', '4', '1'], plans)).toEqual(['2', '1'])
})
