import type { Database } from '../db/database.ts'
import { touchInstance } from './instance-store.ts'

/** How long a success counts, because anyone may ask. */
const keptMs = 1_000

/**
 * Returns a check that the database accepts writes: it touches this server's own row. A read-only database answers queries, but allows no
 * sign-in. Concurrent callers share a write.
 */
export function createWriteCheck(database: Database, instanceId: string | null): () => Promise<void> {
  let running: Promise<void> | null = null
  let wellUntil = 0
  return () => {
    if (performance.now() < wellUntil) return Promise.resolve()
    running ??= check().finally(() => {
      running = null
    })
    return running
  }

  async function check(): Promise<void> {
    await touchInstance(database.read, instanceId)
    wellUntil = performance.now() + keptMs
  }
}
