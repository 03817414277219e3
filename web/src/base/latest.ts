import type { PageState } from '@portico/contract/page'
import { useSyncExternalStore } from 'react'
import { usePage } from './page-state.tsx'

/** A value that came with the page and is updated by the server's answers, wherever it is shown. */
export interface Latest<Value> {
  set(value: Value): void
  subscribe(listener: () => void): () => void
  /** The latest answer; at first, the value that came with the page. */
  read(page: PageState): Value
  readRendered(page: PageState): Value
}

/** Answers are kept only in the browser, so the server shares nothing between people. */
export function createLatest<Value>(readRendered: (page: PageState) => Value): Latest<Value> {
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
    read: (page) => (answered === null ? readRendered(page) : answered.value),
    readRendered,
  }
}

export function useLatest<Value>({ subscribe, read, readRendered }: Latest<Value>): Value {
  const page = usePage()
  return useSyncExternalStore(
    subscribe,
    () => read(page),
    () => readRendered(page),
  )
}
