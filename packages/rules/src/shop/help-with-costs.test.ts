import { describe, expect, test } from 'vitest'
import { findHelp, type HelpKind } from './help-with-costs.ts'
import type { Reduction } from './reductions.ts'
import { findExchange, findStateHelp } from './state-help.ts'

/** Title, state, coverage year, income in dollars, ages, the help for each person, and the reduction of silver plans. */
type Household = readonly [string, string, number, number, readonly number[], readonly HelpKind[], Reduction | null]

/**
 * The poverty line under the 2025 guidelines, which apply to 2026: $15,650 for one person, $21,150 for two, $26,650 for three, $32,150
 * for four.
 */
const households: readonly Household[] = [
  ['42 CFR 435.119, adults to 138 % in a state with expansion', 'PA', 2026, 21_597, [40], ['medicaid'], null],
  ['26 CFR 1.36B-2(b), the credit from there on', 'PA', 2026, 21_598, [40], ['credit'], 94],
  ['42 CFR 435.119, below the poverty line in a state with expansion', 'WV', 2026, 9_000, [28], ['medicaid'], null],
  ['42 CFR 435.119, a couple at 137 %', 'DE', 2026, 28_900, [61, 60], ['medicaid', 'medicaid'], null],
  ['42 CFR 435.119, 19 years and no child', 'ND', 2026, 20_000, [19], ['medicaid'], null],
  ['26 U.S.C. 36B(c)(1)(A), below 100 % without expansion', 'WY', 2026, 15_649, [40], ['gap'], null],
  ['26 U.S.C. 36B(c)(1)(A), at 100 % without expansion', 'WY', 2026, 15_650, [40], ['credit'], 94],
  ['26 U.S.C. 36B(c)(1)(A), a couple below 100 % in Texas', 'TX', 2026, 21_000, [30, 31], ['gap', 'gap'], null],
  ['KFF, Medicaid limits of adults, Wisconsin to 100 %', 'WI', 2026, 15_650, [40], ['medicaid'], null],
  ['KFF, Medicaid limits of adults, above 100 % in Wisconsin', 'WI', 2026, 15_651, [40], ['credit'], 94],
  ['KFF, Medicaid limits of parents, Tennessee to 105 %', 'TN', 2026, 22_207, [30, 4], ['medicaid', 'medicaid'], null],
  [
    'KFF, Medicaid limits of parents, Connecticut to 160 %',
    'CT',
    2026,
    33_840,
    [30, 4],
    ['medicaid', 'medicaid'],
    null,
  ],
  ['45 CFR 155.305(g)(2)(i), 150 %', 'WY', 2026, 23_475, [40], ['credit'], 94],
  ['45 CFR 155.305(g)(2)(ii), above 150 %', 'WY', 2026, 23_476, [40], ['credit'], 87],
  ['45 CFR 155.305(g)(2)(ii), 200 %', 'WY', 2026, 31_300, [40], ['credit'], 87],
  ['45 CFR 155.305(g)(2)(iii), above 200 %', 'WY', 2026, 31_301, [40], ['credit'], 73],
  ['45 CFR 155.305(g)(2)(iii), 250 %', 'PA', 2026, 39_125, [40], ['credit'], 73],
  ['45 CFR 155.305(g)(1), above 250 %', 'PA', 2026, 39_126, [40], ['credit'], null],
  ['26 U.S.C. 36B(c)(1)(A), 400 %', 'PA', 2026, 62_600, [50], ['credit'], null],
  ['26 U.S.C. 36B(c)(1)(A), a dollar above 400 %', 'PA', 2026, 62_601, [50], ['high'], null],
  ['Public Law 117-169, section 12001, 450 % in 2025', 'PA', 2025, 67_770, [50], ['credit'], null],
  [
    '42 CFR 457.310 and 26 CFR 1.36B-2(c)(2), CHIP to 319 % in Pennsylvania',
    ...(['PA', 2026, 64_300, [40, 38, 10, 6]] as const),
    ['credit', 'credit', 'medicaid', 'medicaid'],
    null,
  ],
  [
    '42 CFR 457.310, above 319 % in Pennsylvania',
    ...(['PA', 2026, 102_559, [40, 38, 10, 6]] as const),
    ['credit', 'credit', 'credit', 'credit'],
    null,
  ],
  ['42 CFR 457.310, CHIP to 190 % in Idaho', 'ID', 2026, 40_000, [35, 5], ['credit', 'medicaid'], null],
  ['42 CFR 457.310, above 190 % in Idaho', 'ID', 2026, 40_186, [35, 5], ['credit', 'credit'], 87],
  ['42 CFR 435.118, an infant in Minnesota to 288 %', 'MN', 2026, 60_900, [30, 0], ['credit', 'medicaid'], null],
  ['42 CFR 435.118, a child in Minnesota to 280 %', 'MN', 2026, 60_900, [30, 3], ['credit', 'credit'], null],
  ['45 CFR 155.305(f)(1)(ii)(B), a child without a parent who applies', 'WY', 2026, 20_000, [12], ['medicaid'], null],
  ['42 CFR 600.305, MinnesotaCare to 200 %', 'MN', 2026, 31_300, [40], ['basic'], null],
  ['42 CFR 600.305, above MinnesotaCare', 'MN', 2026, 31_301, [40], ['credit'], 73],
  ['New York, Essential Plan to 250 % under its waiver in 2026', 'NY', 2026, 39_000, [40], ['basic'], null],
  ['42 CFR 600.305, Essential Plan to 200 % again in 2027', 'NY', 2027, 39_000, [40], ['credit'], 73],
  ['DC, adults to 215 % in 2025', 'DC', 2025, 32_000, [40], ['medicaid'], null],
  ['42 CFR 600.305, Healthy DC Plan from 2026 on', 'DC', 2026, 30_000, [40], ['basic'], null],
  ['26 CFR 1.36B-2(c)(2)(i), Medicare at 65', 'PA', 2026, 40_000, [66, 60], ['medicare', 'credit'], null],
  [
    '45 CFR 155.305(g)(3), one who cannot have it on the plan',
    'WY',
    2026,
    40_000,
    [66, 60],
    ['medicare', 'credit'],
    null,
  ],
  ['HHS guidelines of Alaska are higher', 'AK', 2026, 26_979, [40], ['medicaid'], null],
]

