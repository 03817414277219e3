import { findFhirType } from '@portico/contract/fhir/types'
import { Skipped } from '../refused.ts'
import { findTargetId, withoutVersion } from './codes.ts'
import type { Provenance } from './shapes.ts'

/** A resource that a Provenance is about. */
export interface ProvenanceTarget {
  readonly type: string
  readonly resourceId: string
}

/** The origin of a member's resources, as the plan states it. */
export interface ReadProvenance {
  readonly resourceId: string
  readonly targets: readonly ProvenanceTarget[]
}

/** Throws Skipped. */
export function readProvenance({ id: resourceId, target }: Provenance): ReadProvenance {
  const targets = target.flatMap((one) => {
    const [, type = ''] = /(?:^|\/)([A-Z]\w+)\/[^/]+$/.exec(withoutVersion(one.reference ?? '')) ?? []
    const id = findTargetId(one)
    return id !== undefined && findFhirType(type)?.audience === 'member' ? [{ type, resourceId: id }] : []
  })
  if (targets.length === 0) throw new Skipped('is about nothing that members’ apps are served')
  return { resourceId, targets }
}
