import { sessionStore } from '../storage/storage.ts'
import { currentEntry } from './history-entry.ts'

export interface EntryMemory<Kept> {
  /** Stores a value with the current entry. */
  keep(kept: Kept): void
  /** The value stored with the current entry; null if there is none. */
  recall(): Kept | null
}

/** How the value survives a reload: in the browser tab for an hour, until the person signs out. */
interface Reload<Kept> {
  readonly name: string
  readonly toStored: (kept: Kept) => unknown
  /** Reads the stored value, which an earlier version of the page may have written. */
  readonly fromStored: (stored: unknown) => Kept | null
}

/**
 * State that a view restores when someone comes back to it (RT-5): in memory and, for a reload, in the browser tab. Search words may reveal
 * health information, so they are never in an address.
 */
export function createEntryMemory<Kept>(reload?: Reload<Kept>): EntryMemory<Kept> {
  const byEntry = new Map<string, Kept>()
  return {
    keep(kept) {
      const entry = currentEntry()
      if (entry === null) return
      byEntry.set(entry.entryId, kept)
      if (reload) sessionStore.set(toKey(reload.name, entry.entryId), reload.toStored(kept))
    },
    recall() {
      const entry = currentEntry()
      if (entry === null) return null
      const known = byEntry.get(entry.entryId)
      if (known !== undefined || !reload) return known ?? null
      const stored = sessionStore.get(toKey(reload.name, entry.entryId))
      return stored === null ? null : reload.fromStored(stored)
    },
  }
}

const toKey = (name: string, entryId: string) => `portico.${name}.${entryId}`
