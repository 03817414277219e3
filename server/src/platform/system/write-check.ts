import type { Database } from '../db/database.ts'
import { touchInstance } from './instance-store.ts'

/** A success counts for as long: anyone may ask. */
const keptMs = 1_000

/**
 * Makes a check that the database takes a write: it touches this server's own row. A database that only reads answers questions, but no
 * sign-in. Those who ask at the same time share a write.
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
