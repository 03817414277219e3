import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, signInClient } from '../../../test/client.ts'
import { importFiles, testFolder } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions, listEvents } from '../../../test/rows.ts'
import { easternDay } from '../../platform/day.ts'

const portal = testPortal()
const folder = testFolder()
afterEach(async () => {
  await sql`delete from formulary_drug`.execute(portal.database.read)
  await sql`delete from formulary`.execute(portal.database.read)
})

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const search = async (client: Client, q: string) =>
  (await make(client, calls.searchFormulary, { body: { q } })).body.payload
const findFirst = async (client: Client, q: string) => {
  const [drug] = (await search(client, q)).drugs
  if (drug === undefined) throw new Error(`${q} finds nothing.`)
  return (await make(client, calls.coveredDrug, { body: { drugId: drug.drugId } })).body.payload
}
/** The counts of an import, and what it rejected. */
const summarize = ({ counts, rejected }: Awaited<ReturnType<typeof importFiles>>) => ({
  counts,
  rejected: rejected.map(({ line, path, reason }) => `${line} ${path} ${reason}`),
})

interface Query {
  readonly query: string
  readonly drug: string
  readonly strength: string
  readonly form: string
}
const queries: Query[] = parse(readFileSync(join(import.meta.dirname, '../../../test/drug-queries.csv')), {
  columns: true,
})

describe('MP-17 finding a drug', () => {
  test('MP-17 the first result is right in 95 of 100 written-down queries with typos', async () => {
    const client = await signIn('FAMILY02')
    expect(queries).toHaveLength(100)
    const wrong: string[] = []
    for (const { query, drug, strength, form } of queries) {
      const [first] = (await search(client, query)).drugs
      const named = `${first?.name} ${first?.ingredient}`.toLowerCase()
      const numbers = [...(first?.strength ?? '').matchAll(/([\d.]+)\s*(GM?\b)?/g)].map(([, number, gram]) =>
        String(Number(number) * (gram ? 1000 : 1)),
      )
      const isRight =
        named.includes(drug.toLowerCase()) &&
        (strength === '' || numbers.includes(strength)) &&
        (form === '' || first?.form?.includes(form))
      if (!isRight) wrong.push(`${query}: ${first?.name} ${first?.strength} ${first?.form}`)
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(5)
  })

  test('MP-17 a word that is not a drug finds the nearest names', async () => {
    const { drugs, nearest } = await search(await signIn('MEMBER01'), 'philodipine')
    expect(drugs).toEqual([])
    expect(nearest).toContain('Felodipine')
    expect((await search(await signIn('MEMBER01'), 'zzzzqq')).nearest).toEqual([])
  })

  test('MP-17 a member without drug coverage has no list, and learns what their plan is for', async () => {
    expect(await search(await signIn('DENTAL01'), 'metformin')).toEqual({
      known: false,
      planYear: expect.any(Number),
      planYears: [expect.any(Number)],
      planName: null,
      drugs: [],
      nearest: [],
      planKinds: ['dental'],
    })
  })

  test('MP-17 RO-4 search words are in no log and no audit event', async () => {
    const client = await signIn('MEMBERND')
    const answer = await make(client, calls.searchFormulary, { body: { q: 'warfarin' } })
    const rows = await listEvents(portal.database, answer)
    expect(rows.map(({ action }) => action)).toEqual(['drugs.search'])
    expect(JSON.stringify(rows) + portal.log.join('')).not.toContain('warfarin')
  })
})

describe('MP-17 what it costs now', () => {
  test('MP-17 by the plan’s copays at a pharmacy and by mail, never more than the price', async () => {
    const brand = await findFirst(await signIn('MEMBERND'), 'januvia 100')
    expect(brand.drug).toMatchObject({ tier: 'preferred', isBrand: true })
    const flat = { coinsurance: null, deductibleApplies: false }
    expect(brand.costs).toEqual([
      { pharmacy: 'retail', days: 30, cents: 4_500, atMost: false, share: { ...flat, copayCents: 4_500 } },
      { pharmacy: 'mail', days: 90, cents: 11_000, atMost: false, share: { ...flat, copayCents: 11_000 } },
    ])
    const generic = await findFirst(await signIn('MEMBERND'), 'lisinopril 10 tablet')
    expect(generic.costs[0]?.cents).toBeLessThanOrEqual(1_000)
  })

  test('MP-17 a member at the yearly maximum pays nothing, and one below the deductible pays the full price', async () => {
    const paid = await findFirst(await signIn('FAMILY01'), 'januvia 100')
    expect(paid.costs[0]).toMatchObject({ cents: 0, atMost: false })
  })

  test('MP-17 at the three nearest pharmacies in the plan’s network, shown to the member only', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const shops = [
      ['1548294473', 'Far Pharmacy', '40.60', '-80.20'],
      ['1588076731', 'Corner Pharmacy', '40.4425', '-79.98'],
      ['1740796093', 'Hill Pharmacy', '40.47', '-80.01'],
      ['1699254839', 'River Pharmacy', '40.50', '-80.05'],
      ['1881600005', 'Mail Pharmacy', '40.4425', '-79.98'],
      // Close by, but outside the network.
      ['1003000126', 'Other Pharmacy', '40.4426', '-79.98'],
    ] as const
    const providers = [
      'npi,type,name,taxonomy,address,city,state,zip,lat,lon,verified_on',
      ...shops.map(([npi, name, lat, lon]) =>
        [
          npi,
          'pharmacy',
          name,
          name.startsWith('Mail') ? '3336M0002X' : '3336C0003X',
          '4 Hill St',
          'Pittsburgh',
          'PA',
          '15222',
          lat,
          lon,
          today,
        ].join(','),
      ),
    ]
    const networks = [
      'brand,network_id,network_name,npi,begins',
      ...shops.slice(0, -1).map(([npi]) => `hmbcbs,blue,Blue Choice,${npi},2026-01-01`),
    ]
    const files = { 'providers.csv': providers.join('\n'), 'networks.csv': networks.join('\n') }
    const { rejected } = await importFiles(portal.database, files, { kind: 'directory', brands: ['hmbcbs'] })
    expect(rejected).toEqual([])
    const { pharmacies } = await findFirst(await signIn('MEMBER01'), 'januvia 100')
    expect(pharmacies.map(({ name }) => name)).toEqual(['Corner Pharmacy', 'Hill Pharmacy', 'River Pharmacy'])
    expect(pharmacies[0]).toMatchObject({ address: '4 Hill St', city: 'Pittsburgh', miles: expect.any(Number) })
    const other = await findFirst(await signIn('MEMBERND'), 'januvia 100')
    expect(other.pharmacies).toEqual([])
  })

  test('MP-17 rules that come first, and cheaper drugs with the same ingredient', async () => {
    const lipitor = await findFirst(await signIn('MEMBERND'), 'lipitor 20')
    expect(lipitor).toMatchObject({ stepTherapy: true, priorAuthorization: false, quantityLimit: false })
    expect(lipitor.alternatives.length).toBeGreaterThan(1)
    expect(lipitor.alternatives[0]?.drug.strength).toBe(lipitor.drug.strength)
    for (const { drug, cents } of lipitor.alternatives) {
      expect(drug.ingredient).toBe(lipitor.drug.ingredient)
      expect(cents).toBeLessThan(lipitor.costs[0]?.cents ?? 0)
    }
  })

  test('MP-17 SI-13 a drug that is not on the list answers 404, and the log does not say that one was read', async () => {
    const missing = await make(await signIn('MEMBERND'), calls.coveredDrug, { body: { drugId: 'none' } })
    expect(missing.status).toBe(404)
    expect(await listAuditedActions(portal.database, missing)).toEqual([])
  })
})

