import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ageFactor } from '../../packages/rules/src/shop/age-curve.ts'
import { findFolder } from './folder.ts'

/**
 * `npm run demo:make` writes `demo/plans/`, the plans that the demo's brands sell, in the format of the CMS exchange
 * public use files. Everything is made up and the same on every run. The demo shifts the plan year to its own.
 */
const folder = join(findFolder(), 'plans')
const PLAN_YEAR = 2027

interface Brand {
  readonly code: string
  readonly state: string
  readonly issuer: number
  /** The name in its plans. */
  readonly name: string
  /** Price level relative to the first brand, in percent. */
  readonly level: number
  /** Counties with their own rates, by rating area; the rest of the state is area 1. */
  readonly areas?: Readonly<Record<string, readonly string[]>>
}

const brands: readonly Brand[] = [
  {
    code: 'hmbcbs',
    state: 'PA',
    issuer: 90001,
    name: 'Keyline',
    level: 100,
    areas: { 'Rating Area 4': ['42003', '42005', '42007', '42019', '42051', '42125', '42129'] },
  },
  { code: 'ms', state: 'WV', issuer: 90002, name: 'Ridgeline', level: 118 },
  { code: 'de', state: 'DE', issuer: 90003, name: 'Shoreline', level: 108 },
  { code: 'ndbcbs', state: 'ND', issuer: 90004, name: 'Prairie', level: 96 },
  { code: 'wybcbs', state: 'WY', issuer: 90005, name: 'High Plains', level: 124 },
  { code: 'mincr', state: 'MN', issuer: 90006, name: 'North Star', level: 92 },
  { code: 'idh', state: 'ID', issuer: 90007, name: 'Gem Valley', level: 90 },
]

interface Medical {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly metal: string
  /** Dollars a month at age 21. */
  readonly base: number
  readonly deductible: number
  readonly max: number
  readonly hsa?: true
  readonly primary: string
  readonly specialist: string
  /** Coinsurance for most other services. */
  readonly share: number
  readonly generic: string
  readonly brandDrugs: string
}

const copay = (dollars: number) => `$${dollars.toFixed(2)}`
const after = (dollars: number) => `$${dollars.toFixed(2)} Copay after deductible`

const medical: readonly Medical[] = [
  {
    id: '01',
    name: 'Basic 10600',
    type: 'HMO',
    metal: 'Catastrophic',
    base: 182,
    deductible: 10_600,
    max: 10_600,
    primary: copay(40),
    specialist: 'No Charge after deductible',
    share: 0,
    generic: 'No Charge after deductible',
    brandDrugs: 'No Charge after deductible',
  },
  {
    id: '02',
    name: 'Bronze 7500',
    type: 'HMO',
    metal: 'Bronze',
    base: 231,
    deductible: 7_500,
    max: 10_000,
    primary: copay(50),
    specialist: after(100),
    share: 50,
    generic: copay(25),
    brandDrugs: after(60),
  },
  {
    id: '03',
    name: 'Bronze HSA 6900',
    type: 'PPO',
    metal: 'Expanded Bronze',
    base: 248,
    deductible: 6_900,
    max: 8_300,
    hsa: true,
    primary: '',
    specialist: '',
    share: 30,
    generic: '',
    brandDrugs: '',
  },
  {
    id: '04',
    name: 'Silver 5500',
    type: 'HMO',
    metal: 'Silver',
    base: 298,
    deductible: 5_500,
    max: 9_200,
    primary: copay(40),
    specialist: copay(80),
    share: 40,
    generic: copay(20),
    brandDrugs: copay(50),
  },
  {
    id: '05',
    name: 'Silver 4800 Select',
    type: 'EPO',
    metal: 'Silver',
    base: 312,
    deductible: 4_800,
    max: 9_000,
    primary: copay(35),
    specialist: copay(75),
    share: 35,
    generic: copay(15),
    brandDrugs: copay(45),
  },
  {
    id: '06',
    name: 'Silver 3900',
    type: 'PPO',
    metal: 'Silver',
    base: 347,
    deductible: 3_900,
    max: 8_700,
    primary: copay(30),
    specialist: copay(60),
    share: 30,
    generic: copay(15),
    brandDrugs: copay(45),
  },
  {
    id: '07',
    name: 'Gold 1500',
    type: 'HMO',
    metal: 'Gold',
    base: 372,
    deductible: 1_500,
    max: 7_800,
    primary: copay(25),
    specialist: copay(50),
    share: 25,
    generic: copay(10),
    brandDrugs: copay(35),
  },
  {
    id: '08',
    name: 'Gold 1000',
    type: 'PPO',
    metal: 'Gold',
    base: 421,
    deductible: 1_000,
    max: 6_500,
    primary: copay(20),
    specialist: copay(45),
    share: 20,
    generic: copay(10),
    brandDrugs: copay(35),
  },
  {
    id: '09',
    name: 'Platinum 0',
    type: 'PPO',
    metal: 'Platinum',
    base: 508,
    deductible: 0,
    max: 4_000,
    primary: copay(10),
    specialist: copay(25),
    share: 10,
    generic: copay(5),
    brandDrugs: copay(20),
  },
]

