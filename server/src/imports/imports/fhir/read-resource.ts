import { isObject } from '@portico/rules/fhir/json'
import * as v from 'valibot'
import { findVersion } from '../../../platform/versions/content.ts'
import type { IncomingResource } from '../people-store.ts'
import { Refused, Skipped } from '../refused.ts'
import { findMarks, type Marks } from '../sensitive/marks.ts'
import { withoutNulls } from '../text.ts'
import { refuseDeep, refuseOversized } from './bounds.ts'
import { nameContained } from './contained.ts'
import { refuseNotUnderstood } from './must-understand.ts'
import { findOtherVersion } from './other-versions.ts'
import { readAuthorization } from './read-authorization.ts'
import { type ReadClaim, readClaim } from './read-claim.ts'
import { type ReadClinical, readClinical } from './read-clinical.ts'
import { type ReadParty, readParty, readRole } from './read-party.ts'
import { type ReadCoverage, type ReadPatient, readCoverage, readPatient } from './read-person.ts'
import { type ReadProduct, readProduct } from './read-plan.ts'
import { type ReadProvenance, readProvenance } from './read-provenance.ts'
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
  | { readonly type: 'patient'; readonly incoming: IncomingResource<ReadPatient>; readonly labeled: boolean }
  | { readonly type: 'party'; readonly incoming: IncomingResource<ReadParty> }
  | { readonly type: 'medication'; readonly incoming: IncomingResource<ReadMedication>; readonly marks: Marks }
  | { readonly type: 'coverage'; readonly incoming: IncomingResource<ReadCoverage>; readonly labeled: boolean }
  | { readonly type: 'claim'; readonly incoming: IncomingResource<ReadClaim>; readonly marks: Marks }
  | { readonly type: 'plan'; readonly incoming: IncomingResource<ReadProduct> }
  | { readonly type: 'record'; readonly incoming: IncomingResource<ReadRecord>; readonly marks: Marks }
  | { readonly type: 'clinical'; readonly incoming: IncomingResource<ReadClinical>; readonly marks: Marks }
  | { readonly type: 'provenance'; readonly incoming: IncomingResource<ReadProvenance>; readonly marks: Marks }

/**
 * Reads a resource from its text and the text's digest; of several names and numbers, those that count today. Throws Refused, or Skipped
 * for a resource that is not shown.
 */
export function readResource(type: ResourceType, text: string, hash: Buffer, today: string): ReadResource {
  const json = parseJson(text)
  refuseNotUnderstood(json, text)
  // A plan has its own bounds.
  if (type !== 'InsurancePlan') refuseOversized(json, text.length)
  return readParsed(type, json, hash, today)
}

/** The same for parsed JSON. */
export function readParsed(type: ResourceType, json: unknown, hash: Buffer, today: string): ReadResource {
  const version = findOtherVersion(json)
  if (version !== null) throw new Skipped(`is of FHIR ${version}: only R4 is read`)
  // Whatever else it is missing: no correction would make it a claim.
  if (isObject(json) && json.resourceType === 'ExplanationOfBenefit' && json.use === 'predetermination')
    throw new Skipped('is no claim, but what a plan would pay')
  nameContained(json, today)
  const parsed = v.safeParse(shapes[type], json)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Refused(v.getDotPath(issue) ?? '', issue.message)
  }
  const resource = parsed.output
  const of = <Read>(read: Read): IncomingResource<Read> => ({
    read,
    version: findVersion(resource.meta),
    hash,
  })
  const record = (read: ReadRecord) => ({ type: 'record', incoming: of(read), marks: findMarks(json) }) as const
  switch (resource.resourceType) {
    case 'Patient':
      return { type: 'patient', incoming: of(readPatient(resource, today)), labeled: findMarks(json).labeled }
    case 'Coverage':
      return { type: 'coverage', incoming: of(readCoverage(resource, today)), labeled: findMarks(json).labeled }
    case 'InsurancePlan':
      return { type: 'plan', incoming: of(readProduct(resource, today)) }
    case 'PractitionerRole':
      return { type: 'party', incoming: of(readRole(resource)) }
    case 'Medication':
      return {
        type: 'medication',
        incoming: of(readMedication(resource, findMarks(json).labeled)),
        marks: findMarks({ ...(json as object), code: undefined }),
      }
    case 'MedicationRequest':
      return record(readPrescription(resource))
    case 'MedicationDispense':
      return record(readDispense(resource))
    case 'CareTeam':
      return record(readCareTeam(resource))
    case 'RelatedPerson':
      return record(readRelatedPerson(resource, today))
    case 'ExplanationOfBenefit': {
      const read = readClaim(resource)
      if (read !== null) return { type: 'claim', incoming: of(read), marks: findMarks(json) }
      const authorization = readAuthorization(resource)
      if (authorization === null) throw new Skipped('is no claim, but what a plan would pay')
      return record(authorization)
    }
    case 'Organization':
    case 'Practitioner':
    case 'Location':
      return { type: 'party', incoming: of(readParty(resource, today)) }
    case 'Provenance':
      return { type: 'provenance', incoming: of(readProvenance(resource)), marks: findMarks(json) }
    default:
      return { type: 'clinical', incoming: of(readClinical(resource)), marks: findMarks(json) }
  }
}

/** Throws Refused. */
function parseJson(text: string): unknown {
  refuseDeep(text)
  try {
    const json: unknown = JSON.parse(text)
    return text.includes('null') ? withoutNulls(json) : json
  } catch {
    const isOfLines = /\}\r\s*\{/.test(text)
    throw new Refused('', isOfLines ? 'ends its lines with CR alone: write LF' : 'is not JSON: it may be cut short')
  }
}
