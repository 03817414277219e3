import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and in the page's first render, true soon after: in a transition, because everything shown in the viewer's
 * time zone is rendered again, and no one should have to wait for that. True at once for components that are mounted later.
 */
export function useHydrated(): boolean {
  const fromServer = useRef(false)
  const fresh = useSyncExternalStore(
    never,
    () => !fromServer.current,
    () => {
      fromServer.current = true
      return false
    },
  )
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => {
    if (fromServer.current) startTransition(() => setHydrated(true))
  }, [])
  return fresh || hydrated
}
