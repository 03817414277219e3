/** How far each entry of the history was scrolled, in px, so that going back finds the place again (RT-5). */
const key = 'portico.scroll'

interface Entry {
  readonly entryId: string
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'entryId' in state && typeof state.entryId === 'string'
}

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
  let current = isEntry(history.state) ? history.state.entryId : newEntryId()
  history.replaceState({ entryId: current } satisfies Entry, '')
  history.scrollRestoration = 'manual'

  const keep = () => positions.set(current, window.scrollY)
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
    next(): Entry {
      keep()
      current = newEntryId()
      return { entryId: current }
    },
    /** After the browser has moved to another entry: keeps the position of the one left. */
    moved() {
      keep()
      current = isEntry(history.state) ? history.state.entryId : newEntryId()
      if (!isEntry(history.state)) history.replaceState({ entryId: current } satisfies Entry, '')
    },
    restore: () => window.scrollTo(0, positions.get(current) ?? 0),
    stop: () => window.removeEventListener('pagehide', store),
  }
}

export type ScrollTracker = ReturnType<typeof trackScroll>

function newEntryId(): string {
  return Math.random().toString(36).slice(2)
}