const others = [
  { id: '21', name: 'Dental Basic', line: 'dental', type: 'PPO', base: 24, deductible: 50, max: null, stars: null },
  { id: '22', name: 'Dental Plus', line: 'dental', type: 'PPO', base: 41, deductible: 50, max: null, stars: null },
  { id: '31', name: 'Vision', line: 'vision', type: 'PPO', base: 11, deductible: 0, max: null, stars: null },
  {
    id: '41',
    name: 'Advantage HMO',
    line: 'medicare-advantage',
    type: 'HMO',
    base: 18,
    deductible: 0,
    max: 4_900,
    stars: '4',
  },
  {
    id: '42',
    name: 'Advantage PPO',
    line: 'medicare-advantage',
    type: 'PPO',
    base: 62,
    deductible: 250,
    max: 6_400,
    stars: '4.5',
  },
  {
    id: '51',
    name: 'Medigap Plan A',
    line: 'medigap',
    type: 'Indemnity',
    base: 118,
    deductible: null,
    max: null,
    stars: null,
  },
  {
    id: '52',
    name: 'Medigap Plan G',
    line: 'medigap',
    type: 'Indemnity',
    base: 152,
    deductible: null,
    max: null,
    stars: null,
  },
  {
    id: '53',
    name: 'Medigap Plan N',
    line: 'medigap',
    type: 'Indemnity',
    base: 121,
    deductible: null,
    max: null,
    stars: null,
  },
  { id: '61', name: 'Drugs Value', line: 'part-d', type: '', base: 21, deductible: 590, max: 2_100, stars: '3.5' },
  { id: '62', name: 'Drugs Choice', line: 'part-d', type: '', base: 58, deductible: 0, max: 2_100, stars: '4' },
] as const

type Row = Readonly<Record<string, string | number>>

const dollars = (amount: number | null) => (amount === null ? 'Not Applicable' : `$${amount.toLocaleString('en-US')}`)
const perGroup = (amount: number | null) => (amount === null ? 'Not Applicable' : `$${amount} per group`)
const perPerson = (amount: number | null) => (amount === null ? 'per person not applicable' : `$${amount} per person`)

/** Silver plans with reduced cost sharing: by variant, the standard deductible, limit and costs in percent. */
const reductions = [
  { variant: '04', deductible: 85, max: 80, share: 90 },
  { variant: '05', deductible: 20, max: 33, share: 50 },
  { variant: '06', deductible: 0, max: 15, share: 25 },
] as const

/** A plan with each variant that the exchange has. */
function listVariants(plan: Medical): readonly { readonly variant: string; readonly plan: Medical }[] {
  if (plan.metal !== 'Silver') return [{ variant: '01', plan }]
  const part = (text: string, percent: number) =>
    text.replace(/\$(\d+)\.00/g, (_, amount: string) => copay(Math.round((Number(amount) * percent) / 100)))
  const reduced = reductions.map(({ variant, deductible, max, share }) => ({
    variant,
    plan: {
      ...plan,
      deductible: Math.round((plan.deductible * deductible) / 100_00) * 100,
      max: Math.round((plan.max * max) / 100_00) * 100,
      share: Math.round((plan.share * share) / 100),
      primary: part(plan.primary, share),
      specialist: part(plan.specialist, share),
      generic: part(plan.generic, share),
      brandDrugs: part(plan.brandDrugs, share),
    },
  }))
  return [{ variant: '01', plan }, ...reduced]
}

