import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  adjudicate,
  type Benefit,
  type LineShare,
  type PlanRules,
  type YearLimits,
} from '../../packages/rules/src/claims/adjudicate.ts'
import { readDemoData } from '../../server/src/demo/demo/data.ts'
import { ANCHOR } from '../../server/src/demo/demo/record.ts'
import { approvalResources } from './approvals.ts'
import { findFolder } from './folder.ts'
import { healthResources } from './health.ts'
import { everydayDrug, medicineResources, pharmacyResources } from './medicines.ts'
import { buildRules, coverageResources } from './plans.ts'

/**
 * `npm run demo:make` writes `demo/record/`: plans, coverages, claims, medicines, approvals and health data of the demo's members
 * as FHIR R4, one file per brand, with claims decided by the rules' own function. The same people always give the same files. Days belong
 * to a year that ends on the anchor date; the demo shifts them to its own.
 */
const folder = findFolder()

interface Service {
  readonly kind: string
  readonly type: 'professional' | 'institutional' | 'pharmacy' | 'oral'
  readonly place?: string
  readonly code: string
  readonly system: string
  readonly text: string
  readonly billed: number
  /** The percentage of the billed amount that is allowed in network. */
  readonly allowed: number
  readonly provider: string
  readonly benefit: Benefit
}

const hcpcs = 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets'
const revenue = 'https://www.nubc.org/CodeSystem/RevenueCodes'
const ndc = 'http://hl7.org/fhir/sid/ndc'
const own = 'urn:portico:demo:service'
const visit = (copay: number): Benefit => ({ covered: true, copay, deductible: false, coinsurance: 0 })
const shared: Benefit = { covered: true, deductible: true, coinsurance: 20 }
const free: Benefit = { covered: true, deductible: false, coinsurance: 0 }
const never: Benefit = { covered: false, deductible: false, coinsurance: 0 }

