import { coveredDrug, searchFormulary } from '@portico/contract/calls/medicines'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { easternDay } from '../../platform/day.ts'

/** Made-up drug lists in both editions of HL7's guide: the drug search returns every value in them. */
const portal = testPortal()
const guide = 'http://hl7.org/fhir/us/davinci-drug-formulary'
/** The plan of MEMBER01. */
const [brand, planId] = ['hmbcbs', 'ppo-blue-1500']
const thisYear = Number(easternDay(new Date()).slice(0, 4))
const toYear = (year: number) => ({ start: `${year}-01-01`, end: `${year}-12-31` })

const is = (name: string, value: object) => ({ url: `${guide}/StructureDefinition/usdf-${name}-extension`, ...value })
const code = (system: string, one: string) => ({
  coding: [{ system: `${guide}/CodeSystem/usdf-${system}CS-TEMPORARY-TRIAL-USE`, code: one }],
})
const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm'
const tierCode = (tier: string) => code('DrugTier', tier)
const yes = (name: string, valueBoolean: boolean) => is(name, { valueBoolean })

let client: Client
beforeAll(async () => {
  client = await signInClient(portal.origin, 'MEMBER01')
})
beforeEach(async () => {
  await portal.database.read.deleteFrom('formulary_drug').where('brand', '=', brand).execute()
  await portal.database.read.deleteFrom('formulary').where('brand', '=', brand).execute()
})

async function load(resources: readonly object[]) {
  const { counts, rejected } = await importFiles(
    portal.database,
    { 'drugs.ndjson': ndjson(resources) },
    { kind: 'formulary', brand },
  )
  expect(rejected.map(({ path, reason }) => `${path} ${reason}`)).toEqual([])
  return counts.skips?.map(({ type, reason, count }) => `${count} ${type} ${reason}`) ?? []
}

async function find(q: string, planYear = thisYear) {
  const { payload } = (await make(client, searchFormulary, { body: { q, planYear } })).body
  return payload.drugs
}
async function read(q: string, planYear = thisYear) {
  const [drug] = await find(q, planYear)
  if (drug === undefined) throw new Error(`${q} finds nothing.`)
  return (await make(client, coveredDrug, { body: { drugId: drug.drugId, planYear } })).body.payload
}

type Option = string | null
/** The cost of a tier at a kind of pharmacy. */
type Cost = readonly [
  pharmacy: string,
  copay: number | null,
  copayOption: Option,
  rate: number | null,
  rateOption: Option,
]
/** The same in the form of the answer: copay in cents, percent, and whether the deductible applies first. */
type Told = readonly [
  pharmacy: string,
  days: number,
  copayCents: number | null,
  coinsurance: number | null,
  after: boolean | null,
]
const tell = ({ costs }: Awaited<ReturnType<typeof read>>): Told[] =>
  costs.flatMap(({ pharmacy, days, share }) =>
    // If neither the list nor the plan's benefits state a cost, there is none to show.
    share === null
      ? []
      : [[pharmacy, days ?? 0, share.copayCents, share.coinsurance, share.deductibleApplies] as const],
  )

const tiers: Readonly<Record<string, { readonly said: readonly Cost[]; readonly told: readonly Told[] }>> = {
  generic: {
    said: [
      ['3-month-in-mail', 9.5, 'after-deductible', null, null],
      ['3-month-in-retail', 12.75, 'before-deductible', 0, 'no-charge'],
      ['1-month-in-retail', 4.25, 'charge', null, 'coinsurance-not-applicable'],
      ['1-month-in-mail', 3.99, 'deductible-waived', null, null],
      ['1-month-out-retail', 99, 'after-deductible', 0.5, 'after-deductible'],
    ],
    told: [
      ['retail', 30, 425, null, false],
      ['retail', 90, 1_275, null, false],
      ['mail', 30, 399, null, false],
      ['mail', 90, 950, null, true],
    ],
  },
  'preferred-brand': {
    said: [
      ['1-month-in-retail', 0, 'no-charge', 0.25, 'after-deductible'],
      ['3-month-in-mail', 0, 'no-charge', 0, 'no-charge-after-deductible'],
    ],
    told: [
      ['retail', 30, null, 25, true],
      ['mail', 90, 0, null, true],
    ],
  },
  specialty: {
    said: [['1-month-in-retail', 150, 'after-deductible', 0.33, 'after-deductible']],
    told: [['retail', 30, 15_000, 33, true]],
  },
}

