import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { steps as limitsAgain } from '../../platform/db/migrations/0580-limits-again.ts'

const portal = testPortal()

async function take(kind: string, name: string, content: string) {
  const { counts, rejected } = await importFiles(portal.database, { [name]: content }, { kind, brand: 'hmbcbs' })
  return { counts, rejected: rejected.map(({ path: field, reason }) => [field, reason]) }
}
const fhir = (name: string, ...resources: readonly object[]) => take('fhir', `${name}.ndjson`, ndjson(resources))
const readPlan = (planId: string) =>
  portal.database.read.selectFrom('plan').selectAll().where('plan_id', '=', planId).executeTakeFirst()

const code = (text: string) => ({ coding: [{ code: text }] })
const year = `${new Date().getFullYear()}`
const drugPlan = {
  resourceType: 'InsurancePlan',
  id: 'A1',
  identifier: [{ value: 'P-1' }],
  status: 'active',
  type: [code('mediadv')],
  name: 'Sample plan',
  period: { start: `${year}-01-01`, end: `${year}-12-31` },
  plan: [
    {
      type: code('drug'),
      generalCost: [
        { type: { text: 'Annual deductible' }, groupSize: 1, cost: { value: 500, currency: 'USD' } },
        { type: { text: 'Annual deductible' }, groupSize: 4, cost: { value: 1000 }, comment: 'aggregate' },
        { type: { text: 'Premium' }, cost: { value: 80 } },
      ],
      specificCost: [
        {
          category: { coding: [{ code: '1-month-in-retail', display: '1 month in network retail' }] },
          benefit: [
            {
              type: { coding: [{ code: 'brand', display: 'Brand' }] },
              cost: [
                {
                  type: code('copay'),
                  qualifiers: [code('after-deductible')],
                  value: { value: 20, unit: '$', code: 'USD' },
                },
                { type: code('coinsurance'), value: { value: 15, code: '%' } },
              ],
            },
          ],
        },
        {
          category: { coding: [{ code: '1-month-out-retail' }] },
          benefit: [{ type: { coding: [{ code: 'brand', display: 'Brand' }] }, cost: [{ type: code('copay') }] }],
        },
      ],
    },
  ],
}

describe('MP-2 plans as FHIR', () => {
  test('MP-2 costs in Da Vinci’s formulary and HL7’s own examples, read by shape', async () => {
    const { counts, rejected } = await fhir('one', drugPlan)
    expect([counts.created, rejected]).toEqual([1, []])
    const plan = await readPlan('P-1')
    expect(plan?.limits).toEqual([
      { kind: 'deductible', network: 'in', holder: 'person', limitCents: 50_000 },
      { kind: 'deductible', network: 'in', holder: 'family', limitCents: 100_000 },
    ])
    expect(plan?.family_rules).toEqual({ deductible: 'aggregate' })
    expect(plan?.benefits[0]).toMatchObject({
      service: 'Brand',
      section: '1 month in network retail',
      network: 'in',
      copayCents: 2_000,
      coinsurance: 15,
      deductibleApplies: true,
      priorAuthorization: null,
    })
    // Values that the file lacks stay unknown.
    expect(plan?.benefits[1]).toMatchObject({ network: 'out', copayCents: null, covered: null })
  })

  test('IM-2 the same file changes nothing, nor does an older version; a newer one replaces the whole plan', async () => {
    expect((await fhir('one', drugPlan)).counts).toMatchObject({ unchanged: 1, updated: 0 })
    const newer = { ...drugPlan, meta: { lastUpdated: '2026-03-01T00:00:00Z' }, plan: [] }
    expect((await fhir('two', newer)).counts.updated).toBe(1)
    expect((await readPlan('P-1'))?.benefits).toEqual([])
    const older = { ...drugPlan, meta: { lastUpdated: '2026-02-01T00:00:00Z' } }
    expect((await fhir('three', older)).counts.unchanged).toBe(1)
  })

  test('IM-3 a plan without a name or a year is refused with its place', async () => {
    const { rejected } = await fhir('bad', { ...drugPlan, name: ' ' }, { ...drugPlan, id: 'x', period: undefined })
    expect(rejected.map(([path]) => path)).toEqual(['name', 'period.start'])
  })
})

