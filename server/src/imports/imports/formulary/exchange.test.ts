import { expect, test } from 'vitest'
import { readDrug, readPlan, splitEntries } from './exchange.ts'
import { nameParts } from './read.ts'

test('IM-9 an empty text of the exchange counts as missing, and costs nothing', () => {
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

test.each(['', ' ', 'N/A', null, undefined])(
  'IM-9 MP-17 an amount of %j means none, and the coinsurance beside it stays',
  (copay_amount) => {
    const sharing = { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount, coinsurance_rate: 0.3 }
    const readCosts = (one: object) =>
      readPlan({ plan_id: '99999PA0010001', formulary: [{ drug_tier: 'BRAND', cost_sharing: [one] }] })
    expect(readCosts(sharing)).toMatchObject({
      wrong: [],
      read: { formulary: [{ cost_sharing: [{ copay_amount: null, coinsurance_rate: 0.3 }] }] },
    })
    // A text that is neither an amount nor empty costs only its own line, and is reported.
    expect(readCosts({ ...sharing, coinsurance_rate: 'some' })).toMatchObject({
      wrong: [{ path: 'formulary.0.cost_sharing.0.coinsurance_rate' }],
      read: { formulary: [{ cost_sharing: [] }] },
    })
  },
)

test('IM-9 MP-17 the variants of a plan on and off the exchange are the plan itself', () => {
  const readId = (plan_id: string) => readPlan({ plan_id, formulary: [] }).read?.plan_id
  for (const said of ['99999pa0010001', '99999PA0010001-00', '99999PA0010001-01'])
    expect(readId(said), said).toBe('99999PA0010001')
  expect(readId('99999PA0010001-04')).toBe('99999PA0010001-04')
  expect(readId('99999pa0010001-04')).toBe('99999PA0010001-04')
  expect(readId('ppo-00')).toBe('ppo-00')
})

test('IM-9 MP-17 a long name or class is cut, and costs no drug', () => {
  const long = { rxnorm_id: '1', drug_name: 'N'.repeat(900), drug_class: 'C'.repeat(900), plans: [] }
  const { read, wrong } = readDrug(long)
  expect(wrong).toEqual([])
  expect([read?.drug_name, read?.drug_class]).toEqual([`${'N'.repeat(499)}…`, `${'C'.repeat(499)}…`])
})

test('IM-9 MP-17 a drug without a number, or with an empty one, keeps its name', () => {
  const drug = { drug_name: 'Sample 5 MG', plans: [{ plan_id: '99999PA0010001' }] }
  for (const rxnorm_id of ['', ' ', null, undefined])
    expect(readDrug({ ...drug, rxnorm_id })).toMatchObject({ wrong: [], read: { rxnorm_id: null } })
  expect(readDrug({ ...drug, rxnorm_id: 12 })).toMatchObject({ wrong: [], read: { rxnorm_id: '12' } })
})

test.each([
  [
    '{21 (ethinyl estradiol 0.03 MG / norethindrone 1 MG Oral Tablet) / 7 (inert ingredients 1 MG Oral Tablet) } Pack',
    'ethinyl estradiol / norethindrone',
    'ethinyl estradiol / norethindrone',
  ],
  [
    '{21 (ethinyl estradiol 0.02 MG / norethindrone acetate 1 MG Oral Tablet) / 7 (inert ingredients 1 MG Oral Tablet) } Pack [Sample Pill]',
    'Sample Pill',
    'ethinyl estradiol / norethindrone acetate',
  ],
  ['{6 (azithromycin 250 MG Oral Tablet) } Pack', 'azithromycin', 'azithromycin'],
])('IM-9 MP-17 the pack %s has a readable name', (said, name, ingredient) => {
  expect(nameParts(said)).toMatchObject({ name, ingredient, strength: null, form: 'Pack' })
})

test('IM-9 IM-3 a part of a file that is null is empty, a single entry needs no list, and anything else is named', () => {
  const [drug, plan] = [{ drug_name: 'Sample 5 MG', plans: [] }, { plan_id: '99999PA0010001' }]
  expect(splitEntries({ drugs: null, plans: [plan] })).toMatchObject({ drugs: [], plans: [plan] })
  expect(splitEntries({ drugs: [drug], plans: null, providers: null })).toEqual({
    drugs: [drug],
    plans: [],
    others: [],
  })
  expect(splitEntries({ drugs: drug, plans: plan })).toMatchObject({ drugs: [drug], plans: [plan] })
  expect(() => splitEntries({ drugs: 'none', plans: [plan] })).toThrow('drugs is neither a list nor an entry')
  for (const nothing of [{ drugs: null, plans: null }, { drugs: [] }, { formulary: [] }])
    expect(() => splitEntries(nothing)).toThrow('holds neither drugs nor plans')
  expect(() => splitEntries({ providers: [{ npi: '1' }] })).toThrow('import it as directory')
  expect(() => splitEntries({ providers: ['https://plan.example/p.json'] })).toThrow('is the index')
})

test('IM-9 MP-17 an amount that rounds to zero is left out: nothing is shown as free', () => {
  const read = (cost: object) => {
    const sharing = { pharmacy_type: '1-MONTH-IN-RETAIL', ...cost }
    return readPlan({ plan_id: 'P', formulary: [{ drug_tier: 'GENERIC', cost_sharing: [sharing] }] })
  }
  for (const cost of [{ copay_amount: 0.004 }, { copay_amount: 1e-9 }, { coinsurance_rate: 1e-9 }])
    expect(read(cost).wrong.map(({ path }) => path)).toEqual([`formulary.0.cost_sharing.0.${Object.keys(cost)[0]}`])
  for (const cost of [{ copay_amount: 0.005 }, { copay_amount: 0 }, { coinsurance_rate: 0.005 }])
    expect(read(cost).wrong).toEqual([])
})

test('IM-9 MP-17 requirements may be in words, and unknown words cost no drug', () => {
  const read = (flags: object) => readDrug({ drug_name: 'Sample 5 MG', plans: [{ plan_id: 'P', ...flags }] })
  for (const [said, means] of [
    [true, true],
    ['true', true],
    [' Yes ', true],
    ['Y', true],
    [1, true],
    ['false', false],
    ['N', false],
    [0, false],
    ['None', false],
    ['', null],
    ['N/A', null],
    [null, null],
  ] as const)
    for (const flag of ['prior_authorization', 'step_therapy', 'quantity_limit'])
      expect(read({ [flag]: said }), `${flag} ${said}`).toMatchObject({
        wrong: [],
        unread: 0,
        read: { plans: [{ [flag]: means }] },
      })
  expect(read({ quantity_limit: '30 per 30 days' })).toMatchObject({
    unread: 0,
    read: { plans: [{ quantity_limit: true }] },
  })
  for (const said of ['sometimes', '30 per 30 days', 7, {}, ['PA']])
    expect(read({ prior_authorization: said })).toMatchObject({
      wrong: [],
      unread: 1,
      read: { plans: [{ prior_authorization: null }] },
    })
})

test('IM-9 MP-17 a single year needs no list', () => {
  for (const years of [2026, '2026', [2026], ['2026']]) {
    expect(readDrug({ drug_name: 'Sample 5 MG', plans: [{ plan_id: 'P', years }] })).toMatchObject({
      wrong: [],
      read: { plans: [{ years: [2026] }] },
    })
    expect(readPlan({ plan_id: 'P', years, formulary: [] })).toMatchObject({ wrong: [], read: { years: [2026] } })
  }
  expect(readDrug({ drug_name: 'Sample 5 MG', plans: [{ plan_id: 'P', years: '' }] }).wrong).toHaveLength(1)
})

test('IM-9 IM-3 a single plan of a drug, or a single cost of a tier, may come without a list', () => {
  const plan_id = '99999PA0010001'
  expect(readDrug({ drug_name: 'Sample 5 MG', plans: { plan_id, drug_tier: 'BRAND' } })).toMatchObject({
    wrong: [],
    read: { plans: [{ plan_id, drug_tier: 'BRAND' }] },
  })
  const cost_sharing = { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 10 }
  expect(readPlan({ plan_id, formulary: { drug_tier: 'BRAND', cost_sharing } })).toMatchObject({
    wrong: [],
    read: { formulary: [{ cost_sharing: [{ copay_amount: 10 }] }] },
  })
})
