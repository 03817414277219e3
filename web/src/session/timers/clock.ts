import {
  type Inactivity,
  type InactivityEvent,
  type InactivityOptions,
  nextInactivity,
  startInactivity,
} from '@portico/rules/session/inactivity'
import { onActivity } from './activity.ts'
import { type ClockScope, hearTabs, tellTabs } from './browser-tabs.ts'

/** How long other browser tabs have to report later activity, in ms. */
const answerMs = 200

/** Activity is reported to other browser tabs at most this often, in ms, and at each check. */
const tellEveryMs = 1_000

export interface Clock {
  /** The person has closed the warning. */
  close(): void
  /** Wall clock, ms since 1970. */
  lastActivity(): number
  stop(): void
}

/**
 * Runs a page's inactivity timer (SE-1, SE-2), one clock for all browser tabs in the same scope. `onChange` is called at once for
 * `active`, and for any other state after the other tabs have had time to answer.
 */
export function startClock(parts: {
  readonly scope: ClockScope
  readonly options: InactivityOptions
  readonly onChange: (state: Inactivity) => void
}): Clock {
  const { scope, options, onChange } = parts
  let last = startInactivity(Date.now(), options)
  let told = 0
  let asking: ReturnType<typeof setTimeout> | null = null

  const set = (next: Inactivity) => {
    const changed = next.state !== last.state || (next.state === 'warning' && next.lastActivity !== last.lastActivity)
    last = next
    if (next.state === 'expired') stop()
    if (changed) onChange(next)
  }
  const after = (event: InactivityEvent) => nextInactivity(last, event, Date.now(), options)
  const tell = (everyMs: number) => {
    if (last.lastActivity < told + Math.max(everyMs, 1)) return
    told = last.lastActivity
    tellTabs({ type: 'active', scope, at: told })
  }
  const settle = () => {
    asking = null
    set(after({ type: 'checked' }))
  }
  const advance = (event: InactivityEvent) => {
    const next = after(event)
    if (next.state === 'active' || next.state === last.state) set(next)
    else if (asking === null) {
      tellTabs({ type: 'asking', scope })
      asking = setTimeout(settle, answerMs)
    }
  }
  const check = () => {
    advance({ type: 'checked' })
    tell(0)
  }

  const timer = setInterval(check, options.checkMs)
  const stopActivity = onActivity(() => {
    advance({ type: 'active' })
    tell(tellEveryMs)
  })
  const stopHearing = hearTabs((message) => {
    if (!('scope' in message) || message.scope !== scope) return
    if (message.type === 'active') advance({ type: 'heard', at: message.at })
    else if (last.state !== 'expired') tellTabs({ type: 'active', scope, at: last.lastActivity })
  })
  // A browser tab that becomes visible again checks the clock before anything can be clicked.
  document.addEventListener('visibilitychange', check)
  tell(0)

  function stop() {
    clearInterval(timer)
    if (asking !== null) clearTimeout(asking)
    stopActivity()
    stopHearing()
    document.removeEventListener('visibilitychange', check)
  }

  return {
    close() {
      advance({ type: 'closed' })
      tell(0)
    },
    lastActivity: () => last.lastActivity,
    stop,
  }
}
