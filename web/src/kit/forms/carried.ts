import { useEffect } from 'react'
import { reloading } from '../../base/router/reload-page.ts'
import { sessionStore } from '../../base/storage/storage.ts'

const key = 'portico.carried'

/** Long enough for the page to be rendered again. */
const carriedMs = 60_000

interface Carrier {
  /** What the last page carried over under a name; undefined if nothing. */
  takeCarried(name: string): unknown
  /** Carries a value over if the page is rendered again; called with every change. Returns how to stop. */
  hold(name: string, value: unknown): () => void
}

/**
 * Carries typed values that are stored nowhere over a reload that the page itself starts: for another language, group or width. Only then
 * are they in the browser tab's storage, until the next page has taken them, and for a minute at most.
 */
export function createCarrier(page: Pick<Document, 'addEventListener'>): Carrier {
  const held = new Map<string, unknown>()
  const carried = sessionStore.get(key)
  sessionStore.remove(key)
  const taken = new Map(typeof carried === 'object' && carried !== null ? Object.entries(carried) : [])
  page.addEventListener(reloading, () => {
    if (held.size > 0) sessionStore.set(key, Object.fromEntries(held), { ttlMs: carriedMs })
  })
  return {
    takeCarried: (name) => taken.get(name),
    hold(name, value) {
      held.set(name, value)
      return () => {
        held.delete(name)
        taken.delete(name)
      }
    },
  }
}

/** Null on the server. */
const carrier = globalThis.document ? createCarrier(document) : null

/** The initial value carried over under a name; null: none is wanted. */
export function takeCarried(name: string | null): unknown {
  return name === null ? undefined : carrier?.takeCarried(name)
}

/** Carries a value over as long as it is shown; null: does not carry it. */
export function useCarried(name: string | null, value: unknown) {
  useEffect(() => (name === null ? undefined : carrier?.hold(name, value)), [name, value])
}
