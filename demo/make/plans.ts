import type { PlanRules } from '../../packages/rules/src/claims/adjudicate.ts'
import type { DemoMember } from '../../server/src/demo/demo/data.ts'

/**
 * The plans of the demo's members and the people they cover, as FHIR R4. Days belong to the year that the demo shifts to its own.
 */

const year = { start: '2026-01-01', end: '2026-12-31' }
const own = 'urn:portico:demo'

/** What someone pays for a service: a copay in dollars or a percent; with `after`, only after the deductible. */
interface Cost {
  readonly copay?: number
  readonly percent?: number
  readonly after?: true
  readonly approval?: true
  readonly never?: true
}

/** Section, service, cost in and out of network (null: not given), limit, the plan's own words. */
type Row = readonly [string, string, Cost, Cost | null, (string | undefined)?, string?]

const free: Cost = { copay: 0 }
const never: Cost = { never: true }
const copay = (dollars: number): Cost => ({ copay: dollars })
const share = (percent: number, more: Partial<Cost> = {}): Cost => ({ percent, after: true, ...more })

const ppo: readonly Row[] = [
  ['Visits', 'Primary care visit', copay(25), share(40)],
  ['Visits', 'Specialist visit', copay(50), share(40), undefined, 'No referral needed.'],
  ['Visits', 'Virtual visit', free, never, undefined, 'Through the plan’s own video service.'],
  ['Visits', 'Preventive care, screenings and vaccines', free, share(40)],
  ['Visits', 'Urgent care', copay(60), share(40)],
  ['Visits', 'Mental health and substance use visit', copay(25), share(40)],
  [
    'Emergencies',
    'Emergency room care',
    { copay: 250, after: true },
    { copay: 250, after: true },
    undefined,
    'The copay is waived if you are admitted.',
  ],
  ['Emergencies', 'Ambulance', share(20), share(20)],
  ['Tests', 'Blood work and lab tests', share(20), share(40)],
  ['Tests', 'X-rays and ultrasound', share(20), share(40)],
  ['Tests', 'Imaging (CT, MRI and PET scans)', share(20, { approval: true }), share(40, { approval: true })],
  ['Hospital', 'Hospital stay', share(20, { approval: true }), share(40, { approval: true })],
  ['Hospital', 'Outpatient surgery', share(20), share(40)],
  ['Hospital', 'Pregnancy, childbirth and newborn care', share(20), share(40)],
  ['Recovery', 'Physical therapy', share(20), share(40), '30 visits a year', 'In and out of network together.'],
  ['Recovery', 'Skilled nursing', share(20, { approval: true }), share(40, { approval: true }), '100 days a year'],
  ['Recovery', 'Medical equipment', share(20, { approval: true }), never],
  ['Drugs', 'Generic drugs', copay(10), never, '30-day supply'],
  ['Drugs', 'Preferred brand drugs', copay(45), never, '30-day supply'],
  ['Drugs', 'Generic drugs by mail', copay(25), never, '90-day supply'],
  ['Drugs', 'Preferred brand drugs by mail', copay(110), never, '90-day supply'],
  [
    'Drugs',
    'Specialty drugs',
    { percent: 20, approval: true },
    never,
    '30-day supply',
    'Sent by mail by the plan’s specialty pharmacy.',
  ],
  ['Other', 'Acupuncture', copay(50), never, '12 visits a year'],
  ['Other', 'Cosmetic surgery', never, never],
]

/** Without benefits out of network, except in an emergency. */
const epo: readonly Row[] = ppo.map(([section, service, inside, outside, ...more]) =>
  section === 'Emergencies' ? [section, service, inside, outside, ...more] : [section, service, inside, never, ...more],
)

/** A plan that goes with a health savings account: everything but preventive care comes after the deductible. */
const savings: readonly Row[] = ppo.map(([section, service, inside, outside, ...more]) => {
  if (inside.never || service.startsWith('Preventive')) return [section, service, inside, outside, ...more]
  const after = share(10, inside.approval ? { approval: true } : {})
  return [section, service, after, outside?.never ? never : share(30), ...more]
})

/** Medicaid and CHIP: no cost sharing anywhere, including emergencies out of network. */
const withoutShare: readonly Row[] = epo.map((row): Row => {
  const [section, service, inside, outside, ...more] = row
  if (inside.never) return row
  return section === 'Emergencies' ? [section, service, free, free] : [section, service, free, outside, ...more]
})

const dental: readonly Row[] = [
  ['Prevention', 'Dental cleaning and exam', free, share(20), '2 a year'],
  ['Prevention', 'Dental x-rays', free, share(20), 'Once a year'],
  ['Treatment', 'Fillings', share(20), share(40)],
  ['Treatment', 'Root canals', share(20), share(40)],
  ['Treatment', 'Crowns and bridges', share(50, { approval: true }), share(60, { approval: true })],
  [
    'Treatment',
    'Braces (orthodontics)',
    share(50, { approval: true }),
    never,
    '$1,500 in a lifetime',
    'For children under 19.',
  ],
]

