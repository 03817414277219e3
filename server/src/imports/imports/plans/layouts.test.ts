import { describe, expect, test } from 'vitest'
import { detectLayout, findUnread } from './layouts.ts'

const row = { BusinessYear: '2026', PlanId: 'P', PlanMarketingName: 'Plan', ServiceAreaId: 'S' }

test('IM-9 SH-3 a negative deductible or limit is refused, and never shown', () => {
  const read = (amount: string) => {
    const whole = { ...row, TEHBDedInnTier1Individual: amount }
    return detectLayout(Object.keys(whole)).read(Object.values(whole)).tehbdedinntier1individual
  }
  expect(['$0', '$1,500.50', 'per group not applicable'].map(read)).toEqual([0, 150_050, 'none'])
  for (const wrong of ['-$5', '($5.00)', '5.00-']) expect(() => read(wrong), wrong).toThrow('is below zero')
})

describe('IM-9 SH-5 the share of a premium for essential benefits', () => {
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
    // Binary fractions as programs write them.
    ['0.99199999999999999', 0.992],
    ['', null],
  ])('IM-9 SH-5 %s is %s', (text, share) => {
    expect(readShare(text)).toBe(share)
  })

  test.each(['101', '-1', 'most', '1.2.3', '100.5%'])('IM-9 SH-5 %s is none', (text) => {
    expect(() => readShare(text)).toThrow('is no share')
  })

  // With a percent sign too many or missing, a plan would show nearly no tax credit.
  test.each(['0.98%', '.985 %', '1.02', '1.5'])('IM-9 SH-5 %s is refused as ambiguous', (text) => {
    expect(() => readShare(text)).toThrow('write 0.98 or 98%')
  })
})

describe('IM-9 SH-3 files of the exchanges of states, and those of the first years', () => {
  const state = {
    'BUSINESS YEAR': '2026',
    'PLAN ID': 'P',
    'PLAN MARKETING NAME': 'Plan',
    'SERVICE AREA ID': 'S',
    'DENTAL ONLY PLAN': 'No',
    'MULTIPLE NETWORK TIERS': 'Yes',
    'TEHB DED INN TIER 1 INDIVIDUAL': '$6,550 ',
    'TEHB DED INN TIER 1 FAMILY': '$6550 per person | $13100 per group',
    'TEHB INN TIER 1 INDIVIDUAL MOOP': '$9,100 ',
    'TEHB INN TIER 1 FAMILY MOOP': 'per person not applicable | $18200 per group',
    'DEHB DED INN TIER1 FAMILY': 'per person not applicable | per group not applicable',
    'MEHB DED INN TIER1 FAMILY': '$400',
    'EHB PERCENT PREMIUM': '99%',
  }
  const read = (row: Record<string, string>) =>
    detectLayout(Object.keys(row)).read(Object.values(row).map((cell) => cell.trim()))

  test('IM-9 SH-3 SH-5 a family’s two amounts in one column, and columns of other names', () => {
    expect(read(state)).toMatchObject({
      multipleinnetworktiers: true,
      tehbdedinntier1individual: 655_000,
      tehbdedinntier1familyperperson: 655_000,
      tehbdedinntier1familypergroup: 1_310_000,
      tehbinntier1familyperpersonmoop: 'none',
      tehbinntier1familypergroupmoop: 1_820_000,
      dehbdedinntier1familyperperson: 'none',
      dehbdedinntier1familypergroup: 'none',
      mehbdedinntier1familyperperson: null,
      mehbdedinntier1familypergroup: 40_000,
      ehbpercenttotalpremium: 0.99,
    })
    expect(() => read({ ...state, 'TEHB DED INN TIER 1 FAMILY': '$1 per person | lots per group' })).toThrow('is no')
  })

  test('IM-9 SH-3 a column’s present name takes precedence over an older one', () => {
    expect(read({ ...state, EHBPercentTotalPremium: '0.97' })).toMatchObject({ ehbpercenttotalpremium: 0.97 })
  })

  test('IM-9 SH-9 part of a county and dental areas are recognized', () => {
    const area = {
      'BUSINESS YEAR': '2026',
      'STATE CODE': 'DE',
      'SERVICE AREA ID': 'S',
      'SERVICE AREA NAME': 'North',
      'COVER ENTIRE STATE': 'false',
      COUNTY: '10003',
      'PARTIAL COUNTY': 'true',
      'ZIP CODE': '19801, 19802',
      'DENTAL PLAN ONLY': 'Yes',
    }
    expect(read(area)).toMatchObject({ zipcodes: ['19801', '19802'], dentalonlyplan: true, partialcounty: true })
  })

  test('IM-9 business rules are recognized, and cost nothing', () => {
    const columns = ['BUSINESS YEAR', 'PRODUCT ID', 'DEPENDENT MAX AGE RULE', 'AGE DETERMINATION RULE']
    expect(findUnread(columns)).toBe('business rule')
  })
})
