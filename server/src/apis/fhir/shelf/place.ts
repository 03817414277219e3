import { fhirProfiles } from '@portico/contract/fhir/profiles'
import { findFhirType, receivedProvenance, type ShelvedType } from '@portico/contract/fhir/types'
import type { Place } from '@portico/rules/fhir/publish'
import { stableId } from '../../../platform/versions/content.ts'

/** The member whose resource is published. */
export interface Owner {
  readonly brand: string
  readonly memberId: string
  /** The member's id in the plan's files. */
  readonly patientId: string
}

/** The id of a file's resource. Care providers have the same id in files for one brand and for several. */
export function computeFhirId(brand: string, type: string, sourceId: string): string {
  return findFhirType(type)?.audience === 'party'
    ? stableId('fhir', type, sourceId)
    : stableId('fhir', brand, type, sourceId)
}

/** The earlier plan that sent a resource on a member's shelf (OS-55). */
export interface Earlier {
  readonly peerId: string
  readonly planName: string
}

/** The same for an earlier plan's resource, whose ids mean nothing here: not even its care providers are ours. */
export function createEarlierPlace(type: ShelvedType, { peerId }: Earlier, owner: Owner): Place {
  return {
    ...createPlace(type, owner.brand, owner),
    findId: (target, sourceId) =>
      target === 'Patient' && owner.patientId === sourceId
        ? owner.memberId
        : stableId('earlier', peerId, owner.memberId, target, sourceId),
  }
}

/**
 * What publishing a resource of a type needs. A member has one Patient, whose id is the member's, whatever their files call them; `owner`
 * is null for care providers.
 */
export function createPlace(type: ShelvedType, brand: string, owner: Owner | null): Place {
  return {
    findId: (target, sourceId) =>
      target === 'Patient' && owner?.patientId === sourceId ? owner.memberId : computeFhirId(brand, target, sourceId),
    isServed: (target) => findFhirType(target) !== undefined,
    parameters: (type === 'Provenance' ? receivedProvenance : findFhirType(type))?.parameters ?? {},
    profiles: type === 'Provenance' ? [] : (fhirProfiles[type] ?? []),
  }
}
