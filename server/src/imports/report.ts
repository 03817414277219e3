import type { Reader } from '../db/database.ts'

/** The members that a plan's files created, for people who test with them (`--report`). */
export async function reportMembers(db: Reader, brand: string) {
  const rows = await db
    .selectFrom('import_patient')
    .innerJoin('member', 'member.member_id', 'import_patient.member_id')
    .select(['import_patient.patient_id as patientId', 'member.brand', 'member.member_number as memberNumber'])
    .select(['member.first_name as firstName', 'member.last_name as lastName', 'member.date_of_birth as birthDate'])
    .where('import_patient.brand', '=', brand)
    .orderBy('import_patient.patient_id')
    .execute()
  return rows
}
