import { basename } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../../../test/importing.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { createCatalogues } from '../../brands/plans/catalogue.ts'

let test1: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  test1 = await openTestDatabase({ seeded: false })
})
afterAll(() => test1?.remove())

interface More {
  readonly brand?: string | null
  readonly partial?: boolean
  readonly dryRun?: boolean
}

async function take(files: Readonly<Record<string, string | Buffer>>, more: More = {}) {
  const named = Object.fromEntries(Object.entries(files).map(([name, content]) => [`${name}.csv`, content]))
  const asked = { kind: 'plans', brand: 'de', brands: ['de'], ...more }
  const { counts, rejected } = await importFiles(test1.database, named, asked)
  const told = rejected.map(({ file, line, path, reason }) => `${basename(file)}:${line}: ${path}: ${reason}`)
  return { counts, told }
}

/** Empties the shop. */
async function forget() {
  for (const table of ['shop_catalogue', 'shop_plan', 'shop_benefit', 'shop_rate', 'shop_place'])
    await sql`delete from ${sql.table(table)}`.execute(test1.database.read)
}

/** Rows with further columns of CMS's that the portal does not read. */
const plans = (more = '') =>
  `BusinessYear,StateCode,IssuerId,SourceName,ImportDate,MarketCoverage,DentalOnlyPlan,PlanMarketingName,PlanType,MetalLevel,ServiceAreaId,PlanId,IsHSAEligible,TEHBDedInnTier1Individual,TEHBDedInnTier1FamilyPerGroup,TEHBInnTier1IndividualMOOP
2030,DE,1,HIOS,2029-01-01,Individual,No,Sample Silver,HMO,Silver,DES001,1DE0010001-01,No,"$1,500",$3000 per group,"$9,100"
2030,DE,1,HIOS,2029-01-01,Individual,No,Sample Silver,HMO,Silver,DES001,1DE0010001-00,No,"$1,500",$3000 per group,"$9,100"
2030,DE,1,HIOS,2029-01-01,Individual,No,Sample Silver 87,HMO,Silver,DES001,1DE0010001-05,No,$500,$1000 per group,"$3,000"
2030,DE,1,HIOS,2029-01-01,Individual,Yes,Sample Dental,PPO,High,DES001,1DE0010002-01,No,Not Applicable,Not Applicable,Not Applicable
${more}`
const benefits = `BusinessYear,StateCode,PlanId,BenefitName,CopayInnTier1,CoinsInnTier1,IsCovered
2030,DE,1DE0010001-01,Primary Care Visit to Treat an Injury or Illness,$30.00,Not Applicable,Covered
2030,DE,1DE0010001-01,Acupuncture,Not Covered,,Not Covered
`
const rates = (
  more = '',
) => `BusinessYear,StateCode,PlanId,RatingAreaId,Tobacco,Age,IndividualRate,IndividualTobaccoRate
2030,DE,1DE0010001,Rating Area 1,Tobacco User/Non-Tobacco User,0-14,200.00,
2030,DE,1DE0010001,Rating Area 1,Tobacco User/Non-Tobacco User,40,412.35,480.10
2030,DE,1DE0010001,Rating Area 1,No Preference,Family Option,900.00,
${more}`
const service = `BusinessYear,StateCode,ServiceAreaId,ServiceAreaName,CoverEntireState,County,PartialCounty
2030,DE,DES001,North,No,10003,No
`
const rating = 'BusinessYear,StateCode,RatingAreaId,County\n2030,DE,Rating Area 1,\n'
const all = { plans: plans(), benefits, rates: rates(), service, rating }
const county = { fips: '10003', state: 'DE', zipCode: '19801' }