const office = { type: 'professional', place: '11', system: own, allowed: 66 } as const
const services: Readonly<Record<string, Service>> = {
  primary: {
    ...office,
    kind: 'primary',
    code: 'OV',
    text: 'Office visit',
    billed: 19_800,
    provider: 'Main Street Primary Care',
    benefit: visit(2_500),
  },
  specialist: {
    ...office,
    kind: 'specialist',
    code: 'SV',
    text: 'Visit to a specialist',
    billed: 31_000,
    provider: 'Lakeside Heart and Lung',
    benefit: visit(5_000),
  },
  wellness: {
    ...office,
    kind: 'wellness',
    code: 'G0439',
    system: hcpcs,
    text: 'Yearly wellness visit',
    billed: 24_500,
    provider: 'Main Street Primary Care',
    benefit: free,
  },
  checkup: {
    ...office,
    kind: 'wellness',
    code: 'S0302',
    system: hcpcs,
    text: 'Check-up of a child',
    billed: 24_500,
    provider: 'Main Street Primary Care',
    benefit: free,
  },
  flu: {
    ...office,
    kind: 'flu',
    code: 'G0008',
    system: hcpcs,
    text: 'Flu shot',
    billed: 6_200,
    provider: 'Corner Pharmacy',
    benefit: free,
  },
  laboratory: {
    type: 'professional',
    place: '81',
    kind: 'laboratory',
    code: 'LAB',
    system: own,
    text: 'Blood tests',
    billed: 21_400,
    allowed: 38,
    provider: 'Union Laboratory',
    benefit: shared,
  },
  imaging: {
    type: 'institutional',
    kind: 'imaging',
    code: '0320',
    system: revenue,
    text: 'X-ray',
    billed: 48_000,
    allowed: 52,
    provider: 'Summit Radiology',
    benefit: shared,
  },
  scan: {
    type: 'institutional',
    kind: 'scan',
    code: '0351',
    system: revenue,
    text: 'CT scan of the head',
    billed: 264_000,
    allowed: 41,
    provider: 'Summit Radiology',
    benefit: shared,
  },
  emergency: {
    type: 'institutional',
    place: '23',
    kind: 'emergency',
    code: '0450',
    system: revenue,
    text: 'Emergency room',
    billed: 318_000,
    allowed: 47,
    provider: 'Riverside General Hospital',
    benefit: { ...shared, copay: 25_000 },
  },
  stay: {
    type: 'institutional',
    place: '21',
    kind: 'stay',
    code: '0120',
    system: revenue,
    text: 'Hospital room, two nights',
    billed: 1_148_000,
    allowed: 55,
    provider: 'Riverside General Hospital',
    benefit: shared,
  },
  surgery: {
    type: 'institutional',
    place: '21',
    kind: 'surgery',
    code: '0360',
    system: revenue,
    text: 'Operating room',
    billed: 872_000,
    allowed: 51,
    provider: 'Riverside General Hospital',
    benefit: shared,
  },
  delivery: {
    type: 'institutional',
    place: '21',
    kind: 'delivery',
    code: '0720',
    system: revenue,
    text: 'Labor and delivery',
    billed: 624_000,
    allowed: 54,
    provider: 'Riverside General Hospital',
    benefit: shared,
  },
  newborn: {
    type: 'institutional',
    place: '21',
    kind: 'newborn',
    code: '0170',
    system: revenue,
    text: 'Nursery, newborn',
    billed: 214_000,
    allowed: 60,
    provider: 'Riverside General Hospital',
    benefit: shared,
  },
  therapy: {
    ...office,
    kind: 'therapy',
    code: 'G0283',
    system: hcpcs,
    text: 'Physical therapy',
    billed: 14_600,
    provider: 'Hilltop Physical Therapy',
    benefit: shared,
  },
  counseling: {
    ...office,
    kind: 'counseling',
    code: 'H0004',
    system: hcpcs,
    text: 'Behavioral health counseling',
    billed: 17_500,
    provider: 'Quiet Harbor Counseling',
    benefit: visit(2_500),
  },
  cosmetic: {
    ...office,
    kind: 'cosmetic',
    code: 'COS',
    text: 'Mole removal, cosmetic',
    billed: 42_000,
    provider: 'Lakeside Dermatology',
    benefit: never,
  },
  brace: {
    type: 'professional',
    place: '12',
    kind: 'brace',
    code: 'L1832',
    system: hcpcs,
    text: 'Knee brace',
    billed: 68_900,
    allowed: 58,
    provider: 'Keystone Medical Supply',
    benefit: shared,
  },
  ambulance: {
    type: 'professional',
    place: '41',
    kind: 'ambulance',
    code: 'A0429',
    system: hcpcs,
    text: 'Ambulance, emergency',
    billed: 98_000,
    allowed: 49,
    provider: 'County Ambulance',
    benefit: shared,
  },
  generic: {
    type: 'pharmacy',
    kind: 'generic',
    code: '00093-7214-10',
    system: ndc,
    text: 'Metformin 500 mg tablets, 90',
    billed: 4_800,
    allowed: 40,
    provider: 'Corner Pharmacy',
    benefit: visit(1_000),
  },
  brandDrug: {
    type: 'pharmacy',
    kind: 'brandDrug',
    code: '00006-0277-31',
    system: ndc,
    text: 'Sitagliptin 100 mg tablets, 30',
    billed: 61_200,
    allowed: 84,
    provider: 'Corner Pharmacy',
    benefit: visit(4_500),
  },
  cleaning: {
    type: 'oral',
    kind: 'cleaning',
    code: 'CLEAN',
    system: own,
    text: 'Dental cleaning and exam',
    billed: 19_000,
    allowed: 74,
    provider: 'Bright Smile Dental',
    benefit: free,
  },
  filling: {
    type: 'oral',
    kind: 'filling',
    code: 'FILL',
    system: own,
    text: 'Filling, one tooth',
    billed: 28_500,
    allowed: 70,
    provider: 'Bright Smile Dental',
    benefit: shared,
  },
}

