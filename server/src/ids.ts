import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const idBytes = 16
/** Randomness is fetched for so many ids at once: for each alone it takes longer than all else of it. */
const pool = new Uint8Array(256 * idBytes)
let used = pool.length
let last = { msecs: 0, seq: 0 }

/** A UUID of version 7: it begins with its moment, and comes after every one that this process made before. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + idBytes)
  used += idBytes
  const msecs = Date.now()
  // What is left of the 32 bits is for those of the same millisecond.
  last = msecs > last.msecs ? { msecs, seq: startOf(random) } : { ...last, seq: last.seq + 1 }
  return v7({ random, ...last })
}

function startOf([first = 0, second = 0, third = 0]: Uint8Array): number {
  return (first << 16) | (second << 8) | third
}
