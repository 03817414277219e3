import { useCallback, useEffect, useRef } from 'react'

/**
 * `leaving()` answers a signal for calls that a press or an event makes: it is aborted when the view that shows the
 * component is left, and the calls are given up (HT-1). Calls of an effect end with the effect's own signal.
 */
export function useLeaving(): () => AbortSignal {
  const controller = useRef<AbortController>(null)
  useEffect(
    () => () => {
      controller.current?.abort()
      controller.current = null
    },
    [],
  )
  return useCallback(() => {
    controller.current ??= new AbortController()
    return controller.current.signal
  }, [])
}
