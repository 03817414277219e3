import { renumber } from '../../member/member/importing.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { type ChosenNumbers, chooseNumbers, type NumberOfFile } from './fhir/member-numbers.ts'
import { keepNumbers, listDueNumbers, listNumbered, numberColumns } from './number-store.ts'

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
    const { memberNumber, uniqueNumber } = chosen.get(patient_id) ?? { memberNumber: null, uniqueNumber: null }
    const isShared = unique !== null && unique !== before && stored === unique
    const next = isShared ? (uniqueNumber ?? memberNumber) : memberNumber
    const isNew = next !== stored && (isShared ? uniqueNumber !== unique : memberNumber !== before)
    if (member_id === null || next === null || !isNew) continue
    if (!(await renumber(tx, member_id, next))) taken.add(patient_id)
  }
  return taken
}

const atOnce = 200

/** Gives people in files the numbers that have begun to count since, although no file comes (MP-12). Returns how many there were. */
export async function passNumberEdges(database: Database, today: string, signal?: AbortSignal): Promise<number> {
  for (let seen = 0; ; ) {
    const due = signal?.aborted ? [] : await listDueNumbers(database.read, today, atOnce)
    for (const { brand, patient_id, numbers } of due) {
      const all = (numbers ?? []) as readonly NumberOfFile[]
      const chosen = chooseNumbers(all, today)
      await database.transaction(async (tx) => {
        await renumberMembers(tx, brand, new Map([[patient_id, chosen]]))
        await keepNumbers(tx, brand, patient_id, numberColumns(chosen, all))
      })
    }
    seen += due.length
    if (due.length < atOnce) return seen
  }
}