/** What happens to a claim besides being decided. */
type Course = 'paid' | 'in-progress' | 'denied' | 'duplicate' | 'adjusted' | 'appealed' | 'out-of-network' | 'cancelled'

interface Visit {
  readonly daysAgo: number
  readonly services: readonly string[]
  readonly course?: Course
}

const everyday: readonly Visit[] = [
  { daysAgo: 4, services: ['primary'], course: 'in-progress' },
  { daysAgo: 11, services: ['primary', 'laboratory'] },
  { daysAgo: 23, services: ['generic'] },
  { daysAgo: 38, services: ['imaging'] },
  { daysAgo: 63, services: ['cosmetic'], course: 'denied' },
  { daysAgo: 88, services: ['wellness', 'flu'] },
  { daysAgo: 114, services: ['generic'] },
  { daysAgo: 151, services: ['specialist'] },
  { daysAgo: 204, services: ['generic'] },
]

/** The first demo member has every kind of claim. */
const everything: readonly Visit[] = [
  ...everyday,
  { daysAgo: 30, services: ['brace'], course: 'appealed' },
  { daysAgo: 34, services: ['surgery', 'stay'] },
  { daysAgo: 45, services: ['scan'], course: 'adjusted' },
  { daysAgo: 46, services: ['emergency', 'ambulance'] },
  { daysAgo: 52, services: ['therapy'], course: 'out-of-network' },
  { daysAgo: 53, services: ['therapy'], course: 'duplicate' },
  { daysAgo: 71, services: ['brandDrug'] },
  { daysAgo: 96, services: ['cleaning'] },
  { daysAgo: 97, services: ['filling'] },
  { daysAgo: 120, services: ['counseling'] },
  { daysAgo: 133, services: ['laboratory'], course: 'cancelled' },
]

/** Someone who has only a dental plan. */
const atDentist: readonly Visit[] = [
  { daysAgo: 5, services: ['cleaning'], course: 'in-progress' },
  { daysAgo: 97, services: ['filling'] },
  { daysAgo: 190, services: ['cleaning'] },
]

const ofChild: readonly Visit[] = [
  { daysAgo: 19, services: ['primary'] },
  { daysAgo: 140, services: ['checkup'] },
  { daysAgo: 230, services: ['primary', 'laboratory'] },
]

/** A hard month: two hospital stays bring the family to its out-of-pocket maximum. */
const inHospital: readonly Visit[] = [
  { daysAgo: 14, services: ['primary'] },
  { daysAgo: 15, services: ['therapy'] },
  { daysAgo: 18, services: ['surgery', 'stay'] },
  { daysAgo: 22, services: ['emergency', 'ambulance'] },
  { daysAgo: 60, services: ['specialist'] },
  { daysAgo: 92, services: ['wellness', 'flu'] },
]

const ofMother: readonly Visit[] = [
  { daysAgo: 13, services: ['primary'] },
  { daysAgo: 24, services: ['delivery', 'stay'] },
  { daysAgo: 52, services: ['imaging', 'laboratory'] },
  { daysAgo: 96, services: ['primary', 'laboratory'] },
]

const ofNewborn: readonly Visit[] = [
  { daysAgo: 13, services: ['wellness'] },
  { daysAgo: 23, services: ['newborn'] },
]

/** People with unusual visits, by member number. */
const visitsOf: Readonly<Record<string, readonly Visit[]>> = {
  '99406232200': everything,
  '61530988400': inHospital,
  '61530988401': inHospital,
  '45120077801': ofMother,
  '45120077802': ofNewborn,
}

interface Patient {
  readonly id: string
  readonly brand: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
  readonly visits: readonly Visit[]
}

/** People whose claims count toward the same yearly amounts. */
interface Family {
  readonly brand: string
  readonly people: readonly Patient[]
  readonly rules: PlanRules
  /** How their plan changes a service's usual benefit. */
  readonly benefit: (usual: Benefit) => Benefit
  /** Whether the plan's own files state how much of each yearly amount is used. */
  readonly isTold: boolean
}

