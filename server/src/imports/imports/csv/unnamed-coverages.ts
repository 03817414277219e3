import type { Tx } from '../../../platform/db/database.ts'
import { isOlder } from '../../../platform/versions/content.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'
import { listUnnamedCoverages } from './unnamed-coverage-store.ts'

/** The coverage that a row without an id describes. */
interface Placed {
  readonly id: string
  /** The first day of the coverage that it replaces, if that differs. */
  readonly insteadOf?: string | null
}

/**
 * Finds the coverage that a member's row without an id describes (IM-6): of those with its group, kind and plan, the one with its first
 * day, else one in force on some of the same days, which the row corrects; else a separate coverage, such as for another year. Null: a
 * later row has replaced it.
 */
export async function placeUnnamed(
  tx: Tx,
  memberId: string,
  { read, version }: { readonly read: ReadCoverage; readonly version: string | null },
): Promise<Placed | null> {
  const id = read.resourceId
  const known = await listUnnamedCoverages(tx, memberId, id)
  const same = known.find(({ coverage }) => coverage.begins === read.begins)
  if (same !== undefined) return { id: same.id }
  const other = known.findLast(({ coverage }) => !coverage.cancelled && overlap(coverage, read))
  if (other !== undefined)
    return isOlder(version, other.version) ? null : { id: other.id, insteadOf: other.coverage.begins }
  return { id: read.begins !== null && known.some((one) => one.id === id) ? `${id}/${read.begins}` : id }
}

function overlap(one: ReadCoverage, other: ReadCoverage): boolean {
  const isBefore = (a: ReadCoverage, b: ReadCoverage) => a.ends !== null && b.begins !== null && a.ends < b.begins
  return !isBefore(one, other) && !isBefore(other, one)
}
