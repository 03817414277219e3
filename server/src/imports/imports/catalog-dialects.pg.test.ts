import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, importFiles, ndjson } from '../../../test/importing.ts'
import { openTestDatabase } from '../../../test/portal.ts'
import { createCatalogues } from '../../brands/plans/catalogue.ts'

/** Made-up files in each public format: the portal ends up with every amount in them. */
let test1: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  test1 = await openTestDatabase({ seeded: false })
})
afterAll(() => test1?.remove())

async function take(kind: string, files: Readonly<Record<string, string | Buffer>>, brand: string) {
  const { rejected } = await importFiles(test1.database, files, { kind, brand })
  expect(rejected).toEqual([])
}

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

describe('IM-9 the exchange’s public use files of three years', () => {
  const amounts = [0, 25_000, 150_000, 645_075, 910_000, 1_820_000]
  const plans = amounts.map((cents, at) => ({ id: `77777DE001000${at}`, cents }))
  const ages = ['0-14', ...Array.from({ length: 49 }, (_, at) => String(at + 15)), '64 and over']
  const computeRate = (plan: number, age: number) => 10_000 + plan * 1_234 + age * 101

  /** The files of each year: with other columns between those that are read, and amounts with or without blanks and cents. */
  const years = [
    {
      year: 2024,
      extra: { VersionNum: '6', TIN: '51-0000000' },
      amount: (cents: number) => dollars(cents).replace(/\.00$/, ''),
    },
    {
      year: 2025,
      extra: { PlanVariantMarketingName: 'Variant', DesignType: 'Design 1' },
      amount: (cents: number) => `${dollars(cents)} `,
    },
    { year: 2026, extra: { QHPNonQHPTypeId: 'Both', PlanVariantMarketingName: 'V' }, amount: dollars },
  ] as const

  test.each(years)('IM-9 $year: every limit, cost share and rate', async ({ year, extra, amount }) => {
    const of = {
      BusinessYear: String(year),
      StateCode: 'DE',
      IssuerId: '77777',
      SourceName: 'HIOS',
      ImportDate: `${year - 1}-10-15`,
    }
    const attributes = plans.flatMap(({ id, cents }) =>
      ['00', '01', '04'].map((variant) => ({
        ...of,
        ...{
          MarketCoverage: 'Individual',
          DentalOnlyPlan: 'No',
          StandardComponentId: id,
          PlanMarketingName: `Plan ${id}`,
        },
        ...extra,
        ...{
          ServiceAreaId: 'DES001',
          PlanType: 'EPO',
          MetalLevel: 'Expanded Bronze',
          IsHSAEligible: 'Yes',
          PlanId: `${id}-${variant}`,
        },
        ...{
          URLForSummaryofBenefitsCoverage: `https://plan.example/${variant}.pdf`,
          PlanBrochure: 'http://plan.example/b',
        },
        TEHBDedInnTier1Individual: variant === '04' ? '$1' : amount(cents),
        TEHBDedInnTier1FamilyPerGroup:
          cents === 0 ? 'per group not applicable' : `${amount(cents * 2).trim()} per group`,
        TEHBInnTier1IndividualMOOP: amount(cents + 100_000),
        TEHBInnTier1FamilyPerGroupMOOP: `${amount(cents * 2 + 200_000).trim()} per group`,
      })),
    )
    const shares = (cents: number) =>
      [
        ['Primary Care Visit to Treat an Injury or Illness', dollars(cents + 1_000), 'Not Applicable'],
        [
          'Inpatient Hospital Services (e.g., Hospital Stay)',
          `${dollars(cents + 5_000)} Copay per Day after deductible`,
          'Not Applicable',
        ],
        [
          'Emergency Room Services',
          `${dollars(cents + 2_000)} Copay before deductible`,
          '30.00% Coinsurance after deductible',
        ],
        ['Generic Drugs', 'No Charge', 'Not Applicable'],
        ['Specialty Drugs', 'Not Applicable', '45.50% Coinsurance after deductible'],
      ] as const
    const benefits = plans.flatMap(({ id, cents }) =>
      shares(cents).map(([BenefitName, CopayInnTier1, CoinsInnTier1]) => ({
        ...of,
        ...{
          StandardComponentId: id,
          PlanId: `${id}-01`,
          BenefitName,
          CopayInnTier1,
          CopayInnTier2: '',
          CoinsInnTier1,
        },
        ...{
          CopayOutofNet: 'Not Covered',
          CoinsOutofNet: 'Not Covered',
          IsCovered: 'Covered',
          Exclusions: 'Benefit Exclusions',
        },
      })),
    )
    const rates = plans.flatMap(({ id }, plan) =>
      ages.map((Age, at) => ({
        ...of,
        ...{
          RateEffectiveDate: `${year}-01-01`,
          RateExpirationDate: `${year}-12-31`,
          PlanId: id,
          RatingAreaId: 'Rating Area 1',
        },
        ...{ Tobacco: 'Tobacco User/Non-Tobacco User', Age },
        IndividualRate: (computeRate(plan, at) / 100).toFixed(2),
        IndividualTobaccoRate: (computeRate(plan, at) / 50).toFixed(2),
      })),
    )
    const areas = [
      {
        ...of,
        ServiceAreaId: 'DES001',
        ServiceAreaName: 'All',
        CoverEntireState: 'Yes',
        County: '',
        DentalOnlyPlan: 'No',
      },
    ]
    const places = [{ BusinessYear: String(year), StateCode: 'DE', RatingAreaId: 'Rating Area 1', County: '' }]
    const writeCsv = (rows: readonly Readonly<Record<string, string>>[]) =>
      `\uFEFF${csv(...rows).replaceAll('\n', '\r\n')}`
    const files = { plans: attributes, benefits, rates, areas, places }
    await take(
      'plans',
      Object.fromEntries(Object.entries(files).map(([name, rows]) => [`${name}.csv`, writeCsv(rows)])),
      'de',
    )
    const catalogue = await createCatalogues(test1.database).of('de', year)
    expect(catalogue?.plans).toHaveLength(plans.length)
    for (const [at, { id, cents }] of plans.entries()) {
      const plan = catalogue?.plan(id)
      expect(plan).toMatchObject({
        deductibleCents: cents,
        deductibleFamilyCents: cents === 0 ? null : cents * 2,
        outOfPocketCents: cents + 100_000,
        outOfPocketFamilyCents: cents * 2 + 200_000,
        hsa: true,
        metal: 'expanded-bronze',
        networkType: 'EPO',
        documents: [{ kind: 'summary', link: 'https://plan.example/01.pdf' }],
      })
      const share = { covered: true, per: 'visit', coinsurance: null, afterDeductible: false }
      expect(plan?.benefits.map(({ inNetwork }) => inNetwork)).toEqual([
        { ...share, copayCents: cents + 1_000 },
        { ...share, copayCents: cents + 5_000, per: 'day', afterDeductible: true },
        { ...share, copayCents: cents + 2_000, coinsurance: 30, afterDeductible: true, onlyAfter: 'coinsurance' },
        { ...share, copayCents: 0 },
        { ...share, copayCents: null, coinsurance: 45.5, afterDeductible: true },
      ])
      expect(plan?.benefits.every(({ outOfNetwork }) => outOfNetwork?.covered === false)).toBe(true)
      const rate = plan?.rateIn('Rating Area 1')
      for (const [step, first] of [0, ...Array.from({ length: 50 }, (_, one) => one + 15)].entries())
        expect([rate?.(first, false), rate?.(first, true)]).toEqual([computeRate(at, step), computeRate(at, step) * 2])
    }
  })
})

