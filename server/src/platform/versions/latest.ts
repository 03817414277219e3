import { isOlder } from './content.ts'
import type { Outcome } from './outcome.ts'

/** Identifies a record and its version. */
interface VersionedRecord {
  readonly version: string | null
  readonly hash: Buffer
}

/**
 * Returns the records that are new or newer, only the last for each key, and the outcome of each record, in order (IM-2). Several records
 * of a key change nothing if the last of them is the stored one.
 */
export function selectLatest<One extends VersionedRecord>(
  incoming: readonly One[],
  toKey: (one: One) => string,
  stored: ReadonlyMap<string, VersionedRecord>,
): { readonly changed: One[]; readonly outcomes: Outcome[] } {
  const latest = new Map<string, One>()
  const outcomes = incoming.map((one): Outcome => {
    const key = toKey(one)
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
    outcomes: outcomes.map((outcome, index) => (isAsStored(toKey(incoming[index] as One)) ? 'unchanged' : outcome)),
  }
}

/** A version of a member's resource. For a member whom the resource no longer belongs to, the stored version has an empty digest. */
interface MemberVersion extends VersionedRecord {
  readonly memberId: string
}

export interface Placed<One, Held> {
  /** The newest version of each resource, if it differs from the stored newest. */
  readonly newest: readonly One[]
  /** Other versions that were not stored yet. */
  readonly older: readonly One[]
  /** Those of `older` that are about a member whom the resource no longer belongs to. */
  readonly elsewhere: readonly One[]
  /** Of `elsewhere`, the newest version about each member, if the member has no newer one stored. */
  readonly former: readonly One[]
  /** Stored versions of members whom the resource no longer belongs to. */
  readonly left: readonly Held[]
  /** The outcome of each version, in order. */
  readonly outcomes: Outcome[]
}

/**
 * Places versions in their resources' histories: the same versions give the same histories in whatever order they arrive (IM-1, IM-2).
 * `held`: the stored versions of each resource, earliest import first. `findKept` finds versions that are already stored.
 */
export async function placeVersions<One extends MemberVersion, Held extends MemberVersion>(
  incoming: readonly One[],
  toKey: (one: One) => string,
  held: ReadonlyMap<string, readonly Held[]>,
  findKept: (some: readonly One[]) => Promise<ReadonlySet<One>>,
): Promise<Placed<One, Held>> {
  const places = [...Map.groupBy(incoming, toKey)].map(([key, some]) => placeOne(some, held.get(key) ?? []))
  const others = places.flatMap((place) => place.others)
  const kept = others.length === 0 ? new Set<One>() : await findKept(others)
  const added = places.map((place) => ({ ...place, older: place.others.filter((one) => !kept.has(one)) }))
  const elsewhere = added.map(({ older, memberId }) => older.filter((one) => one.memberId !== memberId))
  const newest = added.flatMap((place) => place.newest ?? [])
  const older = added.flatMap((place) => place.older)
  const changing = new Set([...newest, ...older])
  const unknown = new Set(incoming.map(toKey).filter((key) => !held.has(key)))
  return {
    newest,
    older,
    elsewhere: elsewhere.flat(),
    former: added.flatMap(({ stored }, at) => listFormer(elsewhere[at] ?? [], stored)),
    left: added.flatMap(({ stored, memberId, ...place }) =>
      place.newest === null ? [] : stored.filter((one) => one.hash.length > 0 && one.memberId !== memberId),
    ),
    outcomes: incoming.map((one) => {
      if (!changing.has(one)) return 'unchanged'
      return unknown.delete(toKey(one)) ? 'created' : 'updated'
    }),
  }
}

/** The newest version of one resource, and the other incoming versions. */
function placeOne<One extends MemberVersion, Held extends MemberVersion>(
  some: readonly One[],
  stored: readonly Held[],
) {
  const before = findNewest(stored.filter(({ hash }) => hash.length > 0))
  let newest: One | null = null
  for (const one of some) {
    const last = newest ?? before
    if (last === undefined || !(last.hash.equals(one.hash) || isOlder(one.version, last.version))) newest = one
  }
  if (newest !== null && before?.hash.equals(newest.hash)) newest = null
  const digests = new Set([before, newest ?? undefined].map((one) => one?.hash.toString('hex')))
  const others = some.filter((one) => {
    const digest = one.hash.toString('hex')
    const isOther = !digests.has(digest)
    digests.add(digest)
    return isOther
  })
  return { newest, others, stored, memberId: (newest ?? before)?.memberId }
}

/** The newest version about each member, unless a newer one is stored for them. */
function listFormer<One extends MemberVersion>(some: readonly One[], stored: readonly MemberVersion[]): One[] {
  return [...Map.groupBy(some, ({ memberId }) => memberId)].flatMap(([memberId, own]) => {
    const [newest, before] = [findNewest(own), stored.find((one) => one.memberId === memberId)]
    return newest === undefined || (before && isOlder(newest.version, before.version)) ? [] : newest
  })
}

/** The newest of several versions, given in order of arrival. */
function findNewest<One extends { readonly version: string | null }>(some: readonly One[]): One | undefined {
  let newest = some[0]
  for (const one of some) if (newest === undefined || !isOlder(one.version, newest.version)) newest = one
  return newest
}

/** Sorts versions given in order of arrival, oldest first. */
export function inOrder<One extends { readonly version: string | null }>(some: readonly One[]): One[] {
  return some.toSorted((a, b) => Number(isOlder(b.version, a.version)) - Number(isOlder(a.version, b.version)))
}
