import type { PageState } from '@portico/contract/page'
import { useSyncExternalStore } from 'react'
import { usePage } from './page-state.tsx'

/** Something that came with the page and that answers of the server bring up to date, wherever it is shown. */
export interface Latest<Value> {
  set(value: Value): void
  subscribe(listener: () => void): () => void
  /** As answered last, at first as the page came with it. */
  read(page: PageState): Value
  rendered(page: PageState): Value
}

/** What was answered is kept in the browser alone, so the server shares nothing between people. */
export function createLatest<Value>(rendered: (page: PageState) => Value): Latest<Value> {
  let answered: { readonly value: Value } | null = null
  const listeners = new Set<() => void>()
  return {
    set(value) {
      answered = { value }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    read: (page) => (answered === null ? rendered(page) : answered.value),
    rendered,
  }
}

export function useLatest<Value>({ subscribe, read, rendered }: Latest<Value>): Value {
  const page = usePage()
  return useSyncExternalStore(
    subscribe,
    () => read(page),
    () => rendered(page),
  )
}
