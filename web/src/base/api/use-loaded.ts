import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Loaded<Value> {
  /** The last value loaded under the key; null before the first one. */
  readonly value: Value | null
  /** The last value under any key, e.g. to show until the requested value is there. */
  readonly last: Value | null
  /** The last attempt failed. */
  readonly failed: boolean
  /** The error of the last attempt. */
  readonly failure: unknown
  /** Something is being loaded, and someone is waiting for it. */
  readonly loading: boolean
  /** Loads it again; the current value stays in the meantime. */
  reload(): void
  /** Loads it again in the background; a failure is ignored until the next time. */
  refresh(): void
  /** Changes the value without loading it. A load in progress may not include the change, so it is repeated. */
  change(next: (value: Value) => Value): void
}

interface LoadOptions<Value> {
  /** Identifies what is loaded: another key loads again. */
  readonly key?: string
  /** A value known from the start, e.g. rendered by the server. */
  readonly known?: Value | null
  /** Whether the known value is only for the time before the first answer. */
  readonly stale?: boolean
  /** False while there is nothing to load. */
  readonly wanted?: boolean
  /** How often to load it again while the page is visible, in ms. */
  readonly lookPause?: number
}

/** Loads a view's data; aborted when the view is left (HT-1). `background`: no one is waiting for the answer. */
type Load<Value> = (signal: AbortSignal, background: boolean) => Promise<Value>

/** Loads what a view shows when it is opened; every view uses this hook. */
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
  // Numbers requests and changes, in their order.
  const count = useRef(0)
  /** The number of the shown value: of a change, or of the request that it answers. */
  const shown = useRef(0)

  const ask = useEffectEvent((background: boolean) => {
    const leaving = new AbortController()
    if (!background) setFailed(null)
    send(leaving.signal, background)
    return () => leaving.abort()
  })

  const send = (signal: AbortSignal, background: boolean) => {
    count.current += 1
    const number = count.current
    load(signal, background).then(
      (value) => {
        if (signal.aborted) return
        if (number < shown.current) return send(signal, background)
        shown.current = number
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
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another key or turn loads again
  useEffect(() => (wanted && settled !== asked ? ask(false) : undefined), [asked, wanted])

  const looked = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for before must not replace what is asked for now
  useEffect(() => {
    if (look === looked.current) return
    looked.current = look
    return ask(true)
  }, [look, asked])

  const refresh = useCallback(() => setLook((last) => last + 1), [])
  useLooks(wanted ? lookPause : undefined, refresh)

  const hasFailed = failed?.key === key
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  // A load that failed while the device was offline is repeated once it is online again.
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [hasFailed, reload])
  return {
    value: state?.key === key ? state.value : null,
    last: state?.value ?? null,
    failed: hasFailed,
    failure: hasFailed ? failed.failure : null,
    loading: wanted && settled !== asked,
    reload,
    refresh,
    change: useCallback((next: (value: Value) => Value) => {
      count.current += 1
      shown.current = count.current
      setState((last) => last && { ...last, value: next(last.value) })
    }, []),
  }
}

/** Loads again from time to time while the page is visible, and whenever it becomes visible. */
function useLooks(pause: number | undefined, look: () => void): void {
  useEffect(() => {
    if (pause === undefined) return
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') look()
    }
    const timer = setInterval(lookIfSeen, pause)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [pause, look])
}
