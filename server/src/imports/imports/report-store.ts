import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

/** The members of the files' Patients, for people who test with them (`--report`), by the Patients' ids. */
export async function reportMembers(db: Reader, brand: string | null, patientIds: ReadonlySet<string>) {
  const rows = await db
    .selectFrom('import_patient')
    .innerJoin('member', 'member.member_id', 'import_patient.member_id')
    .select(['import_patient.patient_id as patientId', 'member.brand', 'member.member_number as memberNumber'])
    .select(['member.first_name as firstName', 'member.last_name as lastName', 'member.date_of_birth as birthDate'])
    .where('import_patient.patient_id', '=', sql<string>`any(${[...patientIds]}::text[])`)
    .$if(brand !== null, (query) => query.where('import_patient.brand', '=', brand ?? ''))
    .orderBy('import_patient.patient_id')
    .execute()
  return rows
}
