import { describe, expect, test } from 'vitest'
import { importFiles, ndjson } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
const brand = 'de'
const ig = 'http://hl7.org/fhir/us/davinci-drug-formulary'
const extension = (name: string, value: object) => ({
  url: `${ig}/StructureDefinition/usdf-${name}-extension`,
  ...value,
})
const concept = (code: string, display?: string) => ({
  coding: [{ system: `${ig}/CodeSystem/usdf-CS`, code, display }],
})

const drug = (id: string, planId: string, tier: string, more: object = {}) => ({
  resourceType: 'MedicationKnowledge',
  id: `d${id}-${planId}`,
  extension: [
    extension('DrugTierID', { valueCodeableConcept: concept(tier) }),
    extension('PriorAuthorization', { valueBoolean: id === '101' }),
    extension('StepTherapyLimit', { valueBoolean: id === '102' }),
    extension('QuantityLimit', { valueBoolean: false }),
    extension('PlanID', { valueString: planId }),
    extension('DrugAlternatives', { valueReference: { reference: 'MedicationKnowledge/other' } }),
  ],
  code: {
    coding: [
      { system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: id, display: `ingredient${id} 5 MG Oral Tablet` },
    ],
  },
  ...more,
})

/** The cost of a tier at a kind of pharmacy: an amount, a share, and their options. */
type Sharing = readonly [pharmacy: string, copay: number, copayOption: string, rate: number, rateOption: string]
const toSharing = ([pharmacy, copay, copayOption, rate, rateOption]: Sharing) => ({
  url: 'costSharing',
  extension: [
    { url: 'pharmacyType', valueCodeableConcept: concept(pharmacy) },
    { url: 'copayAmount', valueMoney: { value: copay, currency: 'USD' } },
    { url: 'copayOption', valueCodeableConcept: concept(copayOption) },
    { url: 'coinsuranceRate', valueDecimal: rate },
    { url: 'coinsuranceOption', valueCodeableConcept: concept(rateOption) },
  ],
})
const plan = (id: string, tiers: Readonly<Record<string, readonly Sharing[]>>, more: object = {}) => ({
  resourceType: 'List',
  id: `list-${id}`,
  meta: { profile: [`${ig}/StructureDefinition/usdf-CoveragePlan`] },
  identifier: [{ value: id }],
  status: 'current',
  mode: 'snapshot',
  title: 'Sample Gold Health Plan',
  code: { coding: [{ code: 'DRUGPOL' }] },
  extension: [
    ...Object.entries(tiers).map(([tier, costs]) =>
      extension('DrugTierDefinition', {
        extension: [
          { url: 'drugTierID', valueCodeableConcept: concept(tier, 'In the words of the plan') },
          { url: 'mailOrder', valueBoolean: true },
          ...costs.map(toSharing),
        ],
      }),
    ),
    extension('Network', { valueString: 'PREFERRED' }),
    extension('SummaryURL', { valueUrl: 'http://url/to/health/plan/information' }),
    extension('PlanIDType', { valueString: 'HIOS-PLAN-ID' }),
  ],
  ...more,
})

const take = (resources: readonly object[]) =>
  importFiles(portal.database, { 'first.ndjson': ndjson([...resources]) }, { kind: 'formulary', brand })

