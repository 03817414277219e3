import type { Database } from '../../../../platform/db/database.ts'
import { ImportStopped } from '../../machine.ts'
import { listMissing } from '../night-store.ts'
import type { NamedGroups } from '../tally.ts'
import { endAbsent } from './apply.ts'
import { changeEnrolled, type Enrolled } from './store.ts'

export interface AbsentRun {
  readonly brand: string
  readonly runId: string
  readonly now: Date
  readonly warn: (type: string, reason: string) => void
  readonly signal?: AbortSignal | undefined
}

/** How many members' coverages are ended in one transaction. */
const atOnce = 200

/**
 * Ends the coverages of members whom a sender's full file no longer names, on the day before it (FD-1), as part of the run, with which it
 * is undone. Members whom a newer file or another sender has named stay, and so do those of groups that the file does not name. Running it
 * again ends no further coverage. Throws ImportStopped.
 */
export async function endAllAbsent(database: Database, named: NamedGroups, run: AbsentRun): Promise<void> {
  const { sender, version, groups, hasOthers } = named
  if (version === '') return
  const full = { groups: new Set(groups), hasOthers, day: version.slice(0, 10) }
  const end = (before: Enrolled): Enrolled | null =>
    // Newer data about a member outweighs their absence from an older file.
    before.sender !== sender || before.version >= version
      ? null
      : { ...before, version, coverages: endAbsent(before, full) }
  for await (const missing of listMissing(database.read, run.brand, named)) {
    for (let from = 0; from < missing.length; from += atOnce) {
      if (run.signal?.aborted) throw new ImportStopped()
      const numbers = missing.slice(from, from + atOnce)
      const ended = await changeEnrolled(database, numbers, run, end)
      for (let told = 0; told < ended; told++)
        run.warn('coverage', 'of a member has ended: a full file names them no more')
    }
  }
}
