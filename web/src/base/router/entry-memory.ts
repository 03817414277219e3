import { currentEntry } from './history-entry.ts'

export interface EntryMemory<Kept> {
  /** Remembers it with the current entry. */
  keep(kept: Kept): void
  /** What the current entry is remembered with; null if there is nothing. */
  recall(): Kept | null
}

/** What a view finds again when someone comes back to it (RT-5). Only in memory: what is searched may reveal health information. */
export function createEntryMemory<Kept>(): EntryMemory<Kept> {
  const byEntry = new Map<string, Kept>()
  return {
    keep(kept) {
      const entry = currentEntry()
      if (entry !== null) byEntry.set(entry.entryId, kept)
    },
    recall() {
      const entry = currentEntry()
      return (entry && byEntry.get(entry.entryId)) ?? null
    },
  }
}
