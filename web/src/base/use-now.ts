import { useMemo } from 'react'
import { usePage } from './page-state.tsx'
import { useHydrated } from './use-hydrated.ts'

export interface Now {
  /** ISO 8601 in UTC. */
  readonly moment: string
  /** The viewer's zone; undefined means the browser's. */
  readonly timeZone: string | undefined
}

/**
 * The present time as of the last mount: the moment and zone of the server's rendering until the page is hydrated, then the
 * viewer's own.
 */
export function useNow(): Now {
  const { now, timeZone } = usePage()
  const hydrated = useHydrated()
  return useMemo(
    () => (hydrated ? { moment: new Date().toISOString(), timeZone: undefined } : { moment: now, timeZone }),
    [hydrated, now, timeZone],
  )
}