const members = readDemoData(join(import.meta.dirname, '..')).members

function families(): Family[] {
  return members.flatMap((member) => {
    const [group] = member.groups
    if (group === undefined || !member.hasClaims) return []
    const covered = member.family.filter((one) => one.covered || one.chip)
    const people = [member, ...member.family.filter(({ hasClaims }) => hasClaims)].map((one): Patient => {
      const { memberNumber: id, firstName, lastName, dateOfBirth: birthDate } = one
      const usual = group.products.every(({ benefitPlanType }) => benefitPlanType === 'dental') ? atDentist : everyday
      // A program without cost sharing has no visits that its people pay for themselves.
      const own = group.isNDMedicaid ? usual.filter(({ course }) => course !== 'denied') : usual
      const visits = visitsOf[id] ?? (one === member ? own : ofChild)
      return { id, brand: member.brand, firstName, lastName, birthDate, visits }
    })
    const name = group.products[0]?.productName ?? ''
    const rules = buildRules(name, covered.length + 1)
    return { brand: member.brand, people, rules, benefit: buildBenefit(name), isTold: member.loginId === 'FAMILY01' }
  })
}

/** As in the plan's own list of benefits (`plans.ts`). */
function buildBenefit(planName: string): Family['benefit'] {
  const after = { covered: true, deductible: true, coinsurance: 10 }
  return (usual) => {
    if (!usual.covered || usual === free) return usual
    if (planName === 'CHIP HMO' || planName === 'Medicaid Expansion') return free
    return planName === 'Blue HSA 3200' ? after : usual
  }
}

const none: YearLimits = { deductible: 0, outOfPocket: 0 }

/** Everyone's claims in the order in which they were decided; dental care and out-of-network care are counted separately. */
function buildClaims({ people, rules, benefit, isTold }: Family): object[] {
  const paid = new Map<string, YearLimits>()
  const visits = people.flatMap((person) => person.visits.map((one) => ({ person, one })))
  const oldestFirst = visits.toSorted((a, b) => b.one.daysAgo - a.one.daysAgo)
  const counts = new Map<string, number>()
  return oldestFirst.flatMap(({ person, one }) => {
    const { id, brand } = person
    const lines = one.services.map((name) => {
      const service = findService(name, id)
      return { ...service, benefit: benefit(service.benefit) }
    })
    const isOut = one.course === 'out-of-network'
    const pool = `${isOut ? 'out' : 'in'} ${lines.some(({ type }) => type === 'oral') ? 'dental' : 'medical'}`
    const soFar = { person: paid.get(`${pool} ${id}`) ?? none, family: paid.get(`${pool} family`) ?? none }
    const plan = adaptRules(pool, rules)
    const decided = adjudicate(
      plan,
      soFar,
      lines.map((line) => priceLine(line, one.course ?? 'paid')),
    )
    if (one.course !== 'in-progress' && one.course !== 'cancelled') {
      paid.set(`${pool} ${id}`, decided.soFar.person)
      paid.set(`${pool} family`, decided.soFar.family)
    }
    const index = (counts.get(id) ?? 0) + 1
    counts.set(id, index)
    const about = { id: `${id}-${index}`, patient: id, brand, visit: one, lines }
    const told = isTold ? buildBalances(rules, decided.soFar) : []
    return buildResources(about, decided.lines).map((resource) => ({
      ...resource,
      ...(told.length > 0 && { benefitBalance: told }),
    }))
  })
}

/** The everyday drug is the one that the person takes; all of them cost the same here. */
function findService(name: string, memberNumber: string): Service {
  const service = services[name] as Service
  if (name !== 'generic') return service
  const { name: drug, ndc: code } = everydayDrug(memberNumber)
  return { ...service, code, text: `${drug}, 90` }
}