describe('IM-9 the plans of a shop from files of the exchange', () => {
  const listPlans = async (year = 2030) =>
    (await createCatalogues(test1.database).of('de', year))?.plans.map(({ planId }) => planId) ?? null

  test('IM-9 an unreadable row is reported with its line and column, and costs only its plan', async () => {
    const wrong = '2030,DE,1,HIOS,2029-01-01,Individual,No,Broken,HMO,Tin,DES001,1DE0010003-01,No,$1,$2,$3\n'
    const files = {
      ...all,
      plans: plans(wrong),
      benefits: `${benefits}2030,DE,1DE0010003-01,Acupuncture,$5.00,,Covered\n`,
      rates: rates('2030,DE,1DE0010003,Rating Area 1,,40,1.00,\n2030,DE,1DE0019999,Rating Area 1,,40,1.00,\n'),
    }
    const { counts, told } = await take(files)
    expect(told).toEqual([
      'plans.csv:6: MetalLevel: is none of catastrophic, bronze, expanded bronze, silver, gold, platinum, high, low, not applicable',
      'rates.csv:6: PlanId: there is no plan 1DE0019999 in this year',
    ])
    expect(counts.rejected).toBe(2)
    expect(await listPlans()).toEqual(['1DE0010001', '1DE0010002'])
    await forget()
  })

  test.each([
    ['rates', '2030,DE,1DE0010001,Rating Area 1,,41,free,', 'rates.csv:5: IndividualRate: is no amount'],
    ['benefits', '2030,DE,1DE0010001-01,Dialysis,thirty,,Covered', 'benefits.csv:4: CopayInnTier1: is no cost sharing'],
    [
      'plans',
      '2030,DE,1,HIOS,2029-01-01,Individual,No,Other name,HMO,Silver,DES001,1DE0010001-01,No,$1,$2,$3',
      'plans.csv:6: PlanId: stands in',
    ],
  ] as const)(
    'IM-9 an unreadable row of %s costs its plan with everything that the files say about it',
    async (part, row, reason) => {
      const { told, counts } = await take({ ...all, [part]: `${all[part]}${row}\n` })
      expect(told).toEqual([expect.stringContaining(reason)])
      expect(counts.rejected).toBe(1)
      expect(await listPlans()).toEqual(['1DE0010002'])
      // With --partial, the row costs only itself.
      await take({ ...all, [part]: `${all[part]}${row}\n` }, { partial: true })
      expect(await listPlans()).toEqual(['1DE0010001', '1DE0010002'])
      await forget()
    },
  )

  test('IM-9 IM-5 a wrong year in one row costs no other year', async () => {
    const wrong = '2203,DE,1,HIOS,2029-01-01,Individual,No,Late,HMO,Silver,DES001,1DE0010003-01,No,$1,$2,$3\n'
    const { counts, told } = await take({
      ...all,
      plans: plans(wrong),
      rates: rates('0123,DE,1DE0010003,R,,40,1.00,\n'),
    })
    expect(told).toHaveLength(2)
    expect(counts.rejected).toBe(2)
    expect(await listPlans()).toEqual(['1DE0010001', '1DE0010002'])
    await forget()
  })

  test('IM-9 SH-5 a plan without a share for essential benefits is reported, except adult dental care', async () => {
    const buildPlans = (
      dental: string,
    ) => `BusinessYear,DentalOnlyPlan,PlanMarketingName,ServiceAreaId,PlanId,EHBPercentTotalPremium
2030,No,Sample Silver,DES001,1DE0010001-01,0.99
2030,${dental},Other,DES001,1DE0010002-01,0
`
    const { told } = await take({ ...all, plans: buildPlans('No'), service })
    expect(told).toEqual([expect.stringContaining('plans.csv:3: EHBPercentTotalPremium: is 0')])
    expect(await listPlans()).toEqual(['1DE0010001'])
    await forget()
    expect((await take({ ...all, plans: buildPlans('Yes') })).told).toEqual([])
    expect(await listPlans()).toEqual(['1DE0010001', '1DE0010002'])
    await forget()
  })

  test('IM-9 nothing is imported if a file is unreadable, or every plan is', async () => {
    const wrong = plans().replaceAll(',HMO,', ',XMO,').replaceAll(',PPO,', ',XMO,')
    for (const files of [
      { ...all, plans: wrong },
      { ...all, rates: 'a,b\n1,2\n' },
    ]) {
      expect((await take(files)).told.at(-1)).toContain('nothing was imported because of this')
      expect(await listPlans()).toBe(null)
    }
  })

  test('IM-9 other faults: files of no layout, brands, ages, areas, cost sharing', async () => {
    const importTold = async (files: Record<string, string>, more?: More) => (await take(files, more)).told[0]
    expect(await importTold({ x: 'a,b\n1,2\n' })).toContain(
      'is none of the layouts plans, benefits, rates, service, rating',
    )
    expect(await importTold({ x: '' })).toContain('the file is empty')
    expect(await importTold(all, { brand: null })).toContain('brand: plans are of one brand: say --brand CODE')
    expect(await importTold({ ...all, rates: rates('2030,DE,1DE0010001,Rating Area 1,,40-41,1.00,\n') })).toContain(
      'rates.csv:5: Age: has a rate in an earlier row',
    )
    expect(await importTold({ ...all, service: service.replace('10003', '') })).toContain(
      'service.csv:2: County: is empty',
    )
    await forget()
    expect(await importTold({ plans: plans() })).toContain(
      'plans.csv:2: ServiceAreaId: there is no service area DES001',
    )
    await forget()
  })

  test('IM-9 a dry run reports the result and stores nothing', async () => {
    const { counts, told } = await take(all, { dryRun: true })
    expect([told, counts.created > 0]).toEqual([[], true])
    expect(await createCatalogues(test1.database).of('de', 2030)).toBe(null)
  })

  test('IM-9 SH-3 all parts together become the plans of a year', async () => {
    const { counts, told } = await take(all)
    expect([told, counts.rejected]).toEqual([[], 0])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    expect(catalogue?.plans.map(({ planId, name, line }) => [planId, name, line])).toEqual([
      ['1DE0010001', 'Sample Silver', 'medical'],
      ['1DE0010002', 'Sample Dental', 'dental'],
    ])
    const [silver] = catalogue?.listSold(county) ?? []
    expect(silver).toMatchObject({
      deductibleCents: 150_000,
      deductibleFamilyCents: 300_000,
      outOfPocketCents: 910_000,
    })
    expect(silver?.benefits.map(({ service: of, inNetwork }) => [of, inNetwork?.covered])).toEqual([
      ['primary', true],
      [null, false],
    ])
    const rate = silver?.rateIn(catalogue?.findRatingArea(county) ?? '')
    expect([rate?.(40, false), rate?.(40, true), rate?.(3, true), rate?.(50, false)]).toEqual([
      41_235,
      48_010,
      20_000,
      null,
    ])
    expect(catalogue?.listSold({ ...county, fips: '10001' })).toEqual([])
    expect(catalogue?.plan('1DE0010002')?.rateIn('Rating Area 1')).toBe(null)
  })

  test('IM-9 the same files again change nothing; a single part replaces that part', async () => {
    const catalogues = createCatalogues(test1.database)
    const before = await catalogues.of('de', 2030)
    expect((await take(all)).counts).toMatchObject({ created: 0, updated: 0, rejected: 0 })
    expect(await catalogues.of('de', 2030)).toBe(before)
    const { counts } = await take({ rates: rates().replace('412.35', '420.00') })
    expect(counts).toMatchObject({ updated: 2, unchanged: 0, skipped: 1 })
    const after = await catalogues.of('de', 2030)
    expect(after?.plan('1DE0010001')?.rateIn('Rating Area 1')?.(40, false)).toBe(42_000)
    expect(after?.plan('1DE0010001')?.benefits).toHaveLength(2)
  })

  /** The files as CMS publishes them, with another value in one cell of the first plan. */
  const publish = async (part: keyof typeof all, from: string, to: string) => {
    const { told, counts } = await take({ ...all, [part]: all[part].replaceAll(from, to) })
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    return { told, rejected: counts.rejected, plan: catalogue?.plan('1DE0010001') }
  }

  test.each([
    ['a blank within the quotes', '"$9,100"', '"$9,100 "', { outOfPocketCents: 910_000 }],
    ['a blank that does not break', '"$9,100"', '"$9,100\u00a0"', { outOfPocketCents: 910_000 }],
    ['none of a group', '$3000 per group', 'per group not applicable', { deductibleFamilyCents: null }],
    ['none of a person', '$3000 per group', 'Per Person Not Applicable', { deductibleFamilyCents: null }],
    ['none, of a group', '$3000 per group', 'Not Applicable per group', { deductibleFamilyCents: null }],
    [
      'an amount of a group, the other way round',
      '$3000 per group',
      'per group $3000',
      { deductibleFamilyCents: 300_000 },
    ],
    ['zero', '"$1,500"', '$0', { deductibleCents: 0 }],
    ['nothing', '"$1,500"', '', { deductibleCents: null }],
  ])('IM-9 an amount of a plan as published: %s', async (_, from, to, expected) => {
    const { plan, ...rest } = await publish('plans', from, to)
    expect(rest).toEqual({ told: [], rejected: 0 })
    expect(plan).toMatchObject(expected)
  })

  test.each([
    ['$500.00 Copay before deductible', '', { copayCents: 50_000, per: 'visit', afterDeductible: false }],
    [
      '$75.00 Copay per Day before deductible',
      'Not Applicable',
      { copayCents: 7_500, per: 'day', afterDeductible: false },
    ],
    ['$75.00 Copay per Stay before deductible', '', { copayCents: 7_500, per: 'stay', afterDeductible: false }],
    [
      'Not Applicable',
      '20.00% Coinsurance before deductible',
      { copayCents: null, coinsurance: 20, afterDeductible: false },
    ],
    ['No Charge before deductible', 'Not Applicable', { copayCents: 0, afterDeductible: false }],
    ['No Charge', '20.00%', { copayCents: null, coinsurance: 20, afterDeductible: false }],
    ['$0.00 Copay after deductible', '20.00%', { copayCents: null, coinsurance: 20, afterDeductible: false }],
    ['$30.00', '0.00% Coinsurance after deductible', { copayCents: 3_000, coinsurance: null, afterDeductible: false }],
    ['Not Applicable', 'No Charge after deductible', { copayCents: 0, coinsurance: null, afterDeductible: true }],
  ])('IM-9 cost sharing as published: %s beside %s', async (copay, coinsurance, expected) => {
    const { plan, ...rest } = await publish('benefits', '$30.00,Not Applicable', `${copay},${coinsurance}`)
    expect(rest).toEqual({ told: [], rejected: 0 })
    expect(plan?.benefits[0]?.inNetwork).toMatchObject(expected)
  })

  test('IM-9 a cost that neither part states is unknown, and not free', async () => {
    const { plan } = await publish('benefits', '$30.00,Not Applicable', 'Not Applicable,Not Applicable')
    expect(plan?.benefits[0]?.inNetwork).toBe(null)
  })

  const withLinks = (...links: readonly (readonly [string, string])[]) => {
    const [header = '', ...rows] = plans().trimEnd().split('\n')
    const cells = rows.map((row, at) => `${row},${(links[at] ?? ['', '']).join(',')}`)
    return [`${header},URLForSummaryofBenefitsCoverage,PlanBrochure`, ...cells, ''].join('\n')
  }

  test('IM-9 a link that is not https costs only itself, and variants keep the documents of either', async () => {
    const files = {
      ...all,
      plans: withLinks(
        ['https://a.example/01.pdf', 'http://a.example/b.pdf'],
        ['https://a.example/00.pdf', 'https://a.example/b0.pdf'],
      ),
    }
    const { told, counts } = await take(files)
    expect([told, counts.rejected]).toEqual([[], 0])
    expect(counts.skips).toContainEqual({ type: 'link', reason: 'it does not begin with https://', count: 1 })
    const plan = (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
    expect(plan?.documents).toEqual([
      { kind: 'summary', link: 'https://a.example/01.pdf' },
      { kind: 'brochure', link: 'https://a.example/b0.pdf' },
    ])
  })

  test.each([
    ['zero', '0.00', null],
    ['what stands for none', '9999.00', null],
    ['what stands for none, with all nines', '9999.99', null],
    ['what stands for none, in another way', '999999.99', null],
    ['an ordinary one', '311.07', 31_107],
  ])('IM-9 SH-3 a rate of %s is shown as it is, or as none', async (_, cell, cents) => {
    const { plan, ...rest } = await publish('rates', '412.35,480.10', `${cell},${cell}`)
    expect(rest).toEqual({ told: [], rejected: 0 })
    expect([plan?.rateIn('Rating Area 1')?.(40, false), plan?.rateIn('Rating Area 1')?.(40, true)]).toEqual([
      cents,
      cents,
    ])
  })

  test('IM-9 SH-3 rates of other years and child-only plans are skipped', async () => {
    const days = (row: string, from: string, to: string) => `${row},${from},${to}\n`
    const [header = '', ...rows] = rates().trimEnd().split('\n')
    const dated = `${header},RateEffectiveDate,RateExpirationDate\n${rows.map((row) => days(row, '2030-01-01', '2030-12-31')).join('')}`
    const old = days('2030,DE,1DE0010001,Rating Area 1,,40,1.00,', '2029-01-01', '2029-12-31')
    const [names = '', ...all1] = plans().trimEnd().split('\n')
    const offered = all1.map((row, at) => `${row},${at === 3 ? 'Allows Child-Only' : 'Allows Adult and Child-Only'}`)
    const { told, counts } = await take({
      ...all,
      plans: [`${names},ChildOnlyOffering`, ...offered, ''].join('\n'),
      rates: dated + old,
    })
    expect([told, counts.rejected]).toEqual([[], 0])
    expect(counts.skips?.map(({ type, reason, count }) => `${type}: ${reason}: ${count}`).sort()).toEqual([
      'plan: only children may buy it: 1',
      'rate: it counts in no day of the plan year: 1',
      'rate: it is a rate of families, which are rated by person: 1',
    ])
    expect(await listPlans()).toEqual(['1DE0010001'])
    const plan = (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
    expect(plan?.rateIn('Rating Area 1')?.(40, false)).toBe(41_235)
  })

  test('IM-9 SH-3 all rows of a child-only plan are skipped, also those that come in a later run', async () => {
    const [names = '', ...rows] = plans().trimEnd().split('\n')
    const offered = rows.map((row, at) => `${row},${at === 3 ? 'Allows Child-Only' : ''}`)
    const ofChildren = {
      benefits: `${benefits}2030,DE,1DE0010002-01,Dental Check-Up for Children,No Charge,,Covered\n`,
      rates: rates('2030,DE,1DE0010002,Rating Area 1,,0-14,30.00,\n'),
    }
    const told = [`${names},ChildOnlyOffering`, ...offered, ''].join('\n')
    for (const files of [{ ...all, ...ofChildren, plans: told }, ofChildren]) {
      const one = await take(files)
      expect(one.told).toEqual([])
      expect(one.counts.skips).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: 'benefit', count: 1 }),
          expect.objectContaining({ type: 'rate', count: 1 }),
        ]),
      )
    }
    expect(await listPlans()).toEqual(['1DE0010001'])
    await forget()
  })

  test('IM-9 SH-3 SH-9 a plan for people with Medicare may have no premium, also if its rates come in a later run', async () => {
    const [names = '', ...rows] = plans().trimEnd().split('\n')
    const lines = rows.map((row, at) => `${row},${at === 3 ? 'medicare-advantage' : ''}`)
    const free = rates(
      '2030,DE,1DE0010002,Rating Area 1,,64 and over,0.00,\n2030,DE,1DE0010001,Rating Area 1,,64 and over,0,\n',
    )
    const read = async () => {
      const catalogue = await createCatalogues(test1.database).of('de', 2030)
      return ['1DE0010002', '1DE0010001'].map((id) => catalogue?.plan(id)?.rateIn('Rating Area 1')?.(70, false))
    }
    expect(
      (await take({ ...all, plans: [`${names},ProductLine`, ...lines, ''].join('\n'), rates: free })).told,
    ).toEqual([])
    expect(await read()).toEqual([0, null])
    expect((await take({ rates: free.replace('412.35', '413.35') })).told).toEqual([])
    expect(await read()).toEqual([0, null])
    await forget()
  })

  test('IM-9 SH-3 a network of several tiers is reported, because only the first tier’s costs are read', async () => {
    const [header = '', ...rows] = plans().trimEnd().split('\n')
    const more = ['Yes,Allows Adult-Only', 'Yes,Allows Adult-Only', 'No,', 'Not Applicable,Allows Adult and Child-Only']
    const names = `${header},MultipleInNetworkTiers,ChildOnlyOffering`
    const told = [names, ...rows.map((row, at) => `${row},${more[at]}`), ''].join('\n')
    expect((await take({ ...all, plans: told })).told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    // Nor is a plan that its file offers only to adults sold to children alone.
    expect(catalogue?.plans.map(({ tiered, adultsOnly }) => [tiered, adultsOnly])).toEqual([
      [true, true],
      [undefined, undefined],
    ])
    await forget()
  })

  const withEach = (...each: readonly string[]) => {
    const [header = '', ...rows] = plans().trimEnd().split('\n')
    return [`${header},TEHBDedInnTier1FamilyPerPerson`, ...rows.map((row) => `${row},${each[0] ?? ''}`), ''].join('\n')
  }

  test.each([
    ['$1500 per person', 150_000],
    ['per person not applicable', 'shared'],
    ['', null],
  ] as const)('IM-9 SH-3 a family’s deductible with `%s` for each person is distinguished', async (cell, each) => {
    const { told } = await take({ ...all, plans: withEach(cell) })
    expect(told).toEqual([])
    const plan = (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
    expect(plan).toMatchObject({ deductibleFamilyCents: 300_000, deductibleEachCents: each })
    await forget()
  })

  test('IM-9 SH-5 variants with reduced cost sharing replace their plan, and are never separate plans', async () => {
    const reduced = `${benefits}2030,DE,1DE0010001-05,Primary Care Visit to Treat an Injury or Illness,$10.00,Not Applicable,Covered\n`
    const { told } = await take({ ...all, benefits: reduced })
    expect([told, await listPlans()]).toEqual([[], ['1DE0010001', '1DE0010002']])
    const plan = (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
    expect(Object.keys(plan?.reduced ?? {})).toEqual(['87'])
    expect(plan?.reduced[87]).toMatchObject({ deductibleCents: 50_000, outOfPocketCents: 300_000 })
    expect(plan?.reduced[87]?.benefits.map(({ inNetwork }) => inNetwork?.copayCents)).toEqual([1_000])
    expect(plan).toMatchObject({ deductibleCents: 150_000 })
    await forget()
  })

  test('IM-9 SH-5 an unreadable variant costs only itself, and an unreadable plan also its variants', async () => {
    const row = (id: string) => `2030,DE,${id},Dialysis,thirty,,Covered\n`
    await take({ ...all, benefits: `${benefits}${row('1DE0010001-05')}` })
    const read = async () => (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
    expect((await read())?.reduced).toEqual({})
    await forget()
    const { told } = await take({ ...all, benefits: `${benefits}${row('1DE0010001-01')}` })
    expect([told.length, await listPlans()]).toEqual([1, ['1DE0010002']])
    await forget()
  })

  test('IM-9 if drugs have their own limit, a person pays at most the sum of both', async () => {
    const separate = plans()
      .replaceAll(
        'TEHBInnTier1IndividualMOOP',
        'TEHBInnTier1IndividualMOOP,MEHBInnTier1IndividualMOOP,DEHBInnTier1IndividualMOOP',
      )
      .replaceAll('"$9,100"', 'Not Applicable,"$6,000","$2,500"')
      .replaceAll('"$3,000"', 'Not Applicable,,')
      .replace(
        'Not Applicable,Not Applicable,Not Applicable',
        'Not Applicable,Not Applicable,Not Applicable,$350,Not Applicable',
      )
    expect((await take({ ...all, plans: separate })).told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    expect(catalogue?.plans.map(({ outOfPocketCents }) => outOfPocketCents)).toEqual([850_000, 35_000])
  })

  test('IM-9 SH-3 SH-4 a separate drug deductible is shown beside that of care, and the cost of a year counts both', async () => {
    const services = [
      ...['Preventive Care/Screening/Immunization', 'Primary Care Visit to Treat an Injury or Illness'],
      'Generic Drugs',
    ]
    const paid = `BusinessYear,StateCode,PlanId,BenefitName,CopayInnTier1,CoinsInnTier1,IsCovered\n${services
      .map((name) => `2030,DE,1DE0010001-01,${name},No Charge after deductible,Not Applicable,Covered\n`)
      .join('')}`
    const own = (integrated: string, care: string, drugs: string, family: string) =>
      plans()
        .replace(
          'TEHBDedInnTier1Individual',
          'TEHBDedInnTier1Individual,MEHBDedInnTier1Individual,DEHBDedInnTier1Individual,DEHBDedInnTier1FamilyPerPerson,DEHBDedInnTier1FamilyPerGroup',
        )
        .replaceAll('"$1,500"', `${integrated},${care},${drugs},${drugs && `${drugs} per person`},${family}`)
        .replaceAll('$500,$1000', '$500,,,,,$1000')
        .replaceAll('No,Not Applicable', 'No,Not Applicable,,,,')
    const read = async (...cells: Parameters<typeof own>) => {
      const { told } = await take({ ...all, plans: own(...cells), benefits: paid })
      expect(told).toEqual([])
      const plan = (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
      const { deductibleCents, drugDeductibleCents, drugDeductibleFamilyCents, drugDeductibleEachCents } = plan ?? {}
      await forget()
      const drugs = [drugDeductibleCents, drugDeductibleFamilyCents, drugDeductibleEachCents]
      return [deductibleCents, ...drugs, plan?.careFor(1).rarely]
    }
    // `rarely` covers a preventive visit of $250, a visit of $150, and two generic drugs of $20.
    expect(await read('', '$0', '$30', '$60 per group')).toEqual([0, 3_000, 6_000, 3_000, 3_000])
    expect(await read('', '$100', '$0', '$0 per group')).toEqual([10_000, 0, 0, 0, 10_000])
    const none = [undefined, undefined, undefined]
    expect(await read('', '"$1,500"', 'Not Applicable', '')).toEqual([150_000, ...none, 44_000])
    expect(await read('"$1,500"', '', '', '')).toEqual([150_000, ...none, 44_000])
  })

  test('IM-9 CMS’s other files of the year cost nothing: their rows are counted, and by themselves they are refused', async () => {
    const common = 'BusinessYear,StateCode,IssuerId,SourceName,ImportDate'
    const others = {
      network: `${common},NetworkName,NetworkId,NetworkURL,MarketCoverage,DentalOnlyPlan\n2030,DE,1,HIOS,2029-08-01,Net,DEN001,https://a.example/,Individual,No\n`,
      rules: `${common},ProductId,StandardComponentId,EnrolleeContractRateDeterminationRule,TwoParentFamilyMaxDependentsRule,MarketCoverage\n2030,DE,1,HIOS,2029-08-01,,,A different rate,3 or more,Individual\n`,
      crosswalk:
        'State,DentalPlan,PlanID_2029,CrosswalkLevel,ReasonForCrosswalk,PlanID_2030\nDE,No,1DE0010001,0,,1DE0010001\n',
    }
    const { told, counts } = await take({ ...others, ...all })
    expect(told).toEqual([])
    expect(counts.skips?.map(({ type, count }) => [type, count])).toEqual(
      expect.arrayContaining([
        ['network', 1],
        ['business rule', 1],
        ['crosswalk', 1],
      ]),
    )
    expect(await listPlans()).toEqual(['1DE0010001', '1DE0010002'])
    await forget()
    expect((await take(others)).told).toEqual([expect.stringContaining('none of these files is one that is read')])
  })

  test('IM-9 unread or repeated parts of a rate cost no plan', async () => {
    const twice = '2030,DE,1DE0010001,Rating Area 1,Tobacco User/Non-Tobacco User,40,$412.35,480.10\n'
    const family = '2030,DE,1DE0010001,Rating Area 1,No Preference,Family Option,n/a,\n'
    const { told, counts } = await take({ ...all, rates: rates(twice + family) })
    expect(told).toEqual([])
    expect(counts.skips).toEqual([expect.objectContaining({ type: 'rate', count: 2 })])
    const plan = (await createCatalogues(test1.database).of('de', 2030))?.plan('1DE0010001')
    expect(plan?.rateIn('Rating Area 1')?.(40, false)).toBe(41_235)
    await forget()
  })

  test('IM-9 a cell with "not applicable" counts as empty', async () => {
    const { told } = await take({
      ...all,
      plans: plans().replaceAll('1DE0010002-01,No', '1DE0010002-01,Not Applicable'),
      benefits: `${benefits.trimEnd().split('\n').join(',Not Applicable,N/A\n').replace(',Not Applicable,N/A', ',LimitQty,LimitUnit')},Not Applicable,N/A\n2030,DE,1DE0010001-01,Dialysis,$5.00,,Yes,20.0,Visit(s) per Year\n`,
    })
    expect(told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    expect(catalogue?.plan('1DE0010002')?.hsa).toBe(null)
    expect(catalogue?.plan('1DE0010001')?.benefits.map(({ limit }) => limit)).toEqual([
      null,
      null,
      '20 Visit(s) per Year',
    ])
    await forget()
  })

  test('IM-9 IM-6 a file in an older spreadsheet’s encoding is read', async () => {
    const named = Buffer.from(plans().replaceAll('Sample Silver', 'Señora’s Silver'), 'utf8').toString('utf8')
    const old = Buffer.from(named.replaceAll('’', '\u0092'), 'latin1')
    const { told } = await take({ ...all, plans: old })
    expect(told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    expect(catalogue?.plan('1DE0010001')?.name).toBe('Señora’s Silver')
  })

  test('IM-9 SH-3 small-group plans, and everything that files say about them, are skipped', async () => {
    const group = '2030,DE,1,HIOS,2029-01-01,SHOP (Small Group),No,Group Gold,HMO,Gold,DES009,1DE0020001-00,No,$1,$2,$3'
    // Small-group rates begin every quarter; the files come in any order.
    const quarters = `2030,DE,1DE0020001,Rating Area 1,,40,300.00,\n2030,DE,1DE0020001,Rating Area 1,,40,310.00,\n`
    const shared = {
      benefits: `${benefits}2030,DE,1DE0020001-00,Acupuncture,Not Covered,,Not Covered\n`,
      rates: rates(quarters),
      service: `BusinessYear,StateCode,ServiceAreaId,ServiceAreaName,CoverEntireState,County,MarketCoverage
2030,DE,DES001,North,No,10003,Individual
2030,DE,DES001,All,Yes,,SHOP (Small Group)
`,
      rating,
    }
    const { counts, told } = await take({ ...shared, plans: plans(`${group}\n`) })
    expect([told, counts.rejected]).toEqual([[], 0])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    expect(catalogue?.plans.map(({ planId }) => planId)).toEqual(['1DE0010001', '1DE0010002'])
    expect(catalogue?.listSold({ ...county, fips: '10001' })).toEqual([])
    // A file of rates alone does not report them as unknown plans either.
    expect((await take({ rates: rates(quarters).replace('412.35', '413.00') })).told).toEqual([])
    expect((await take({ plans: plans(group.replace('SHOP (Small Group)', 'Large')) })).told[0]).toContain(
      'plans.csv:6: MarketCoverage: is none of individual, shop (small group)',
    )
  })

  test('IM-9 SH-3 a county covered in part is sold to only in its ZIP codes', async () => {
    const part = (cells: string) =>
      `BusinessYear,StateCode,ServiceAreaId,ServiceAreaName,CoverEntireState,County,PartialCounty,ZipCodes\n${cells}\n`
    const partly = part('2030,DE,DES001,North,No,10003,Yes,"19801, 19802"\n2030,DE,DES001,North,No,10001,No,')
    expect((await take({ ...all, service: partly })).told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    const countSold = (fips: string, zipCode: string) => catalogue?.listSold({ fips, state: 'DE', zipCode }).length
    expect(countSold('10003', '19802')).toBe(2)
    expect(countSold('10003', '19701')).toBe(0)
    // The ZIP codes apply to their county, and the other county is covered as a whole.
    expect([countSold('10005', '19802'), countSold('10001', '19701')]).toEqual([0, 2])
    const importTold = async (cells: string) => (await take({ ...all, service: part(cells) })).told[0]
    expect(await importTold('2030,DE,DES001,North,No,10003,Yes,')).toContain('service.csv:2: ZipCodes: is empty')
    expect(await importTold('2030,DE,DES001,North,No,10003,Yes,"19801, 1980"')).toContain(
      'service.csv:2: ZipCodes: 1980 is no ZIP code of five digits',
    )
    expect(await importTold('2030,DE,DES001,North,No,10003,No,19801')).toContain('service.csv:2: PartialCounty: is No')
    expect(await importTold('2030,DE,DES001,North,No,10003,Yes,19801\n2030,DE,DES001,North,No,10003,No,')).toContain(
      'service.csv:3: County: stands in an earlier row',
    )
  })

  test('IM-9 SH-3 a service area belongs to its issuer, and to dental plans or to the others', async () => {
    const service = `BusinessYear,StateCode,IssuerId,ServiceAreaId,ServiceAreaName,CoverEntireState,County,DentalOnlyPlan
2030,DE,1,DES001,North,No,10003,No
2030,DE,1,DES001,South,No,10005,Yes
2030,DE,2,DES001,All,Yes,,No
`
    expect((await take({ ...all, service })).told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    const names = (fips: string) => catalogue?.listSold({ ...county, fips }).map(({ name }) => name)
    expect([names('10003'), names('10005'), names('10001')]).toEqual([['Sample Silver'], ['Sample Dental'], []])
    expect((await take({ plans: plans().replaceAll(',1,HIOS', ',3,HIOS') })).told[0]).toContain(
      'plans.csv:2: ServiceAreaId: there is no service area DES001 of issuer 3',
    )
  })
})
