import { isOlder } from './content.ts'

/** Separates resources sent as one text: a character that no JSON text contains. A JSON array would require escaping its elements. */
export const resourceSeparator = '\x1e'

/** The stored version with the same content as the resource at a place, counted from 1. */
export interface StoredSame {
  readonly at: string
  readonly hash: Buffer
  readonly version: string | null
}

/**
 * The stored digest of each resource that was merely sent again, and those of these resources that are newer than the stored version, one
 * per digest.
 */
export function sameAsStored<One extends { readonly version: string | null }>(
  incoming: readonly One[],
  rows: readonly StoredSame[],
): { readonly digests: ReadonlyMap<One, Buffer>; readonly newer: readonly One[] } {
  const digests = new Map<One, Buffer>()
  const newest = new Map<string, One>()
  for (const { at, hash, version: stored } of rows) {
    const one = incoming[Number(at) - 1]
    if (one === undefined) continue
    digests.set(one, hash)
    const key = hash.toString('hex')
    const before = newest.get(key)
    const known = before?.version ?? stored
    if (one.version !== null && one.version !== known && !isOlder(one.version, known)) newest.set(key, one)
  }
  return { digests, newer: [...newest.values()] }
}
