import { renumber } from '../../member/member/importing.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { deriveCoverages } from './derived.ts'
import { type ChosenNumbers, chooseNumbers, type NumberOfFile } from './fhir/member-numbers.ts'
import { hasNumberForm } from './number-forms.ts'
import { keepNumbers, listDueNumbers, listMembersOfSeveral, listNumbered, numberColumns } from './number-store.ts'

/**
 * Gives members the numbers that count now in place of the former ones, by the ids of their Patients. Returns the ids of those whose new
 * number is someone else's.
 */
export async function renumberMembers(
  tx: Tx,
  brand: string,
  chosen: ReadonlyMap<string, ChosenNumbers>,
): Promise<ReadonlySet<string>> {
  const ids = [...chosen].flatMap(([id, { memberNumber }]) => (memberNumber === null ? [] : id))
  if (ids.length === 0) return new Set()
  const rows = await listNumbered(tx, brand, ids)
  const taken = new Set<string>()
  for (const { patient_id, member_id, stored, before, unique } of rows) {
    const { memberNumber = null, uniqueNumber = null, formerNumbers = [], current = [] } = chosen.get(patient_id) ?? {}
    const isShared = unique !== null && unique !== before && stored === unique
    const next = isShared ? (uniqueNumber ?? memberNumber) : memberNumber
    // A coverage may have named another of several numbers, which has ended now.
    const isOver = stored !== before && formerNumbers.includes(stored) && current.length > 0
    const isNew = next !== stored && (isOver || (isShared ? uniqueNumber !== unique : memberNumber !== before))
    if (member_id === null || next === null || !isNew) continue
    if (!(await renumber(tx, member_id, next))) taken.add(patient_id)
  }
  return taken
}

/** Gives people in files with several numbers the one that their coverages name. */
export async function renumberByCoverages(
  tx: Tx,
  brand: string,
  patientIds: readonly string[],
  today: string,
): Promise<void> {
  const members = await listMembersOfSeveral(tx, brand, patientIds)
  if (members.length === 0) return
  await deriveCoverages(
    tx,
    members.map((memberId) => ({ memberId, numbered: true })),
    { brand, today },
  )
}

const atOnce = 200

/** Gives people in files the numbers that have begun to count since, although no file comes (MP-12). Returns how many there were. */
export async function passNumberEdges(database: Database, today: string, signal?: AbortSignal): Promise<number> {
  for (let seen = 0; ; ) {
    const due = signal?.aborted ? [] : await listDueNumbers(database.read, today, atOnce)
    for (const { brand, patient_id, numbers } of due) {
      const all = (numbers ?? []) as readonly NumberOfFile[]
      const chosen = chooseNumbers(all, today, (number) => hasNumberForm(brand, number))
      await database.transaction(async (tx) => {
        await renumberMembers(tx, brand, new Map([[patient_id, chosen]]))
        await keepNumbers(tx, brand, patient_id, numberColumns(chosen, all))
        await renumberByCoverages(tx, brand, [patient_id], today)
      })
    }
    seen += due.length
    if (due.length < atOnce) return seen
  }
}
