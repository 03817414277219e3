import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countMutants, type JsonObject, mutate, mutationSeed } from '../../../test/fuzz/mutations.ts'
import { createRandom } from '../../../test/fuzz/random.ts'
import { importFiles } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

/** Directories, drug lists and prices with one oddity each, between sound ones. */
const portal = testPortal()
const brand = 'hmbcbs'
const many = countMutants(200)
const times = Array.from({ length: many }, (_, at) => at)

/** A group of lines, one of which has an oddity. */
interface Mutant {
  readonly at: number
  readonly lines: readonly string[]
}

function mutateGroups(build: (at: number) => readonly JsonObject[]): Mutant[] {
  const random = createRandom(mutationSeed)
  return times.map((at) => {
    const all = build(at)
    const which = random.below(all.length)
    return { at, lines: all.map((one, place) => (place === which ? mutate(random, one) : JSON.stringify(one))) }
  })
}

/** The lines of a file: sound ones first and last, with the number of the first line of each mutant. */
function joinLines(shared: readonly object[], mutants: readonly Mutant[], last: readonly object[]) {
  const lines = shared.map((one) => JSON.stringify(one))
  const groups = mutants.map(({ at, lines: own }) => {
    const from = lines.length + 1
    lines.push(...own)
    return { at, from, to: lines.length }
  })
  lines.push(...last.map((one) => JSON.stringify(one)))
  return { content: lines.join('\n'), groups, lines: lines.length }
}

/** Every mutant of which nothing was loaded is reported. */
function expectTold(
  { groups }: ReturnType<typeof joinLines>,
  loaded: ReadonlySet<number>,
  { counts, rejected }: Awaited<ReturnType<typeof importFiles>>,
) {
  expect(rejected.length).toBe(counts.rejected)
  const lost = groups.filter(({ at }) => !loaded.has(at))
  const untold = lost.filter(({ from, to }) => !rejected.some(({ line }) => line >= from && line <= to))
  expect([untold.length, counts.skips]).toEqual([
    expect.toSatisfy((count) => count <= (counts.skipped ?? 0)),
    counts.skips,
  ])
}

const to = (reference: string) => ({ reference })
const concept = (code: string, display = code): JsonObject => ({ coding: [{ code, display }] })

