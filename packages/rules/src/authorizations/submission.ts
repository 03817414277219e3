import { isObject, type JsonObject, readText } from '../fhir/json.ts'
import { isCalendarDay } from '../fhir/moments.ts'
import { npiSystem } from '../fhir/systems.ts'
import { joinReviews, type ToldState } from '../medicines/authorization.ts'
import { APPROVAL_EXTENSION } from './extension.ts'
import { type Inquiry, listClaims, readInquiry, toList } from './inquiry.ts'

/** A request for approval as Da Vinci's PAS sends it (OS-56), with the fields that we check; the plan decides on what it asks for. */
export interface Submission extends Pick<Inquiry, 'memberNumbers' | 'familyName' | 'birthDate' | 'npis'> {
  /** The sender's identifiers of the message and of the request in it. */
  readonly bundleIdentifier: string
  readonly claimIdentifier: string
  readonly claim: JsonObject
  /** Whether it changes or withdraws an earlier request, whose answer stays until the plan answers again. */
  readonly isUpdate: boolean
}

const [maxEntries, maxItems] = [200, 100]

/** Reads the Bundle of a request; returns a text that says what is missing if it cannot. */
export function readSubmission(bundle: unknown): Submission | string {
  const asked = readInquiry(bundle)
  if (typeof asked === 'string') return asked
  const { entry, identifier } = bundle as JsonObject
  if (toList(entry).length > maxEntries) return 'Bundle.entry'
  const [claim, ...others] = listClaims(bundle)
  if (claim === undefined || others.length > 0) return 'Claim'
  if (toList(claim.item).length === 0) return 'Claim.item'
  const wrong = (['item', 'diagnosis', 'identifier'] as const).find((name) => !isShortList(claim[name]))
  if (wrong !== undefined) return `Claim.${wrong}`
  const odd = (['type', 'priority'] as const).find((name) => claim[name] !== undefined && !isObject(claim[name]))
  if (odd !== undefined) return `Claim.${odd}`
  if (claim.created !== undefined && !isWritten(claim.created)) return 'Claim.created'
  const [bundleIdentifier, claimIdentifier] = [nameIdentifier(identifier), nameIdentifier(toList(claim.identifier)[0])]
  if (bundleIdentifier === null) return 'Bundle.identifier'
  if (claimIdentifier === null) return 'Claim.identifier'
  const { memberNumbers, familyName, birthDate, npis } = asked
  const isUpdate = toList(claim.related).length > 0 || claim.status !== 'active'
  return { memberNumbers, familyName, birthDate, npis, bundleIdentifier, claimIdentifier, claim, isUpdate }
}

function isShortList(list: unknown): boolean {
  const some = toList(list)
  return some.length <= maxItems && some.every(isObject)
}

/** Whether a text is a day or a moment in FHIR's format. */
function isWritten(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) &&
    isCalendarDay(text.slice(0, 10))
  )
}

function nameIdentifier(identifier: unknown): string | null {
  if (!isObject(identifier)) return null
  const [system = '', value] = [readText(identifier.system), readText(identifier.value)]
  return value === undefined || value.length > 200 || system.length > 300 ? null : `${system}|${value}`
}

/**
 * The content of a request, independent of its message: we leave out resource names within the message and times of sending, so that a
 * request that is rebuilt and sent again compares equal.
 */
export function writeSaid({ claim }: Pick<Submission, 'claim'>): string {
  return JSON.stringify(claim, (name, value) =>
    ['id', 'meta', 'created', 'reference'].includes(name) || (name === 'text' && typeof value !== 'string')
      ? undefined
      : value,
  )
}

const terminology = 'http://terminology.hl7.org/CodeSystem'

const restricted = { system: `${terminology}/v3-Confidentiality`, code: 'R' }

