import { validateSession } from '@portico/contract/calls/identity'
import { SIMULATION_MS } from '@portico/rules/session/timing'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../base/api/api.ts'
import type { TabMessage } from '../timers/browser-tabs.ts'

const everyMs = 60_000

/**
 * What a representative does in the tab where they act is activity of their own session, as the server counts it; but that tab is at another
 * host and cannot tell this one. From the returned call on, and as long as the acting may last, the desk asks the server, so that its own
 * timer does not end both while the other tab is in use (SE-1).
 */
export function useDeskKeptAlive(): () => void {
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  return useCallback(() => {
    stop.current()
    const ending = Date.now() + SIMULATION_MS
    let known = ''
    const timer = setInterval(async () => {
      if (Date.now() > ending) return clearInterval(timer)
      const { expiresAt } = (await api.call(validateSession, { background: true }).catch(() => null)) ?? {}
      if (expiresAt === undefined) return
      if (known !== '' && expiresAt > known) tellThisTab()
      known = expiresAt
    }, everyMs)
    stop.current = () => clearInterval(timer)
  }, [])
}

/** By the channel of the browser's tabs: this tab's timer hears it too, since it comes from another end of the channel. */
function tellThisTab() {
  const channel = new BroadcastChannel('portico')
  channel.postMessage({ type: 'active', scope: 'session', at: Date.now() } satisfies TabMessage)
  channel.close()
}