describe('IM-5 IM-7 a directory with an oddity in one resource loses nobody else', () => {
  const guide = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition'
  const is = (name: string, value: JsonObject): JsonObject => ({ url: `${guide}/${name}`, ...value })
  const meta = { lastUpdated: '2026-05-04T10:00:00Z' }
  const period = { start: '2026-01-01', end: '2027-12-31' }
  const open = [
    { daysOfWeek: ['mon', 'sat'], allDay: false, availableStartTime: '08:00:00', availableEndTime: '17:00:00' },
  ]
  const accepting = is('newpatients', {
    extension: [
      { url: 'acceptingPatients', valueCodeableConcept: concept('newpt') },
      { url: 'fromNetwork', valueReference: to('Organization/net') },
    ],
  })
  const build = (at: number | string): JsonObject[] => [
    {
      ...{ resourceType: 'Practitioner', id: `p${at}`, meta, active: true, gender: 'female' },
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: 'x', use: 'official', period }],
      name: [
        { use: 'official', text: `Ada Kestrel${at}`, family: `Kestrel${at}`, given: ['Ada'], suffix: ['Jr.'], period },
      ],
      telecom: [{ system: 'phone', value: '412-555-0109', use: 'work', rank: 1 }],
      qualification: [{ code: concept('MD', 'Doctor of Medicine'), period }],
      communication: [concept('es')],
      extension: [is('practitioner-period', { valuePeriod: period })],
    },
    {
      ...{
        resourceType: 'Location',
        id: `l${at}`,
        meta,
        status: 'active',
        name: `Place ${at}`,
        type: [concept('HOSP')],
      },
      address: { line: [`${at} Odd St`], city: 'Pittsburgh', state: 'PA', postalCode: '15222', text: 'x' },
      position: { latitude: 40.4451, longitude: -79.9959 },
      telecom: [{ system: 'url', value: 'https://place.example' }],
      hoursOfOperation: [{ daysOfWeek: ['tue'], openingTime: '08:00:00', closingTime: '12:00:00' }],
      extension: [is('accessibility', { valueCodeableConcept: concept('adacomp') })],
      partOf: to('Location/main'),
    },
    {
      ...{
        resourceType: 'HealthcareService',
        id: `h${at}`,
        meta,
        active: true,
        name: 'Heart care',
        category: [concept('prov')],
      },
      providedBy: to(`Organization/o${at}`),
      location: [to(`Location/l${at}`)],
      specialty: [concept('207R00000X', 'Internal Medicine Physician')],
      availableTime: open,
      extension: [is('delivery-method', { extension: [{ url: 'type', valueCodeableConcept: concept('virtual') }] })],
    },
    {
      ...{
        resourceType: 'Organization',
        id: `o${at}`,
        meta,
        active: true,
        name: `Group ${at}`,
        type: [concept('prvgrp')],
      },
      extension: [is('org-period', { valuePeriod: period })],
    },
    {
      ...{ resourceType: 'PractitionerRole', id: `r${at}`, meta, active: true, period },
      practitioner: to(`Practitioner/p${at}`),
      organization: to(`Organization/o${at}`),
      healthcareService: [to(`HealthcareService/h${at}`)],
      location: [to(`Location/l${at}`)],
      specialty: [concept('207R00000X', 'Internal Medicine Physician')],
      telecom: [{ system: 'phone', value: '412-555-0110' }],
      availableTime: open,
      extension: [accepting, is('network-reference', { valueReference: to('Organization/net') })],
    },
    {
      ...{
        resourceType: 'OrganizationAffiliation',
        id: `a${at}`,
        meta,
        active: true,
        period,
        code: [concept('pharmacy')],
      },
      participatingOrganization: to(`Organization/o${at}`),
      location: [to(`Location/l${at}`)],
      network: [to('Organization/net')],
      specialty: [concept('3336C0003X', 'Community/Retail Pharmacy')],
    },
    {
      ...{ resourceType: 'InsurancePlan', id: `i${at}`, meta, status: 'active', period, name: `Plan ${at}` },
      identifier: [{ system: 'http://plan.example', value: `plan-${at}` }],
      network: [to('Organization/net')],
      plan: [{ identifier: [{ value: `part-${at}` }], network: [to('Organization/net')] }],
    },
  ]
  const shared = [
    { resourceType: 'Organization', id: 'net', meta, active: true, name: 'Standard Net', type: [concept('ntwk')] },
    {
      ...{ resourceType: 'Location', id: 'main', meta, status: 'active' },
      address: { line: ['1 Main St'], city: 'Pittsburgh', state: 'PA', postalCode: '15222' },
    },
  ]
  const readEntries = async () => {
    const { rows } = await sql<{ name: string; address: string | null; words: string }>`select e.name, e.address,
      (to_jsonb(e) - 'generation' - 'content_hash')::text as words
      from directory_entry e join directory_generation g using (generation) where g.source = ${brand} and g.state = 'live'`.execute(
      portal.database.read,
    )
    return rows
  }
  const load = (content: string) =>
    importFiles(portal.database, { 'directory.ndjson': content }, { kind: 'directory', brand })

  test('IM-5 IM-7 each lost resource is counted with its reason, and sound ones are as they would be alone', async () => {
    const sound = ['first', 'last'].map(build)
    await load(joinLines([...shared, ...sound.flat()], [], []).content)
    const alone = (await readEntries()).filter(({ name }) => /first|last/.test(name))
    expect(alone).toHaveLength(4)
    const file = joinLines([...shared, ...(sound[0] ?? [])], mutateGroups(build), sound[1] ?? [])
    const taken = await load(file.content)
    const entries = await readEntries()
    expect(entries.filter(({ name }) => /first|last/.test(name)).sort()).toEqual(alone.sort())
    const wanted = ['role', 'affiliation'] as const
    for (const one of wanted) {
      const loaded = entries.flatMap(({ name, address }) =>
        /Kestrel/.test(name) === (one === 'role')
          ? [/\d+/.exec(name)?.[0] ?? /\d+(?= Odd)/.exec(address ?? '')?.[0]]
          : [],
      )
      expectTold(file, new Set(loaded.map(Number)), taken)
    }
  })
})