const patient = {
  resourceType: 'Patient',
  id: 'pp',
  identifier: [{ type: code('MB'), value: '88000000100' }],
  name: [{ family: 'Sample', given: ['Robin'] }],
  birthDate: '1980-01-01',
}
const coverage = {
  resourceType: 'Coverage',
  id: 'own',
  status: 'active',
  type: code('HIP'),
  subscriberId: '88000000100',
  beneficiary: { reference: 'Patient/pp' },
  relationship: code('self'),
  period: { start: `${year}-01-01` },
  payor: [{ display: 'Our plan' }],
  class: [
    { type: code('group'), value: 'G9', name: 'Sample Works' },
    { type: code('plan'), value: 'P-9', name: 'Sample Nine' },
    { type: code('rxbin'), value: '610014' },
  ],
  costToBeneficiary: [
    { type: code('gpvisit'), valueMoney: { value: 15, currency: 'USD' } },
    { type: code('maxoutofpocket'), valueMoney: { value: 3000, currency: 'USD' } },
  ],
}
const claim = (id: string, created: string, used: number) => ({
  resourceType: 'ExplanationOfBenefit',
  id,
  status: 'active',
  use: 'claim',
  type: code('professional'),
  patient: { reference: 'Patient/pp' },
  billablePeriod: { start: `${year}-01-05`, end: `${year}-01-05` },
  created,
  outcome: 'complete',
  insurance: [{ focal: true, coverage: { reference: 'Coverage/own' } }],
  total: [{ category: code('submitted'), amount: { value: 100 } }],
  benefitBalance: [
    {
      category: code('1'),
      unit: code('family'),
      term: code('annual'),
      financial: [{ type: code('deductible'), allowedMoney: { value: 900 }, usedMoney: { value: used } }],
    },
    {
      category: code('1'),
      unit: code('individual'),
      term: code('lifetime'),
      financial: [{ type: code('deductible'), usedMoney: { value: 77 } }],
    },
  ],
})

test('MP-2 MP-12 a coverage names its plan, its own costs, the pharmacy’s number and other insurance', async () => {
  const other = {
    ...coverage,
    id: 'other',
    class: [],
    payor: [{ display: 'Another insurer' }],
    order: 2,
    costToBeneficiary: [],
  }
  expect((await fhir('person', other, coverage, patient)).rejected).toEqual([])
  const { read } = portal.database
  const member = await read
    .selectFrom('member')
    .select('member_id')
    .where('member_number', '=', '88000000100')
    .executeTakeFirstOrThrow()
  const own = { member_id: member.member_id }
  const products = await read
    .selectFrom('product')
    .select(['product_name', 'plan_id', 'drug_coverage', 'limits'])
    .where((eb) => eb.and(own))
    .execute()
  expect(products).toEqual([
    {
      product_name: 'Sample Nine',
      plan_id: 'P-9',
      drug_coverage: true,
      limits: [{ kind: 'out-of-pocket', network: 'in', holder: 'person', limitCents: 300_000 }],
    },
  ])
  const [group] = await read
    .selectFrom('coverage')
    .selectAll()
    .where((eb) => eb.and(own))
    .execute()
  expect(group).toMatchObject({ group_number: 'G9', copays: { primary: 1_500 }, rx_bin: '610014' })
  const others = await read
    .selectFrom('other_insurance')
    .selectAll()
    .where((eb) => eb.and(own))
    .execute()
  expect(others).toMatchObject([{ payer_name: 'Another insurer', pays_order: 2, resource_id: 'other' }])
})

test('MP-12 of several claims’ balances, the newest counts, in whatever order they come', async () => {
  await fhir('newest', claim('c2', `${year}-03-02`, 400))
  await fhir('oldest', claim('c1', `${year}-02-01`, 150))
  const rows = await portal.database.read
    .selectFrom('accumulator')
    .select(['group_number', 'kind', 'holder', 'limit_cents', 'used_cents', 'as_of', 'resource_id'])
    .where('resource_id', 'in', ['c1', 'c2'])
    .execute()
  expect(rows).toEqual([
    {
      group_number: 'G9',
      kind: 'deductible',
      holder: 'family',
      limit_cents: 90_000,
      used_cents: 40_000,
      as_of: `${year}-03-02`,
      resource_id: 'c2',
    },
  ])
})