/** Out of network, the yearly amounts are twice as high. */
function adaptRules(pool: string, rules: PlanRules): PlanRules {
  if (pool === 'in medical') return rules
  if (pool !== 'out medical') return { ...rules, person: dentalLimits, family: null }
  const twice = ({ deductible, outOfPocket }: YearLimits) => ({
    deductible: 2 * deductible,
    outOfPocket: 2 * outOfPocket,
  })
  return { ...rules, person: twice(rules.person), family: rules.family && twice(rules.family) }
}

/** As in the dental plans (`plans.ts`), which have no yearly maximum. */
const dentalLimits: YearLimits = { deductible: 5_000, outOfPocket: Number.MAX_SAFE_INTEGER }

/** How much of the year's amounts is used, as a plan reports it with a claim. */
function buildBalances(
  rules: PlanRules,
  soFar: { readonly person: YearLimits; readonly family: YearLimits },
): object[] {
  const one = (unit: 'individual' | 'family', limits: YearLimits, used: YearLimits) => ({
    category: concept(own, '1'),
    network: concept(own, 'in'),
    unit: concept(own, unit),
    term: concept(own, 'annual'),
    financial: [
      { type: concept(own, 'deductible'), allowedMoney: usd(limits.deductible), usedMoney: usd(used.deductible) },
      {
        type: concept(own, 'out-of-pocket-maximum'),
        allowedMoney: usd(limits.outOfPocket),
        usedMoney: usd(used.outOfPocket),
      },
    ],
  })
  return [
    one('individual', rules.person, soFar.person),
    ...(rules.family === null ? [] : [one('family', rules.family, soFar.family)]),
  ]
}

function priceLine(line: Service, course: Course) {
  const allowed = Math.round((line.billed * line.allowed) / 100)
  if (course === 'duplicate') return { billed: line.billed, allowed, benefit: never }
  if (course !== 'out-of-network') return { billed: line.billed, allowed, benefit: line.benefit }
  // Out of network the plan pays a smaller share and has no agreed price.
  return { billed: line.billed, allowed: line.billed, benefit: { ...line.benefit, coinsurance: 40 } }
}

interface About {
  readonly id: string
  readonly patient: string
  readonly brand: string
  readonly visit: Visit
  readonly lines: readonly Service[]
}

const dayMs = 24 * 60 * 60 * 1000
const dayBefore = (days: number) => new Date(Date.parse(ANCHOR) - days * dayMs).toISOString().slice(0, 10)

/** All versions and successors of a claim, oldest first. */
function buildResources(about: About, shares: readonly LineShare[]): object[] {
  const { visit: one, id } = about
  const denied = about.lines.map((line) => ({ ...zero, notCovered: line.billed }))
  switch (one.course ?? 'paid') {
    case 'in-progress':
      return [eob(about, null, { decidedAfter: 2 })]
    case 'denied':
      return [eob(about, shares, { decidedAfter: 14, reason: '96' })]
    case 'duplicate':
      return [eob(about, shares, { decidedAfter: 9, reason: '18' })]
    case 'adjusted': {
      const before = shares.map((share) => ({ ...share, planPaid: 0, notCovered: share.planPaid }))
      return [
        eob(about, before, { decidedAfter: 12, reason: '197' }),
        eob({ ...about, id: `${id}-A` }, shares, { decidedAfter: 33, prior: id }),
      ]
    }
    case 'appealed':
      return [
        eob(about, denied, { decidedAfter: 8, reason: '50' }),
        eob({ ...about, id: `${id}-A` }, shares, { decidedAfter: 27, prior: id, afterAppeal: true }),
      ]
    case 'cancelled':
      return [eob(about, shares, { decidedAfter: 10 }), eob(about, shares, { decidedAfter: 15, status: 'cancelled' })]
    default:
      return [eob(about, shares, { decidedAfter: 10 })]
  }
}

const zero: LineShare = { discount: 0, planPaid: 0, deductible: 0, copay: 0, coinsurance: 0, notCovered: 0 }

