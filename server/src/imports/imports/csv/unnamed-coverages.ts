import type { Tx } from '../../../platform/db/database.ts'
import { isOlder } from '../../../platform/versions/content.ts'
import type { ReadCoverage } from '../fhir/read-person.ts'
import { listUnnamedCoverages } from './unnamed-coverage-store.ts'

/** Which coverage a row without an id is of. */
interface Placed {
  readonly id: string
  /** The first day of the one that it takes the place of, where that is another. */
  readonly insteadOf?: string | null
}

/**
 * Which coverage of a member a row without an id is (IM-6): of those of its group, kind and plan the one that begins on its day, else one that is in force on some of
 * the same days, which it corrects; else it is one of its own, such as that of another year. Null: a later row has taken its place.
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