describe('IM-9 the first edition of HL7’s drug formulary', () => {
  test('IM-9 MP-17 every tier, rule, copay and share is the file’s, in any order', async () => {
    const tiers = {
      generic: [
        ['1-month-in-retail', 4.25, 'before-deductible', 0, 'not-specified'],
        ['3-month-in-mail', 9.5, 'after-deductible', 0, 'not-specified'],
        ['1-month-out-retail', 99, 'after-deductible', 0.5, 'after-deductible'],
      ],
      brand: [
        ['1-month-in-retail', 0, 'no-charge', 0.25, 'after-deductible'],
        ['3-month-in-retail', 0, 'no-charge', 0, 'no-charge'],
      ],
    } as const satisfies Record<string, readonly Sharing[]>
    const { counts, rejected } = await take([
      drug('101', 'GOLD', 'brand'),
      drug('102', 'GOLD', 'generic'),
      drug('103', 'GOLD', 'generic', { status: 'entered-in-error' }),
      drug('104', 'list-SILVER', 'generic'),
      drug('105', 'OLD', 'generic'),
      plan('GOLD', tiers),
      plan('SILVER', { generic: [['1-month-in-retail', 7, 'charge', 0, 'charge']] }),
      plan('OLD', tiers, { status: 'retired' }),
      { resourceType: 'List', id: 'pharmacies', status: 'current', mode: 'working', title: 'No plan' },
    ])
    expect(rejected).toEqual([])
    expect(counts).toMatchObject({ created: 3, rejected: 0 })
    expect(counts.skips?.map(({ type, reason, count }) => [type, reason, count])).toEqual(
      expect.arrayContaining([
        ['List', 'this type is not read', 1],
        ['MedicationKnowledge', 'is not active', 1],
        ['MedicationKnowledge', 'its plan is not active', 1],
      ]),
    )
    const rows = await portal.database.read
      .selectFrom('formulary_drug')
      .select(['plan_id', 'rxnorm', 'ingredient', 'tier', 'prior_authorization', 'step_therapy', 'quantity_limit'])
      .where('brand', '=', brand)
      .orderBy('rxnorm')
      .execute()
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['GOLD', '101', 'ingredient101', 'brand', true, false, false],
      ['GOLD', '102', 'ingredient102', 'generic', false, true, false],
      ['list-SILVER', '104', 'ingredient104', 'generic', false, false, false],
    ])
    const lists = await portal.database.read
      .selectFrom('formulary')
      .select(['plan_id', 'costs'])
      .where('brand', '=', brand)
      .orderBy('plan_id')
      .execute()
    const costs = lists.flatMap(({ plan_id, costs: all }) =>
      all.map(({ tier, pharmacy, days, copayCents, coinsurance, deductibleApplies }) =>
        [plan_id, tier, pharmacy, days, copayCents, coinsurance, deductibleApplies].join(' '),
      ),
    )
    expect(costs.toSorted()).toEqual(
      [
        'GOLD brand retail 30  25 true',
        'GOLD brand retail 90 0  false',
        'GOLD generic mail 90 950  true',
        'GOLD generic retail 30 425  false',
        'list-SILVER generic retail 30 700  false',
      ].toSorted(),
    )
  })

  test('IM-9 the same again changes nothing', async () => {
    const again = [
      drug('201', 'AGAIN', 'generic'),
      plan('AGAIN', { generic: [['1-month-in-retail', 3, 'charge', 0, '']] }),
    ]
    expect((await take(again)).counts).toMatchObject({ created: 1 })
    expect((await take(again.toReversed())).counts).toMatchObject({ unchanged: 1, updated: 0 })
  })
})

test('IM-9 an inactive drug of the second edition is not on the list, and a share’s unit is read without a code', async () => {
  const inFormulary = extension('FormularyReference', { valueReference: { reference: 'InsurancePlan/SECOND' } })
  const item = (of: string) => ({
    resourceType: 'Basic',
    id: `i${of}`,
    extension: [inFormulary, extension('DrugTierID', { valueCodeableConcept: concept('generic') })],
    subject: { reference: `MedicationKnowledge/${of}` },
  })
  const second = (id: string, status: string) => ({ ...drug(id, 'x', 'x'), id, extension: [], status })
  const share = { type: concept('coinsurance'), value: { value: 1, unit: '%' } }
  const { rejected, counts } = await take([
    second('301', 'active'),
    second('302', 'inactive'),
    item('301'),
    item('302'),
    {
      ...{ resourceType: 'InsurancePlan', id: 'SECOND', identifier: [{ value: 'SECOND' }], status: 'active' },
      coverage: [{ extension: [inFormulary] }],
      plan: [
        {
          specificCost: [
            { category: concept('1-month-in-retail'), benefit: [{ type: concept('generic'), cost: [share] }] },
          ],
        },
      ],
    },
  ])
  expect(rejected).toEqual([])
  expect(counts.skips).toEqual([{ type: 'Basic', reason: 'its drug is not active', count: 1 }])
  const { rows, costs } = {
    rows: await portal.database.read
      .selectFrom('formulary_drug')
      .select('rxnorm')
      .where('plan_id', '=', 'SECOND')
      .execute(),
    costs: (
      await portal.database.read
        .selectFrom('formulary')
        .select('costs')
        .where('plan_id', '=', 'SECOND')
        .executeTakeFirst()
    )?.costs,
  }
  expect(rows).toEqual([{ rxnorm: '301' }])
  expect(costs).toMatchObject([{ tier: 'generic', coinsurance: 1 }])
})