test('IM-1 MP-12 balances that arrive before their coverages belong to the groups of these once they come', async () => {
  const person = (id: string) => ({
    ...patient,
    id,
    identifier: [{ type: code('MB'), value: `8800000030${id.slice(-1)}` }],
  })
  const inGroup = (of: string, id: string, group: string) => ({
    ...coverage,
    id: `${of}-${id}`,
    subscriberId: undefined,
    beneficiary: { reference: `Patient/${of}` },
    class: [
      { type: code('group'), value: group, name: group },
      { type: code('plan'), value: `P-${group}`, name: `Plan of ${group}` },
    ],
  })
  const buildTold = (of: string, id: string, used: number) => ({
    ...claim(`${of}-c-${id}`, `${year}-02-0${used}`, used),
    patient: { reference: `Patient/${of}` },
    insurance: [{ focal: true, coverage: { reference: `Coverage/${of}-${id}` } }],
  })
  const balances = async (of: string) => {
    const rows = await portal.database.read
      .selectFrom('accumulator')
      .select(['client_number', 'group_number', 'used_cents'])
      .where('resource_id', 'like', `${of}-c-%`)
      .orderBy('resource_id')
      .execute()
    return rows.map((row) => [row.client_number, row.group_number, row.used_cents])
  }
  const both = [
    ['G-A', 'G-A', 100],
    ['G-B', 'G-B', 200],
  ]
  const coverages = (of: string) => [inGroup(of, 'a', 'G-A'), inGroup(of, 'b', 'G-B')]
  await fhir('first', person('early1'), buildTold('early1', 'a', 1), buildTold('early1', 'b', 2))
  await fhir('later', ...coverages('early1'))
  await fhir('clean', person('early2'), ...coverages('early2'))
  await fhir('last', buildTold('early2', 'a', 1), buildTold('early2', 'b', 2))
  expect([await balances('early1'), await balances('early2')]).toEqual([both, both])
  // A coverage that the plan moves to another group takes them along.
  await fhir('moved', inGroup('early1', 'b', 'G-C'))
  expect(await balances('early1')).toEqual([both[0], ['G-C', 'G-C', 200]])
})

