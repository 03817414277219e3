import type { Taken } from '../claims/taking.ts'
import { isOlder } from './content.ts'

/** Identifies a record and its version. */
interface VersionedRecord {
  readonly version: string | null
  readonly hash: Buffer
}

/**
 * The records that are new or newer, only the last for each key; and the outcome of each record, in order (IM-2). Several of a key, the
 * last of which is the stored one, change nothing.
 */
export function latestOf<One extends VersionedRecord>(
  incoming: readonly One[],
  keyOf: (one: One) => string,
  stored: ReadonlyMap<string, VersionedRecord>,
): { readonly changed: One[]; readonly taken: Taken[] } {
  const latest = new Map<string, One>()
  const taken = incoming.map((one): Taken => {
    const key = keyOf(one)
    const before = latest.get(key) ?? stored.get(key)
    if (before !== undefined && (before.hash.equals(one.hash) || isOlder(one.version, before.version)))
      return 'unchanged'
    latest.set(key, one)
    return before === undefined ? 'created' : 'updated'
  })
  const isAsStored = (key: string) => {
    const one = latest.get(key)
    return one !== undefined && stored.get(key)?.hash.equals(one.hash) === true
  }
  return {
    changed: [...latest].filter(([key]) => !isAsStored(key)).map(([, one]) => one),
    taken: taken.map((outcome, index) => (isAsStored(keyOf(incoming[index] as One)) ? 'unchanged' : outcome)),
  }
}

/** The newest version of those that came one after another; at least one. */
export function newestOf<One extends { readonly version: string | null }>(some: readonly One[]): One {
  return some.reduce((newest, one) => (isOlder(one.version, newest.version) ? newest : one))
}
