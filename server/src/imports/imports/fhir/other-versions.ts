import { isObject, type JsonObject } from '@portico/rules/fhir/json'

/** Elements that only some versions of FHIR have, by type of resource; `item` has those of a claim's lines. */
type Elements = Readonly<Record<string, readonly string[]>>

/** What these versions write in other places than R4 would be lost silently, and so would a dispense's `notDone`. */
const earlier: Elements = {
  ExplanationOfBenefit: [
    ...['totalCost', 'totalBenefit', 'unallocDeductable', 'information', 'hospitalization', 'employmentImpacted'],
    ...['organization', 'organizationReference', 'patientReference', 'claimReference'],
  ],
  Coverage: ['grouping', 'subPlan', 'policyHolderReference', 'bin'],
  MedicationDispense: ['notDone', 'notDoneReasonCodeableConcept', 'notDoneReasonReference'],
  item: ['service', 'careTeamLinkId', 'diagnosisLinkId', 'procedureLinkId', 'informationLinkId'],
}

const later: Elements = {
  ExplanationOfBenefit: ['decision', 'event', 'traceNumber', 'diagnosisRelatedGroup', 'patientPaid'],
  Coverage: ['kind', 'paymentBy', 'insurancePlan'],
  MedicationRequest: ['medication', 'renderedDosageInstruction', 'effectiveDosePeriod'],
  MedicationDispense: ['medication', 'renderedDosageInstruction', 'notPerformedReason'],
  item: ['reviewOutcome', 'patientPaid', 'productOrServiceEnd', 'traceNumber'],
}

/** The version of FHIR that a resource is in, if it is certainly not R4; else null. */
export function findOtherVersion(resource: unknown): string | null {
  if (!isObject(resource)) return null
  if (hasAny(resource, earlier)) return 'STU3 or DSTU2'
  const isList = resource.resourceType === 'Coverage' && Array.isArray(resource.subscriberId)
  return isList || hasAny(resource, later) ? 'R5' : null
}

function hasAny(resource: JsonObject, elements: Elements): boolean {
  const { resourceType, item } = resource
  const items = resourceType === 'ExplanationOfBenefit' && Array.isArray(item) ? item.filter(isObject) : []
  const has = (one: JsonObject, names: readonly string[] = []) => names.some((name) => one[name] !== undefined)
  return has(resource, elements[String(resourceType)]) || items.some((one) => has(one, elements.item))
}
