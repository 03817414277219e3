import { isObject } from '../fhir/json.ts'
import { APPROVAL_EXTENSION } from './extension.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Converts an answer to a prior authorization request (`ClaimResponse` of Da Vinci's PAS) into the explanation of benefits that the
 * portal stores and serves; returns anything else unchanged.
 */
export function toExplanation(resource: Json): Json {
  if (resource.resourceType !== 'ClaimResponse' || resource.use !== 'preauthorization') return resource
  const {
    requestor,
    request,
    preAuthRef,
    preAuthPeriod,
    item,
    addItem,
    communicationRequest: _,
    error,
    ...kept
  } = resource
  const issued = listItems(item).map(findIssued).find(Boolean)
  const parts = [
    ...(issued === undefined ? [] : [{ url: 'decided', valueDateTime: issued }]),
    ...listAskedFor(resource).map((valueString) => ({ url: 'document', valueString })),
  ]
  return {
    ...kept,
    resourceType: 'ExplanationOfBenefit',
    // An explanation of benefits may have the same id as a claim response.
    id: typeof resource.id === 'string' ? `ClaimResponse-${resource.id}` : resource.id,
    ...(requestor !== undefined && { provider: requestor }),
    ...(request !== undefined && { claim: request }),
    ...(preAuthRef !== undefined && { preAuthRef: [preAuthRef] }),
    ...(preAuthPeriod !== undefined && { preAuthRefPeriod: [preAuthPeriod] }),
    ...((item ?? addItem) !== undefined && { item: [...listItems(item), ...listItems(addItem)].map(toItem) }),
    ...(parts.length > 0 && {
      extension: [...listItems(resource.extension), { url: APPROVAL_EXTENSION, extension: parts }],
    }),
    ...(error !== undefined && {
      processNote: [...listItems(resource.processNote), ...listItems(error).flatMap(toNote)],
    }),
  }
}

/** A line names what was approved in an extension; what was requested is in the request. */
function toItem(item: Json, index: number): Json {
  const { itemSequence, itemSequence: _, detailSequence: __, subdetailSequence: ___, ...kept } = item
  const detail = listItems(item.extension).find(({ url }) => /authorizeddetail$/i.test(String(url)))
  const named = listItems(detail?.extension).find(({ url }) => /productorservicecode$/i.test(String(url)))
  return {
    ...kept,
    sequence: typeof itemSequence === 'number' ? itemSequence : index + 1,
    ...(item.productOrService === undefined &&
      named?.valueCodeableConcept !== undefined && { productOrService: named.valueCodeableConcept }),
  }
}

function findIssued({ extension }: Json): unknown {
  const issued = listItems(extension).find(({ url }) => /preauthissuedate$/i.test(String(url)))
  return issued?.valueDate ?? issued?.valueDateTime
}

/** What the plan asks for before it decides: the texts of the contained CommunicationRequests. */
function listAskedFor({ contained }: Json): string[] {
  return listItems(contained)
    .filter(({ resourceType }) => resourceType === 'CommunicationRequest')
    .flatMap(({ payload }) => listItems(payload))
    .flatMap(({ contentString }) => (typeof contentString === 'string' ? contentString : []))
}

function toNote({ code }: Json): Json[] {
  if (!isObject(code)) return []
  const [first] = listItems(code.coding)
  const text = code.text ?? first?.display ?? first?.code
  return typeof text === 'string' ? [{ text }] : []
}

function listItems(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
