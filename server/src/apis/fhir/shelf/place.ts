import { fhirProfiles } from '@portico/contract/fhir/profiles'
import { type FhirTypeName, findFhirType } from '@portico/contract/fhir/types'
import type { Place } from '@portico/rules/fhir/publish'
import { stableId } from '../../../platform/versions/content.ts'

/** Whose resource is published. */
export interface Owner {
  readonly brand: string
  readonly memberId: string
  /** The member's id in the plan's files. */
  readonly patientId: string
}

/** The id of a resource of a file. Those who give care are the same in files for one brand and for several. */
export function computeFhirId(brand: string, type: string, sourceId: string): string {
  return findFhirType(type)?.audience === 'party'
    ? stableId('fhir', type, sourceId)
    : stableId('fhir', brand, type, sourceId)
}

/** What publishing a resource of a type has to know. A member has one Patient, whose id is the member's, whatever their files call them; `owner` is null for those who give care. */
export function createPlace(type: FhirTypeName, brand: string, owner: Owner | null): Place {
  return {
    findId: (target, sourceId) =>
      target === 'Patient' && owner?.patientId === sourceId ? owner.memberId : computeFhirId(brand, target, sourceId),
    isServed: (target) => findFhirType(target) !== undefined,
    parameters: findFhirType(type)?.parameters ?? {},
    profiles: fhirProfiles[type] ?? [],
  }
}
