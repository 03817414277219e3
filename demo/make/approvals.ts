import { APPROVAL_EXTENSION } from '../../packages/rules/src/authorizations/extension.ts'
import { ANCHOR } from '../../server/src/demo/demo/record.ts'
import { buildDrugConcept, type DrugName, drugs, prescriber } from './medicines.ts'

/** The demo members' prior authorizations as FHIR R4: explanations of benefits with the use `preauthorization`. */

const dayMs = 24 * 60 * 60 * 1000
const dayBefore = (days: number) => new Date(Date.parse(ANCHOR) - days * dayMs).toISOString().slice(0, 10)

interface Decision {
  readonly askedDaysAgo: number
  readonly decidedAfter?: number
  readonly action: 'A1' | 'A3' | 'A4'
  readonly days?: number
  readonly note?: string
}

/** For a medicine, or for care. */
type Approval = Decision &
  (
    | { readonly drug: DrugName }
    | {
        readonly care: string
        readonly by: string
        readonly isUrgent: boolean
        /** Why it was not approved, in the plan's words. */
        readonly reasons?: readonly string[]
        /** Units approved, and units that claims have used. */
        readonly units?: readonly [approved: number, used: number]
      }
  )

const askedFor: Readonly<Record<string, readonly Approval[]>> = {
  '99406232200': [
    { drug: 'sitagliptin', askedDaysAgo: 80, decidedAfter: 2, action: 'A1', days: 365 },
    { drug: 'semaglutide', askedDaysAgo: 3, action: 'A4' },
    // The surgery and the stay of `demo/make/claims.ts`, 34 days ago.
    {
      ...{ care: 'Knee surgery, two nights in the hospital', by: 'Riverside General Hospital', isUrgent: true },
      ...{ askedDaysAgo: 37, decidedAfter: 1, action: 'A1', days: 60, units: [2, 2] },
    },
    {
      ...{ care: 'Physical therapy at home, 24 visits', by: 'Hilltop Physical Therapy', isUrgent: false },
      ...{ askedDaysAgo: 26, decidedAfter: 5, action: 'A3' },
      reasons: [
        'The records that we have do not show that you are unable to leave home for therapy.',
        'Your plan covers therapy at home only while leaving home takes great effort.',
      ],
      note: 'Your doctor can send us what shows that you need it, or ask to talk with the doctor who decided.',
    },
    // Not begun yet: the outlook for the rest of the year counts it.
    {
      ...{ care: 'Physical therapy, 12 visits', by: 'Hilltop Physical Therapy', isUrgent: false },
      ...{ askedDaysAgo: 9, decidedAfter: 2, action: 'A1', days: 180, units: [12, 0] },
    },
  ],
  '61530988400': [{ drug: 'apixaban', askedDaysAgo: 17, decidedAfter: 1, action: 'A1', days: 180 }],
  '38590879400': [
    {
      drug: 'semaglutide',
      askedDaysAgo: 40,
      decidedAfter: 4,
      action: 'A3',
      note: 'Your plan asks that you try metformin first. Your doctor can send us why it is not right for you.',
    },
  ],
  '71446494400': [{ drug: 'semaglutide', askedDaysAgo: 2, action: 'A4' }],
}

/** Someone's prior authorizations. */
export function approvalResources(memberNumber: string, brand: string): object[] {
  return (askedFor[memberNumber] ?? []).map((one, index) => buildApproval(memberNumber, brand, one, index))
}

const review = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-reviewAction'
const reviewPart = (name: string, valueCodeableConcept: object) => ({
  url: `http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-reviewAction${name}`,
  valueCodeableConcept,
})

function buildApproval(memberNumber: string, brand: string, one: Approval, index: number): object {
  const asked = dayBefore(one.askedDaysAgo)
  const decided = dayBefore(one.askedDaysAgo - (one.decidedAfter ?? 0))
  const number = `PA${memberNumber.slice(0, 6)}${index + 1}`
  const isCare = 'care' in one
  const action = { coding: [{ system: 'https://codesystem.x12.org/005010/306', code: one.action }] }
  const reasons = isCare ? (one.reasons ?? []).map((text) => reviewPart('ReasonCode', { text })) : []
  const [approved, used] = (isCare && one.units) || []
  return {
    resourceType: 'ExplanationOfBenefit',
    id: `${memberNumber}-pa-${index + 1}`,
    meta: { lastUpdated: `${decided}T15:00:00Z` },
    ...(isCare && { extension: [buildMoments(asked, decided)] }),
    identifier: [{ value: number }],
    status: 'active',
    type: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/claim-type',
          code: isCare ? 'professional' : 'pharmacy',
        },
      ],
    },
    use: 'preauthorization',
    patient: { reference: `Patient/${memberNumber}` },
    created: decided,
    insurer: { display: brand },
    provider: isCare ? { display: one.by } : { reference: `Practitioner/${prescriber}` },
    ...(isCare && { priority: { coding: [{ code: one.isUrgent ? 'stat' : 'normal' }] } }),
    outcome: one.action === 'A4' ? 'queued' : 'complete',
    ...(one.note && { disposition: one.note }),
    ...(one.days !== undefined && {
      preAuthRef: [number],
      preAuthRefPeriod: [{ start: decided, end: dayBefore(one.askedDaysAgo - one.days) }],
    }),
    supportingInfo: [{ sequence: 1, category: { coding: [{ code: 'clmrecvddate' }] }, timingDate: asked }],
    item: [
      {
        sequence: 1,
        productOrService: isCare ? { text: one.care } : buildDrugConcept(drugs[one.drug]),
        adjudication: [
          {
            category: { coding: [{ code: 'submitted' }] },
            extension: [{ url: review, extension: [reviewPart('Code', action), ...reasons] }],
          },
          ...(approved === undefined ? [] : [buildUnits('allowedunits', approved)]),
          ...(used === undefined ? [] : [buildUnits('consumedunits', used)]),
        ],
      },
    ],
  }
}

/** When the request was sent, received and decided: to the minute, as a plan has to report it. */
function buildMoments(asked: string, decided: string): object {
  const moments = { requested: `${asked}T14:05:00Z`, received: `${asked}T14:07:00Z`, decided: `${decided}T19:30:00Z` }
  const extension = Object.entries(moments).map(([url, valueDateTime]) => ({ url, valueDateTime }))
  return { url: APPROVAL_EXTENSION, extension }
}

function buildUnits(code: string, value: number): object {
  const system = 'http://hl7.org/fhir/us/davinci-pdex/CodeSystem/PDexAdjudicationDiscriminator'
  return { category: { coding: [{ system, code }] }, value }
}
