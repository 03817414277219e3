import { findCurrent, type RatesFile, readHeld } from '../../../care/rates/importing.ts'
import { Refused } from '../refused.ts'
import { isTooMuch, TooManyRemovals } from '../removals.ts'
import type { Held, RatesRun } from './run.ts'
import { identifyFormerly } from './source.ts'

/**
 * Counts the services of the replaced file that a new file lacks. Throws if it lacks more services or prices than a night's files lose. If
 * the replaced file is stored under the name that a plan's only file had before, returns its id; else null.
 */
export async function findReplaced(
  { database, machine, options }: Pick<RatesRun, 'database' | 'machine' | 'options'>,
  said: RatesFile,
  held: Held,
): Promise<string | null> {
  const current = await findCurrent(database.read, said)
  if (current !== undefined) {
    const { removed, losses } = await findLosses(current.file_id)
    const lost = losses.find(isTooMuch)
    machine.remove(removed)
    if (lost !== undefined && options.allowRemovals !== true)
      throw new Refused('/in_network', new TooManyRemovals(lost.what, lost).message)
    return null
  }
  const source = identifyFormerly({ ...said, file: said.name })
  const former = source === said.source ? undefined : await findCurrent(database.read, { brand: said.brand, source })
  if (former === undefined || former.entity !== said.entity || (former.updated_on ?? '') > said.updatedOn) return null
  const { removed, losses } = await findLosses(former.file_id)
  // The stored file may be any file of the plan: if the new file lacks more than a tenth of it, however little that is, the two are
  // different files.
  if (losses.some((one) => one.removed * 10 > one.before)) return null
  machine.remove(removed)
  return former.file_id

  async function findLosses(fileId: string) {
    const before = await readHeld(database.read, fileId)
    const removed = before.services.filter((name) => !held.services.has(name)).length
    const losses = [
      { what: 'services with prices', removed, before: before.services.length },
      { what: 'prices', removed: Math.max(0, before.prices - held.prices), before: before.prices },
    ]
    return { removed, losses }
  }
}
