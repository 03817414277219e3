import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { ChosenNumbers, NumberOfFile } from './fhir/member-numbers.ts'

/** The stored columns of a person's numbers: all numbers only if another one may count, later or because a coverage names it. */
export function numberColumns(chosen: ChosenNumbers | undefined, numbers: readonly NumberOfFile[]) {
  const { memberNumber = null, uniqueNumber = null, formerNumber = null, changesOn = null } = chosen ?? {}
  const mayChange = changesOn !== null || (chosen?.current.length ?? 0) > 1
  return {
    member_number: memberNumber,
    unique_number: uniqueNumber,
    former_number: formerNumber,
    numbers: mayChange ? JSON.stringify(numbers) : null,
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

/** People in files with their own numbers and those of their members. */
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

/** The people in files whose member number is their family's: someone else has it, too, and they have their own. */
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

/** The identifying data of a person in a file, or of a member for whom no file has a person. */
interface NumberedPerson {
  readonly patientId: string | null
  readonly firstName: string
  readonly resource: string | null
  readonly runId: string | null
  /** A number under which they were refused, because it belongs to somebody else with the same date of birth. */
  readonly apartOn: string | null
}

/**
 * A person in a file; the people with the same date of birth who are the member with a number, or that member if no file has a person for
 * them; and those who were refused beside them.
 */
export async function listUnderNumber(
  tx: Tx,
  brand: string,
  { patientId, memberNumber }: { readonly patientId: string; readonly memberNumber: string },
): Promise<{
  readonly own: NumberedPerson | undefined
  readonly holders: readonly NumberedPerson[]
  readonly refused: readonly NumberedPerson[]
}> {
  const { rows } = await sql<NumberedPerson & { part: 'own' | 'holder' | 'member' | 'refused' }>`
    with own as (select * from import_patient where brand = ${brand} and patient_id = ${patientId}),
    holder as (select m.member_id, m.first_name from member m join own on m.date_of_birth = own.birth_date
      where m.brand = ${brand} and m.member_number = ${memberNumber}),
    person as (select 'own' as part, own.* from own
      union all select 'holder', p.* from import_patient p join holder using (member_id) where p.brand = ${brand}
      union all select 'refused', p.* from import_patient p join own on p.birth_date = own.birth_date
        where p.brand = ${brand} and p.member_number = ${memberNumber} and p.apart_on = ${memberNumber}
          and p.member_id is null and p.patient_id <> ${patientId})
    select part, patient_id as "patientId", first_name as "firstName", resource, run_id as "runId", apart_on as "apartOn" from person
    union all select 'member', null, first_name, null, null, null from holder`.execute(tx)
  const held = rows.filter(({ part }) => part === 'holder')
  return {
    own: rows.find(({ part }) => part === 'own'),
    holders: held.length > 0 ? held : rows.filter(({ part }) => part === 'member'),
    refused: rows.filter(({ part }) => part === 'refused'),
  }
}

/** Notes that a person does not own a number, so that they are not taken for its owner when they come alone. */
export async function keepApart(tx: Tx, brand: string, patientId: string, memberNumber: string): Promise<void> {
  await tx
    .updateTable('import_patient')
    .set({ apart_on: memberNumber })
    .where('brand', '=', brand)
    .where('patient_id', '=', patientId)
    .execute()
}

/** All numbers of members for whom files have several that may count, by member, for each of their Patients. */
export async function listSeveralNumbers(
  tx: Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (readonly NumberOfFile[])[]>> {
  const rows = await tx
    .selectFrom('import_patient')
    .select(['member_id', 'numbers'])
    .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .where('numbers', 'is not', null)
    .orderBy('patient_id')
    .execute()
  const found = Map.groupBy(rows, ({ member_id }) => member_id ?? '')
  return new Map([...found].map(([id, some]) => [id, some.map(({ numbers }) => numbers as readonly NumberOfFile[])]))
}

/** People in files who have any of the numbers among several, with all their numbers. */
export async function listOthersWithNumbers(tx: Tx, brand: string, numbers: readonly string[]) {
  const { rows } = await sql<{ memberId: string; numbers: readonly NumberOfFile[] }>`
    select member_id as "memberId", numbers from import_patient
    where brand = ${brand} and numbers is not null and member_id is not null
      and numbers @> any(${numbers.map((value) => JSON.stringify([{ value }]))}::text[]::jsonb[])`.execute(tx)
  return rows
}

/** The members among people in files for whom the files have several numbers. */
export async function listMembersOfSeveral(tx: Tx, brand: string, patientIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('import_patient')
    .select('member_id')
    .distinct()
    .where('brand', '=', brand)
    .where('patient_id', '=', sql<string>`any(${patientIds}::text[])`)
    .where('member_id', 'is not', null)
    .where('numbers', 'is not', null)
    .orderBy('member_id')
    .execute()
  return rows.flatMap(({ member_id }) => member_id ?? [])
}

/** People in files for whom another number has begun to count. */
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