const vision: readonly Row[] = [
  ['Eyes', 'Eye exam', copay(10), copay(45), 'Once a year'],
  ['Eyes', 'Frames', free, never, '$150 every 2 years'],
  ['Eyes', 'Lenses', copay(25), never, 'Once a year'],
  ['Eyes', 'Contact lenses instead of glasses', copay(25), never, '$130 a year'],
]

interface DemoPlan {
  readonly kind: 'medical' | 'dental' | 'vision'
  readonly rows: readonly Row[]
  /** For one person, in dollars; twice as much for a family. Null: the plan has none. */
  readonly deductible: number | null
  readonly max: number | null
  readonly aggregate?: true
}

const medical = (deductible: number, rows = ppo): DemoPlan => ({ kind: 'medical', rows, deductible, max: 4_000 })
const dentist: DemoPlan = { kind: 'dental', rows: dental, deductible: 50, max: null }

const plans: Readonly<Record<string, DemoPlan>> = {
  'PPO Blue 1000': medical(1_000),
  'PPO Blue 1500': medical(1_500),
  'PPO Blue 2500': medical(2_500),
  'Blue HSA 3200': { ...medical(3_200, savings), aggregate: true },
  'Blue Extra Basic': medical(3_000, epo),
  'Blue Extra Plus': medical(2_000, epo),
  'CHIP HMO': { kind: 'medical', rows: withoutShare, deductible: null, max: null },
  'Medicaid Expansion': { kind: 'medical', rows: withoutShare, deductible: null, max: null },
  'Freedom Medicare PPO': medical(500),
  'Prairie PPO 1000': medical(1_000),
  'Lakes Choice 2000': medical(2_000),
  'Lakes Medicare Advantage': medical(500),
  'Frontier PPO 1500': medical(1_500),
  'Mountain PPO 1000': medical(1_000),
  'Harbor EPO 1500': medical(1_500, epo),
  'Sawtooth PPO 2000': medical(2_000),
  'Dental Choice': dentist,
  'Individual Dental': dentist,
  'Frontier Dental': dentist,
  'Frontier Vision': { kind: 'vision', rows: vision, deductible: null, max: null },
}

function planNamed(name: string): DemoPlan {
  const plan = plans[name]
  if (plan === undefined) throw new Error(`demo/make/plans.ts has no plan ${name}.`)
  return plan
}

/** The rules that decide claims when this many people are covered, in whole cents. */
export function buildRules(name: string, people: number): PlanRules {
  const { deductible, max, aggregate } = planNamed(name)
  const times = (count: number) => ({
    deductible: (deductible ?? 0) * 100 * count,
    outOfPocket: (max ?? 6_000) * 100 * count,
  })
  return { person: times(1), family: people > 1 ? times(2) : null, embedded: !aggregate }
}

const concept = (code: string, text?: string) => ({ coding: [{ system: own, code }], ...(text && { text }) })
const buildConcept = (text: string) => ({ text })
const usd = (value: number) => ({ value, unit: '$', system: 'urn:iso:std:iso:4217', code: 'USD' })
const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const hasSbc = (name: string) => planNamed(name).kind === 'medical' && !/medicare|medicaid|chip/i.test(name)

function planResource(name: string): object {
  const { kind, rows, deductible, max, aggregate } = planNamed(name)
  const rule = aggregate ? 'aggregate' : 'embedded'
  const networks = rows === epo ? (['in'] as const) : (['in', 'out'] as const)
  const limit = (type: string, text: string, dollars: number | null) =>
    dollars === null
      ? []
      : [
          {
            category: buildConcept('Yearly amounts'),
            benefit: [
              {
                type: concept(type, text),
                cost: networks.flatMap((network) =>
                  (['individual', 'family'] as const).map((holder) => ({
                    type: concept(type),
                    applicability: concept(`${network}-of-network`.replace('in-of', 'in')),
                    qualifiers: [concept(holder), concept(rule)],
                    value: usd(dollars * (holder === 'family' ? 2 : 1) * (network === 'out' ? 2 : 1)),
                  })),
                ),
              },
            ],
          },
        ]
  const sections = Map.groupBy(rows, ([section]) => section)
  return {
    resourceType: 'InsurancePlan',
    id: slug(name),
    meta: { versionId: '1' },
    language: 'en-US',
    identifier: [{ value: slug(name) }],
    status: 'active',
    type: [concept(kind)],
    name,
    period: year,
    contact: [
      {
        purpose: concept('SUMMARY'),
        // Federal law asks the one of plans that are sold to people under 65 and employers, and names the other for the rest.
        name: buildConcept(hasSbc(name) ? 'Summary of Benefits and Coverage' : 'Summary of Benefits'),
        telecom: [{ system: 'url', value: `https://documents.example/${slug(name)}/summary.pdf` }],
      },
      {
        purpose: concept('SUMMARY'),
        name: buildConcept('Member handbook'),
        telecom: [{ system: 'url', value: `https://documents.example/${slug(name)}/handbook.pdf` }],
      },
    ],
    coverage: [
      {
        type: concept(kind),
        benefit: rows
          .filter(([, , , , most_, words]) => most_ !== undefined || words !== undefined)
          .map(([, service, , , most_, words]) => ({
            type: buildConcept(service),
            ...(words && { requirement: words }),
            ...(most_ && { limit: [{ code: buildConcept(most_) }] }),
          })),
      },
    ],
    plan: [
      {
        specificCost: [
          ...limit('deductible', 'Deductible', deductible),
          ...limit('out-of-pocket-maximum', 'Out-of-pocket maximum', max),
          ...[...sections].map(([section, all]) => ({
            category: buildConcept(section),
            benefit: all.map(([, service, inside, outside]) => ({
              type: buildConcept(service),
              cost: [
                buildCost(inside, 'in-network'),
                ...(outside === null ? [] : [buildCost(outside, 'out-of-network')]),
              ],
            })),
          })),
        ],
      },
    ],
  }
}

