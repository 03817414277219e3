import type { Tx } from '../../../platform/db/database.ts'
import { empty, keepVersions, type OnShelf, toKey } from './history-store.ts'

/** Withdraws resources; their history stays. */
export async function withdraw(tx: Tx, some: readonly OnShelf[]): Promise<void> {
  if (some.length === 0) return
  const keys = some.map(toKey)
  await keepVersions(tx, keys)
  await empty(tx, keys, new Date())
}
