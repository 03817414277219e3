/** An entry in the browser's history, with its own id. */
export interface HistoryEntry {
  readonly entryId: string
}

/** The current entry; null: it was created by the browser and has no id yet. */
export function currentEntry(): HistoryEntry | null {
  const state: unknown = history.state
  const isOurs = typeof state === 'object' && state !== null && 'entryId' in state && typeof state.entryId === 'string'
  return isOurs ? (state as HistoryEntry) : null
}

export function newEntry(): HistoryEntry {
  return { entryId: Math.random().toString(36).slice(2) }
}
