import type { PayloadOf } from '@portico/contract/call'
import type { mailEvents } from '@portico/contract/calls/live'
import { LIVE_BEAT_MS } from '@portico/rules/messages/live'
import type { FastifyBaseLogger } from 'fastify'
import { type Sessions, sessionsLive } from '../../identity/sessions/sessions.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { EventStream } from '../../platform/http/event-stream.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'

type MailState = PayloadOf<typeof mailEvents>

/** How long changes are collected before they are sent, in ms. */
const gatherMs = 30
const sessionsAtOnce = 500
/** Seconds after which to try again if there is no place left. */
const fullS = 30

interface Stream {
  readonly memberId: string
  readonly sessionId: string
  readonly events: EventStream<MailState>
}

/** Streams of mail changes to members' open pages (MC-6). */
export interface MailStreams {
  /** The current content of an event; null if the session has ended. */
  now(principal: MemberPrincipal, now: Date): Promise<MailState | null>
  /** Takes a place for a stream. Throws TOO-MANY-REQUESTS, or UNAVAILABLE if this instance has no place left. */
  open(principal: MemberPrincipal): (events: EventStream<MailState>) => void
  count(): number
  /** Ends all streams; the pages connect again, to another instance. */
  close(): Promise<void>
}

/** The current state of the mail for the members of these sessions ($1 to $3), if the session is live. */
const mailState = statement<{
  readonly session_id: string
  readonly unread: number
  readonly inbox: number
  readonly sent: number
  readonly deleted: number
  readonly inbox_threads: number
  readonly sent_threads: number
  readonly deleted_threads: number
  readonly newest: string | null
  readonly drafts: string | null
}>(
  'mail-state',
  `select session_id, coalesce(unread, 0) as unread, coalesce(inbox, 0) as inbox, coalesce(sent, 0) as sent,
      coalesce(deleted, 0) as deleted,
      coalesce(inbox_threads, 0) as inbox_threads, coalesce(sent_threads, 0) as sent_threads,
      coalesce(deleted_threads, 0) as deleted_threads, (
        select message_id from message m
        where m.member_id = session.member_id and m.incoming and m.deleted_at is null
        order by sent_at desc, message_id desc limit 1
      ) as newest, case when actor_session_id is null then (
        select concat_ws(' ', count(*), extract(epoch from max(saved_at))) from message_draft d
        where d.member_id = session.member_id
      ) end as drafts
    from session left join mailbox_count c on c.member_id = session.member_id
    where ${sessionsLive}`,
)

export function createMailStreams(parts: {
  readonly database: Database
  readonly sessions: Sessions
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** The most open streams of this instance. */
  readonly max: number
  readonly maxOfPerson: number
}): MailStreams {
  const { database, sessions, logger, max, maxOfPerson } = parts
  const byMember = new Map<string, Set<Stream>>()
  let places = 0
  let changed = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | null = null
  let closed = false

  const all = () => [...byMember.values()].flatMap((streams) => [...streams])
  const stopListening = [
    database.signals.on('mail', {
      hear: (memberId) => mark(byMember.get(memberId) ?? []),
      handleMissed: () => mark(all()),
    }),
    database.signals.on('session', {
      hear: (sessionId) => {
        for (const stream of all()) if (stream.sessionId === sessionId) stream.events.end()
      },
    }),
  ]
  const beating = setInterval(() => {
    beat().catch((err: unknown) =>
      logger.warn({ err }, 'event streams: sessions could not be checked, tried again soon'),
    )
  }, LIVE_BEAT_MS).unref()

  return {
    now: async ({ sessionId }, now) => (await readStates([sessionId], now)).get(sessionId) ?? null,
    open: (principal) => {
      const { memberId, sessionId } = principal
      if (closed || places >= max) throw new CallError('UNAVAILABLE', { retryAfterS: fullS })
      const own = byMember.get(memberId) ?? new Set()
      if (own.size >= maxOfPerson) throw new CallError('TOO-MANY-REQUESTS', { retryAfterS: fullS })
      return (events) => {
        const stream = { memberId, sessionId, events }
        byMember.set(memberId, own.add(stream))
        places += 1
        events.onClose(() => remove(stream))
        mark([stream])
      }
    },
    count: () => places,
    close: async () => {
      closed = true
      clearInterval(beating)
      clearTimeout(timer)
      for (const stop of stopListening) stop()
      for (const { events } of all()) events.end()
      await telling
    },
  }

  function remove(stream: Stream): void {
    const own = byMember.get(stream.memberId)
    if (!own?.delete(stream)) return
    places -= 1
    changed.delete(stream)
    if (own.size === 0) byMember.delete(stream.memberId)
  }

  /** Has these streams updated soon, in one statement together with others that change in the meantime. */
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
      for (let at = 0; at < streams.length; at += sessionsAtOnce) {
        const some = streams.slice(at, at + sessionsAtOnce)
        const states = await readStates([...new Set(some.map(({ sessionId }) => sessionId))], new Date())
        for (const { sessionId, events } of some) {
          const state = states.get(sessionId)
          if (state) events.send(state)
          else events.end()
        }
      }
    } catch (err) {
      // A page that was disconnected asks again and gets the news then.
      logger.warn({ err }, 'event streams: mail could not be read')
      for (const { events } of streams) events.end()
    }
  }

  async function readStates(sessionIds: readonly string[], now: Date): Promise<ReadonlyMap<string, MailState>> {
    const rows = await database.run(mailState, [sessionIds, now, sessions.idleSince(now)])
    return new Map(
      rows.map(({ session_id, unread, inbox, sent, deleted, newest, drafts, ...row }) => [
        session_id,
        {
          unreadCount: unread,
          totals: { inbox, sent, deleted },
          threads: { inbox: row.inbox_threads, sent: row.sent_threads, deleted: row.deleted_threads },
          newestMessageId: newest,
          draftsVersion: drafts,
        },
      ]),
    )
  }

  /** Sends a sign of life on the streams, and ends those whose session has expired. */
  async function beat(): Promise<void> {
    const streams = all()
    for (let at = 0; at < streams.length; at += sessionsAtOnce) {
      const some = streams.slice(at, at + sessionsAtOnce)
      const living = await sessions.listLive([...new Set(some.map(({ sessionId }) => sessionId))], new Date())
      for (const { sessionId, events } of some) {
        if (living.has(sessionId)) events.beat()
        else events.end()
      }
    }
  }
}