describe('IM-6 benefits as CSV', () => {
  const header =
    'plan_id,plan_year,plan_name,plan_kind,row,network,service,section,copay,coinsurance,amount,holder,family_rule,title,link,removed\n'
  const rows = [
    `C-1,${year},CSV plan,dental,benefit,in,Cleaning,Prevention,0,,,,,,,`,
    `C-1,${year},,,benefit,out,Cleaning,Prevention,,20,,,,,,`,
    `C-1,${year},,,deductible,in,,,,,50.00,person,embedded,,,`,
    `C-1,${year},,,document,,,,,,,,,Handbook,https://documents.example/c1.pdf,`,
  ]

  test('IM-6 rows make up a plan, and the same rows change nothing', async () => {
    const { counts, rejected } = await take('benefits', 'b.csv', header + rows.join('\n'))
    expect([rejected, counts.created]).toEqual([[], 4])
    const plan = await readPlan('C-1')
    expect(plan).toMatchObject({ name: 'CSV plan', kind: 'dental', begins: `${year}-01-01` })
    expect(plan?.benefits.map(({ network, copayCents, coinsurance }) => [network, copayCents, coinsurance])).toEqual([
      ['in', 0, null],
      ['out', null, 20],
    ])
    expect(plan?.limits).toEqual([{ kind: 'deductible', network: 'in', holder: 'person', limitCents: 5_000 }])
    expect(plan?.documents).toEqual([{ title: 'Handbook', language: null, link: 'https://documents.example/c1.pdf' }])
    expect((await take('benefits', 'b.csv', header + rows.join('\n'))).counts.unchanged).toBe(4)
  })

  test('IM-6 MP-12 a year that begins in July has twelve months, also if its last day is open', async () => {
    for (const [planId, to] of [
      ['C-7', ''],
      ['C-8', '12/31/9999'],
    ]) {
      const text = `plan_id,plan_year,plan_name,year_from,year_to,row,amount\n${planId},2026,July,7/1/2026,${to},deductible,50\n`
      expect((await take('benefits', 'july.csv', text)).rejected).toEqual([])
      const plans = portal.database.read.selectFrom('plan').select(['begins', 'ends'])
      const stored = await plans.where('plan_id', '=', planId as string).execute()
      expect(stored).toEqual([{ begins: '2026-07-01', ends: '2027-06-30' }])
    }
  })

  test('IM-6 a later row replaces or removes an earlier one; the rest stays', async () => {
    const later = [
      `C-1,${year},,,benefit,in,Cleaning,Prevention,5,,,,,,,`,
      `C-1,${year},,,benefit,out,Cleaning,Prevention,,20,,,,,,yes`,
    ]
    expect((await take('benefits', 'c.csv', header + later.join('\n'))).counts.updated).toBe(2)
    const plan = await readPlan('C-1')
    expect(plan?.benefits.map(({ network, copayCents }) => [network, copayCents])).toEqual([['in', 500]])
    expect(plan?.documents).toHaveLength(1)
  })

  test('IM-3 IM-6 incomplete rows, and rows of a plan that comes as FHIR, are refused with their column', async () => {
    const bad = [
      `C-2,${year},,,benefit,in,Cleaning,,0,,,,,,,`,
      `C-1,${year},,,benefit,in,,,0,,,,,,,`,
      `C-1,${year},,,deductible,in,,,,,,person,,,,`,
      `C-1,${year},,,document,,,,,,,,,Bad,http://documents.example/,`,
      `P-1,${year},,,deductible,in,,,,,5,person,,,,`,
    ]
    const { rejected } = await take('benefits', 'd.csv', header + bad.join('\n'))
    expect(rejected.map(([path]) => path).sort()).toEqual(['amount', 'link', 'plan_id', 'plan_name', 'service'])
  })

  test('MP-12 the member sees what was loaded', async () => {
    await portal.database.read
      .updateTable('product')
      .set({ plan_id: 'C-1' })
      .where('product_name', '=', 'Individual Dental')
      .execute()
    const client = await signInClient(portal.origin, 'MAILBOX1')
    const [plan] = (await make(client, calls.benefits, {})).body.payload.plans
    expect(plan?.benefits).toMatchObject([{ service: 'Cleaning', in: { copayCents: 500 }, out: null }])
    expect(plan?.people[0]?.balances).toMatchObject([{ limitCents: 5_000, usedCents: null, basis: null }])
  })

  test('IM-6 a negative copay, and an ambiguous share of 1, are refused with their column', async () => {
    const unclear = [
      `C-1,${year},,,benefit,in,Crowns,,($30.00),,,,,,,`,
      `C-1,${year},,,benefit,in,Bridges,,,1,,,,,,`,
      `C-1,${year},,,benefit,in,Implants,,NULL,1%,,,,N/A,,`,
    ]
    const { rejected, counts } = await take('benefits', 'e.csv', header + unclear.join('\n'))
    expect(rejected.map(([path]) => path).sort()).toEqual(['coinsurance', 'copay'])
    expect(counts.created).toBe(1)
  })
})

describe('MP-12 free parts beside a coinsurance', () => {
  const cost = (kind: string, value: object, qualifier: string) => ({
    type: code(kind),
    value,
    qualifiers: [code(qualifier)],
  })
  const [free, share] = [
    cost('copay', { value: 0 }, 'no-charge'),
    cost('coinsurance', { value: 20, unit: '%' }, 'after-deductible'),
  ]
  const [dollars, none] = [
    cost('copay', { value: 10 }, 'no-charge'),
    cost('coinsurance', { value: 0, unit: '%' }, 'no-charge'),
  ]

  test.each([
    ['a share after a free copay', [free, share], [null, 20, true]],
    ['a share before a free copay', [share, free], [null, 20, true]],
    ['both free', [free, none], [0, null, null]],
    ['a copay that says it is none', [dollars], [1_000, null, null]],
  ] as const)('MP-12 IM-9 no charge for one cost does not apply to another: %s', async (name, costs, expected) => {
    const planId = `free-${name}`
    const { rejected } = await fhir('free', {
      resourceType: 'InsurancePlan',
      id: planId.replaceAll(' ', '-'),
      status: 'active',
      name: 'Free PPO',
      identifier: [{ value: planId }],
      period: { start: `${year}-01-01`, end: `${year}-12-31` },
      plan: [
        {
          specificCost: [{ category: { text: 'Drugs' }, benefit: [{ type: { text: 'Generic drugs' }, cost: costs }] }],
        },
      ],
    })
    expect(rejected).toEqual([])
    const [benefit] = (await readPlan(planId))?.benefits ?? []
    expect([benefit?.copayCents, benefit?.coinsurance, benefit?.deductibleApplies]).toEqual(expected)
  })
})