describe('IM-9 the exchange’s JSON: drugs and plans', () => {
  test('IM-9 every tier, rule, copay and share of each year', async () => {
    const tiers = ['GENERIC', 'PREFERRED-BRAND', 'NON-PREFERRED-BRAND', 'SPECIALTY']
    const kinds = ['1-MONTH-IN-RETAIL', '3-MONTH-IN-RETAIL', '1-MONTH-IN-MAIL', '3-MONTH-IN-MAIL'] as const
    const copay = (year: number, tier: number, kind: number) => (year - 2025) * 1_000 + tier * 100 + kind * 10 + 5.25
    const drugs = tiers.map((_, at) => ({
      rxnorm_id: String(at + 1),
      drug_name: `Ingredient${at} ${at + 1}0 MG Oral Tablet [Brand${at}]`,
      plans: [2026, 2027].map((year) => ({
        ...{ plan_id_type: 'HIOS-PLAN-ID', plan_id: 'P-1', drug_tier: tiers[(at + year) % 4], years: [year] },
        ...{ prior_authorization: year === 2027, step_therapy: at === 1, quantity_limit: at === 2 },
      })),
    }))
    const plans = [2026, 2027].map((year) => ({
      plan_id: 'P-1',
      years: [year],
      formulary: tiers.map((drug_tier, tier) => ({
        drug_tier,
        mail_order: true,
        cost_sharing: kinds.map((pharmacy_type, kind) =>
          tier === 3
            ? {
                pharmacy_type,
                copay_amount: 0,
                copay_opt: 'NO-CHARGE',
                coinsurance_rate: 0.1 * (kind + 1),
                coinsurance_opt: 'AFTER-DEDUCTIBLE',
              }
            : {
                pharmacy_type,
                copay_amount: copay(year, tier, kind),
                copay_opt: 'BEFORE-DEDUCTIBLE',
                coinsurance_rate: 0,
                coinsurance_opt: null,
              },
        ),
      })),
    }))
    await take('formulary', { 'drugs.json': JSON.stringify(drugs), 'plans.json': JSON.stringify(plans) }, 'fl')
    const listed = await test1.database.read
      .selectFrom('formulary_drug')
      .select(['rxnorm', 'begins', 'ends', 'tier', 'prior_authorization', 'step_therapy', 'quantity_limit'])
      .where('brand', '=', 'fl')
      .orderBy('rxnorm')
      .orderBy('begins')
      .execute()
    expect(listed.map((row) => Object.values(row))).toEqual(
      drugs.flatMap(({ rxnorm_id, plans: all }) =>
        all.map((one) => [
          rxnorm_id,
          `${one.years[0]}-01-01`,
          `${one.years[0]}-12-31`,
          one.drug_tier,
          one.prior_authorization,
          one.step_therapy,
          one.quantity_limit,
        ]),
      ),
    )
    const { costs } = await test1.database.read
      .selectFrom('formulary')
      .select('costs')
      .where('brand', '=', 'fl')
      .executeTakeFirstOrThrow()
    expect(costs).toHaveLength(2 * 4 * 4)
    for (const year of [2026, 2027])
      for (const [tier, name] of tiers.entries())
        for (const [kind, [pharmacy, days]] of (
          [
            ['retail', 30],
            ['retail', 90],
            ['mail', 30],
            ['mail', 90],
          ] as const
        ).entries()) {
          const found = costs.find(
            (one) =>
              one.tier === name && one.pharmacy === pharmacy && one.days === days && one.begins === `${year}-01-01`,
          )
          const said =
            tier === 3
              ? { copayCents: null, coinsurance: 10 * (kind + 1), deductibleApplies: true }
              : { copayCents: Math.round(copay(year, tier, kind) * 100), coinsurance: null, deductibleApplies: false }
          expect(found).toMatchObject(said)
        }
  })
})

