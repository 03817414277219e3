import { isOlder } from './content.ts'
import type { Outcome } from './outcome.ts'

/** Identifies a record and its version. */
interface VersionedRecord {
  readonly version: string | null
  readonly hash: Buffer
}

/**
 * The records that are new or newer, only the last for each key; and the outcome of each record, in order (IM-2). Several of a key, the
 * last of which is the stored one, change nothing.
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

/** A version of a member's resource. What is stored for a member whose resource it is no longer has an empty digest. */
interface MemberVersion extends VersionedRecord {
  readonly memberId: string
}

export interface Placed<One, Held> {
  /** The newest version of each resource, if another one is stored as such. */
  readonly newest: readonly One[]
  /** Other versions that were not kept yet. */
  readonly older: readonly One[]
  /** Those of them that are about a member whose resource it is no longer. */
  readonly elsewhere: readonly One[]
  /** Of these, the newest about each member, if what is stored for the member is not newer. */
  readonly former: readonly One[]
  /** What is stored for members whose resource it is no longer. */
  readonly left: readonly Held[]
  /** The outcome of each version, in order. */
  readonly outcomes: Outcome[]
}

/**
 * Places versions in the histories of their resources: the same versions give the same histories in whatever order they come (IM-1, IM-2).
 * `held`: what is stored of each resource, the earliest import first. `findKept` finds those that are kept already.
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

/** The newest version of one resource, and the others that came. */
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

/** The newest version of those that came one after another. */
function findNewest<One extends { readonly version: string | null }>(some: readonly One[]): One | undefined {
  let newest = some[0]
  for (const one of some) if (newest === undefined || !isOlder(one.version, newest.version)) newest = one
  return newest
}

/** Versions that came one after another, in their order. */
export function inOrder<One extends { readonly version: string | null }>(some: readonly One[]): One[] {
  return some.toSorted((a, b) => Number(isOlder(b.version, a.version)) - Number(isOlder(a.version, b.version)))
}
