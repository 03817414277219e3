import type { ClinicalType } from '@portico/contract/fhir/types'
import { Skipped } from '../refused.ts'
import { findPatientId } from './codes.ts'
import type { Clinical } from './shapes.ts'

/** Clinical data, which is served only to apps. */
export interface ReadClinical {
  readonly type: ClinicalType
  readonly resourceId: string
  readonly patientId: string
}

/** Throws Skipped. */
export function readClinical({ resourceType: type, id: resourceId, subject, patient }: Clinical): ReadClinical {
  const patientId = findPatientId(subject ?? patient)
  if (patientId === undefined) throw new Skipped('is about no patient')
  return { type, resourceId, patientId }
}