describe('IM-5 IM-9 a drug list with an oddity in one place loses nothing else', () => {
  const ig = 'http://hl7.org/fhir/us/davinci-drug-formulary'
  const is = (name: string, value: JsonObject): JsonObject => ({
    url: `${ig}/StructureDefinition/usdf-${name}-extension`,
    ...value,
  })
  const code = (one: string) => ({ coding: [{ system: `${ig}/CodeSystem/usdf-CS`, code: one }] })
  const rxnorm = (at: number | string) => ({
    coding: [
      {
        system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
        code: `70${at}`,
        display: `Odd${at} 5 MG Oral Tablet [Brand${at}]`,
      },
    ],
  })
  const period = { start: '2026-01-01', end: '2026-12-31' }
  const cost = (kind: string, value: JsonObject): JsonObject => ({
    type: concept(kind),
    qualifiers: [concept('after-deductible')],
    value,
  })
  const plan = (id: string): JsonObject => ({
    ...{ resourceType: 'InsurancePlan', id, status: 'active', period, identifier: [{ value: id }] },
    coverage: [{ extension: [is('FormularyReference', { valueReference: to('InsurancePlan/formulary') })] }],
    plan: [
      {
        identifier: [{ value: id }],
        specificCost: [
          {
            category: code('1-month-in-retail'),
            benefit: [
              {
                type: code('generic'),
                cost: [
                  cost('copay', { value: 12.5, unit: 'USD' }),
                  cost('coinsurance', { value: 20, unit: '%', code: '%' }),
                ],
              },
            ],
          },
        ],
      },
    ],
  })
  const second = (at: number | string): JsonObject[] => [
    {
      resourceType: 'MedicationKnowledge',
      id: `d${at}`,
      status: 'active',
      code: rxnorm(at),
      medicineClassification: [{ classification: [{ text: 'Class' }] }],
    },
    {
      ...{ resourceType: 'Basic', id: `b${at}`, subject: to(`MedicationKnowledge/d${at}`) },
      extension: [
        is('FormularyReference', { valueReference: to('InsurancePlan/formulary') }),
        is('AvailabilityStatus', { valueCode: 'active' }),
        is('AvailabilityPeriod', { valuePeriod: period }),
        is('DrugTierID', { valueCodeableConcept: code('generic') }),
        is('PharmacyBenefitType', { valueCodeableConcept: code('1-month-in-retail') }),
        is('PriorAuthorization', { valueBoolean: true }),
      ],
    },
  ]
  const first = (at: number | string): JsonObject[] => [
    {
      ...{ resourceType: 'MedicationKnowledge', id: `f${at}`, status: 'active', code: rxnorm(at) },
      extension: [
        is('DrugTierID', { valueCodeableConcept: code('generic') }),
        is('PriorAuthorization', { valueBoolean: false }),
        is('PlanID', { valueString: 'odd-plan' }),
      ],
    },
  ]
  const firstPlan = (id: string): JsonObject => ({
    ...{ resourceType: 'List', id: `list-${id}`, status: 'current', identifier: [{ value: id }] },
    extension: [
      is('DrugTierDefinition', {
        extension: [
          { url: 'drugTierID', valueCodeableConcept: code('generic') },
          {
            url: 'costSharing',
            extension: [
              { url: 'pharmacyType', valueCodeableConcept: code('1-month-in-retail') },
              { url: 'copayAmount', valueMoney: { value: 12.5, currency: 'USD' } },
              { url: 'copayOption', valueCodeableConcept: code('after-deductible') },
              { url: 'coinsuranceRate', valueDecimal: 0.2 },
              { url: 'coinsuranceOption', valueCodeableConcept: code('after-deductible') },
            ],
          },
        ],
      }),
    ],
  })
  /** The drugs of a plan, or of all plans: the plan itself may be the oddity. */
  const readDrugs = async (planId: string | null) =>
    (
      await portal.database.read
        .selectFrom('formulary_drug')
        .select(['name', 'rxnorm', 'tier', 'prior_authorization', 'begins', 'ends'])
        .where('brand', '=', brand)
        .$if(planId !== null, (query) => query.where('plan_id', '=', planId ?? ''))
        .execute()
    ).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const readCosts = async (planId: string) =>
    (
      await portal.database.read
        .selectFrom('formulary')
        .select('costs')
        .where('brand', '=', brand)
        .where('plan_id', '=', planId)
        .executeTakeFirst()
    )?.costs
  const forget = async () => {
    await portal.database.read.deleteFrom('formulary_drug').where('brand', '=', brand).execute()
    await portal.database.read.deleteFrom('formulary').where('brand', '=', brand).execute()
  }
  const findLoaded = async () =>
    new Set(
      (await readDrugs(null)).map(({ name, rxnorm: number }) => Number(/\d+$/.exec(name)?.[0] ?? number?.slice(2))),
    )
  const cents = {
    tier: 'generic',
    pharmacy: 'retail',
    days: 30,
    copayCents: 1250,
    coinsurance: 20,
    deductibleApplies: true,
  }

  test.each([
    ['the second edition', second, plan, [plan('formulary'), plan('odd-plan')]],
    ['the first edition', first, firstPlan, [firstPlan('odd-plan')]],
  ] as const)(
    'IM-5 IM-9 %s: a drug is imported or reported, and no cost is invented',
    async (_, build, buildPlan, plans) => {
      await forget()
      const random = createRandom(mutationSeed + 1)
      const oddPlans = times.slice(0, 200).map((at) => mutate(random, buildPlan(`plan-${at}`)))
      const file = joinLines([...plans, ...build('first')], mutateGroups(build), build('last'))
      const content = [file.content, ...oddPlans].join('\n')
      const taken = await importFiles(portal.database, { 'drugs.ndjson': content }, { kind: 'formulary', brand })
      const drugs = await readDrugs('odd-plan')
      expect(drugs.filter(({ name }) => /first|last/.test(name)).map(({ tier }) => tier)).toEqual([
        'generic',
        'generic',
      ])
      expectTold(file, await findLoaded(), taken)
      expect(await readCosts('odd-plan')).toEqual([expect.objectContaining(cents)])
      const { rows } = await sql<{ costs: { copayCents: number | null; coinsurance: number | null }[] }>`select costs
      from formulary where brand = ${brand}`.execute(portal.database.read)
      for (const one of rows.flatMap(({ costs }) => costs)) {
        // No tier of the file is free.
        if (one.copayCents === 0) expect(one.coinsurance ?? 0).toBeGreaterThan(0)
        expect(one.copayCents ?? 0).toBeGreaterThanOrEqual(0)
        expect(one.coinsurance ?? 0).toBeGreaterThanOrEqual(0)
        expect(one.coinsurance ?? 0).toBeLessThanOrEqual(100)
      }
    },
  )

  test('IM-5 IM-9 the exchange’s: a drug is imported or reported, and so is a plan', async () => {
    await forget()
    const drug = (at: number | string): JsonObject => ({
      rxnorm_id: `70${at}`,
      drug_name: `Odd${at} 5 MG Oral Tablet [Brand${at}]`,
      plans: [
        {
          ...{ plan_id_type: 'HIOS-PLAN-ID', plan_id: 'odd-plan', drug_tier: 'GENERIC', years: [2026] },
          ...{ prior_authorization: false, step_therapy: false, quantity_limit: true },
        },
      ],
    })
    const buildPriced = (planId: string): JsonObject => ({
      ...{ plan_id_type: 'HIOS-PLAN-ID', plan_id: planId, years: [2026], marketing_name: 'x' },
      formulary: [
        {
          drug_tier: 'GENERIC',
          mail_order: true,
          cost_sharing: [
            {
              ...{ pharmacy_type: '1-MONTH-IN-RETAIL', copay_amount: 12.5, copay_opt: 'AFTER-DEDUCTIBLE' },
              ...{ coinsurance_rate: 0.2, coinsurance_opt: 'AFTER-DEDUCTIBLE' },
            },
          ],
        },
      ],
    })
    const file = joinLines(
      [drug('first')],
      mutateGroups((at) => [drug(at)]),
      [drug('last')],
    )
    const random = createRandom(mutationSeed + 2)
    const plans = [
      JSON.stringify(buildPriced('odd-plan')),
      ...times.map((at) => mutate(random, buildPriced(`plan-${at}`))),
    ]
    const list = (lines: readonly string[]) => `[${lines.join(',')}]`
    const taken = await importFiles(
      portal.database,
      { 'drugs.json': list(file.content.split('\n')), 'plans.json': list(plans) },
      { kind: 'formulary', brand },
    )
    const drugs = await readDrugs('odd-plan')
    expect(drugs.filter(({ name }) => /first|last/.test(name)).map(({ tier }) => tier)).toEqual(['GENERIC', 'GENERIC'])
    expectTold(file, await findLoaded(), taken)
    expect(await readCosts('odd-plan')).toEqual([expect.objectContaining({ ...cents, tier: 'GENERIC' })])
  })
})

