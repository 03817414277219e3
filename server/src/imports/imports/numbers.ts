import { sql } from 'kysely'
import { renumber } from '../../member/member/importing.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type ChosenNumbers, chooseNumbers, type NumberOfFile } from './fhir/member-numbers.ts'

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

/**
 * Gives members the numbers that count now instead of those that did before, by the ids of their Patients. Returns the ids of those whose
 * new number is someone else's.
 */
export async function renumberMembers(
  tx: Tx,
  brand: string,
  chosen: ReadonlyMap<string, ChosenNumbers>,
): Promise<ReadonlySet<string>> {
  const ids = [...chosen].flatMap(([id, { memberNumber }]) => (memberNumber === null ? [] : id))
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('import_patient')
    .innerJoin('member', 'member.member_id', 'import_patient.member_id')
    .select(['patient_id', 'import_patient.member_id', 'member.member_number as stored'])
    .select(['import_patient.member_number as before', 'unique_number as unique'])
    .where('import_patient.brand', '=', brand)
    .where('patient_id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('patient_id')
    .execute()
  const taken = new Set<string>()
  for (const { patient_id, member_id, stored, before, unique } of rows) {
    const { memberNumber, uniqueNumber } = chosen.get(patient_id) ?? { memberNumber: null, uniqueNumber: null }
    const isShared = unique !== null && unique !== before && stored === unique
    const next = isShared ? (uniqueNumber ?? memberNumber) : memberNumber
    const isNew = next !== stored && (isShared ? uniqueNumber !== unique : memberNumber !== before)
    if (member_id === null || next === null || !isNew) continue
    if (!(await renumber(tx, member_id, next))) taken.add(patient_id)
  }
  return taken
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

const atOnce = 200

/** Gives people in files the numbers that have begun to count since, although no file comes (MP-12). Returns how many there were. */
export async function passNumberEdges(database: Database, today: string, signal?: AbortSignal): Promise<number> {
  for (let seen = 0; ; ) {
    const due = signal?.aborted
      ? []
      : await database.read
          .selectFrom('import_patient')
          .select(['brand', 'patient_id', 'numbers'])
          .where('numbers_on', '<=', today)
          .orderBy('numbers_on')
          .limit(atOnce)
          .execute()
    for (const { brand, patient_id, numbers } of due) {
      const all = (numbers ?? []) as readonly NumberOfFile[]
      const chosen = chooseNumbers(all, today)
      await database.transaction(async (tx) => {
        await renumberMembers(tx, brand, new Map([[patient_id, chosen]]))
        await tx
          .updateTable('import_patient')
          .set(numberColumns(chosen, all))
          .where('brand', '=', brand)
          .where('patient_id', '=', patient_id)
          .execute()
      })
    }
    seen += due.length
    if (due.length < atOnce) return seen
  }
}
