import { validateSession } from '@portico/contract/calls/identity'
import { SIMULATION_MS } from '@portico/rules/session/timing'
import { useCallback, useEffect, useRef } from 'react'
import { api } from '../../base/api/api.ts'
import type { TabMessage } from '../timers/browser-tabs.ts'

const everyMs = 60_000

/**
 * The server counts a representative's actions in the tab where they act as activity of their own session, but that tab is on another host
 * and cannot tell this one. From the returned call on, as long as the acting may last, the desk asks the server, so that its own timer does
 * not end both sessions while the other tab is in use (SE-1).
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

/** Posts to the browser tabs' channel; this tab's timer hears it too, because the message comes from another channel object. */
function tellThisTab() {
  const channel = new BroadcastChannel('portico')
  channel.postMessage({ type: 'active', scope: 'session', at: Date.now() } satisfies TabMessage)
  channel.close()
}