describe('IM-9 lists of covered drugs of the exchange', () => {
  const take = async (json: unknown, dryRun = false) => {
    const asked = { kind: 'formulary', brand: 'hmbcbs', dryRun }
    const { counts, rejected } = await importFiles(portal.database, { 'drugs.json': JSON.stringify(json) }, asked)
    return { counts, rejected: rejected.map(({ line, path }) => `${line} ${path}`) }
  }
  const rules = { prior_authorization: true, step_therapy: false, quantity_limit: null }
  const plan = { plan_id_type: 'HIOS-PLAN-ID', plan_id: 'ppo-blue-1500', drug_tier: 'GENERIC', ...rules, years: [2026] }
  const drug = (name: string, rxnorm_id = '1') => ({ rxnorm_id, drug_name: name, plans: [plan] })
  const costs = {
    plan_id: 'ppo-blue-1500',
    formulary: [
      {
        drug_tier: 'GENERIC',
        cost_sharing: [
          { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 7, copay_opt: 'BEFORE-DEDUCTIBLE', coinsurance_rate: 0 },
          { pharmacy_type: '3-MONTH-IN-MAIL', copay_amount: 0, copay_opt: 'NO-CHARGE', coinsurance_rate: 0 },
          { pharmacy_type: '1-MONTH-OUT-RETAIL', copay_amount: 99, copay_opt: null, coinsurance_rate: 0 },
        ],
      },
    ],
  }

  test('IM-9 MP-17 a plan’s own list replaces the demo’s: names, tiers, rules and costs', async () => {
    const json = {
      drugs: [drug('Azithromycin 500 MG Oral Tablet [Zithromax]'), drug('Mesalamine 200 mg tablet', '2')],
      plans: [costs],
    }
    expect((await take(json)).counts).toMatchObject({ created: 2, rejected: 0 })
    const client = await signIn('MEMBER02')
    const own = await signIn('MEMBER01')
    expect((await search(own, 'metformin')).drugs).toEqual([])
    const zithromax = await findFirst(own, 'zithromaks 500')
    expect(zithromax.drug).toMatchObject({
      name: 'Zithromax',
      ingredient: 'Azithromycin',
      strength: '500 MG',
      form: 'Oral Tablet',
      isBrand: true,
    })
    expect(zithromax).toMatchObject({ priorAuthorization: true, stepTherapy: false, quantityLimit: null })
    // The price is unknown, but a person at the out-of-pocket maximum pays nothing.
    expect(zithromax.costs.map(({ pharmacy, days, atMost }) => [pharmacy, days, atMost])).toEqual([
      ['retail', 30, true],
      ['mail', 90, true],
    ])
    // Another plan of the brand keeps its own list.
    expect((await search(client, 'metformin')).drugs.length).toBeGreaterThan(0)
  })

  test('IM-9 MP-17 a member with a variant of a marketplace plan has that plan’s list, or the variant’s own', async () => {
    const setPlan = (from: string, to: string) =>
      sql`update product set plan_id = ${to} where plan_id = ${from}`.execute(portal.database.read)
    const listFor = (plan_id: string, name: string) => ({ ...drug(name), plans: [{ ...plan, plan_id }] })
    const client = await signIn('MEMBER01')
    try {
      await setPlan('ppo-blue-1500', '12345PA0010001-04')
      await take([listFor('12345PA0010001', 'Lialda 1.2 mg tablet')])
      expect((await search(client, 'lialda')).drugs).toHaveLength(1)
      expect((await search(client, 'metformin')).drugs).toEqual([])
      await take([
        listFor('12345PA0010001', 'Lialda 1.2 mg tablet'),
        listFor('12345PA0010001-04', 'Asacol 2 mg tablet'),
      ])
      expect((await search(client, 'asacol')).drugs).toHaveLength(1)
      expect((await search(client, 'lialda')).drugs).toEqual([])
    } finally {
      await setPlan('12345PA0010001-04', 'ppo-blue-1500')
    }
  })

  test('IM-9 the same list again changes nothing, another list replaces it, and a dry run stores nothing', async () => {
    await take({ drugs: [drug('Mesalamine 200 mg tablet')] }, true)
    expect(await portal.database.read.selectFrom('formulary').selectAll().execute()).toEqual([])
    await take([drug('Mesalamine 200 mg tablet')])
    expect((await take([drug('Mesalamine 200 mg tablet')])).counts).toMatchObject({ unchanged: 1, updated: 0 })
    expect((await take([drug('Lialda 1.2 mg tablet')])).counts).toMatchObject({ updated: 1 })
    const own = await signIn('MEMBER01')
    expect((await search(own, 'mesalamine')).drugs).toEqual([])
    expect((await search(own, 'lialda')).drugs).toHaveLength(1)
  })

  const importList = (json: string | Buffer) =>
    importFiles(portal.database, { 'list.json': json }, { kind: 'formulary', brand: 'hmbcbs' })
  const readShare = async (planId: string) => {
    const rows = await portal.database.read
      .selectFrom('formulary')
      .select('costs')
      .where('plan_id', '=', planId)
      .execute()
    return rows.flatMap((row) =>
      row.costs.map(({ pharmacy, copayCents, coinsurance, deductibleApplies }) => [
        pharmacy,
        copayCents,
        coinsurance,
        deductibleApplies,
      ]),
    )
  }

  test.each([
    ['a placeholder beside a share', [0, 'NO-CHARGE', 0.5, null], [null, 50, null]],
    ['a placeholder beside a share after the deductible', [0, 'NO-CHARGE', 0.5, 'AFTER-DEDUCTIBLE'], [null, 50, true]],
    ['the same in small letters and other words', [0, 'no charge', 0.2, 'before deductible'], [null, 20, false]],
    [
      'a share beside what is free after the deductible',
      [0, 'NO-CHARGE-AFTER-DEDUCTIBLE', 0.2, null],
      [null, 20, null],
    ],
    ['both free', [0, 'NO-CHARGE', 0, 'NO-CHARGE'], [0, null, false]],
    ['both free, one of them after the deductible', [0, 'NO-CHARGE', 0, 'NO-CHARGE-AFTER-DEDUCTIBLE'], [0, null, true]],
    ['a free copay, and no such thing as a coinsurance', [0, 'NO-CHARGE', null, 'NA'], [0, null, false]],
    ['a copay beside a free share', [40, 'AFTER-DEDUCTIBLE', 0, 'NO-CHARGE'], [4_000, null, true]],
    ['a copay that says it is none', [40, 'NO-CHARGE', 0, null], [4_000, null, null]],
    ['both', [20, 'AFTER-DEDUCTIBLE', 0.1, 'AFTER-DEDUCTIBLE'], [2_000, 10, true]],
    [
      'both, of which only one is after the deductible',
      [20, 'AFTER-DEDUCTIBLE', 0.1, 'BEFORE-DEDUCTIBLE'],
      [2_000, 10, null],
    ],
    ['the same the other way round', [20, 'BEFORE-DEDUCTIBLE', 0.1, 'AFTER-DEDUCTIBLE'], [2_000, 10, null]],
    ['a share in percent', [null, 'N/A', 35, 'AFTER-DEDUCTIBLE'], [null, 35, true]],
  ] as const)('IM-9 what a tier costs is free only if both parts are: %s', async (_, said, expected) => {
    const [copay_amount, copay_opt, coinsurance_rate, coinsurance_opt] = said
    const sharing = { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount, copay_opt, coinsurance_rate, coinsurance_opt }
    const plans = [{ plan_id: 'ppo-blue-1500', formulary: [{ drug_tier: 'GENERIC', cost_sharing: [sharing] }] }]
    await take({ drugs: [drug('Mesalamine 200 mg tablet')], plans })
    expect(await readShare('ppo-blue-1500')).toEqual([['retail', ...expected]])
  })

  test('IM-9 MP-17 a value that a list states twice and differently is unknown', async () => {
    const buildSharing = (copay_amount: number) => [
      { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount, coinsurance_rate: 0 },
    ]
    const formulary = [10, 25].map((copay) => ({ drug_tier: 'GENERIC', cost_sharing: buildSharing(copay) }))
    await take({ drugs: [drug('Mesalamine 200 mg tablet')], plans: [{ plan_id: 'ppo-blue-1500', formulary }] })
    expect(await readShare('ppo-blue-1500')).toEqual([['retail', null, null, null]])
  })

  const readDrugs = (planId: string) =>
    portal.database.read
      .selectFrom('formulary_drug')
      .select(['name', 'tier', 'prior_authorization', 'step_therapy'])
      .where('plan_id', '=', planId)
      .orderBy('name')
      .execute()

  test('IM-9 MP-17 a drug’s value that a list states twice and differently is unknown, and is counted', async () => {
    const other = { ...plan, drug_tier: 'SPECIALTY', prior_authorization: false }
    const { counts, rejected } = await take([
      drug('Lialda 1.2 mg tablet'),
      { ...drug('Lialda 1.2 mg tablet'), plans: [other] },
      drug('Mesalamine 200 mg tablet', '2'),
      drug('Mesalamine 200 mg tablet', '2'),
    ])
    expect([rejected, counts.skips]).toEqual([[], [expect.objectContaining({ type: 'drug', count: 1 })]])
    expect(await readDrugs('ppo-blue-1500')).toEqual([
      { name: 'Lialda', tier: null, prior_authorization: null, step_therapy: false },
      { name: 'Mesalamine', tier: 'GENERIC', prior_authorization: true, step_therapy: false },
    ])
  })

  test('IM-9 IM-3 a plan that is wrong costs the drug of that plan alone, and a cost itself', async () => {
    const wrong = { ...plan, plan_id: 'ppo-blue-2500', years: ['next'] }
    const cost = { pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 7 }
    const mail = { pharmacy_type: '3-MONTH-IN-MAIL', copay_amount: '10' }
    const tiers = [{ drug_tier: 'GENERIC', cost_sharing: [mail, cost] }, { cost_sharing: [] }]
    const { counts, rejected } = await take({
      drugs: [{ ...drug('Lialda 1.2 mg tablet'), plans: [wrong, plan] }],
      plans: [{ plan_id: 'ppo-blue-1500', formulary: tiers }],
    })
    expect(rejected).toEqual([
      '1 plans.0.years.0',
      '1 formulary.0.cost_sharing.0.copay_amount',
      '1 formulary.1.drug_tier',
    ])
    expect(counts).toMatchObject({ created: 1, rejected: 3 })
    expect(await readShare('ppo-blue-1500')).toEqual([['retail', 700, null, null]])
  })

  test('IM-9 blanks around ids and words, and another spelling of a tier, make nothing another one', async () => {
    const cost = { pharmacy_type: '1_month_in_retail', copay_amount: 7 }
    const { rejected } = await take({
      drugs: [
        {
          ...drug(' Lialda 1.2 mg tablet '),
          plans: [{ ...plan, plan_id: ' ppo-blue-1500 ', drug_tier: 'Preferred-Generic ' }],
        },
      ],
      plans: [{ plan_id: 'ppo-blue-1500', formulary: [{ drug_tier: 'PREFERRED GENERIC', cost_sharing: [cost] }] }],
    })
    expect(rejected).toEqual([])
    const [row] = await portal.database.read.selectFrom('formulary').select(['plan_id', 'costs']).execute()
    expect([row?.plan_id, row?.costs.map(({ tier }) => tier)]).toEqual(['ppo-blue-1500', ['Preferred-Generic']])
  })

  test('IM-9 IM-3 a cost of a pharmacy that nobody knows is counted, and one entry without a list is read', async () => {
    const sharing = ['1-MONTH-RETAIL', '1-MONTH-OUT-RETAIL', '1-MONTH-IN-RETAIL'].map((pharmacy_type) => ({
      pharmacy_type,
      copay_amount: 7,
    }))
    const plans = [{ plan_id: 'ppo-blue-1500', formulary: { drug_tier: 'GENERIC', cost_sharing: sharing } }]
    const { counts } = await take({ drugs: [drug('Lialda 1.2 mg tablet')], plans })
    expect(counts.skips).toEqual([{ type: 'cost', reason: 'its kind of pharmacy is not known', count: 1 }])
    expect(await readShare('ppo-blue-1500')).toHaveLength(1)
    expect((await take(drug('Mesalamine 200 mg tablet'))).counts).toMatchObject({ updated: 1, rejected: 0 })
    expect((await take({ npi: '1300000019', type: 'FACILITY' })).counts).toMatchObject({ rejected: 1 })
  })

  const now = Number(easternDay(new Date()).slice(0, 4))
  const ofYear = (year: number | null, drug_tier: string, prior_authorization: boolean) => ({
    ...plan,
    drug_tier,
    prior_authorization,
    years: year === null ? [] : [year],
  })
  const entry = (name: string, ...plans: readonly object[]) => ({
    rxnorm_id: name,
    drug_name: `${name} 5 MG Tablet`,
    plans,
  })
  const both = [
    entry('Apixaban', ofYear(now, 'GENERIC', false), ofYear(now + 1, 'SPECIALTY', true)),
    entry('Newdrug', ofYear(now + 1, 'GENERIC', false)),
    entry('Folate', ofYear(now, 'ZERO', false)),
  ]
  const findSeenDrugs = async (q: string, planYear?: number) => {
    const asked = { body: { q, ...(planYear && { planYear }) } }
    const { drugs, ...found } = (await make(await signIn('MEMBER01'), calls.searchFormulary, asked)).body.payload
    return { ...found, tiers: drugs.map(({ tierName }) => tierName) }
  }

  test('IM-9 MP-17 of a file of two years this year’s list counts now, and next year’s can be looked at', async () => {
    await take(both)
    expect(await findSeenDrugs('apixaban')).toMatchObject({
      planYear: now,
      planYears: [now, now + 1],
      tiers: ['GENERIC'],
    })
    expect((await findSeenDrugs('newdrug')).tiers).toEqual([])
    expect(await findSeenDrugs('apixaban', now + 1)).toMatchObject({ planYear: now + 1, tiers: ['SPECIALTY'] })
    expect((await findSeenDrugs('newdrug', now + 1)).tiers).toEqual(['GENERIC'])
    expect((await findSeenDrugs('folate', now + 1)).tiers).toEqual([])
    const client = await signIn('MEMBER01')
    const [listed] = (await search(client, 'apixaban')).drugs
    const detail = async (planYear: number) => {
      const body = { drugId: listed?.drugId ?? '', planYear }
      return (await make(client, calls.coveredDrug, { body })).body.payload.priorAuthorization
    }
    expect([await detail(now), await detail(now + 1)]).toEqual([false, true])
    expect((await make(client, calls.searchFormulary, { body: { q: 'apixaban', planYear: now - 1 } })).status).toBe(400)
  })

  test('IM-9 a file for one year leaves the other years alone; a list for past years only does not count this year', async () => {
    await take([entry('Apixaban', ofYear(now, 'GENERIC', false))])
    expect((await take([entry('Apixaban', ofYear(now + 1, 'SPECIALTY', true))])).counts).toMatchObject({ updated: 1 })
    expect((await findSeenDrugs('apixaban')).tiers).toEqual(['GENERIC'])
    expect((await findSeenDrugs('apixaban', now + 1)).tiers).toEqual(['SPECIALTY'])
    expect((await take([entry('Apixaban', ofYear(now, 'GENERIC', false))])).counts).toMatchObject({ unchanged: 1 })
    // A row without a year applies to this year, and leaves next year's rows alone.
    await take([entry('Apixaban', ofYear(null, 'BRAND', true))])
    expect((await findSeenDrugs('apixaban')).tiers).toEqual(['BRAND'])
    expect((await findSeenDrugs('apixaban', now + 1)).tiers).toEqual(['SPECIALTY'])
  })

  test('IM-9 a list for past years only does not count this year', async () => {
    await take([entry('Apixaban', ofYear(now - 1, 'GENERIC', true))])
    expect(await findSeenDrugs('apixaban')).toMatchObject({ known: false, planYears: [now] })
  })

  test('IM-9 MP-17 a plan whose lists are named by their years has each in its year', async () => {
    const buildOfYear = (year: number, tier: string) =>
      entry('Apixaban', { ...ofYear(year, tier, false), plan_id: `ppo-blue-1500-${year}` })
    await take([buildOfYear(now, 'GENERIC'), buildOfYear(now + 1, 'SPECIALTY')])
    expect(await findSeenDrugs('apixaban')).toMatchObject({ planYears: [now, now + 1], tiers: ['GENERIC'] })
    expect((await findSeenDrugs('apixaban', now + 1)).tiers).toEqual(['SPECIALTY'])
  })

  test('IM-9 MP-17 the costs of tiers are those of their years', async () => {
    const listCosts = (year: number, copay_amount: number) => ({
      plan_id: 'ppo-blue-1500',
      years: [year],
      formulary: {
        drug_tier: 'SPECIALTY',
        cost_sharing: [{ pharmacy_type: '1-month-in-retail', copay_amount, copay_opt: 'BEFORE-DEDUCTIBLE' }],
      },
    })
    await take({
      drugs: [entry('Apixaban', ofYear(now, 'SPECIALTY', false), ofYear(now + 1, 'SPECIALTY', true))],
      plans: [listCosts(now, 70), listCosts(now + 1, 95)],
    })
    const rows = await portal.database.read.selectFrom('formulary').select('costs').execute()
    expect(rows[0]?.costs.map(({ begins, copayCents }) => [begins, copayCents])).toEqual([
      [`${now}-01-01`, 7_000],
      [`${now + 1}-01-01`, 9_500],
    ])
  })

  test('IM-9 IM-3 mistakes of exchange files: a byte order mark is read, an index and empty lists are named, and places are exact', async () => {
    const marked = await importList(`\uFEFF${JSON.stringify([drug('Mesalamine 200 mg tablet')])}`)
    expect(summarize(marked)).toMatchObject({ counts: { created: 1 }, rejected: [] })
    const readReason = async (json: unknown) => {
      const { counts, rejected } = summarize(await importList(JSON.stringify(json)))
      return [counts.rejected, rejected[0]]
    }
    const index = { provider_urls: ['https://x.example/p.json'], formulary_urls: [], plan_urls: [] }
    expect(await readReason(index)).toEqual([1, expect.stringContaining('is the index')])
    expect(await readReason({})).toEqual([1, expect.stringContaining('neither drugs nor plans')])
    expect(await readReason([])).toEqual([1, expect.stringContaining('is an empty list')])
    const plansAlone = await importList(
      JSON.stringify([
        {
          plan_id: 'P',
          formulary: [
            { drug_tier: 'GENERIC', cost_sharing: [{ pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 5 }] },
          ],
        },
      ]),
    )
    expect(plansAlone.counts).toMatchObject({
      skipped: 1,
      skips: [{ type: 'plan', reason: 'these files have its costs, but none of its drugs' }],
    })
    expect(await readReason([{ npi: '1300000019', type: 'FACILITY', plans: [] }])).toEqual([
      1,
      expect.stringContaining('is a list of providers'),
    ])
    const asText = [{ pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: '10', coinsurance_rate: 0 }]
    expect(await readReason([{ plan_id: 'P', formulary: [{ drug_tier: 'GENERIC', cost_sharing: asText }] }])).toEqual([
      1,
      '1 formulary.0.cost_sharing.0.copay_amount Invalid type: Expected number but received "10"',
    ])
    expect(await readReason([{ ...drug('Mesalamine'), plans: [{ ...plan, years: ['next'] }] }])).toEqual([
      1,
      expect.stringMatching(/^1 plans\.0\.years\.0 /),
    ])
    const above = [{ pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 0, coinsurance_rate: 250 }]
    expect(await readReason([{ plan_id: 'P', formulary: [{ drug_tier: 'GENERIC', cost_sharing: above }] }])).toEqual([
      1,
      expect.stringMatching(/^1 formulary\.0\.cost_sharing\.0\.coinsurance_rate /),
    ])
  })

  test('IM-9 an invalid drug is reported and left out, and so is an invalid file', async () => {
    const { counts, rejected } = await take([
      drug('Lialda 1.2 mg tablet'),
      { drug_name: '', plans: [] },
      { drug_name: 'X', plans: 5 },
    ])
    expect([counts.created, rejected]).toEqual([1, ['2 drug_name', '3 plans.0']])
    expect((await take('no list')).rejected).toEqual(['0 '])
  })

  test('IM-9 IM-5 reads no more of an oversized file than a list can have', async () => {
    const path = join(folder, 'huge.json')
    writeFileSync(path, '[')
    truncateSync(path, 200 * 1024 * 1024)
    const { rejected, bytes } = await importFiles(portal.database, [path], { kind: 'formulary', brand: 'hmbcbs' })
    expect(rejected.map(({ reason }) => reason)).toEqual(['is larger than a list of covered drugs can be'])
    expect(bytes).toBeLessThan(70 * 1024 * 1024)
  })

  test('IM-9 IM-5 of resources that are too much together no more is read than can be held, and no list changes', async () => {
    const resource = { resourceType: 'Basic', subject: { reference: 'MedicationKnowledge/none' }, extension: [] }
    const padded = `${JSON.stringify({ ...resource, language: 'x'.repeat(15 * 1024 * 1024) })}\n`
    const paths = ['first', 'second', 'third'].map((name) => join(folder, `${name}.ndjson`))
    for (const path of paths) writeFileSync(path, padded.repeat(6))
    const { rejected, bytes } = await importFiles(portal.database, paths, { kind: 'formulary', brand: 'hmbcbs' })
    const reason = expect.stringContaining('give fewer formularies in one run')
    expect(rejected).toMatchObject([{ file: paths[1], reason }])
    expect(bytes).toBeLessThan(160 * 1024 * 1024)
  })
})

