import { useCallback, useEffect, useRef } from 'react'

/**
 * `leaving()` returns a signal for calls made by a click or an event: it is aborted when the view with this component is left,
 * which cancels the calls (HT-1). Calls in an effect end with the effect's own signal.
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
