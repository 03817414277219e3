import { buildCoverage, buildPatient } from '@portico/rules/fhir/build'
import { sql } from 'kysely'
import { shelve } from '../../apis/fhir/shelf/shelve.ts'
import type { Tx } from '../../platform/db/database.ts'
import { contentHash } from '../../platform/versions/content.ts'
import type { ReadCoverage } from './fhir/read-person.ts'
import { findMarks } from './sensitive/marks.ts'
import { findLabeledPeople } from './sensitive/reason-store.ts'

/** Serves to apps the people of a file who are members by now (OS-20). */
export async function shelvePatients(tx: Tx, brand: string, patientIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    memberId: string
    patientId: string
    text: string
    version: string | null
    hash: Buffer
  }>`
    select member_id as "memberId", patient_id as "patientId", resource as text, version, content_hash as hash
    from import_patient p where brand = ${brand} and patient_id = any(${[...patientIds]}::text[]) and resource is not null
      and member_id is not null and not (${isReplaced('p')} and exists (select from import_patient other
        where other.member_id = p.member_id and other.patient_id <> p.patient_id and other.resource is not null
          and not ${isReplaced('other')}))
    order by patient_id`.execute(tx)
  const people = rows.map((row) => {
    const sensitive = findMarks(JSON.parse(row.text)).labeled
    return { ...row, type: 'Patient' as const, sensitive, isGone: false }
  })
  await shelve(tx, brand, people)
}

/** Whether another Patient of the same person has taken the place of this one. */
function isReplaced(table: string) {
  return sql`(${sql.ref(`${table}.resource`)} ~ '"type"\\s*:\\s*"replaced-by"')`
}

/** Builds the members whom no file brought as FHIR, and serves them to apps. */
export async function buildPeople(tx: Tx, brand: string, memberIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_contact', 'member_contact.member_id', 'member.member_id')
    .select(['member.member_id as memberId', 'brand', 'member_number as memberNumber', 'first_name as firstName'])
    .select(['last_name as lastName', 'date_of_birth as dateOfBirth', 'address', 'city', 'state'])
    .select(['zip_code as zipCode', 'email', 'phone'])
    .where('member.member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_patient')
            .whereRef('import_patient.member_id', '=', 'member.member_id')
            .where('resource', 'is not', null),
        ),
      ),
    )
    .orderBy('member.member_id')
    .execute()
  const built = rows.map(({ memberId, ...person }) => {
    const text = JSON.stringify(buildPatient(person))
    return { type: 'Patient' as const, memberId, patientId: person.memberNumber, ...toBuilt(text) }
  })
  await shelve(tx, brand, built)
}

/** Builds a coverage that did not come as FHIR, and serves it to apps. */
export async function shelveCoverage(tx: Tx, brand: string, memberId: string, read: ReadCoverage): Promise<void> {
  const text = JSON.stringify(buildCoverage(read, read.payerName ?? read.planName))
  const sensitive = (await findLabeledPeople(tx, [memberId])).has(memberId)
  await shelve(tx, brand, [{ type: 'Coverage', memberId, patientId: read.patientId, ...toBuilt(text), sensitive }])
}

function toBuilt(text: string) {
  return { text, version: null, hash: contentHash(text), sensitive: false, isGone: false }
}
