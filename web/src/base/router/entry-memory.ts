import { sessionStore } from '../storage/storage.ts'
import { currentEntry } from './history-entry.ts'

export interface EntryMemory<Kept> {
  /** Remembers it with the current entry. */
  keep(kept: Kept): void
  /** What the current entry is remembered with; null if there is nothing. */
  recall(): Kept | null
}

/** How what is remembered survives a reload: in the browser tab for an hour, until the person signs out. */
interface Reload<Kept> {
  readonly name: string
  readonly toStored: (kept: Kept) => unknown
  /** From what is stored, which an earlier version of the page may have written. */
  readonly fromStored: (stored: unknown) => Kept | null
}

/**
 * What a view finds again when someone comes back to it (RT-5): in memory and, for a reload, in the browser tab. What is searched may
 * reveal health information, so it is never in an address.
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
