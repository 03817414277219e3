import { expect, test } from 'vitest'
import { readDrug, readPlan } from './exchange.ts'

test('IM-9 an empty text of the exchange says nothing, and costs nothing', () => {
  const sharing = { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 10, copay_opt: 'AFTER-DEDUCTIBLE' }
  const plan = {
    plan_id: '99999PA0010001',
    formulary: [{ drug_tier: 'GENERIC', cost_sharing: [{ ...sharing, coinsurance_rate: null, coinsurance_opt: '' }] }],
  }
  expect(readPlan(plan)).toMatchObject({
    wrong: [],
    read: { formulary: [{ cost_sharing: [{ copay_amount: 10, coinsurance_opt: null }] }] },
  })
  const drug = { drug_name: 'Sample 5 MG', plans: [{ plan_id: '99999PA0010001', drug_tier: ' ' }] }
  expect(readDrug(drug)).toMatchObject({ wrong: [], read: { plans: [{ drug_tier: null }] } })
})