describe('SH-5 who gets help with costs, by published rules', () => {
  test.each(households)('SH-5 %s (%s, %i, $%i)', (_, state, planYear, dollars, ages, people, reduction) => {
    const question = { planYear, state, householdSize: ages.length, incomeCents: dollars * 100, ages }
    expect(findHelp(question)).toMatchObject({ people, reduction })
  })

  test('SH-5 a household counts everyone on the tax return, covered or not', () => {
    const question = { planYear: 2026, state: 'PA', incomeCents: 4_000_000, ages: [40] }
    expect(findHelp({ ...question, householdSize: 1 })).toMatchObject({ percent: 255, reduction: null })
    expect(findHelp({ ...question, householdSize: 4 })).toMatchObject({ percent: 124, people: ['medicaid'] })
  })

  test('SH-5 without figures, nothing is promised', () => {
    const question = { householdSize: 1, incomeCents: 2_000_000, ages: [40] }
    expect(findHelp({ ...question, planYear: 2018, state: 'PA' })).toBe(null)
    expect(findHelp({ ...question, planYear: 2026, state: 'PR' })).toBe(null)
  })

  test('SH-5 ten states have not expanded Medicaid, and every state covers children up to at least 190 percent', () => {
    const codes =
      'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
    const all = codes.split(' ').map((code) => [code, findStateHelp(code, 2026)] as const)
    expect(all).toHaveLength(51)
    const without = all.filter(([, help]) => (help?.adults ?? 0) < 138).map(([code]) => code)
    expect(without).toEqual(['AL', 'FL', 'GA', 'KS', 'MS', 'SC', 'TN', 'TX', 'WI', 'WY'])
    for (const [, help] of all) expect(help?.children).toBeGreaterThanOrEqual(190)
  })

  test('SH-5 a state with its own marketplace has its address; others use the federal one', () => {
    expect(findExchange('PA')).toEqual({ name: 'Pennie', address: 'https://pennie.com/' })
    expect(findExchange('WY').name).toBe('HealthCare.gov')
  })
})