describe('IM-9 the examples that the standards come with', () => {
  const take = async (name: string, brand: string) => {
    const files = [join(import.meta.dirname, '../../../test/formulary', name)]
    return summarize(await importFiles(portal.database, files, { kind: 'formulary', brand }))
  }
  const listDrugs = async (planId: string) => {
    const rows = await portal.database.read
      .selectFrom('formulary_drug')
      .select(['name', 'strength', 'form', 'tier', 'prior_authorization', 'step_therapy', 'quantity_limit'])
      .where('plan_id', '=', planId)
      .orderBy('name')
      .execute()
    return rows.map((row) => Object.values(row).join(' | '))
  }
  const listCosts = async (planId: string) => {
    const query = portal.database.read.selectFrom('formulary').select('costs').where('plan_id', '=', planId)
    return (await query.executeTakeFirstOrThrow()).costs
  }

  test('IM-9 HL7’s: each drug with its tier and rules, and what each tier asks for', async () => {
    expect(await take('da-vinci.ndjson.gz', 'ndbcbs')).toMatchObject({ counts: { created: 7 }, rejected: [] })
    expect(await listDrugs('A1002')).toEqual([
      'Percocet | 325 MG / 5 MG | Oral Tablet | brand | true | true | true',
      'Protopic | 0.001 MG/MG | Topical Ointment | brand | false | false | false',
      'Tylenol | 500 MG | Oral Tablet | brand | true | false | false',
      'doxepin hydrochloride | 50 MG/ML | Topical Cream | generic | false | true | true',
    ])
    expect(await listDrugs('A3004t')).toEqual([
      'Percocet | 325 MG / 5 MG | Oral Tablet | preferred-brand | true | true | true',
    ])
    expect(await listCosts('A1002')).toEqual([
      {
        tier: 'brand',
        pharmacy: 'retail',
        days: 30,
        copayCents: 2_000,
        coinsurance: 20,
        deductibleApplies: true,
        begins: '2021-01-01',
        ends: '2021-12-31',
        // Its drugs are available only by mail or out of network.
        without: ['61e5f065d972b3fac88c', '7b297eb02f4a837c9493', 'd5d7b7d2ece19b75cbd4'],
      },
    ])
    expect((await listCosts('A3002'))[0]).toMatchObject({ tier: 'generic', copayCents: 1_000, coinsurance: 1 })
  })

  test('IM-9 CMS’s: each drug and plan, also a plan with a tier alone', async () => {
    expect(await take('cms-sample.json', 'hmbcbs')).toMatchObject({ counts: { created: 10 }, rejected: [] })
    expect(await listDrugs('12345XX9876543')).toEqual([
      'Lialda | 1.2 mg | tablet | BRAND | true | false | false',
      'Mesalamine | 200 mg | tablet | GENERIC | false | false | true',
      'Tylenol | 500 MG | Oral Tablet | GENERIC | false | false | false',
      'Zithromax | 500 MG | Oral Tablet | GENERIC | false | false | true',
    ])
    expect(await listCosts('12345XX9876542')).toMatchObject([
      { tier: 'GENERIC', pharmacy: 'retail', days: 30, copayCents: 2_000, coinsurance: 10, onlyAfter: 'copay' },
      { tier: 'GENERIC', pharmacy: 'mail', days: 30, copayCents: null, coinsurance: 20, deductibleApplies: null },
    ])
  })
})