describe('MP-12 a member who renews in the same group', () => {
  const robin = {
    ...patient,
    id: 'odell',
    identifier: [{ type: code('MB'), value: '30417755200' }],
    name: [{ family: 'Kerluke', given: ['Odell'] }],
    birthDate: '1979-02-11',
  }
  const renewCoverage = (at: number, costs: number, more: object = {}) => ({
    ...coverage,
    id: `renewed-${at}`,
    subscriberId: '30417755200',
    beneficiary: { reference: 'Patient/odell' },
    period: { start: `${Number(year) + at}-01-01`, end: `${Number(year) + at}-12-31` },
    class: [
      { type: code('group'), value: '1003300', name: 'Individual' },
      { type: code('plan'), value: `R-${at}`, name: 'Renewed PPO' },
    ],
    costToBeneficiary: [
      { type: code('gpvisit'), valueMoney: { value: costs, currency: 'USD' } },
      { type: code('deductible'), valueMoney: { value: costs * 100, currency: 'USD' } },
    ],
    ...more,
  })

  test.each([
    ['is paid', {}, 'upcoming'],
    ['waits for its premium', { status: 'draft' }, 'pending'],
  ])(
    'MP-12 MP-1 this year stays in force while the next one, which %s, is already there',
    async (_, more, standing) => {
      expect(
        (await fhir('renewal', robin, renewCoverage(-1, 5), renewCoverage(0, 15), renewCoverage(1, 40, more))).rejected,
      ).toEqual([])
      const client = await signInClient(portal.origin, 'MAILBOX1')
      const { plans, cards } = (await make(client, calls.benefits, {})).body.payload
      const [now, next, last] = [0, 1, -1].map((at) => `${Number(year) + at}-01-01`)
      expect(plans.map((plan) => [plan.standing, plan.begins, plan.covered.map(({ begins }) => begins)])).toEqual([
        ['active', now, [now]],
        [standing, next, [next]],
        ['ended', last, [last]],
      ])
      expect(cards.map(({ kind, copays }) => [kind, copays])).toEqual([
        ['medical', [{ kind: 'primary', cents: 1_500 }]],
      ])
      const shown = (await make(client, calls.overview, {})).body.payload
      expect([shown.coverageBegin, shown.accumulators.map(({ limitCents }) => limitCents)]).toEqual([now, [150_000]])
    },
  )
})

test('IM-2 OP-7 plans and coverages that an earlier version read differently are read again, and those of rows stay as they are', async () => {
  const again = { ...drugPlan, id: 'again', identifier: [{ value: 'P-again' }] }
  const ada = { ...patient, id: 'again', identifier: [{ type: code('MB'), value: '30417755299' }] }
  const own = { ...coverage, id: 'again', beneficiary: { reference: 'Patient/again' } }
  const load = async () => (await fhir('again', again, ada, own)).counts
  const rows = `plan_id,plan_year,plan_name,row,service,copay\nP-rows,${year},Rows,benefit,Visit,20\n`
  await load()
  await take('benefits', 'rows.csv', rows)
  expect(await load()).toMatchObject({ updated: 0, unchanged: 3 })
  for (const step of limitsAgain) if (typeof step !== 'string') await step(portal.database.read as never)
  expect(await load()).toMatchObject({ created: 0, updated: 2, unchanged: 1 })
  expect(await load()).toMatchObject({ updated: 0, unchanged: 3 })
  expect((await take('benefits', 'rows.csv', rows.replace('Visit,20', 'Visit,30'))).rejected).toEqual([])
})
