import { describe, expect, test } from 'vitest'
import { gatherDaVinci } from './da-vinci.ts'
import { daysInAll } from './periods.ts'

const at = { file: 'f', line: 1 }
const concept = (code: string) => ({ coding: [{ code }] })
const costs = (copay: number, share: number) => [
  { type: concept('copay'), value: { value: copay, unit: 'USD' } },
  { type: concept('coinsurance'), value: { value: share, unit: '%' } },
]

describe('IM-9 drug lists of HL7’s guide', () => {
  test.each([
    [12.5, 20, 1],
    [-1, 0, 0],
    [0, -20, 0],
    [0, 250, 0],
    [1e12, 0, 0],
    [0.004, 0, 0],
    [0, 1e-9, 0],
  ])(
    'IM-9 MP-17 a cost of %d dollars and %d percent that nobody could be asked to pay is left out, and counted',
    (copay, share, read) => {
      const gathered = gatherDaVinci(2026)
      const specificCost = [
        { category: concept('1-month-in-retail'), benefit: [{ type: concept('generic'), cost: costs(copay, share) }] },
      ]
      const plan = { resourceType: 'InsurancePlan', id: 'p', status: 'active', plan: [{ specificCost }] }
      gathered.add('InsurancePlan', at, JSON.stringify(plan))
      const { plans, passed } = gathered.finish()
      expect(plans.flatMap(({ formulary }) => formulary)).toHaveLength(read)
      expect(passed).toHaveLength(1 - read)
    },
  )

  test.each([
    ['2026-02-30', '2026-02-28'],
    ['2026-04-31T25:00:00Z', '2026-04-30'],
    ['2026-13-45', '9999-12-31'],
    ['2026-13', '9999-12-31'],
    ['2026-00-00', '9999-12-31'],
  ])('IM-9 IM-5 %s, an impossible day, is the last of its month, or none', (end, last) => {
    expect(daysInAll([{ end }])?.ends).toBe(last)
  })

  const guide = 'http://hl7.org/fhir/us/davinci-drug-formulary/StructureDefinition'
  const toList = { url: `${guide}/usdf-FormularyReference-extension`, valueReference: { reference: 'InsurancePlan/l' } }
  const inTier = (tier: string) => ({
    url: `${guide}/usdf-DrugTierID-extension`,
    valueCodeableConcept: concept(tier),
  })
  const drug = (more: object = {}) => ({ id: 'd', status: 'active', code: { text: 'Alphadrine 5 MG' }, ...more })
  const item = (extension: readonly object[], more: object = {}) => ({
    ...{ id: 'i', subject: { reference: 'MedicationKnowledge/d' }, extension: [toList, ...extension] },
    ...more,
  })
  const plan = (more: object = {}) => ({
    ...{ id: 'p', status: 'active', identifier: [{ value: 'P' }], coverage: [{ extension: [toList] }] },
    ...more,
  })
  const list = { id: 'l', status: 'active' }
  type Given = readonly (readonly ['MedicationKnowledge' | 'Basic' | 'InsurancePlan', object])[]
  const gather = (given: Given) => {
    const gathered = gatherDaVinci(2026)
    for (const [type, one] of given) gathered.add(type, at, JSON.stringify({ resourceType: type, ...one }))
    const { drugs, plans, passed, lost } = gathered.finish()
    const covered = drugs.flatMap((one) =>
      one.plans.map(({ plan_id, drug_tier, period }) => [plan_id, drug_tier, period.ends]),
    )
    return { covered, plans, lost, told: passed.map(({ type, reason }) => `${type} ${reason}`) }
  }

  test('IM-9 IM-1 a reference with only a name or a number, and an empty code, cost neither drug nor plan', () => {
    const own = [{ display: 'Somebody' }, { identifier: { value: '1' } }].map((valueReference) => ({
      ...{ url: 'https://plan.example/own', valueReference },
    }))
    const coverage = [{ extension: [...own, toList] }]
    const code = { coding: [{ system: 'https://plan.example', code: '' }], text: 'Alphadrine 5 MG' }
    const given: Given = [
      ['MedicationKnowledge', drug({ extension: own, code })],
      ['Basic', item([inTier('generic'), ...own])],
      ['InsurancePlan', list],
      ['InsurancePlan', plan({ coverage })],
    ]
    expect(gather(given)).toMatchObject({ covered: [['P', 'generic', '9999-12-31']], lost: [], told: [] })
  })

  test('IM-9 IM-1 an unknown end ends no drug, and a drug that counts on no day is reported', () => {
    const days = (valuePeriod: object) => ({ url: `${guide}/usdf-AvailabilityPeriod-extension`, valuePeriod })
    const buildGiven = (period: object): Given => [
      ...([
        ['MedicationKnowledge', drug()],
        ['InsurancePlan', list],
        ['InsurancePlan', plan()],
      ] as const),
      ['Basic', item([days(period)])],
    ]
    for (const end of ['0001-01-01', '1900-01-01', '9999-12-31'])
      expect(gather(buildGiven({ start: '2026-01-01', end }))).toMatchObject({
        covered: [['P', null, '9999-12-31']],
        told: [],
      })
    expect(gather(buildGiven({ start: '2027', end: '2026' }))).toMatchObject({
      covered: [],
      told: ['Basic counts on no day of its plan'],
    })
  })

  test('IM-9 IM-1 of several versions of a resource, the last changed one counts, in whatever order they come', () => {
    const of = (versionId: string) => ({ meta: { versionId } })
    const given: Given = [
      ['InsurancePlan', list],
      ['MedicationKnowledge', drug(of('2'))],
      ['MedicationKnowledge', drug({ ...of('1'), status: 'inactive' })],
      ['Basic', item([inTier('generic')], of('10'))],
      ['Basic', item([inTier('specialty')], of('9'))],
      ['InsurancePlan', plan({ ...of('2') })],
      ['InsurancePlan', plan({ ...of('1'), identifier: [{ value: 'OLD' }] })],
    ]
    for (const some of [given, given.toReversed()]) {
      const { covered, told } = gather(some)
      expect(covered).toEqual([['P', 'generic', '9999-12-31']])
      expect(told.sort()).toEqual(
        ['Basic', 'InsurancePlan', 'MedicationKnowledge'].map(
          (type) => `${type} has the id of a later one, which counts`,
        ),
      )
    }
  })

  test('IM-9 MP-17 a product with several plans has the costs of each, and no out-of-network costs', () => {
    const copay = (value: number, more: object = {}) => ({ type: concept('copay'), value: { value }, ...more })
    const part = (id: string | null, tier: string, ...cost: readonly object[]) => ({
      ...(id !== null && { identifier: [{ value: id }] }),
      specificCost: [{ category: concept('1-month-in-retail'), benefit: [{ type: concept(tier), cost }] }],
    })
    const give = (...parts: readonly object[]) =>
      gather([['InsurancePlan', plan({ plan: parts })]]).plans.map(({ plan_id, formulary }) => [
        plan_id,
        ...formulary.map(({ drug_tier, cost_sharing: [one] }) => `${drug_tier} ${one?.copay_amount}`),
      ])
    const out = { applicability: concept('out-of-network') }
    expect(give(part('GOLD', 'generic', copay(5)), part('SILVER', 'generic', copay(15), copay(60, out)))).toEqual([
      ['GOLD', 'generic 5'],
      ['SILVER', 'generic 15'],
    ])
    expect(give(part('GOLD', 'generic', copay(5)), part('SILVER', 'brand', copay(50)))).toEqual([
      ['GOLD', 'generic 5'],
      ['SILVER', 'brand 50'],
    ])
    expect(give(part(null, 'generic', copay(5)), part(null, 'brand', copay(50)))).toEqual([
      ['P', 'generic 5', 'brand 50'],
    ])
  })

  test('IM-9 MP-17 a contradictory cost of a plan is unknown, and reported', () => {
    const copay = (value: number) => ({ type: concept('copay'), value: { value, unit: 'USD' } })
    const give = (...cost: readonly object[]) =>
      gather([
        [
          'InsurancePlan',
          plan({
            plan: [
              { specificCost: [{ category: concept('1-month-in-retail'), benefit: [{ type: concept('a'), cost }] }] },
            ],
          }),
        ],
      ])
    expect(give(copay(5), copay(5)).plans).toHaveLength(1)
    expect(give(copay(5), copay(7))).toMatchObject({ plans: [], told: ['cost is given in two ways: it is not known'] })
  })
})
