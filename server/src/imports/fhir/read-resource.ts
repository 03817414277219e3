import * as v from 'valibot'
import { versionOf } from '../content.ts'
import type { IncomingResource } from '../people-store.ts'
import { Refused } from '../refused.ts'
import { type Marks, marksOf } from '../sensitive/marks.ts'
import { readAuthorization } from './read-authorization.ts'
import { type ReadClaim, readClaim } from './read-claim.ts'
import { type ReadParty, readParty, readRole } from './read-party.ts'
import { type ReadCoverage, type ReadPatient, readCoverage, readPatient } from './read-person.ts'
import { type ReadProduct, readProduct } from './read-plan.ts'
import {
  type ReadMedication,
  type ReadRecord,
  readCareTeam,
  readDispense,
  readMedication,
  readPrescription,
  readRelatedPerson,
} from './read-record.ts'
import { type ResourceType, shapes } from './shapes.ts'

/** A resource as read, with its version. */
export type ReadResource =
  | { readonly type: 'patient'; readonly incoming: IncomingResource<ReadPatient> }
  | { readonly type: 'party'; readonly incoming: IncomingResource<ReadParty> }
  | { readonly type: 'medication'; readonly incoming: IncomingResource<ReadMedication> }
  | { readonly type: 'coverage'; readonly incoming: IncomingResource<ReadCoverage> }
  | { readonly type: 'claim'; readonly incoming: IncomingResource<ReadClaim>; readonly marks: Marks }
  | { readonly type: 'plan'; readonly incoming: IncomingResource<ReadProduct> }
  | { readonly type: 'record'; readonly incoming: IncomingResource<ReadRecord>; readonly marks: Marks }

/** Reads a resource from its text with the digest of that; null for types that are ignored. Throws Refused. */
export function readResource(type: ResourceType, text: string, hash: Buffer): ReadResource | null {
  const json = parseJson(text)
  const parsed = v.safeParse(shapes[type], json)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Refused(v.getDotPath(issue) ?? '', issue.message)
  }
  const resource = parsed.output
  const of = <Read>(read: Read): IncomingResource<Read> => ({
    read,
    version: versionOf(resource.meta),
    hash,
  })
  const record = (read: ReadRecord) => ({ type: 'record', incoming: of(read), marks: marksOf(json) }) as const
  switch (resource.resourceType) {
    case 'Patient':
      return { type: 'patient', incoming: of(readPatient(resource)) }
    case 'Coverage':
      return { type: 'coverage', incoming: of(readCoverage(resource)) }
    case 'InsurancePlan':
      return { type: 'plan', incoming: of(readProduct(resource)) }
    case 'PractitionerRole':
      return { type: 'party', incoming: of(readRole(resource)) }
    case 'Medication':
      return { type: 'medication', incoming: of(readMedication(resource, marksOf(json).labeled)) }
    case 'MedicationRequest':
      return record(readPrescription(resource))
    case 'MedicationDispense':
      return record(readDispense(resource))
    case 'CareTeam':
      return record(readCareTeam(resource))
    case 'RelatedPerson':
      return record(readRelatedPerson(resource))
    case 'ExplanationOfBenefit': {
      const read = readClaim(resource)
      if (read !== null) return { type: 'claim', incoming: of(read), marks: marksOf(json) }
      const authorization = readAuthorization(resource)
      return authorization && record(authorization)
    }
    default:
      return { type: 'party', incoming: of(readParty(resource)) }
  }
}

/** Throws Refused. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('', 'is not JSON: it may be cut short')
  }
}
