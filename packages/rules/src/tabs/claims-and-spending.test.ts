import { expect, it } from 'vitest'
import { isClaimsAndSpendingOn, vendorDetailsDate } from './claims-and-spending.ts'

// maintenance, showToAll, vendorDetails, before sign-in, signed in
it.each([
  [true, false, null, false, false],
  [true, true, true, false, false],
  [true, false, true, false, false],
  [false, true, null, true, true],
  [false, true, false, true, true],
  [false, false, true, false, true],
  [false, false, false, false, false],
  [false, false, null, false, false],
])('HD-4 maintenance %j, show to all %j, vendor details %j', (maintenance, showToAll, vendorDetails, before, after) => {
  const state = { maintenance, showToAll, vendorDetails }
  expect(isClaimsAndSpendingOn(state, false)).toBe(before)
  expect(isClaimsAndSpendingOn(state, true)).toBe(after)
})

it('HD-4 vendor details are requested for the end of the year', () => {
  expect(vendorDetailsDate('20260301')).toBe('20261231')
  expect(vendorDetailsDate('20251231')).toBe('20251231')
})
