import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and in the first render of the page, soon after that true: in a transition, because whatever is told
 * in the viewer's zone is rendered again and no one should wait for that. True at once for what is shown later.
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