function planRows({ code, state, issuer, name }: Brand): Row[] {
  const common = { BusinessYear: PLAN_YEAR, StateCode: state, IssuerId: issuer, ServiceAreaId: `${state}S001` }
  const paper = (id: string) => `https://plans.example/${code}/${id}-summary.pdf`
  return [
    ...medical.flatMap(listVariants).map(({ variant, plan }) => ({
      ...common,
      PlanId: `${issuer}${state}00100${plan.id}-${variant}`,
      PlanMarketingName: `${name} ${plan.name}`,
      DentalOnlyPlan: 'No',
      ProductLine: 'medical',
      PlanType: plan.type,
      MetalLevel: plan.metal,
      IsHSAEligible: plan.hsa ? 'Yes' : 'No',
      StarRating: '',
      TEHBDedInnTier1Individual: dollars(plan.deductible),
      // With a health savings account, a family shares one deductible.
      TEHBDedInnTier1FamilyPerPerson: perPerson(plan.hsa ? null : plan.deductible),
      TEHBDedInnTier1FamilyPerGroup: perGroup(plan.deductible * 2),
      TEHBInnTier1IndividualMOOP: dollars(plan.max),
      TEHBInnTier1FamilyPerPersonMOOP: perPerson(plan.max),
      TEHBInnTier1FamilyPerGroupMOOP: perGroup(plan.max * 2),
      URLForSummaryofBenefitsCoverage: paper(plan.id),
    })),
    ...others.map((plan) => ({
      ...common,
      PlanId: `${issuer}${state}00100${plan.id}-01`,
      PlanMarketingName: `${name} ${plan.name}`,
      DentalOnlyPlan: plan.line === 'dental' ? 'Yes' : 'No',
      ProductLine: plan.line,
      PlanType: plan.type,
      MetalLevel: 'Not Applicable',
      IsHSAEligible: 'No',
      StarRating: plan.stars ?? '',
      TEHBDedInnTier1Individual: dollars(plan.deductible),
      TEHBDedInnTier1FamilyPerPerson: plan.line === 'dental' ? perPerson(plan.deductible) : 'Not Applicable',
      TEHBDedInnTier1FamilyPerGroup: plan.line === 'dental' ? perGroup((plan.deductible ?? 0) * 3) : 'Not Applicable',
      TEHBInnTier1IndividualMOOP: dollars(plan.max),
      TEHBInnTier1FamilyPerPersonMOOP: 'Not Applicable',
      TEHBInnTier1FamilyPerGroupMOOP: 'Not Applicable',
      URLForSummaryofBenefitsCoverage: paper(plan.id),
    })),
  ]
}

type Benefit = readonly [name: string, copay: string, coinsurance: string, limit?: readonly [number, string]]

function medicalBenefits(plan: Medical): readonly Benefit[] {
  const share =
    plan.share === 0 ? 'No Charge after deductible' : `${plan.share.toFixed(2)}% Coinsurance after deductible`
  const rest = ['Not Applicable', share] as const
  const of = (cost: string) => (cost === '' ? rest : ([cost, 'Not Applicable'] as const))
  return [
    ['Preventive Care/Screening/Immunization', 'No Charge', 'No Charge'],
    ['Primary Care Visit to Treat an Injury or Illness', ...of(plan.primary)],
    ['Specialist Visit', ...of(plan.specialist)],
    ['Mental/Behavioral Health Outpatient Services', ...of(plan.primary)],
    ['Urgent Care Centers or Facilities', ...of(plan.specialist)],
    ['Emergency Room Services', ...rest],
    ['Inpatient Hospital Services (e.g., Hospital Stay)', ...rest],
    ['Outpatient Facility Fee (e.g., Ambulatory Surgery Center)', ...rest],
    ['Laboratory Outpatient and Professional Services', ...rest],
    ['X-rays and Diagnostic Imaging', ...rest],
    ['Imaging (CT/PET Scans, MRIs)', ...rest],
    ['Outpatient Rehabilitation Services', ...rest, [30, 'Visit(s) per Year']],
    ['Generic Drugs', ...of(plan.generic)],
    ['Preferred Brand Drugs', ...of(plan.brandDrugs)],
    ['Non-Preferred Brand Drugs', ...rest],
    ['Specialty Drugs', ...rest],
  ]
}

