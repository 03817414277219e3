import { calls } from '@portico/contract/calls'
import { creditYears } from '@portico/rules/shop/tax-credit-years'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client } from '../../../test/client.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCatalogues } from '../../brands/plans/catalogue.ts'
import { easternDay } from '../../platform/day.ts'

const portal = testPortal()
const thisYear = Number(easternDay(new Date()).slice(0, 4))
const planYear = [thisYear, thisYear + 1].find((year) => creditYears[year] !== undefined) ?? null

const row = (id: string, metal: string, on: string, essential: string) =>
  `${planYear},DE,1,${metal} ${id.slice(0, 10)},HMO,${metal},DES001,${id},"$1,500","$9,100",${on},${essential}\n`
const files = {
  'plans.csv': `BusinessYear,StateCode,IssuerId,PlanMarketingName,PlanType,MetalLevel,ServiceAreaId,PlanId,TEHBDedInnTier1Individual,TEHBInnTier1IndividualMOOP,QHPNonQHPTypeId,EHBPercentTotalPremium
${row('1DE0010001-01', 'Silver', 'Both', '1')}${row('1DE0010001-00', 'Silver', 'Both', '')}${row('1DE0010001-05', 'Silver', 'Both', '1')}${row('1DE0010002-01', 'Silver', 'On the Exchange', '0.9')}${row('1DE0010003-00', 'Silver', 'Off the Exchange', '')}${row('1DE0010004-01', 'Bronze', 'Both', '98.00%')}${row('1DE0010005-00', 'Bronze', '', '1')}`,
  'rates.csv': `BusinessYear,StateCode,PlanId,RatingAreaId,Age,IndividualRate,IndividualTobaccoRate
${['400', '450', '300', '200', '250'].map((rate, at) => `${planYear},DE,1DE001000${at + 1},Rating Area 1,40,${rate}.00,${Number(rate) * 1.5}\n`).join('')}`,
  'service.csv': `BusinessYear,StateCode,ServiceAreaId,ServiceAreaName,CoverEntireState,County,PartialCounty\n${planYear},DE,DES001,North,Yes,,\n`,
  'rating.csv': `BusinessYear,StateCode,RatingAreaId,County\n${planYear},DE,Rating Area 1,\n`,
}

describe.skipIf(planYear === null)('SH-5 what the tax credit pays for', () => {
  beforeAll(async () => {
    const { rejected } = await importFiles(portal.database, files, { kind: 'plans', brand: 'de', brands: ['de'] })
    expect(rejected).toEqual([])
  })

  const quote = async (tobacco: boolean) => {
    const household = { market: 'under65' as const, zipCode: '19801', county: '10003', people: [{ age: 40, tobacco }] }
    const income = { householdSize: 1, cents: 2_500_000 }
    const body = { ...household, income, brand: 'de', planYear: planYear ?? 0 }
    return (await make(new Client(portal.origin), calls.shopQuote, { body })).body.payload
  }

  test('SH-5 the benchmark counts only plans on the exchange, only essential benefits, and never tobacco', async () => {
    for (const tobacco of [false, true]) {
      const { credit } = await quote(tobacco)
      // 26 CFR 1.36B-3(e), (f) and (j): $400.00 and nine tenths of $450.00.
      expect(credit).toMatchObject({ kind: 'estimate', benchmarkCents: 40_500 })
    }
  })

  test('SH-5 the credit pays for no benefits that are not essential, and for no plan off the exchange', async () => {
    const { credit, plans } = await quote(false)
    const whole = credit?.kind === 'estimate' ? credit.cents : 0
    expect(whole).toBeGreaterThan(20_000)
    const paid = plans.map(({ planId, creditCents }) => [planId.slice(-1), creditCents])
    expect(Object.fromEntries(paid)).toEqual({ 1: whole, 2: whole, 3: 0, 4: 19_600, 5: 0 })
    // A plan sold off the marketplace is never reduced, either.
    expect(plans.map(({ planId, reduced }) => [planId.slice(-1), reduced !== null]).filter(([, is]) => is)).toEqual([
      ['1', true],
    ])
  })

  test('IM-9 SH-5 a fact given for one variant holds for its whole plan', async () => {
    const catalogue = await createCatalogues(portal.database).of('de', planYear ?? 0)
    expect(catalogue?.plans.map(({ essentialShare, onExchange }) => [essentialShare, onExchange])).toEqual([
      [1, true],
      [0.9, true],
      [null, false],
      [0.98, true],
      [1, false],
    ])
  })
})
