import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { countUnsealed } from '../audit/seal-store.ts'
import type { Database } from '../db/database.ts'
import { watchEnds } from '../http/arrival.ts'
import { CallError } from '../http/call-error.ts'

const bucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface MetricsParts {
  readonly database: Database
  readonly eventStreams: () => number
  readonly outboxDepth: () => Promise<{
    readonly waiting: number
    readonly dead: number
    readonly oldest: Date | null
  }>
  readonly countUnconfirmedOrders: () => Promise<number>
  readonly readUnsentRequests: () => Promise<{ readonly waiting: number; readonly oldest: Date | null }>
  readonly ledger: () => Promise<{
    readonly waiting: number
    readonly last: { readonly differences: readonly unknown[] } | null
  }>
  readonly readUnsealed: () => ReturnType<typeof countUnsealed>
  readonly countSignOns: () => Promise<
    readonly { readonly connection: string; readonly outcome: string; readonly count: number }[]
  >
  /** Null if audit events are not forwarded. */
  readonly countUnforwarded: (() => Promise<number>) | null
  readonly production: boolean
  readonly token: string | undefined
}

/**
 * The server's metrics at /metrics, in Prometheus format: requests by route pattern, never by address; event streams, the outbox, the
 * database's connections, the process. Open to everyone outside production; in production only to this machine and to callers with the
 * token.
 */
export function bindMetrics(app: FastifyInstance, parts: MetricsParts): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  countRequests(app, register)
  watchInstance(register, parts)
  const measureBacklogs = createBacklogGauges(register, parts)
  app.get('/metrics', async (request, reply) => {
    if (parts.production && !mayRead(request, parts.token)) throw new CallError('NOT-FOUND')
    await measureBacklogs()
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

function countRequests(app: FastifyInstance, register: Registry): void {
  const registers = [register]
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({ name: 'portico_requests_total', help: 'Requests answered.', labelNames, registers })
  const seconds = new Histogram({
    name: 'portico_request_seconds',
    help: 'How long requests took; event streams are not among them.',
    labelNames: ['method', 'route'] as const,
    buckets: bucketsS,
    registers,
  })
  watchEnds(app, ({ method, routeOptions }, reply, { status, ms }) => {
    const route = routeOptions.url ?? 'none'
    requests.inc({ method, route, status })
    const isStream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) seconds.observe({ method, route }, ms / 1000)
  })
}

/** This instance's own state at the time of the request. */
function watchInstance(register: Registry, { database, eventStreams }: MetricsParts): void {
  gauge('portico_event_streams', 'Open event streams of this instance.', () => eventStreams())
  gauge('portico_database_connections', 'Connections to the database.', () => database.pool().open)
  gauge('portico_database_connections_idle', 'Connections that no one uses.', () => database.pool().idle)
  gauge('portico_database_waiting', 'Requests that wait for a connection.', () => database.pool().waiting)

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  }
}

/** Backlogs and problems in the database that all instances share; returns a function that reads them. */
function createBacklogGauges(register: Registry, parts: MetricsParts): () => Promise<void> {
  const registers = [register]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const waiting = gauge('portico_outbox_waiting', 'E-mails that wait, of all instances.')
  const dead = gauge('portico_outbox_dead', 'E-mails given up in the last 30 days.')
  const age = gauge('portico_outbox_oldest_seconds', 'Age of the oldest that waits.')
  const unconfirmed = gauge('portico_pharmacy_unconfirmed', 'Requests that no pharmacy has confirmed in a day.')
  const undecided = gauge(
    'portico_authorization_requests_waiting',
    'Requests for approval that the utilization system does not have yet.',
  )
  const undecidedAge = gauge('portico_authorization_requests_oldest_seconds', 'Age of the oldest of them.')
  const unheard = gauge('portico_payments_waiting', 'Payments no one has heard of.')
  const differing = gauge('portico_ledger_differences', 'Found by the last comparison.')
  const unsealed = gauge('portico_audit_unsealed', 'Audit events that wait for a seal.')
  const unsealedAge = gauge(
    'portico_audit_unsealed_oldest_seconds',
    'Age of the oldest audit event that waits for its seal.',
  )
  const signOns = new Gauge({
    name: 'portico_sign_ons',
    help: 'Sign-ins at identity providers in the last day, by connection and outcome.',
    labelNames: ['connection', 'outcome'] as const,
    registers,
  })
  const unforwarded =
    parts.countUnforwarded &&
    gauge('portico_audit_unforwarded', 'Sealed audit events that the system of AUDIT_TO does not have yet.')
  return async () => {
    const depth = await parts.outboxDepth()
    waiting.set(depth.waiting)
    dead.set(depth.dead)
    unconfirmed.set(await parts.countUnconfirmedOrders())
    const unsent = await parts.readUnsentRequests()
    undecided.set(unsent.waiting)
    undecidedAge.set(secondsSince(unsent.oldest))
    age.set(secondsSince(depth.oldest))
    const ledger = await parts.ledger()
    unheard.set(ledger.waiting)
    differing.set(ledger.last?.differences.length ?? 0)
    const toSeal = await parts.readUnsealed()
    unsealed.set(toSeal.count)
    unsealedAge.set(secondsSince(toSeal.oldest))
    signOns.reset()
    for (const { connection, outcome, count } of await parts.countSignOns()) signOns.set({ connection, outcome }, count)
    if (parts.countUnforwarded) unforwarded?.set(await parts.countUnforwarded())
  }
}

function secondsSince(moment: Date | null): number {
  return moment === null ? 0 : Math.max(0, Date.now() - moment.getTime()) / 1000
}

/** With a proxy on this machine, every request seems to come from here; the proxy's header gives it away. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization = '' } = request.headers
  if (token !== undefined) {
    const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)]
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return true
  }
  const from = request.raw.socket.remoteAddress ?? ''
  const isHere = /^(::ffff:)?127\.|^::1$/.test(from)
  return isHere && !Object.keys(request.headers).some((name) => /^(x-)?forwarded|^(via|x-real-ip)$/.test(name))
}
