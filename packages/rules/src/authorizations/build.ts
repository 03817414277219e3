import { ndcSystem, npiSystem } from '../fhir/systems.ts'
import { APPROVAL_EXTENSION } from './extension.ts'

/** A prior authorization from a plan's row; null: the row does not say. Moments are ISO text, or days where only the day is known. */
export interface AuthorizationRow {
  readonly memberNumber: string
  readonly number: string
  readonly service: string
  /** CPT or HCPCS. */
  readonly serviceCode: string | null
  readonly diagnosisCode: string | null
  readonly ndc: string | null
  readonly rxnorm: string | null
  readonly provider: string | null
  readonly providerNpi: string | null
  readonly requestedAt: string | null
  readonly receivedAt: string | null
  readonly decidedAt: string | null
  readonly extendedAt: string | null
  readonly expedited: boolean | null
  /** X12 306. */
  readonly action: string | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly begins: string | null
  readonly ends: string | null
  readonly unitsApproved: number | null
  readonly unitsUsed: number | null
  readonly documents: readonly string[]
  readonly appealedAt: string | null
  readonly appealOutcome: string | null
  readonly sensitive: boolean
  readonly withdrawn: boolean
  readonly note: string | null
}

const pdex = 'http://hl7.org/fhir/us/davinci-pdex'
const terminology = 'http://terminology.hl7.org/CodeSystem'

/**
 * Builds the ExplanationOfBenefit, in the shape of PDex, for a prior authorization that did not come as FHIR. Unknown values are left
 * out.
 */
export function buildAuthorization(row: AuthorizationRow): object {
  return {
    resourceType: 'ExplanationOfBenefit',
    id: `csv-authorization-${row.number}`,
    ...(row.sensitive && { meta: { security: [{ system: `${terminology}/v3-Confidentiality`, code: 'R' }] } }),
    ...buildMoments(row),
    identifier: [{ value: row.number }],
    status: row.withdrawn ? 'entered-in-error' : row.action === 'C' ? 'cancelled' : 'active',
    type: {
      coding: [{ system: `${terminology}/claim-type`, code: (row.ndc ?? row.rxnorm) ? 'pharmacy' : 'professional' }],
    },
    use: 'preauthorization',
    patient: { reference: `Patient/${row.memberNumber}` },
    ...((row.decidedAt ?? row.receivedAt ?? row.requestedAt) !== null && {
      created: row.decidedAt ?? row.receivedAt ?? row.requestedAt,
    }),
    ...((row.provider ?? row.providerNpi) !== null && {
      provider: {
        ...(row.providerNpi !== null && {
          identifier: { system: npiSystem, value: row.providerNpi },
        }),
        ...(row.provider !== null && { display: row.provider }),
      },
    }),
    ...(row.expedited !== null && {
      priority: { coding: [{ system: `${terminology}/processpriority`, code: row.expedited ? 'stat' : 'normal' }] },
    }),
    outcome: row.action === 'A4' ? 'queued' : 'complete',
    // Only an approval has a reference. Without one, nobody can mistake a request of unknown outcome for an approval.
    ...((row.action === 'A1' || row.action === 'A6') && { preAuthRef: [row.number] }),
    ...((row.begins ?? row.ends) !== null && {
      preAuthRefPeriod: [
        { ...(row.begins !== null && { start: row.begins }), ...(row.ends !== null && { end: row.ends }) },
      ],
    }),
    ...(row.diagnosisCode !== null && {
      diagnosis: [
        {
          sequence: 1,
          diagnosisCodeableConcept: {
            coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: row.diagnosisCode }],
          },
        },
      ],
    }),
    item: [
      {
        sequence: 1,
        productOrService: { coding: listServiceCodes(row), text: row.service },
        adjudication: listAdjudications(row),
      },
    ],
    ...(row.note !== null && { processNote: [{ text: row.note }] }),
  }
}

/** What no guide has an element for. */
function buildMoments(row: AuthorizationRow): object {
  const moments = {
    requested: row.requestedAt,
    received: row.receivedAt,
    decided: row.decidedAt,
    extended: row.extendedAt,
    appealed: row.appealedAt,
  }
  const parts = [
    ...Object.entries(moments).flatMap(([url, valueDateTime]) =>
      valueDateTime === null ? [] : { url, valueDateTime },
    ),
    ...(row.appealOutcome === null ? [] : [{ url: 'appealOutcome', valueCode: row.appealOutcome }]),
    ...row.documents.map((valueString) => ({ url: 'document', valueString })),
  ]
  return parts.length === 0 ? {} : { extension: [{ url: APPROVAL_EXTENSION, extension: parts }] }
}

function listServiceCodes({ serviceCode, ndc, rxnorm }: AuthorizationRow): object[] {
  return [
    ...(serviceCode === null
      ? []
      : [{ system: 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets', code: serviceCode }]),
    ...(ndc === null ? [] : [{ system: ndcSystem, code: ndc }]),
    ...(rxnorm === null ? [] : [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: rxnorm }]),
  ]
}

function listAdjudications(row: AuthorizationRow): object[] {
  const buildCategory = (code: string) => ({
    coding: [{ system: `${pdex}/CodeSystem/PDexAdjudicationDiscriminator`, code }],
  })
  const reason = {
    ...(row.reasonCode !== null && { coding: [{ code: row.reasonCode }] }),
    ...(row.reason !== null && { text: row.reason }),
  }
  return [
    ...(row.action === null
      ? []
      : [
          {
            extension: [
              {
                url: `${pdex}/StructureDefinition/extension-reviewAction`,
                extension: [
                  {
                    url: `${pdex}/StructureDefinition/extension-reviewActionCode`,
                    valueCodeableConcept: {
                      coding: [{ system: 'https://codesystem.x12.org/005010/306', code: row.action }],
                    },
                  },
                ],
              },
            ],
            category: { coding: [{ system: `${terminology}/adjudication`, code: 'submitted' }] },
          },
        ]),
    ...(Object.keys(reason).length === 0 ? [] : [{ category: buildCategory('denialreason'), reason }]),
    ...(row.unitsApproved === null ? [] : [{ category: buildCategory('allowedunits'), value: row.unitsApproved }]),
    ...(row.unitsUsed === null ? [] : [{ category: buildCategory('consumedunits'), value: row.unitsUsed }]),
  ]
}