const base = 'http://terminology.hl7.org/CodeSystem/adjudication'
const carin = 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBAdjudication'
const qualifier = 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBAdjudicationDiscriminator'
const status = 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBPayerAdjudicationStatus'
const concept = (system: string, code: string) => ({ coding: [{ system, code }] })
const usd = (cents: number) => ({ value: cents / 100, currency: 'USD' })

interface Decision {
  readonly decidedAfter: number
  readonly reason?: string
  readonly prior?: string
  readonly afterAppeal?: boolean
  readonly status?: string
}

function eob(about: About, shares: readonly LineShare[] | null, course: Decision): object {
  const { visit: one, lines } = about
  const served = dayBefore(one.daysAgo)
  const decided = dayBefore(one.daysAgo - course.decidedAfter)
  const network = one.course === 'out-of-network' ? 'outofnetwork' : 'innetwork'
  const [first] = lines as [Service]
  const all = (shares ?? []).reduce<LineShare>((sum, share) => addShares(sum, share), zero)
  const billed = lines.reduce((sum, line) => sum + line.billed, 0)
  const memberShare = all.deductible + all.copay + all.coinsurance + all.notCovered
  const isPaid = shares !== null && all.planPaid > 0
  const relation = course.prior && {
    related: [
      {
        claim: { reference: `ExplanationOfBenefit/${course.prior}` },
        relationship: concept('http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship', 'prior'),
      },
      ...(course.afterAppeal
        ? [{ relationship: concept('http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship', 'appeal') }]
        : []),
    ],
  }
  return {
    resourceType: 'ExplanationOfBenefit',
    id: about.id,
    meta: { lastUpdated: `${decided}T14:00:00Z`, ...(first.kind === 'counseling' && { security: [{ code: 'PSY' }] }) },
    identifier: [
      {
        type: concept('http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBIdentifierType', 'uc'),
        value: claimNumber(about.id),
      },
    ],
    status: course.status ?? 'active',
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', first.type),
    use: 'claim',
    patient: { reference: `Patient/${about.patient}` },
    billablePeriod: { start: served, end: served },
    created: decided,
    insurer: { display: about.brand },
    provider: { display: first.provider },
    ...relation,
    outcome: shares === null ? 'queued' : 'complete',
    supportingInfo: [
      {
        sequence: 1,
        category: concept('http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBSupportingInfoType', 'clmrecvddate'),
        timingDate: dayBefore(one.daysAgo - 1),
      },
      ...(first.type === 'pharmacy'
        ? [
            {
              sequence: 2,
              category: concept('http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBSupportingInfoType', 'dayssupply'),
              valueQuantity: { value: first.kind === 'generic' ? 90 : 30, unit: 'days' },
            },
          ]
        : []),
    ],
    insurance: [{ focal: true, coverage: { display: about.brand } }],
    item: lines.map((line, index) => item(line, index, served, shares?.[index] ?? null, course.reason)),
    adjudication: [
      { category: concept(qualifier, 'billingnetworkstatus'), reason: concept(status, network) },
      ...(course.reason && !isPaid
        ? [{ category: concept(qualifier, 'benefitpaymentstatus'), reason: concept(status, 'denied') }]
        : []),
    ],
    total: [
      { category: concept(base, 'submitted'), amount: usd(billed) },
      ...(shares === null
        ? []
        : [
            { category: concept(base, 'eligible'), amount: usd(billed - all.discount) },
            { category: concept(carin, 'discount'), amount: usd(all.discount) },
            { category: concept(base, 'benefit'), amount: usd(all.planPaid) },
            { category: concept(base, 'deductible'), amount: usd(all.deductible) },
            { category: concept(base, 'copay'), amount: usd(all.copay) },
            { category: concept(carin, 'coinsurance'), amount: usd(all.coinsurance) },
            { category: concept(carin, 'noncovered'), amount: usd(all.notCovered) },
            { category: concept(carin, 'memberliability'), amount: usd(memberShare) },
          ]),
    ],
    ...(isPaid && {
      payee: { type: concept('http://terminology.hl7.org/CodeSystem/payeetype', 'provider') },
      payment: { date: dayBefore(one.daysAgo - course.decidedAfter - 2), amount: usd(all.planPaid) },
    }),
  }
}

