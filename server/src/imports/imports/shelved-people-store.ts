import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** A Patient of a file who is a member. */
interface PatientOfMember {
  readonly memberId: string
  readonly patientId: string
  readonly text: string
  readonly version: string | null
  readonly hash: Buffer
}

/** The Patients with some ids who are members, without those that another Patient of the same person has replaced. */
export async function listPatientsOfMembers(
  tx: Tx,
  brand: string,
  patientIds: readonly string[],
): Promise<PatientOfMember[]> {
  const { rows } = await sql<PatientOfMember>`
    select member_id as "memberId", patient_id as "patientId", resource as text, version, content_hash as hash
    from import_patient p where brand = ${brand} and patient_id = any(${[...patientIds]}::text[]) and resource is not null
      and member_id is not null and not (${isReplaced('p')} and exists (select from import_patient other
        where other.member_id = p.member_id and other.patient_id <> p.patient_id and other.resource is not null
          and not ${isReplaced('other')}))
    order by patient_id`.execute(tx)
  return rows
}

/** Whether another Patient of the same person has replaced this one. */
function isReplaced(table: string) {
  return sql`(${sql.ref(`${table}.resource`)} ~ '"type"\\s*:\\s*"replaced-by"')`
}

/** The members among some whom no file brought as FHIR. */
export async function listWithoutPatient(tx: Tx, memberIds: readonly string[]) {
  const ofThem = sql<string>`any(${[...memberIds]}::uuid[])`
  const brought = await tx
    .selectFrom('import_patient')
    .select('member_id')
    .where('member_id', '=', ofThem)
    .where('resource', 'is not', null)
    .execute()
  const known = new Set(brought.map(({ member_id }) => member_id))
  const members = await tx
    .selectFrom('member')
    .leftJoin('member_contact', 'member_contact.member_id', 'member.member_id')
    .select(['member.member_id as memberId', 'brand', 'member_number as memberNumber', 'first_name as firstName'])
    .select(['last_name as lastName', 'date_of_birth as dateOfBirth', 'address', 'city', 'state'])
    .select(['zip_code as zipCode', 'email', 'phone'])
    .where('member.member_id', '=', ofThem)
    .orderBy('member.member_id')
    .execute()
  return members.filter(({ memberId }) => !known.has(memberId))
}