/** Builds a pending prior authorization from a request, in the shape of PDex. */
export function buildAsked(
  { claim, npis }: Pick<Submission, 'claim' | 'npis'>,
  about: {
    readonly id: string
    readonly patient: string
    readonly provider: string
    readonly receivedAt: Date
    /** Whether only the patient may see it (MP-14): we do not store every element that says so. */
    readonly isSensitive: boolean
  },
): JsonObject {
  const { identifier, type, priority, diagnosis, created, item } = claim
  const [npi = ''] = npis
  const moments = [
    ...(typeof created === 'string' ? [{ url: 'requested', valueDateTime: created }] : []),
    { url: 'received', valueDateTime: about.receivedAt.toISOString() },
  ]
  return {
    ...{ resourceType: 'ExplanationOfBenefit', id: about.id },
    meta: { lastUpdated: about.receivedAt.toISOString(), ...(about.isSensitive && { security: [restricted] }) },
    extension: [{ url: APPROVAL_EXTENSION, extension: moments }],
    ...{ ...(identifier !== undefined && { identifier }), status: 'active', use: 'preauthorization' },
    type: type ?? { coding: [{ system: `${terminology}/claim-type`, code: 'professional' }] },
    patient: { reference: about.patient },
    created: about.receivedAt.toISOString(),
    provider: { identifier: { system: npiSystem, value: npi }, display: about.provider },
    ...(priority !== undefined && { priority }),
    outcome: 'queued',
    ...(diagnosis !== undefined && { diagnosis }),
    item: toList(item).filter(isObject).map(toAskedItem),
  }
}

function toAskedItem({ sequence, productOrService }: JsonObject, index: number): JsonObject {
  const review = {
    url: 'http://hl7.org/fhir/us/davinci-pdex/StructureDefinition/extension-reviewAction',
    extension: [
      {
        url: 'http://hl7.org/fhir/us/davinci-pdex/StructureDefinition/extension-reviewActionCode',
        valueCodeableConcept: { coding: [{ system: 'https://codesystem.x12.org/005010/306', code: 'A4' }] },
      },
    ],
  }
  return {
    sequence: typeof sequence === 'number' ? sequence : index + 1,
    ...(productOrService !== undefined && { productOrService }),
    adjudication: [
      { extension: [review], category: { coding: [{ system: `${terminology}/adjudication`, code: 'submitted' }] } },
    ],
  }
}

/** The answer to a request as we store it: the request fills in what the answer leaves out. */
export function joinAnswer(asked: JsonObject, answer: JsonObject, now: Date): JsonObject {
  const { extension, item, meta, provider: _, patient: __, ...said } = answer
  const askedItems = toList(asked.item).filter(isObject)
  const items = toList(item).filter(isObject)
  const isOpen = readTold(answer) === 'pending'
  const own = [...toList(asked.extension), ...toList(extension)].filter(isObject)
  const labels = [asked.meta, meta].flatMap((one) => (isObject(one) ? toList(one.security) : []))
  const moments = own.filter(({ url }) => url === APPROVAL_EXTENSION).flatMap((one) => toList(one.extension))
  const isDated = moments.some((one) => isObject(one) && one.url === 'decided')
  // The plan has decided since its last answer, but nobody says when: we use the time of this answer.
  const decided = isOpen || isDated ? [] : [{ url: 'decided', valueDateTime: now.toISOString() }]
  return {
    ...asked,
    ...said,
    meta: {
      lastUpdated: now.toISOString(),
      ...(isObject(meta) && meta),
      ...(labels.length > 0 && { security: labels }),
    },
    identifier: [...toList(answer.identifier), ...toList(asked.identifier)],
    type: answer.type ?? asked.type,
    extension: [
      { url: APPROVAL_EXTENSION, extension: [...moments, ...decided] },
      ...own.filter(({ url }) => url !== APPROVAL_EXTENSION),
    ],
    item: items.length === 0 ? askedItems : items.map((one) => joinItem(one, askedItems)),
  } as JsonObject
}

function joinItem(item: JsonObject, asked: readonly JsonObject[]): JsonObject {
  const productOrService =
    item.productOrService ?? asked.find(({ sequence }) => sequence === item.sequence)?.productOrService
  return { ...item, ...(productOrService !== undefined && { productOrService }) }
}

/** A plan's answer if we can store it, else null. */
export function readAnswer(response: unknown): JsonObject | null {
  if (!isObject(response) || response.resourceType !== 'ClaimResponse' || response.use !== 'preauthorization')
    return null
  const { id, outcome } = response
  const isNamed = typeof id === 'string' && /^[A-Za-z0-9.-]{1,64}$/.test(id)
  const isTold = outcome === 'queued' || outcome === 'complete' || outcome === 'partial' || outcome === 'error'
  return isNamed && isTold && toList(response.item).length <= maxItems ? response : null
}

/** The overall outcome of an answer's reviews; null: it does not say. */
function readTold(answer: JsonObject): ToldState | null {
  if (answer.outcome === 'queued') return 'pending'
  const text = JSON.stringify([answer.item ?? [], answer.adjudication ?? []])
  return joinReviews([...text.matchAll(/"code":"(A[1-6]|C)"/g)].map(([, code = '']) => code.toLowerCase()))
}
