import { currentEntry, type HistoryEntry, newEntry } from './history-entry.ts'

/** The scroll position of each history entry, in px, so that Back returns to it (RT-5). */
const key = 'portico.scroll'

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? '[]'))
  } catch {
    return new Map()
  }
}

/** Keeps scroll positions for the life of the browser tab, until the signal; the browser would restore them before the view has loaded. */
export function trackScroll(signal: AbortSignal) {
  const positions = readPositions()
  let current = currentEntry() ?? newEntry()
  history.replaceState(current, '')
  history.scrollRestoration = 'manual'

  const keep = () => positions.set(current.entryId, window.scrollY)
  const store = () => {
    keep()
    try {
      sessionStorage.setItem(key, JSON.stringify([...positions].slice(-50)))
    } catch {
      // If storage is refused, only the position after a reload is lost.
    }
  }
  addEventListener('pagehide', store, { signal })

  return {
    /** Called before leaving the current entry for a new one: stores its position and returns the new entry's state. */
    next(): HistoryEntry {
      keep()
      current = newEntry()
      return current
    },
    /** Called after the browser has moved to another entry: stores the position of the previous one. */
    move() {
      keep()
      const known = currentEntry()
      current = known ?? newEntry()
      if (known === null) history.replaceState(current, '')
    },
    restore: () => window.scrollTo(0, positions.get(current.entryId) ?? 0),
  }
}

export type ScrollTracker = ReturnType<typeof trackScroll>