describe('IM-9 MP-17 the resources of HL7’s drug formulary', () => {
  const ig = 'http://hl7.org/fhir/us/davinci-drug-formulary/StructureDefinition'
  const concept = (code: string) => ({ coding: [{ code }] })
  const buildExtension = (name: string, value: object) => ({ url: `${ig}/usdf-${name}-extension`, ...value })
  const inFormulary = buildExtension('FormularyReference', { valueReference: { reference: 'InsurancePlan/F1' } })
  const drug = (id: string, display: string, group?: string) => ({
    resourceType: 'MedicationKnowledge',
    id,
    status: 'active',
    code: { coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: id, display }] },
    ...(group && { medicineClassification: [{ classification: [{ text: group }] }] }),
  })
  const item = (of: string, tier: string, more: readonly object[] = []) => ({
    resourceType: 'Basic',
    id: `item-${of}`,
    code: concept('formulary-item'),
    extension: [inFormulary, buildExtension('DrugTierID', { valueCodeableConcept: concept(tier) }), ...more],
    subject: { reference: `MedicationKnowledge/${of}` },
  })
  const cost = (category: string, tier: string, dollars: number) => ({
    category: concept(category),
    benefit: [
      {
        type: concept(tier),
        cost: [{ type: concept('copay'), qualifiers: [concept('charge')], value: { value: dollars } }],
      },
    ],
  })
  const plan = {
    resourceType: 'InsurancePlan',
    id: 'P',
    identifier: [{ value: 'prairie-ppo-1000' }],
    status: 'active',
    coverage: [{ extension: [inFormulary], type: concept('DRUGPOL'), benefit: [{ type: concept('drug') }] }],
    plan: [{ specificCost: [cost('1-month-in-retail', 'brand', 60), cost('1-month-in-retail', 'generic', 4)] }],
  }
  const formulary = { resourceType: 'InsurancePlan', id: 'F1', status: 'active', type: [concept('DRUGPOL')] }
  const take = async (...files: readonly (readonly object[])[]) => {
    const named = files.map((resources, at) => {
      const entry = resources.map((resource) => ({ resource }))
      const bundle = { resourceType: 'Bundle', type: 'collection', entry }
      return [`formulary-${at}.json`, JSON.stringify(bundle)]
    })
    return summarize(
      await importFiles(portal.database, Object.fromEntries(named), { kind: 'formulary', brand: 'ndbcbs' }),
    )
  }
  const statin = 'HMG-CoA reductase inhibitor'
  const lipitor = [
    drug('617318', 'atorvastatin 20 MG Oral Tablet [Lipitor]', statin),
    item('617318', 'brand', [
      buildExtension('PriorAuthorization', { valueBoolean: true }),
      buildExtension('QuantityLimit', { valueBoolean: false }),
    ]),
  ]
  const others = [
    drug('314231', 'simvastatin 20 MG Oral Tablet', statin),
    item('314231', 'generic'),
    drug('197361', 'amlodipine 5 MG Oral Tablet', 'Calcium channel blocker'),
    item('197361', 'generic'),
    drug('860975', 'metformin 500 MG Oral Tablet'),
    item('860975', 'generic'),
  ]

  test('IM-9 MP-17 drugs, rules and costs, in any order and file; cheaper ones of the class where the list tells one', async () => {
    // The plan that names the formulary comes last.
    expect(await take([...others, formulary], [...lipitor, plan])).toMatchObject({
      counts: { created: 4, rejected: 0 },
      rejected: [],
    })
    const own = await signIn('MEMBERND')
    const found = await findFirst(own, 'lipitor 20')
    expect(found).toMatchObject({ priorAuthorization: true, stepTherapy: null, quantityLimit: false, alternatives: [] })
    expect(found.drug).toMatchObject({ name: 'Lipitor', ingredient: 'atorvastatin', tierName: 'brand', isBrand: true })
    expect(found.costs[0]).toMatchObject({ pharmacy: 'retail', days: 30, cents: 6_000 })
    expect(found.sameClass.map(({ drug: { name }, cents }) => [name, cents])).toEqual([['simvastatin', 400]])
    expect((await findFirst(own, 'simvastatin')).sameClass).toEqual([])
    expect((await findFirst(own, 'metformin')).sameClass).toEqual([])
  })

  test('IM-9 MP-17 an item counts on the days that it, its formulary and its plan have in common', async () => {
    const year = Number(easternDay(new Date()).slice(0, 4))
    const available = (start: string, end?: string) =>
      buildExtension('AvailabilityPeriod', { valuePeriod: { start, end } })
    const ofYear = { ...plan, period: { start: `${year}`, end: `${year + 1}-12` } }
    const versioned = { ...item('197361', 'brand', [available(`${year + 1}-01-01`)]), id: 'next' }
    const retired = { ...formulary, id: 'F2', status: 'retired' }
    const { rejected } = await take([
      ...others,
      { ...versioned, subject: { reference: 'MedicationKnowledge/197361/_history/2' } },
      { ...item('314231', 'brand', [available(`${year + 2}-03-01`)]), id: 'far' },
      {
        ...item('860975', 'brand'),
        id: 'gone',
        extension: [{ ...inFormulary, valueReference: { reference: 'InsurancePlan/F2' } }],
      },
      retired,
      formulary,
      ofYear,
    ])
    expect(rejected).toEqual([])
    const rows = await portal.database.read
      .selectFrom('formulary_drug')
      .select(['plan_id', 'name', 'tier', 'begins', 'ends'])
      .orderBy('name')
      .orderBy('begins')
      .execute()
    const days = [`${year}-01-01`, `${year + 1}-12-31`]
    expect(rows.map(({ plan_id, ...row }) => [plan_id, ...Object.values(row)])).toEqual([
      ['prairie-ppo-1000', 'amlodipine', 'generic', ...days],
      ['prairie-ppo-1000', 'amlodipine', 'brand', `${year + 1}-01-01`, days[1]],
      ['prairie-ppo-1000', 'metformin', 'generic', ...days],
      ['prairie-ppo-1000', 'simvastatin', 'generic', ...days],
    ])
  })

  test('IM-9 an item whose drug is missing, and a resource that is wrong, are told and left out; the same again changes nothing', async () => {
    const wrong = { resourceType: 'MedicationKnowledge', id: 'x' }
    const { counts, rejected } = await take([plan, formulary, ...others, item('none', 'brand'), wrong])
    expect(counts).toMatchObject({ created: 3 })
    expect(rejected.toSorted()).toEqual([
      expect.stringMatching(/^1 code/),
      '1 subject names a drug that these files do not have',
    ])
    expect((await take([plan, formulary, ...others])).counts).toMatchObject({ unchanged: 3, updated: 0 })
  })
})
