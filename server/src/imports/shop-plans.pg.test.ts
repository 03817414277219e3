import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../../test/importing.ts'
import { openTestDatabase } from '../../test/portal.ts'
import { createCatalogues } from '../plans/catalogue.ts'

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

async function take(files: Readonly<Record<string, string>>, more: More = {}) {
  const named = Object.fromEntries(Object.entries(files).map(([name, content]) => [`${name}.csv`, content]))
  const asked = { kind: 'plans', brand: 'de', brands: ['de'], ...more }
  const { counts, rejected } = await importFiles(test1.database, named, asked)
  const told = rejected.map(({ file, line, path, reason }) => `${basename(file)}:${line}: ${path}: ${reason}`)
  return { counts, told }
}

/** Rows that also have columns of CMS's that the portal does not read. */
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
  test('IM-9 a row that is wrong is told with its line and column, and nothing is loaded', async () => {
    const wrong = '2030,DE,1,HIOS,2029-01-01,Individual,No,Broken,HMO,Tin,DES001,1DE0010003-01,No,$1,$2,$3\n'
    const { counts, told } = await take({
      ...all,
      plans: plans(wrong),
      rates: rates('2030,DE,1DE0019999,Rating Area 1,,40,1.00,\n'),
    })
    expect(told).toEqual([
      'plans.csv:6: MetalLevel: is none of catastrophic, bronze, expanded bronze, silver, gold, platinum, high, low, not applicable',
      'rates.csv:5: PlanId: there is no plan 1DE0019999 in this year',
      'plans.csv:0: : nothing was imported because of this: correct it, or add --partial',
    ])
    expect(counts).toMatchObject({ created: 0, rejected: 3 })
    expect(await createCatalogues(test1.database).of('de', 2030)).toBe(null)
  })

  test('IM-9 what is wrong in other ways: files of no layout, brands, ages, areas, cost sharing', async () => {
    const told = async (files: Record<string, string>, more?: More) => (await take(files, more)).told[0]
    expect(await told({ x: 'a,b\n1,2\n' })).toContain('is none of the layouts plans, benefits, rates, service, rating')
    expect(await told({ x: '' })).toContain('the file is empty')
    expect(await told(all, { brand: null })).toContain('brand: plans are of one brand: say --brand CODE')
    expect(await told({ ...all, rates: rates('2030,DE,1DE0010001,Rating Area 1,,40-41,1.00,\n') })).toContain(
      'rates.csv:5: Age: has a rate in an earlier row',
    )
    expect(await told({ ...all, rates: rates('2030,DE,1DE0010001,Rating Area 1,,41,free,\n') })).toContain(
      'rates.csv:5: IndividualRate: is no amount',
    )
    expect(await told({ ...all, service: service.replace('10003', '') })).toContain('service.csv:2: County: is empty')
    expect(await told({ plans: plans() })).toContain('plans.csv:2: ServiceAreaId: there is no service area DES001')
    expect(await told({ ...all, benefits: benefits.replace('$30.00', 'thirty') })).toContain(
      'benefits.csv:2: CopayInnTier1: is no cost sharing',
    )
  })

  test('IM-9 a dry run says what would be and keeps nothing', async () => {
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
    const [silver] = catalogue?.soldIn(county) ?? []
    expect(silver).toMatchObject({
      deductibleCents: 150_000,
      deductibleFamilyCents: 300_000,
      outOfPocketCents: 910_000,
    })
    expect(silver?.benefits.map(({ service: of, inNetwork }) => [of, inNetwork?.covered])).toEqual([
      ['primary', true],
      [null, false],
    ])
    const rate = silver?.rateIn(catalogue?.ratingAreaOf(county) ?? '')
    expect([rate?.(40, false), rate?.(40, true), rate?.(3, true), rate?.(50, false)]).toEqual([
      41_235,
      48_010,
      20_000,
      null,
    ])
    expect(catalogue?.soldIn({ ...county, fips: '10001' })).toEqual([])
    expect(catalogue?.plan('1DE0010002')?.rateIn('Rating Area 1')).toBe(null)
  })

  test('IM-9 the same files again change nothing; a part alone takes the place of its own', async () => {
    const catalogues = createCatalogues(test1.database)
    const before = await catalogues.of('de', 2030)
    expect((await take(all)).counts).toMatchObject({ created: 0, updated: 0, rejected: 0 })
    expect(await catalogues.of('de', 2030)).toBe(before)
    const { counts } = await take({ rates: rates().replace('412.35', '420.00') })
    expect(counts).toMatchObject({ updated: 2, unchanged: 1 })
    const after = await catalogues.of('de', 2030)
    expect(after?.plan('1DE0010001')?.rateIn('Rating Area 1')?.(40, false)).toBe(42_000)
    expect(after?.plan('1DE0010001')?.benefits).toHaveLength(2)
  })

  test('IM-9 with --partial what is right is taken', async () => {
    const { counts } = await take(
      { ...all, rates: rates('2030,DE,1DE0019999,Rating Area 1,,40,1.00,\n') },
      { partial: true },
    )
    expect(counts.rejected).toBe(1)
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    expect(catalogue?.plan('1DE0010001')?.rateIn('Rating Area 1')?.(40, false)).toBe(41_235)
  })

  test('IM-9 SH-3 plans for small groups, and all that files say of them, are passed over', async () => {
    const group = '2030,DE,1,HIOS,2029-01-01,SHOP (Small Group),No,Group Gold,HMO,Gold,DES009,1DE0020001-00,No,$1,$2,$3'
    // Rates of small groups begin every quarter; the files come in any order.
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
    expect(catalogue?.soldIn({ ...county, fips: '10001' })).toEqual([])
    // Neither does a file of rates alone know them as strangers.
    expect((await take({ rates: rates(quarters).replace('412.35', '413.00') })).told).toEqual([])
    expect((await take({ plans: plans(group.replace('SHOP (Small Group)', 'Large')) })).told[0]).toContain(
      'plans.csv:6: MarketCoverage: is none of individual, shop (small group)',
    )
  })

  test('IM-9 SH-3 a county covered in part is sold to in its ZIP codes alone', async () => {
    const part = (cells: string) =>
      `BusinessYear,StateCode,ServiceAreaId,ServiceAreaName,CoverEntireState,County,PartialCounty,ZipCodes\n${cells}\n`
    const partly = part('2030,DE,DES001,North,No,10003,Yes,"19801, 19802"\n2030,DE,DES001,North,No,10001,No,')
    expect((await take({ ...all, service: partly })).told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    const sold = (fips: string, zipCode: string) => catalogue?.soldIn({ fips, state: 'DE', zipCode }).length
    expect(sold('10003', '19802')).toBe(2)
    expect(sold('10003', '19701')).toBe(0)
    // The ZIP codes are those of their county, and the other county is covered as a whole.
    expect([sold('10005', '19802'), sold('10001', '19701')]).toEqual([0, 2])
    const told = async (cells: string) => (await take({ ...all, service: part(cells) })).told[0]
    expect(await told('2030,DE,DES001,North,No,10003,Yes,')).toContain('service.csv:2: ZipCodes: is empty')
    expect(await told('2030,DE,DES001,North,No,10003,Yes,"19801, 1980"')).toContain(
      'service.csv:2: ZipCodes: 1980 is no ZIP code of five digits',
    )
    expect(await told('2030,DE,DES001,North,No,10003,No,19801')).toContain('service.csv:2: PartialCounty: is No')
    expect(await told('2030,DE,DES001,North,No,10003,Yes,19801\n2030,DE,DES001,North,No,10003,No,')).toContain(
      'service.csv:3: County: stands in an earlier row',
    )
  })

  test('IM-9 SH-3 a service area is that of its issuer, and of dental plans or the others', async () => {
    const service = `BusinessYear,StateCode,IssuerId,ServiceAreaId,ServiceAreaName,CoverEntireState,County,DentalOnlyPlan
2030,DE,1,DES001,North,No,10003,No
2030,DE,1,DES001,South,No,10005,Yes
2030,DE,2,DES001,All,Yes,,No
`
    expect((await take({ ...all, service })).told).toEqual([])
    const catalogue = await createCatalogues(test1.database).of('de', 2030)
    const names = (fips: string) => catalogue?.soldIn({ ...county, fips }).map(({ name }) => name)
    expect([names('10003'), names('10005'), names('10001')]).toEqual([['Sample Silver'], ['Sample Dental'], []])
    expect((await take({ plans: plans().replaceAll(',1,HIOS', ',3,HIOS') })).told[0]).toContain(
      'plans.csv:2: ServiceAreaId: there is no service area DES001 of issuer 3',
    )
  })
})