const advantage = (primary: number, specialist: number, stay: number): readonly Benefit[] => [
  ['Preventive Care/Screening/Immunization', 'No Charge', 'No Charge'],
  ['Primary Care Visit to Treat an Injury or Illness', copay(primary), 'Not Applicable'],
  ['Specialist Visit', copay(specialist), 'Not Applicable'],
  ['Urgent Care Centers or Facilities', copay(45), 'Not Applicable'],
  ['Emergency Room Services', copay(115), 'Not Applicable'],
  ['Inpatient Hospital Services (e.g., Hospital Stay)', `$${stay}.00 Copay per Day`, 'Not Applicable'],
  ['Laboratory Outpatient and Professional Services', 'No Charge', 'No Charge'],
  ['X-rays and Diagnostic Imaging', copay(35), 'Not Applicable'],
  ['Imaging (CT/PET Scans, MRIs)', copay(180), 'Not Applicable'],
  ['Outpatient Rehabilitation Services', copay(30), 'Not Applicable'],
  ['Generic Drugs', copay(5), 'Not Applicable'],
  ['Preferred Brand Drugs', copay(47), 'Not Applicable'],
  ['Routine Eye Exam (Adult)', 'No Charge', 'No Charge', [1, 'Exam(s) per Year']],
]

const medigap = (letter: string): readonly Benefit[] => [
  ['Part A coinsurance and hospital costs', 'No Charge', 'No Charge'],
  ['Part B coinsurance', letter === 'N' ? copay(20) : 'No Charge', 'Not Applicable'],
  ['Part A deductible', letter === 'A' ? 'Not Covered' : 'No Charge', ''],
  ['Part B deductible', 'Not Covered', ''],
  ['Part B excess charges', letter === 'G' ? 'No Charge' : 'Not Covered', ''],
  ['Emergencies abroad', letter === 'A' ? 'Not Covered' : '', letter === 'A' ? '' : '20.00%'],
]

const otherBenefits: Readonly<Record<string, readonly Benefit[]>> = {
  '21': [
    ['Routine Dental Services (Adult)', 'No Charge', 'No Charge', [2, 'Exam(s) per Year']],
    ['Basic Dental Care - Adult', 'Not Applicable', '40.00% Coinsurance after deductible'],
    ['Major Dental Care - Adult', 'Not Covered', 'Not Covered'],
  ],
  '22': [
    ['Routine Dental Services (Adult)', 'No Charge', 'No Charge', [2, 'Exam(s) per Year']],
    ['Basic Dental Care - Adult', 'Not Applicable', '20.00% Coinsurance after deductible'],
    ['Major Dental Care - Adult', 'Not Applicable', '50.00% Coinsurance after deductible'],
  ],
  '31': [
    ['Routine Eye Exam (Adult)', copay(10), 'Not Applicable', [1, 'Exam(s) per Year']],
    ['Eye Glasses for Adults', copay(25), 'Not Applicable', [1, 'Item(s) per Year']],
  ],
  '41': advantage(0, 35, 295),
  '42': advantage(5, 40, 325),
  '51': medigap('A'),
  '52': medigap('G'),
  '53': medigap('N'),
  '61': [
    ['Generic Drugs', copay(4), 'Not Applicable'],
    ['Preferred Brand Drugs', 'Not Applicable', '22.00% Coinsurance after deductible'],
    ['Specialty Drugs', 'Not Applicable', '25.00% Coinsurance after deductible'],
  ],
  '62': [
    ['Generic Drugs', 'No Charge', 'No Charge'],
    ['Preferred Brand Drugs', copay(42), 'Not Applicable'],
    ['Specialty Drugs', 'Not Applicable', '33.00%'],
  ],
}

