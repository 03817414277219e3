import { describe, expect, test } from 'vitest'
import { detectLayout } from './layouts.ts'

const row = { BusinessYear: '2026', PlanId: 'P', PlanMarketingName: 'Plan', ServiceAreaId: 'S' }

test('IM-9 SH-3 a deductible or a limit below zero is refused, and is never shown', () => {
  const read = (amount: string) => {
    const whole = { ...row, TEHBDedInnTier1Individual: amount }
    return detectLayout(Object.keys(whole)).read(Object.values(whole)).tehbdedinntier1individual
  }
  expect(['$0', '$1,500.50', 'per group not applicable'].map(read)).toEqual([0, 150_050, 'none'])
  for (const wrong of ['-$5', '($5.00)', '5.00-']) expect(() => read(wrong), wrong).toThrow('is below zero')
})

describe('IM-9 SH-5 the part of a premium that is for essential benefits', () => {
  const readShare = (share: string) => {
    const whole = { ...row, EHBPercentTotalPremium: share }
    return detectLayout(Object.keys(whole)).read(Object.values(whole)).ehbpercenttotalpremium
  }

  test.each([
    ['1', 1],
    ['0.985', 0.985],
    ['.985', 0.985],
    ['98.5%', 0.985],
    ['98.5', 0.985],
    ['100.00%', 1],
    // As programs write what they have in binary.
    ['0.99199999999999999', 0.992],
    ['', null],
  ])('IM-9 SH-5 %s is %s', (text, share) => {
    expect(readShare(text)).toBe(share)
  })

  test.each(['101', '-1', 'most', '1.2.3', '100.5%'])('IM-9 SH-5 %s is none', (text) => {
    expect(() => readShare(text)).toThrow('is no share')
  })
})