function item(
  line: Service,
  index: number,
  served: string,
  share: LineShare | null,
  reason: string | undefined,
): object {
  const isRevenue = line.system === revenue
  const amounts = share && [
    { category: concept(base, 'submitted'), amount: usd(line.billed) },
    { category: concept(base, 'eligible'), amount: usd(line.billed - share.discount) },
    { category: concept(base, 'benefit'), amount: usd(share.planPaid) },
    { category: concept(base, 'deductible'), amount: usd(share.deductible) },
    { category: concept(base, 'copay'), amount: usd(share.copay) },
    { category: concept(carin, 'coinsurance'), amount: usd(share.coinsurance) },
    { category: concept(carin, 'noncovered'), amount: usd(share.notCovered) },
    ...(reason
      ? [
          {
            category: concept(qualifier, 'adjustmentreason'),
            reason: concept('https://x12.org/codes/claim-adjustment-reason-codes', reason),
          },
        ]
      : []),
  ]
  return {
    sequence: index + 1,
    ...(isRevenue && { revenue: concept(revenue, line.code) }),
    productOrService: isRevenue
      ? { text: line.text }
      : { coding: [{ system: line.system, code: line.code }], text: line.text },
    servicedDate: served,
    ...(line.place && {
      locationCodeableConcept: concept(
        'https://www.cms.gov/Medicare/Coding/place-of-service-codes/Place_of_Service_Code_Set',
        line.place,
      ),
    }),
    quantity: { value: 1 },
    adjudication: amounts ?? [{ category: concept(base, 'submitted'), amount: usd(line.billed) }],
  }
}

function addShares(a: LineShare, b: LineShare): LineShare {
  const sum = (of: keyof LineShare) => a[of] + b[of]
  return {
    discount: sum('discount'),
    planPaid: sum('planPaid'),
    deductible: sum('deductible'),
    copay: sum('copay'),
    coinsurance: sum('coinsurance'),
    notCovered: sum('notCovered'),
  }
}

/** Looks like a payer's claim number, and is the same on every run. */
function claimNumber(id: string): string {
  const digits = [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900_000_000, 7)
  return `C${100_000_000 + digits}`
}

function patientResource({ id, firstName, lastName, birthDate }: Omit<Patient, 'visits'>): object {
  const identifier = [{ type: concept('http://terminology.hl7.org/CodeSystem/v2-0203', 'MB'), value: id }]
  return { resourceType: 'Patient', id, identifier, name: [{ family: lastName, given: [firstName] }], birthDate }
}

mkdirSync(join(folder, 'record'), { recursive: true })
for (const [brand, all = []] of Object.entries(Object.groupBy(families(), ({ brand }) => brand))) {
  const resources = [
    ...listPatients(brand).map(patientResource),
    ...coverageResources(members.filter((member) => member.brand === brand)),
    ...all.flatMap(buildClaims),
    ...pharmacyResources(brand),
    ...listPatients(brand).flatMap(({ id }) => [
      ...medicineResources(id),
      ...approvalResources(id, brand),
      ...healthResources(id),
    ]),
  ]
  const lines = resources.map((one) => `${JSON.stringify(one)}\n`)
  writeFileSync(join(folder, 'record', `${brand}.ndjson.gz`), gzipSync(lines.join(''), { level: 9 }))
  console.log(`demo/record/${brand}.ndjson.gz: ${resources.length} resources`)
}

/** Everyone of a brand whose plans have loaded any data about them. */
function listPatients(brand: string): Omit<Patient, 'visits'>[] {
  return members
    .filter((member) => member.brand === brand && member.hasClaims)
    .flatMap((member) => [member, ...member.family.filter((one) => one.covered || one.chip)])
    .map(({ memberNumber: id, firstName, lastName, dateOfBirth: birthDate }) => ({
      id,
      brand,
      firstName,
      lastName,
      birthDate,
    }))
}
