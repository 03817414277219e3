import { expect, test } from 'vitest'
import { detectLayout } from './layouts.ts'

test('IM-9 SH-3 a deductible or a limit below zero is refused, and is never shown', () => {
  const row = { BusinessYear: '2026', PlanId: 'P', PlanMarketingName: 'Plan', ServiceAreaId: 'S' }
  const read = (amount: string) => {
    const whole = { ...row, TEHBDedInnTier1Individual: amount }
    return detectLayout(Object.keys(whole)).read(Object.values(whole)).tehbdedinntier1individual
  }
  expect(['$0', '$1,500.50', 'per group not applicable'].map(read)).toEqual([0, 150_050, 'none'])
  for (const wrong of ['-$5', '($5.00)', '5.00-']) expect(() => read(wrong), wrong).toThrow('is below zero')
})
