import { useCallback, useEffect, useState } from 'react'
import { isPageFresh } from '../page-age.ts'

export interface Loaded<Value> {
  /** The last value that could be had; null before the first. */
  readonly value: Value | null
  readonly failed: boolean
  /** Loads it again; what is shown stays until then. */
  reload(): void
}

/**
 * What a view shows, loaded when it is entered, unless it has just come with the page. `load` must stay the same function over renders.
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  known: Value | null = null,
): Loaded<Value> {
  const [value, setValue] = useState(known)
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((last) => last + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn loads again; what is known counts at the first alone
  useEffect(() => {
    if (turn === 0 && known !== null && isPageFresh()) return
    const leaving = new AbortController()
    setFailed(false)
    load(leaving.signal).then(setValue, () => {
      if (!leaving.signal.aborted) setFailed(true)
    })
    return () => leaving.abort()
  }, [load, turn])

  return { value, failed, reload }
}