const drugs = [
  { id: '1', name: 'Alphadrine 5 MG Oral Tablet', tier: 'generic', rules: [true, false, true] },
  { id: '2', name: 'Betadrine 10 MG Oral Capsule [Betabrand]', tier: 'preferred-brand', rules: [false, true, false] },
  { id: '3', name: 'Gammadrine 1 MG/ML Injectable Solution', tier: 'specialty', rules: [true, true, null] },
] as const

const expectAll = async () => {
  for (const { name, tier, rules } of drugs) {
    const covered = await read(name.slice(0, 9))
    expect([covered.priorAuthorization, covered.stepTherapy, covered.quantityLimit]).toEqual(rules)
    expect(covered.drug.tierName).toBe(tier)
    expect(tell(covered)).toEqual(tiers[tier]?.told ?? [])
  }
  expect((await read('betadrine')).drug).toMatchObject({
    ...{ name: 'Betabrand', ingredient: 'Betadrine', strength: '10 MG', form: 'Oral Capsule', isBrand: true },
  })
}

describe('IM-9 MP-17 the second edition', () => {
  const drug = (id: string, display: string, more: object = {}) => ({
    ...{ resourceType: 'MedicationKnowledge', id: `drug-${id}`, status: 'active' },
    code: {
      coding: [
        // The dose form group may come first.
        { system: rxnorm, code: `9${id}`, display: `${display.split(' ')[0]} Pill` },
        { system: rxnorm, code: id, display },
      ],
    },
    ...more,
  })
  const item = (id: string, more: readonly object[], status = 'active') => ({
    ...{ resourceType: 'Basic', id: `item-${id}`, code: { coding: [{ code: 'formulary-item' }] } },
    subject: { reference: `MedicationKnowledge/drug-${id}` },
    extension: [
      is('FormularyReference', { valueReference: { reference: 'InsurancePlan/list' } }),
      is('AvailabilityStatus', { valueCode: status }),
      ...more,
    ],
  })
  const inTier = (tier: string) => is('DrugTierID', { valueCodeableConcept: tierCode(tier) })
  const at = (...pharmacies: readonly string[]) =>
    pharmacies.map((one) => is('PharmacyBenefitType', { valueCodeableConcept: code('PharmacyBenefitType', one) }))
  const everywhere = at('1-month-in-retail', '3-month-in-retail', '1-month-in-mail', '3-month-in-mail')
  const list = (period = toYear(thisYear)) => ({
    ...{ resourceType: 'InsurancePlan', id: 'list', identifier: [{ value: 'list' }], status: 'active', period },
    type: [{ coding: [{ code: 'DRUGPOL' }] }],
  })
  const cost = (kind: string, value: object, option: Option) => ({
    type: code('BenefitCostType', kind),
    qualifiers: option === null ? [] : [code('CostShareOption', option)],
    value,
  })
  const buildCosts = ([pharmacy, copay, copayOption, rate, rateOption]: Cost, tier: string) => ({
    category: code('PharmacyBenefitType', pharmacy),
    benefit: [
      {
        type: tierCode(tier),
        cost: [
          ...(copay === null ? [] : [cost('copay', { value: copay, unit: '$', code: 'USD' }, copayOption)]),
          ...(rate === null ? [] : [cost('coinsurance', { value: rate * 100, code: '%' }, rateOption)]),
        ],
      },
    ],
  })
  const plan = (more: object = {}) => ({
    ...{ resourceType: 'InsurancePlan', id: 'plan', identifier: [{ value: planId }], status: 'active', name: 'PPO' },
    ...{ type: [{ coding: [{ code: 'commppo' }] }], period: toYear(thisYear) },
    coverage: [
      { extension: [is('FormularyReference', { valueReference: { reference: 'InsurancePlan/list' } })], type: {} },
    ],
    plan: [
      {
        type: { coding: [{ code: 'drug' }] },
        specificCost: Object.entries(tiers).flatMap(([tier, { said }]) => said.map((one) => buildCosts(one, tier))),
      },
    ],
    ...more,
  })
  const flags = ([approval, steps, limit]: readonly (boolean | null)[]) => [
    ...(approval == null ? [] : [yes('PriorAuthorization', approval)]),
    ...(steps == null ? [] : [yes('StepTherapyLimit', steps)]),
    ...(limit == null ? [] : [yes('QuantityLimit', limit)]),
  ]
  const whole = [
    ...drugs.flatMap(({ id, name, tier, rules }) => [
      item(id, [inTier(tier), ...everywhere, ...flags(rules), yes('PriorAuthorizationNewStartsOnly', true)]),
      drug(id, name),
    ]),
    list(),
    plan(),
  ]

  test('IM-9 MP-17 every tier, rule, copay, share and supply, in any order', async () => {
    expect(await load(whole)).toEqual([])
    await expectAll()
    await load(whole.toReversed())
    await expectAll()
  })

  test('IM-9 IM-3 drafts and retired items are counted, and not on the list', async () => {
    const skips = await load([
      ...whole,
      ...['draft', 'retired', 'unknown'].flatMap((status) => [
        item(status, [inTier('generic')], status),
        drug(status, `${status}drine 5 MG Oral Tablet`),
      ]),
    ])
    expect(skips).toEqual(['2 Basic is not available'])
    const found = await Promise.all(['draftdrine', 'retireddrine', 'unknowndrine'].map((q) => find(q)))
    expect(found.map((all) => all.some(({ name }) => /draft|retired|unknown/.test(name)))).toEqual([false, false, true])
  })

  test('IM-9 MP-17 a drug has no price at a pharmacy that does not have it', async () => {
    await load([
      ...whole,
      ...[
        item('4', [inTier('generic'), ...at('1-month-in-mail', '3-month-out-retail')]),
        drug('4', 'Deltadrine 5 MG Oral Tablet'),
      ],
      // Two items of one drug: both count.
      item('5', [inTier('generic'), ...at('1-month-in-retail')]),
      { ...item('5', [inTier('generic'), ...at('3-month-in-mail')]), id: 'item-5b' },
      drug('5', 'Epsidrine 5 MG Oral Tablet'),
    ])
    expect(tell(await read('deltadrine'))).toEqual([['mail', 30, 399, null, false]])
    expect(tell(await read('epsidrine'))).toEqual([
      ['retail', 30, 425, null, false],
      ['mail', 90, 950, null, true],
    ])
    expect(tell(await read('alphadrine'))).toEqual(tiers.generic?.told)
    // The comparison shows a pharmacy's price only if a pharmacy has the drug.
    expect((await read('gammadrine')).alternatives).toEqual([])
  })

  test('IM-9 MP-17 this year’s list now, next year’s beside it, and no day without an end', async () => {
    const next = (id: string) => ({
      ...item(id, [inTier('specialty')]),
      extension: [
        is('FormularyReference', {
          valueReference: { reference: 'https://plan.example/InsurancePlan/next/_history/2' },
        }),
        inTier('specialty'),
      ],
    })
    await load([
      ...whole,
      { ...list({ start: `${thisYear + 1}-01`, end: '9999-12-31' }), id: 'next' },
      { ...next('1'), id: 'next-1' },
      plan({
        id: 'plan-next',
        period: { start: `${thisYear + 1}` },
        coverage: [{ extension: [is('FormularyReference', { valueReference: { reference: 'InsurancePlan/next' } })] }],
        plan: [{ specificCost: [buildCosts(['1-month-in-retail', 60, 'charge', null, null], 'specialty')] }],
      }),
    ])
    expect((await read('alphadrine')).drug.tierName).toBe('generic')
    const ahead = await read('alphadrine', thisYear + 1)
    expect([ahead.drug.tierName, tell(ahead)]).toEqual(['specialty', [['retail', 30, 6_000, null, false]]])
    expect(await find('betadrine', thisYear + 1)).toEqual([])
  })

  test('IM-9 the guide’s code takes precedence over a payer’s own, which may come first, and a long name is no fault', async () => {
    const ownFirst = (concept: { readonly coding: readonly object[] }) => ({
      coding: [{ system: 'https://plan.example/codes', code: 'T7' }, ...concept.coding],
    })
    const name = `Zetadrine 5 MG ${'/ Folicadrine 1 MG '.repeat(60)}Oral Tablet`
    const told = plan({
      plan: [
        {
          specificCost: [
            {
              category: ownFirst(code('PharmacyBenefitType', '1-month-in-retail')),
              benefit: [
                {
                  type: tierCode('generic'),
                  cost: [
                    {
                      type: ownFirst(code('BenefitCostType', 'copay')),
                      qualifiers: [ownFirst(code('CostShareOption', 'charge'))],
                      value: { value: 5 },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    })
    const tier = is('DrugTierID', { valueCodeableConcept: ownFirst(tierCode('generic')) })
    expect(await load([list(), told, item('6', [tier]), drug('6', name)])).toEqual([])
    const covered = await read('zetadrine')
    expect([covered.drug.tier, tell(covered)[0]]).toEqual(['generic', ['retail', 30, 500, null, false]])
  })
})

describe('IM-9 MP-17 the first edition', () => {
  const buildSharing = ([pharmacy, copay, copayOption, rate, rateOption]: Cost) => ({
    url: 'costSharing',
    extension: [
      { url: 'pharmacyType', valueCodeableConcept: code('PharmacyType', pharmacy) },
      ...(copay === null ? [] : [{ url: 'copayAmount', valueMoney: { value: copay, currency: 'USD' } }]),
      ...(copayOption === null ? [] : [{ url: 'copayOption', valueCodeableConcept: code('CopayOption', copayOption) }]),
      ...(rate === null ? [] : [{ url: 'coinsuranceRate', valueDecimal: rate }]),
      ...(rateOption === null
        ? []
        : [{ url: 'coinsuranceOption', valueCodeableConcept: code('CoinsuranceOption', rateOption) }]),
    ],
  })
  const list = {
    ...{ resourceType: 'List', id: 'list', status: 'current', mode: 'snapshot', identifier: [{ value: planId }] },
    extension: Object.entries(tiers).map(([tier, { said }]) =>
      is('DrugTierDefinition', {
        extension: [{ url: 'drugTierID', valueCodeableConcept: tierCode(tier) }, ...said.map(buildSharing)],
      }),
    ),
  }

  test('IM-9 MP-17 every tier, rule, copay, share and supply, in any order', async () => {
    const resources = [
      ...drugs.map(({ id, name, tier, rules: [approval, steps, limit] }) => ({
        ...{ resourceType: 'MedicationKnowledge', id: `drug-${id}`, status: 'active' },
        code: { coding: [{ system: rxnorm, code: id, display: name }] },
        extension: [
          is('PlanID', { valueString: planId }),
          is('DrugTierID', { valueCodeableConcept: tierCode(tier) }),
          ...[yes('PriorAuthorization', approval), yes('StepTherapyLimit', steps)],
          ...(limit === null ? [] : [yes('QuantityLimit', limit)]),
        ],
      })),
      list,
    ]
    expect(await load(resources)).toEqual([])
    await expectAll()
    await load(resources.toReversed())
    await expectAll()
  })
})
