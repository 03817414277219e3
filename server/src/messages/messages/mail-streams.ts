import { LIVE_BEAT_MS } from '@portico/rules/messages/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { Database } from '../../platform/db/database.ts'
import type { EventStream } from '../../platform/http/event-stream.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { type MailState, readMailStates } from './mail-state-statement.ts'
import { createPlaces, type Stream } from './stream-places.ts'

/** How long we collect changes before we send them, in ms. */
const gatherMs = 30
const sessionsAtOnce = 500

/** Streams of mail changes to members' open pages (MC-6). */
export interface MailStreams {
  /** The current content of an event; null if the session has ended. */
  now(principal: MemberPrincipal, now: Date): Promise<MailState | null>
  /** Reserves a place for a stream. Throws TOO-MANY-REQUESTS, or UNAVAILABLE if this instance has no place left. */
  open(principal: MemberPrincipal): (events: EventStream<MailState>) => void
  count(): number
  /** Ends all streams; the pages reconnect, to another instance. */
  close(): Promise<void>
}

export function createMailStreams(parts: {
  readonly database: Database
  readonly sessions: Sessions
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** The most open streams of this instance. */
  readonly max: number
  readonly maxOfPerson: number
}): MailStreams {
  const { database, sessions, logger, max, maxOfPerson } = parts
  const places = createPlaces(max, maxOfPerson)
  let changed = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | null = null
  let closed = false

  const { all } = places
  const readStates = (sessionIds: readonly string[], now: Date) =>
    readMailStates(database, sessionIds, { now, idleSince: sessions.idleSince(now) })
  const stopListening = listen(database, places, mark)
  const beating = setInterval(() => {
    beat(all(), sessions).catch((err: unknown) =>
      logger.warn({ err }, 'event streams: sessions could not be checked, tried again soon'),
    )
  }, LIVE_BEAT_MS).unref()

  return {
    now: async ({ sessionId }, now) => (await readStates([sessionId], now)).get(sessionId) ?? null,
    open: ({ memberId, sessionId }) => {
      const take = places.reserve(memberId, closed)
      return (events) => {
        const stream = { memberId, sessionId, events }
        take(stream)
        events.onClose(() => {
          places.leave(stream)
          changed.delete(stream)
        })
        mark([stream])
      }
    },
    count: places.count,
    close: async () => {
      closed = true
      clearInterval(beating)
      clearTimeout(timer)
      for (const stop of stopListening) stop()
      for (const { events } of all()) events.end()
      await telling
    },
  }

  /** Schedules an update of these streams, in a single statement together with others that change in the meantime. */
  function mark(streams: Iterable<Stream>): void {
    for (const stream of streams) changed.add(stream)
    if (changed.size === 0 || timer !== undefined || closed) return
    timer = setTimeout(() => {
      telling = tell().finally(() => {
        timer = undefined
        telling = null
        mark([])
      })
    }, gatherMs)
  }

  async function tell(): Promise<void> {
    const streams = [...changed]
    changed = new Set()
    try {
      await sendStates(streams, readStates)
    } catch (err) {
      // A disconnected page asks again and gets the news then.
      logger.warn({ err }, 'event streams: mail could not be read')
      for (const { events } of streams) events.end()
    }
  }
}

/** Listens for changed mailboxes, and ends the streams of sessions that end. */
function listen(
  { signals }: Database,
  { all, find }: ReturnType<typeof createPlaces>,
  mark: (streams: Iterable<Stream>) => void,
): readonly (() => void)[] {
  return [
    signals.on('mail', { hear: (memberId) => mark(find(memberId)), handleMissed: () => mark(all()) }),
    signals.on('session', {
      hear: (sessionId) => {
        for (const stream of all()) if (stream.sessionId === sessionId) stream.events.end()
      },
    }),
  ]
}

async function sendStates(
  streams: readonly Stream[],
  readStates: (sessionIds: readonly string[], now: Date) => ReturnType<typeof readMailStates>,
): Promise<void> {
  for (const some of takeInParts(streams)) {
    const states = await readStates([...new Set(some.map(({ sessionId }) => sessionId))], new Date())
    for (const { sessionId, events } of some) {
      const state = states.get(sessionId)
      if (state) events.send(state)
      else events.end()
    }
  }
}

/** Sends a sign of life on the streams, and ends those whose session has expired. */
async function beat(streams: readonly Stream[], sessions: Pick<Sessions, 'listLive'>): Promise<void> {
  for (const some of takeInParts(streams)) {
    const living = await sessions.listLive([...new Set(some.map(({ sessionId }) => sessionId))], new Date())
    for (const { sessionId, events } of some) {
      if (living.has(sessionId)) events.beat()
      else events.end()
    }
  }
}

/** As many sessions as a single statement handles. */
function* takeInParts(streams: readonly Stream[]): Generator<readonly Stream[]> {
  for (let at = 0; at < streams.length; at += sessionsAtOnce) yield streams.slice(at, at + sessionsAtOnce)
}