describe('IM-8 Transparency in Coverage, both versions of its schema', () => {
  const types = ['negotiated', 'derived', 'fee schedule', 'percentage', 'per diem'] as const
  // A percentage is one of the bill, and at most 100.
  const computeAmount = (at: number) => Number(((types[at % 5] === 'percentage' ? 2.5 : 17.1) * at + 0.35).toFixed(2))
  const tin = { type: 'ein', value: '51-0000001', business_name: 'Harbor Care' }
  const price = (at: number) => ({
    ...{
      negotiated_type: types[at % 5],
      negotiated_rate: computeAmount(at),
      expiration_date: at % 3 === 0 ? '9999-12-31' : '2031-06-30',
    },
    ...{
      service_code: at % 2 === 0 ? ['CSTM-00'] : ['11', '22'],
      billing_class: at % 2 === 0 ? 'institutional' : 'professional',
    },
    ...(at % 4 === 0 && { billing_code_modifier: ['26', 'TC'] }),
    ...(at % 7 === 0 && { additional_information: 'In words' }),
  })
  const services = (rate: (at: number) => object) =>
    Array.from({ length: 40 }, (_, at) => ({
      ...{
        negotiation_arrangement: at % 10 === 9 ? 'bundle' : 'ffs',
        name: `Service ${at}`,
        billing_code_type: 'HCPCS',
      },
      ...{ billing_code_type_version: '2026', billing_code: `g${1000 + at}`, description: `Service ${at}` },
      ...(at % 10 === 9 && {
        bundled_codes: [
          { billing_code_type: 'CPT', billing_code_type_version: '2026', billing_code: '1', description: 'One' },
        ],
      }),
      negotiated_rates: [rate(at)],
    }))
  const top = { reporting_entity_name: 'Payer', reporting_entity_type: 'issuer', last_updated_on: '2026-10-01' }
  const second = {
    ...{ ...top, version: '2.1.0' },
    in_network: services((at) => ({
      provider_references: [at % 2],
      negotiated_prices: [{ ...price(at), setting: 'both' }],
    })),
    // Prices come before the groups that they refer to.
    provider_references: [0, 1].map((id) => ({
      ...{ provider_group_id: id, network_name: ['Harbor'], provider_groups: [{ npi: [1000000001 + id], tin }] },
    })),
  }
  const first = {
    ...{ ...top, version: '1.3.1' },
    in_network: services((at) =>
      at % 2 === 0
        ? {
            provider_groups: [{ npi: [1000000001], tin: { type: 'ein', value: '51-0000001' } }],
            negotiated_prices: [price(at)],
          }
        : { provider_references: [1], negotiated_prices: [price(at)] },
    ),
    provider_references: [
      { provider_group_id: 1, provider_groups: [{ npi: [1000000002], tin: { type: 'ein', value: '51-0000001' } }] },
    ],
  }

  test.each([
    ['1', first, 'idh'],
    ['2', second, 'wi'],
  ] as const)(
    'IM-8 version %s: every price, with its kind, day, modifiers and providers',
    async (_, content, brand) => {
      await take('rates', { 'rates.json': JSON.stringify(content) }, brand)
      const rows = await test1.database.read
        .selectFrom('rates_file as f')
        .innerJoin('rates_price as p', 'p.file_id', 'f.file_id')
        .innerJoin('rates_service as s', (join) =>
          join.onRef('s.file_id', '=', 'p.file_id').onRef('s.item', '=', 'p.item'),
        )
        .innerJoin('rates_provider as g', 'g.file_id', 'f.file_id')
        .select([
          's.code',
          's.arrangement',
          'p.type',
          'p.amount',
          'p.billing_class',
          'p.modifiers',
          'p.expires',
          'g.npi',
        ])
        .where('f.brand', '=', brand)
        .where(sql<boolean>`g.ref = p.refs ->> 0`)
        .orderBy('s.code')
        .execute()
      expect(rows.map((row) => Object.values(row))).toEqual(
        Array.from({ length: 40 }, (_, at) => [
          `G${1000 + at}`,
          at % 10 === 9 ? 'bundle' : 'ffs',
          types[at % 5],
          Math.round(computeAmount(at) * 100),
          at % 2 === 0 ? 'institutional' : 'professional',
          at % 4 === 0 ? '26 TC' : '',
          at % 3 === 0 ? '9999-12-31' : '2031-06-30',
          String(1000000001 + (at % 2)),
        ]),
      )
    },
  )
})

