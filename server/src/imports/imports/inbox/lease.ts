import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/db/database.ts'
import { releaseLease, takeLease } from './lease-store.ts'

/** How long the lease of a killed process lasts. */
const leaseMs = 60_000

/**
 * Does work that only one instance may do at a time; returns false if another instance is doing it. The signal aborts when the lease is
 * lost or `stopping` aborts.
 */
export async function withLease(
  database: Database,
  name: string,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const holder = uuidv7()
  if (!(await takeLease(database.read, name, holder, leaseMs))) return false
  const lost = new AbortController()
  const renewal = setInterval(() => {
    takeLease(database.read, name, holder, leaseMs).then(
      (held) => held || lost.abort(),
      () => lost.abort(),
    )
  }, leaseMs / 4)
  try {
    await work(AbortSignal.any([stopping, lost.signal]))
  } finally {
    clearInterval(renewal)
    await releaseLease(database.read, name, holder).catch(() => undefined)
  }
  return true
}
