import { isObject } from '@portico/rules/fhir/json'

/** Elements that only FHIR versions before R4 have: what these versions write in other places than R4 would be lost silently. */
const earlierElements: Readonly<Record<string, readonly string[]>> = {
  ExplanationOfBenefit: [
    ...['totalCost', 'totalBenefit', 'unallocDeductable', 'information', 'hospitalization', 'employmentImpacted'],
    ...['organization', 'organizationReference', 'patientReference', 'claimReference'],
  ],
  Coverage: ['grouping', 'subPlan', 'policyHolderReference', 'bin'],
}
const earlierOfItem = ['service', 'careTeamLinkId', 'diagnosisLinkId', 'procedureLinkId', 'informationLinkId']

/** Whether a resource is in FHIR STU3 or DSTU2 rather than R4. */
export function isOfEarlierVersion(resource: unknown): boolean {
  if (!isObject(resource)) return false
  const { resourceType, item } = resource
  const names = earlierElements[String(resourceType)]
  if (names === undefined) return false
  const items = resourceType === 'ExplanationOfBenefit' && Array.isArray(item) ? item.filter(isObject) : []
  return (
    names.some((name) => resource[name] !== undefined) ||
    items.some((one) => earlierOfItem.some((name) => one[name] !== undefined))
  )
}