describe('IM-5 IM-8 prices with an oddity in one place lose nothing else', () => {
  const provider = (id: number): JsonObject => ({
    provider_group_id: id,
    network_name: ['Harbor network'],
    provider_groups: [{ npi: [1000000001], tin: { type: 'ein', value: '11-1111111', business_name: `Clinic ${id}` } }],
  })
  const service = (at: number | string): JsonObject => ({
    ...{ negotiation_arrangement: 'ffs', name: `Service ${at}`, description: `Service ${at}`, billing_code: `Z${at}` },
    ...{ billing_code_type: 'HCPCS', billing_code_type_version: '2026' },
    negotiated_rates: [
      {
        provider_references: [1],
        negotiated_prices: [
          {
            ...{
              setting: 'outpatient',
              negotiated_type: 'negotiated',
              negotiated_rate: 123.45,
              billing_class: 'professional',
            },
            ...{
              expiration_date: '2099-12-31',
              service_code: ['11'],
              billing_code_modifier: ['26'],
              additional_information: 'Words',
            },
          },
        ],
      },
    ],
  })
  const head = {
    ...{ reporting_entity_name: 'Odd payer', reporting_entity_type: 'issuer', last_updated_on: '2026-10-01' },
    version: '2.0.0',
  }
  const write = (providers: readonly string[], services: readonly string[]) =>
    `${JSON.stringify(head).slice(0, -1)},"provider_references":[${providers.join(',')}],"in_network":[${services.join(',')}]}`
  const readServices = async () => {
    const { rows } = await sql<{
      code: string
      name: string
      amount: number
      npis: number
    }>`select s.code, s.name, p.amount,
      (select count(*)::int from rates_provider g where g.file_id = f.file_id and p.refs ? g.ref) as npis
      from rates_file f join rates_service s using (file_id) join rates_price p using (file_id, item)
      where f.state = 'current' and f.brand = ${brand} and f.entity = 'Odd payer'`.execute(portal.database.read)
    return rows
  }

  test('IM-5 IM-8 a service is imported with its price or reported', async () => {
    const random = createRandom(mutationSeed + 3)
    const file = joinLines(
      [service('first')],
      mutateGroups((at) => [service(at)]),
      [service('last')],
    )
    const providers = [JSON.stringify(provider(1)), ...times.map((at) => mutate(random, provider(at + 2)))]
    const taken = await importFiles(
      portal.database,
      { 'odd.json': write(providers, file.content.split('\n')) },
      { kind: 'rates', brand },
    )
    const services = await readServices()
    const sound = services.filter(({ code: one }) => /FIRST|LAST/.test(one)).map(({ amount, npis }) => [amount, npis])
    expect(sound).toEqual([
      [12345, 1],
      [12345, 1],
    ])
    const loaded = services.flatMap(({ code: one, name }) =>
      [one, name].map((said) => Number(/(?<=^Z|^Service )\d+$/.exec(said)?.[0])),
    )
    expectTold(file, new Set(loaded), taken)
  })

  test('IM-5 IM-8 an oddity in a header costs its file at most, and no run', async () => {
    const random = createRandom(mutationSeed + 4)
    const lists = write([JSON.stringify(provider(1))], [JSON.stringify(service(1))]).replace(
      /^.*?(?="provider_ref)/,
      '',
    )
    const whole = { ...head, plan_name: 'x', issuer_name: 'x', plan_id_type: 'hios', plan_market_type: 'individual' }
    const files = Object.fromEntries(
      times.slice(0, 60).map((at) => {
        const written = mutate(random, { ...whole, plan_id: `${at}` })
        return [`odd-${at}.json`, `${written.slice(0, -1)},${lists}`]
      }),
    )
    const { counts, rejected } = await importFiles(portal.database, files, { kind: 'rates', brand })
    expect(rejected.length).toBe(counts.rejected)
    expect(counts.created + counts.unchanged).toBeGreaterThan(0)
  })
})

describe('IM-5 IM-7 the exchange’s providers with an oddity in one entry lose nobody else', () => {
  const build = (at: number | string): JsonObject[] => [
    {
      ...{ npi: null, type: 'INDIVIDUAL', name: { prefix: 'Dr.', first: 'Ada', last: `Wren${at}`, suffix: 'Jr.' } },
      addresses: [{ address: `${at} Odd St`, city: 'Pittsburgh', state: 'PA', zip: '15222', phone: '4125550100' }],
      ...{ specialty: ['Dermatology', 'Oncology'], accepting: 'accepting', gender: 'Female' },
      ...{ languages: ['Spanish'], last_updated_on: '2026-05-04' },
      plans: [
        { plan_id_type: 'HIOS-PLAN-ID', plan_id: '12345PA9876541', network_tier: 'PREFERRED', years: [2026, 2099] },
        { plan_id_type: 'HIOS-PLAN-ID', plan_id: '12345PA9876542', network_tier: 'PREFERRED', years: '2099' },
      ],
    },
  ]

  test('IM-5 IM-7 each is loaded or reported, and the others are complete', async () => {
    const content = joinLines(build('first'), mutateGroups(build), build('last'))
    const taken = await importFiles(
      portal.database,
      { 'providers.json': content.content },
      { kind: 'directory', brand: 'hmbs' },
    )
    const { rows } = await sql<{ name: string; address: string }>`select e.name, e.address
      from directory_entry e join directory_generation g using (generation) where g.source = 'hmbs' and g.state = 'live'`.execute(
      portal.database.read,
    )
    const loaded = new Set(rows.map(({ name }) => Number(/Wren(\d+)/.exec(name)?.[1] ?? Number.NaN)))
    expectTold(content, loaded, taken)
    expect(loaded.size).toBeGreaterThan(many / 2)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada Wrenfirst Jr.', 'Ada Wrenlast Jr.']))
  })
})
