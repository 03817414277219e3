import { currentEntry, type HistoryEntry, newEntry } from './history-entry.ts'

/** How far each entry of the history was scrolled, in px, so that going back finds the place again (RT-5). */
const key = 'portico.scroll'

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? '[]'))
  } catch {
    return new Map()
  }
}

/** Keeps scroll positions for the life of the tab; the browser's own restoring would come before the view is there. */
export function trackScroll() {
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
      // Refused storage costs only the position after a reload.
    }
  }
  window.addEventListener('pagehide', store)

  return {
    /** Before leaving the current entry for a new one: keeps its position and returns the new entry's state. */
    next(): HistoryEntry {
      keep()
      current = newEntry()
      return current
    },
    /** After the browser has moved to another entry: keeps the position of the one left. */
    moved() {
      keep()
      const known = currentEntry()
      current = known ?? newEntry()
      if (known === null) history.replaceState(current, '')
    },
    restore: () => window.scrollTo(0, positions.get(current.entryId) ?? 0),
    stop: () => window.removeEventListener('pagehide', store),
  }
}

export type ScrollTracker = ReturnType<typeof trackScroll>
