import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export interface Loaded<Value> {
  /** The last value that could be had under the key; null before the first. */
  readonly value: Value | null
  /** The last value under any key, e.g. to be shown until the one asked for is there. */
  readonly last: Value | null
  /** Nothing could be had at the last try. */
  readonly failed: boolean
  /** What went wrong then. */
  readonly failure: unknown
  /** Someone waits for a try that is on its way. */
  readonly loading: boolean
  /** Loads it again; what is shown stays until then. */
  reload(): void
  /** Looks in the background whether it still is so; what fails is tried with the next look. */
  refresh(): void
  /** Takes over what is known without asking. */
  change(next: (value: Value) => Value): void
}

interface LoadOptions<Value> {
  /** Names what is loaded: under another key it is loaded anew. */
  readonly key?: string
  /** What is there already, e.g. as the server rendered it. */
  readonly known?: Value | null
  /** Whether what is known is shown only until the first answer. */
  readonly stale?: boolean
  /** False while there is nothing to load. */
  readonly wanted?: boolean
  /** Time between looks while the page is in sight, in ms. */
  readonly lookPause?: number
}

/** Has a view's data loaded, given up when the view is left (HT-1). `background`: no one waits for this answer. */
type Load<Value> = (signal: AbortSignal, background: boolean) => Promise<Value>

/** What a view shows, loaded when it is entered: the one hook for it. */
export function useLoaded<Value>(load: Load<Value>, options: LoadOptions<Value> = {}): Loaded<Value> {
  const { key = '', known = null, stale = false, wanted = true, lookPause } = options
  const [state, setState] = useState<{ readonly key: string; readonly value: Value } | null>(() =>
    known === null ? null : { key, value: known },
  )
  const [failed, setFailed] = useState<{ readonly key: string; readonly failure: unknown } | null>(null)
  const [turn, setTurn] = useState(0)
  const [look, setLook] = useState(0)
  const [settled, setSettled] = useState(() => (known === null || stale ? null : `${key} 0`))
  const asked = `${key} ${turn}`

  const ask = useEffectEvent((background: boolean) => {
    const leaving = new AbortController()
    const { signal } = leaving
    if (!background) setFailed(null)
    load(signal, background).then(
      (value) => {
        if (signal.aborted) return
        setState({ key, value })
        setFailed(null)
        setSettled(asked)
      },
      (failure: unknown) => {
        if (signal.aborted || background) return
        setFailed({ key, failure })
        setSettled(asked)
      },
    )
    return () => leaving.abort()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key and each turn load again, nothing else does
  useEffect(() => (wanted && settled !== asked ? ask(false) : undefined), [asked, wanted])

  useEffect(() => (look > 0 ? ask(true) : undefined), [look])

  const refresh = useCallback(() => setLook((last) => last + 1), [])
  useEffect(() => {
    if (lookPause === undefined) return
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    const timer = setInterval(lookIfSeen, lookPause)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [lookPause, refresh])

  const hasFailed = failed?.key === key
  return {
    value: state?.key === key ? state.value : null,
    last: state?.value ?? null,
    failed: hasFailed,
    failure: hasFailed ? failed.failure : null,
    loading: wanted && settled !== asked,
    reload: useCallback(() => setTurn((last) => last + 1), []),
    refresh,
    change: useCallback(
      (next: (value: Value) => Value) => setState((last) => last && { ...last, value: next(last.value) }),
      [],
    ),
  }
}