function buildCost(cost: Cost, applicability: string): object {
  const qualifiers = [
    ...(cost.never ? [concept('not-covered')] : []),
    ...(cost.never ? [] : [concept(cost.after ? 'after-deductible' : 'deductible-waived')]),
    ...(cost.approval ? [concept('prior-authorization')] : []),
  ]
  const value = cost.percent === undefined ? usd(cost.copay ?? 0) : { value: cost.percent, unit: '%', code: '%' }
  return {
    type: concept(cost.percent === undefined ? 'copay' : 'coinsurance'),
    applicability: concept(applicability),
    qualifiers,
    ...(!cost.never && { value }),
  }
}

interface CoveredPerson {
  readonly memberNumber: string
  readonly relationshipCode: '18' | '01' | '05'
}

/** A brand's plans and its people's coverages. For a person without claims, the plan has loaded nothing here. */
export function coverageResources(members: readonly DemoMember[]): object[] {
  const known = members.filter(({ hasClaims }) => hasClaims)
  const names = new Set(
    known.flatMap(({ groups }) => groups.flatMap(({ products }) => products.map(({ productName }) => productName))),
  )
  const coverages = known.flatMap((member) => {
    const people: CoveredPerson[] = [
      { memberNumber: member.memberNumber, relationshipCode: '18' },
      ...member.family.filter(({ covered, chip }) => covered || chip),
    ]
    return people.flatMap((person) => buildCoverages(member, person))
  })
  return [...[...names].map(planResource), ...coverages]
}

const relationships = { '18': 'self', '01': 'spouse', '05': 'child' } as const

function buildCoverages(member: DemoMember, person: CoveredPerson): object[] {
  const { memberNumber } = person
  const common = {
    resourceType: 'Coverage',
    meta: { versionId: '1' },
    identifier: [{ type: concept('MB'), value: memberNumber }],
    subscriberId: member.memberNumber,
    beneficiary: { reference: `Patient/${memberNumber}` },
    relationship: concept(relationships[person.relationshipCode]),
    payor: [{ display: member.brand }],
  }
  const held = member.groups.flatMap((group, place) =>
    group.products.map((product, index) => ({
      ...common,
      id: `${memberNumber}-coverage-${place}${index}`,
      status: group.effectuated === null ? 'draft' : 'active',
      type: concept(product.benefitPlanType, product.benefitPlanType),
      period: product.end === null ? { start: year.start } : year,
      class: [
        { type: concept('group'), value: group.groupNumber, name: group.groupName },
        { type: concept('plan'), value: slug(product.productName), name: product.productName },
        ...(product.drugCoverage
          ? [
              { type: concept('rxbin'), value: '610014' },
              { type: concept('rxpcn'), value: 'PORTICO' },
              { type: concept('rxgroup'), value: `RX${group.groupNumber.slice(0, 4)}` },
            ]
          : []),
      ],
    })),
  )
  return [...held, ...(others[member.loginId]?.(common) ?? [])]
}

/** Other coverage that some people have or had. */
const others: Readonly<Record<string, (common: object) => object[]>> = {
  // Still working after 65: the employer's plan pays first.
  MEMBER02: (common) => [
    {
      ...common,
      id: '74687955400-medicare',
      status: 'active',
      type: concept('medical', 'Medicare Part A'),
      subscriberId: '1EG4TE5MK73',
      period: { start: '2023-02-01' },
      payor: [{ display: 'Medicare' }],
      order: 2,
    },
  ],
  MEMBERID: (common) => [
    {
      ...common,
      id: '65382022700-before',
      status: 'active',
      type: concept('medical', 'medical'),
      period: { start: '2025-01-01', end: '2025-12-31' },
      class: [
        { type: concept('group'), value: '8200407', name: 'Employees' },
        { type: concept('plan'), value: 'sawtooth-ppo-1500', name: 'Sawtooth PPO 1500' },
      ],
    },
  ],
}