function benefitRows({ state, issuer }: Brand): Row[] {
  const all = [
    ...medical
      .flatMap(listVariants)
      .map(({ variant, plan }) => ({ id: plan.id, variant, type: plan.type, benefits: medicalBenefits(plan) })),
    ...others.map(({ id, type }) => ({ id, variant: '01', type, benefits: otherBenefits[id] ?? [] })),
  ]
  return all.flatMap(({ id, variant, type, benefits }) =>
    benefits.map(([BenefitName, CopayInnTier1, CoinsInnTier1, limit]) => ({
      BusinessYear: PLAN_YEAR,
      StateCode: state,
      IssuerId: issuer,
      PlanId: `${issuer}${state}00100${id}-${variant}`,
      BenefitName,
      CopayInnTier1,
      CoinsInnTier1,
      ...outOfNetwork(BenefitName, type, [CopayInnTier1, CoinsInnTier1]),
      IsCovered: CopayInnTier1 === 'Not Covered' ? 'Not Covered' : 'Covered',
      LimitQty: limit?.[0] ?? '',
      LimitUnit: limit?.[1] ?? '',
    })),
  )
}

/** By law, emergency care costs the same out of network. */
function outOfNetwork(name: string, type: string, inNetwork: readonly [string, string]): Row {
  const [CopayOutofNet, CoinsOutofNet] = /^emergenc/i.test(name)
    ? inNetwork
    : type === 'PPO'
      ? ['Not Applicable', '50.00% Coinsurance after deductible']
      : type === 'Indemnity'
        ? inNetwork
        : ['Not Covered', 'Not Covered']
  return { CopayOutofNet, CoinsOutofNet }
}

const medicalAges = ['0-14', ...Array.from({ length: 49 }, (_, at) => `${at + 15}`), '64 and over']

function rateRows(brand: Brand): Row[] {
  const { state, issuer, level } = brand
  const areas = [['Rating Area 1', 100] as const, ...Object.keys(brand.areas ?? {}).map((name) => [name, 93] as const)]
  const rows: Row[] = []
  for (const [RatingAreaId, place] of areas) {
    const add = (id: string, Age: string, base: number, factor: number, tobacco: number | null) => {
      const rate = (base * level * place * factor) / 10_000
      rows.push({
        BusinessYear: PLAN_YEAR,
        StateCode: state,
        IssuerId: issuer,
        PlanId: `${issuer}${state}00100${id}`,
        RatingAreaId,
        Tobacco: tobacco === null ? 'No Preference' : 'Tobacco User/Non-Tobacco User',
        Age,
        IndividualRate: rate.toFixed(2),
        IndividualTobaccoRate: tobacco === null ? '' : (rate * tobacco).toFixed(2),
      })
    }
    for (const { id, base } of medical) {
      for (const Age of medicalAges) {
        const age = Number.parseInt(Age, 10)
        add(id, Age, base, ageFactor(age) / 1000, age >= 18 ? 1.15 : null)
      }
    }
    for (const { id, line, base } of others) {
      if (line === 'dental' || line === 'vision') {
        add(id, '0-20', base, 0.8, null)
        add(id, '21 and over', base, 1, null)
      } else if (line === 'medigap') {
        for (const [Age, factor] of [
          ['65-69', 1],
          ['70-74', 1.18],
          ['75-79', 1.36],
          ['80 and over', 1.55],
        ] as const)
          add(id, Age, base, factor, 1.1)
      } else add(id, '0 and over', base, 1, null)
    }
  }
  return rows
}

function placeRows({ state, issuer, areas = {} }: Brand) {
  const common = { BusinessYear: PLAN_YEAR, StateCode: state, IssuerId: issuer }
  const service = [
    {
      ...common,
      ServiceAreaId: `${state}S001`,
      ServiceAreaName: 'Statewide',
      CoverEntireState: 'Yes',
      County: '',
      PartialCounty: '',
    },
  ]
  const rating = [
    { ...common, RatingAreaId: 'Rating Area 1', County: '' },
    ...Object.entries(areas).flatMap(([RatingAreaId, counties]) =>
      counties.map((County) => ({ ...common, RatingAreaId, County })),
    ),
  ]
  return { service, rating }
}

for (const brand of brands) {
  const { service, rating } = placeRows(brand)
  const own = join(folder, brand.code)
  mkdirSync(own, { recursive: true })
  const files = { plans: planRows(brand), benefits: benefitRows(brand), rates: rateRows(brand), service, rating }
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(own, `${name}.csv.gz`), gzipSync(toCsv(rows), { level: 9 }))
}

function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const cell = (value: string | number = '') =>
    /[",]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : value
  return [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
    .map((line) => `${line.join(',')}\n`)
    .join('')
}
