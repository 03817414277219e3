import type { InactivityOptions } from '@portico/rules/session/inactivity'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { runDuringSession } from '../../base/api/running.ts'
import type { ClockScope } from './browser-tabs.ts'
import { type Clock, startClock } from './clock.ts'

export interface RunningClock {
  /** When the session will be over, in ms since 1970; null while there is nothing to warn about. */
  readonly endsAt: number | null
  close(): void
  lastActivity(): number
}

/** The inactivity clock of a page, for as long as it is `on`. */
export function useClock(
  scope: ClockScope,
  { expiryMs, warningMs, checkMs }: InactivityOptions,
  { on, onExpired }: { readonly on: boolean; readonly onExpired: () => void },
): RunningClock {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const clock = useRef<Clock>(null)
  const expire = useEffectEvent(onExpired)

  useEffect(() => {
    if (!on) return
    return runDuringSession(() => {
      const started = startClock({
        scope,
        options: { expiryMs, warningMs, checkMs },
        onChange: ({ state, lastActivity }) => {
          setEndsAt(state === 'warning' ? lastActivity + expiryMs : null)
          if (state === 'expired') expire()
        },
      })
      clock.current = started
      return started.stop
    })
  }, [on, scope, expiryMs, warningMs, checkMs])

  const close = useCallback(() => clock.current?.close(), [])
  const lastActivity = useCallback(() => clock.current?.lastActivity() ?? 0, [])
  return { endsAt, close, lastActivity }
}
