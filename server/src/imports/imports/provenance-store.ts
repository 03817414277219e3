import { sql } from 'kysely'
import { computeFhirId } from '../../apis/fhir/shelf/place.ts'
import { type Incoming, shelve } from '../../apis/fhir/shelf/shelve.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ProvenanceTarget } from './fhir/read-provenance.ts'
import type { MemberRun } from './members.ts'
import { Refused, UnknownTarget } from './refused.ts'
import type { ResourceAt } from './resources.ts'
import { judge } from './sensitive/judge.ts'
import { importUnrefused, type OutcomeOrRefused } from './unrefused.ts'

type ProvenanceAt = Extract<ResourceAt, { type: 'provenance' }>

/** Stores the plan's statement of where resources come from, with the member who has them (OS-5). */
export async function importProvenance(
  tx: Tx,
  some: readonly ProvenanceAt[],
  run: MemberRun,
): Promise<readonly OutcomeOrRefused[]> {
  const owners = await findOwners(
    tx,
    run.brand,
    some.flatMap(({ incoming }) => incoming.read.targets),
  )
  const sensitive = await judge(
    tx,
    run.brand,
    some.map(({ marks }) => marks),
  )
  const known = some.map(({ incoming: { read, version, hash }, text }, index): Incoming | Refused => {
    const found = read.targets.flatMap((target) => owners.get(nameTarget(target)) ?? [])
    const [owner] = found
    if (owner === undefined) return new UnknownTarget()
    // Each of the members would learn of the other's resources.
    if (found.some(({ memberId }) => memberId !== owner.memberId))
      return new Refused('target.reference', 'is about several members: one of its own for each is kept')
    const { memberId, patients } = owner
    const patientId = patients.find((id) => text.includes(`Patient/${id}"`)) ?? ''
    const own = { sensitive: sensitive[index] ?? true, isGone: false }
    return { type: 'Provenance', memberId, patientId, text, version, hash, ...own }
  })
  return importUnrefused(known, (good) => shelve(tx, run.brand, good))
}

interface Owner {
  readonly memberId: string
  /** The ids of the member's Patients in files. */
  readonly patients: readonly string[]
}

/** The members who have the resources, by the ids in files. */
async function findOwners(tx: Tx, brand: string, targets: readonly ProvenanceTarget[]): Promise<Map<string, Owner>> {
  const names = new Map(targets.map((one) => [computeFhirId(brand, one.type, one.resourceId), nameTarget(one)]))
  const patients = targets.flatMap(({ type, resourceId }) => (type === 'Patient' ? resourceId : []))
  const { rows } = await sql<Owner & { id: string | null; patient: string | null }>`
    with own as (
      select member_id, id, null as patient from fhir_resource
        where id = any(${[...names.keys()]}::uuid[]) and body is not null
      union all
      select member_id, null, patient_id from import_patient
        where brand = ${brand} and patient_id = any(${patients}::text[]) and member_id is not null)
    select member_id as "memberId", id, patient, array(select patient_id from import_patient named
      where named.brand = ${brand} and named.member_id = own.member_id order by patient_id) as patients
    from own`.execute(tx)
  return new Map(
    rows.map(({ id, patient, ...owner }) => [
      patient === null ? (names.get(id ?? '') ?? '') : nameTarget({ type: 'Patient', resourceId: patient }),
      owner,
    ]),
  )
}

const nameTarget = ({ type, resourceId }: ProvenanceTarget) => `${type}/${resourceId}`

/** The brands that have any target of a Provenance. */
export async function brandsWithTargets(
  tx: Tx,
  { incoming: { read } }: ProvenanceAt,
  brands: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const brand of brands) if ((await findOwners(tx, brand, read.targets)).size > 0) found.push(brand)
  return found
}
