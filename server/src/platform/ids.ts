import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const idBytes = 16
/** Random bytes for many ids are fetched at once: fetching them takes longer than the rest of making an id. */
const pool = new Uint8Array(256 * idBytes)
let used = pool.length
let last = { msecs: 0, seq: 0 }

/** A UUID of version 7: it begins with the time, and sorts after every id that this process made before. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + idBytes)
  used += idBytes
  const msecs = Date.now()
  // The rest of the 32 bits counts ids within the same millisecond.
  last = msecs > last.msecs ? { msecs, seq: toStart(random) } : { ...last, seq: last.seq + 1 }
  return v7({ random, ...last })
}

function toStart([first = 0, second = 0, third = 0]: Uint8Array): number {
  return (first << 16) | (second << 8) | third
}
