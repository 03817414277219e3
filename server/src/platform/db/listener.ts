import type pg from 'pg'
import type { Clients } from './address.ts'
import { SignalHub, signalChannel } from './signals.ts'

const firstPauseMs = 250
const longestPauseMs = 15_000
/** How often a connection is probed, to notice one that died silently. */
const probeEveryMs = 30_000

export interface Listener {
  readonly signals: SignalHub
  close(): Promise<void>
}

/**
 * A separate connection that receives signals, opened for the first listener. When it breaks, it reconnects with growing pauses, and then
 * reports that signals may have been missed. It does not work through a pooler that shares connections between transactions.
 */
export function createListener(Client: Clients): Listener {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let closed = false
  let connecting: Promise<void> = Promise.resolve()
  const signals = new SignalHub(() => {
    connecting = connect()
  })

  return {
    signals,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }

  async function connect(): Promise<void> {
    const next = new Client({
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'portico listener',
    })
    next.on('notification', ({ payload }) => signals.take(payload ?? ''))
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    client = next
    try {
      await next.connect()
      await next.check()
      await next.query(`listen ${signalChannel}`)
    } catch {
      lose(next)
      return
    }
    if (client !== next) return
    if (failures > 0) signals.miss()
    failures = 0
    probe(next)
  }

  function probe(current: pg.Client): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => client === current && probe(current),
        () => lose(current),
      )
    }, probeEveryMs).unref()
  }

  function lose(broken: pg.Client): void {
    if (client !== broken) return
    client = null
    broken.end().catch(() => undefined)
    clearTimeout(timer)
    if (closed) return
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
    failures += 1
    timer = setTimeout(
      () => {
        connecting = connect()
      },
      pause * (0.75 + Math.random() / 2),
    ).unref()
  }
}