describe('IM-7 Plan-Net in both versions', () => {
  const ig = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
  const concept = (code: string, display?: string) => ({ coding: [{ code, display }] })
  const to = (reference: string) => ({ reference })
  const resources = (more: { readonly practitioner: object; readonly place: object }) => [
    { resourceType: 'Organization', id: 'n', name: 'Premium Net', active: true, type: [concept('ntwk')] },
    { resourceType: 'Organization', id: 'o', name: 'Hill Hospital', active: true, type: [concept('prvgrp')] },
    {
      ...{ resourceType: 'InsurancePlan', id: 'i', identifier: [{ value: 'gold' }], status: 'active' },
      plan: [{ identifier: [{ value: 'gold-1' }], network: [to('Organization/n')] }],
    },
    {
      ...{
        resourceType: 'Practitioner',
        id: 'p',
        active: true,
        gender: 'female',
        name: [{ family: 'Solo', given: ['Hana'] }],
      },
      ...{
        identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1300000019' }],
        qualification: [{ code: concept('MD') }],
      },
      ...{ communication: [concept('es'), concept('en')], ...more.practitioner },
    },
    {
      ...{ resourceType: 'Location', id: 'l', status: 'active', telecom: [{ system: 'phone', value: '412-555-0100' }] },
      ...{ address: { line: ['1 Main St', 'Floor 2'], city: 'Pittsburgh', state: 'PA', postalCode: '15222-1234' } },
      ...{ position: { latitude: 40.44, longitude: -79.99 }, ...more.place },
    },
    {
      ...{
        resourceType: 'PractitionerRole',
        id: 'r',
        active: true,
        practitioner: to('Practitioner/p'),
        organization: to('Organization/o'),
      },
      ...{
        location: [to('Location/l')],
        specialty: [concept('207Q00000X', 'Family Medicine')],
        period: { start: '2026-01-01', end: '2026-12-31' },
      },
      ...{ availableTime: [{ daysOfWeek: ['mon', 'sat'] }], meta: { lastUpdated: '2026-05-04T00:00:00Z' } },
      extension: [
        { url: `${ig}/network-reference`, valueReference: to('Organization/n') },
        { url: `${ig}/newpatients`, extension: [{ url: 'acceptingPatients', valueCodeableConcept: concept('newpt') }] },
        { url: `${ig}/delivery-method`, extension: [{ url: 'type', valueCodeableConcept: concept('virtual') }] },
      ],
    },
  ]
  const accessible = { url: `${ig}/accessibility`, valueCodeableConcept: concept('adacomp') }

  test.each([
    ['1.1', { practitioner: {}, place: { extension: [accessible] } }],
    [
      '1.2',
      {
        practitioner: { extension: [{ url: `${ig}/practitioner-period`, valuePeriod: { start: '2020-07-07' } }] },
        place: {
          extension: [accessible, { url: `${ig}/region`, valueAttachment: { contentType: 'application/geo+json' } }],
        },
      },
    ],
  ])('IM-7 Plan-Net %s: every field that the finder shows', async (_, more) => {
    await take('directory', { 'directory.ndjson': ndjson(resources(more)) }, 'ms')
    const [entry] = await test1.database.read
      .selectFrom('directory_entry as e')
      .innerJoin('directory_generation as g', 'g.generation', 'e.generation')
      .selectAll('e')
      .where('g.source', '=', 'ms')
      .where('g.state', '=', 'live')
      .execute()
    expect(entry).toMatchObject({
      ...{
        provider_id: '1300000019',
        npi: '1300000019',
        kind: 'individual',
        name: 'Hana Solo',
        credential: 'MD',
        gender: 'F',
      },
      ...{
        specialty_name: 'Family Medicine',
        address: '1 Main St, Floor 2',
        city: 'Pittsburgh',
        state: 'PA',
        zip: '15222-1234',
      },
      ...{
        lat: 40.44,
        lon: -79.99,
        exact: true,
        phone: '412-555-0100',
        languages: ['es'],
        accepting: true,
        telehealth: true,
      },
      ...{ wheelchair: true, saturday: true, affiliations: ['Hill Hospital'], verified_on: '2026-05-04' },
    })
    const [seat] = await test1.database.read
      .selectFrom('directory_seat as s')
      .innerJoin('directory_generation as g', 'g.generation', 's.generation')
      .innerJoin('directory_network as n', (join) =>
        join.onRef('n.generation', '=', 's.generation').onRef('n.network_id', '=', 's.network_id'),
      )
      .select(['n.name', 'n.plan_ids', 's.zip', 's.begins', 's.ends', 's.accepting'])
      .where('g.source', '=', 'ms')
      .where('g.state', '=', 'live')
      .execute()
    expect(Object.values(seat ?? {})).toEqual(['Premium Net', ['gold-1'], '15222', '2026-01-01', '2026-12-31', true])
  })
})
