/** An entry of the browser's history, told from others by an id of its own. */
export interface HistoryEntry {
  readonly entryId: string
}

/** The entry that is shown; null: the browser has made it, and it has no id yet. */
export function currentEntry(): HistoryEntry | null {
  const state: unknown = history.state
  const isOurs = typeof state === 'object' && state !== null && 'entryId' in state && typeof state.entryId === 'string'
  return isOurs ? (state as HistoryEntry) : null
}

export function newEntry(): HistoryEntry {
  return { entryId: Math.random().toString(36).slice(2) }
}
