import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type GivenOptions, timerOptions, wholeNumber } from './timer-options.ts'
import { DEFAULT_INACTIVITY, MEMBER_INACTIVITY } from './timing.ts'

const none: GivenOptions = { expiryMs: null, warningMs: null, checkMs: null }

it('SE-2 a brand that sets nothing has the defaults', () => {
  expect(timerOptions(DEFAULT_INACTIVITY, none)).toEqual({ options: DEFAULT_INACTIVITY, ignored: [] })
})

it('SE-2 a brand can raise expiry, warning and check', () => {
  const given = { expiryMs: '300000', warningMs: '240000', checkMs: '2000' }
  expect(timerOptions(DEFAULT_INACTIVITY, given)).toEqual({
    options: { expiryMs: 300_000, warningMs: 240_000, checkMs: 2_000 },
    ignored: [],
  })
})

it('SE-2 with the expiry alone set, the warning stays as long as it was', () => {
  const { options } = timerOptions(MEMBER_INACTIVITY, { ...none, expiryMs: '1800000' })
  expect(options).toEqual({ expiryMs: 1_800_000, warningMs: 1_680_000, checkMs: 3_000 })
})

it.each<[keyof GivenOptions, string]>([
  ['expiryMs', 'soon'],
  ['expiryMs', '-1'],
  ['expiryMs', '9999'],
  ['expiryMs', '99999999999'],
  ['warningMs', '900000'],
  ['warningMs', '0'],
  ['warningMs', '7e5'],
  ['checkMs', '0'],
  ['checkMs', '120001'],
  ['checkMs', ''],
])('SE-2 %s of %j is invalid, ignored and reported', (name, value) => {
  expect(timerOptions(MEMBER_INACTIVITY, { ...none, [name]: value })).toEqual({
    options: MEMBER_INACTIVITY,
    ignored: [name],
  })
})

it('SE-2 whatever is set, the options are valid', () => {
  const text = fc.option(fc.oneof(fc.nat(200_000).map(String), fc.string()), { nil: null })
  fc.assert(
    fc.property(text, text, text, (expiryMs, warningMs, checkMs) => {
      const { options } = timerOptions(DEFAULT_INACTIVITY, { expiryMs, warningMs, checkMs })
      expect(options.expiryMs).toBeGreaterThanOrEqual(10_000)
      expect(options.warningMs).toBeGreaterThan(0)
      expect(options.warningMs).toBeLessThan(options.expiryMs)
      expect(options.checkMs).toBeGreaterThan(0)
      expect(options.checkMs).toBeLessThanOrEqual(options.expiryMs - options.warningMs)
    }),
  )
})

it('SE-3 a whole number is digits within limits', () => {
  expect([wholeNumber('10', 10, 20), wholeNumber('9', 10, 20), wholeNumber('1.5', 1, 20)]).toEqual([10, null, null])
})
