import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { ChosenNumbers, NumberOfFile } from './fhir/member-numbers.ts'

/** What is stored of a person's numbers. All of them only if another one may count later. */
export function numberColumns(chosen: ChosenNumbers | undefined, numbers: readonly NumberOfFile[]) {
  const { memberNumber = null, uniqueNumber = null, formerNumber = null, changesOn = null } = chosen ?? {}
  return {
    member_number: memberNumber,
    unique_number: uniqueNumber,
    former_number: formerNumber,
    numbers: changesOn === null ? null : JSON.stringify(numbers),
    numbers_on: changesOn,
  }
}

/** A number stays if a later version of the person's own resource has none, unless it says that the number has ended. */
export const keptNumbers = {
  member_number: sql<string | null>`coalesce(excluded.member_number,
    case when excluded.former_number is distinct from import_patient.member_number then import_patient.member_number end)`,
  unique_number: sql<string | null>`coalesce(excluded.unique_number,
    case when excluded.former_number is distinct from import_patient.unique_number then import_patient.unique_number end)`,
  former_number: sql<string | null>`excluded.former_number`,
  numbers: sql<string | null>`excluded.numbers`,
  numbers_on: sql<string | null>`excluded.numbers_on`,
}

/** People of files with the numbers that they and their members have. */
export async function listNumbered(db: Reader, brand: string, patientIds: readonly string[]) {
  return db
    .selectFrom('import_patient')
    .innerJoin('member', 'member.member_id', 'import_patient.member_id')
    .select(['patient_id', 'import_patient.member_id', 'member.member_number as stored'])
    .select(['import_patient.member_number as before', 'unique_number as unique'])
    .where('import_patient.brand', '=', brand)
    .where('patient_id', '=', sql<string>`any(${patientIds}::text[])`)
    .orderBy('patient_id')
    .execute()
}

/** Of people in files those whose member number is a family's: someone else has it as well, and they have one of their own. */
export async function findSharing(tx: Tx, brand: string, patientIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select one.patient_id as id from import_patient one
    where one.brand = ${brand} and one.patient_id = any(${patientIds}::text[])
      and one.unique_number <> one.member_number and exists (
        select from import_patient other
        where other.brand = one.brand and other.member_number = one.member_number
          and (other.first_name, other.birth_date) is distinct from (one.first_name, one.birth_date))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether the member with a number is a twin of somebody in a file: born on the same day, of another first name, and a boy and a girl or both of
 * a multiple birth. A newborn who has no name yet is called otherwise later.
 */
export async function isHeldByTwin(
  tx: Tx,
  brand: string,
  { patientId, memberNumber }: { readonly patientId: string; readonly memberNumber: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from import_patient one
    join import_patient other on other.brand = one.brand and other.birth_date = one.birth_date
      and lower(other.first_name) <> lower(one.first_name)
    join member on member.member_id = other.member_id and member.brand = other.brand
    where one.brand = ${brand} and one.patient_id = ${patientId} and member.member_number = ${memberNumber}
      and (one.resource ~ ${ofMultipleBirth} and other.resource ~ ${ofMultipleBirth}
          and (other.first_name ~* ${unnamed}) = (one.first_name ~* ${unnamed})
        or array[one.resource::jsonb->>'gender', other.resource::jsonb->>'gender'] in (${sql.raw(`array['male', 'female'], array['female', 'male']`)}))
    limit 1`.execute(tx)
  return rows.length > 0
}

/** What hospitals write until a child has a name: `Baby Boy`, `BG Twin A`, `Newborn`. */
const unnamed = '^(baby|babyboy|babygirl|boy|girl|newborn|infant|twin|bb|bg)\\M'
const ofMultipleBirth = '"multipleBirth(Integer|Boolean)"\\s*:\\s*(true|[1-9])'

/** People of files of whom another number has begun to count. */
export async function listDueNumbers(db: Reader, today: string, max: number) {
  return db
    .selectFrom('import_patient')
    .select(['brand', 'patient_id', 'numbers'])
    .where('numbers_on', '<=', today)
    .orderBy('numbers_on')
    .limit(max)
    .execute()
}

export async function keepNumbers(
  tx: Tx,
  brand: string,
  patientId: string,
  numbers: ReturnType<typeof numberColumns>,
): Promise<void> {
  await tx
    .updateTable('import_patient')
    .set(numbers)
    .where('brand', '=', brand)
    .where('patient_id', '=', patientId)
    .execute()
}
