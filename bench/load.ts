import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The load generator, a separate process. It speaks just enough HTTP/1.1 over plain sockets: a full client would cost more than the
 * servers it measures, and hide their differences.
 */
export interface Target {
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Load {
  readonly target: Target
  /** Number of open connections, each with one request at a time. */
  readonly connections: number
  readonly seconds: number
  /** Requests per second over all connections; left out: each connection sends the next one as soon as it has an answer. */
  readonly perSecond?: number
}

export interface Measured {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Size of the last answer, including its headers. */
  readonly bytes: number
  /** First line of the first answer that was not 200, if any. */
  readonly failure: string | null
}

/** Messages between this process and its parent. */
export interface LoadOrder {
  readonly id: number
  readonly load: Load
}
export interface LoadReport {
  readonly id: number
  readonly measured: Measured
}

const headEnd = '\r\n\r\n'
const lastChunk = '\r\n0\r\n\r\n'

async function run(load: Load): Promise<Measured> {
  const { connections, seconds, perSecond } = load
  const request = requestBytes(load.target)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(load.target.origin)))
  const times: number[] = []
  const paceMs = perSecond === undefined ? null : (connections * 1000) / perSecond
  let failure: string | null = null
  let bytes = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const work = sockets.map(async (socket, index) => {
    let due = paceMs === null ? start : start + (paceMs * index) / connections
    while (due < end) {
      if (due > performance.now()) await sleep(due - performance.now())
      const answer = await ask(socket, request)
      const now = performance.now()
      // A paced request is timed from when it was due, so that delays behind another one count.
      times.push(now - due)
      bytes = answer.length
      const status = answer.toString('latin1', 0, answer.indexOf('\r\n'))
      if (!/^HTTP\/1\.1 200/.test(status)) failure ??= status
      due = paceMs === null ? now : due + paceMs
    }
    socket.destroy()
  })
  await Promise.all(work)
  const tookS = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { requests: times.length, perSecond: times.length / tookS, p50Ms: at(0.5), p99Ms: at(0.99), bytes, failure }
}

function requestBytes({ origin, method, path, headers, body }: Target): Buffer {
  const lines = { host: new URL(origin).host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...head, '', body].join('\r\n'))
}

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((done, fail) => socket.once('connect', done).once('error', fail))
  return socket
}

/** Sends a request and resolves to its complete answer. */
function ask(socket: Socket, request: Buffer): Promise<Buffer> {
  return new Promise((done, fail) => {
    let answer: Buffer = Buffer.alloc(0)
    const settle = (outcome: () => void) => {
      socket.off('data', take).off('error', fail).off('close', failLost)
      outcome()
    }
    const failLost = () => settle(() => fail(new Error('The server closed a connection.')))
    const take = (bytes: Buffer) => {
      answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes])
      if (isWhole(answer)) settle(() => done(answer))
    }
    socket.on('data', take).on('error', fail).on('close', failLost)
    socket.write(request)
  })
}

/** There is one request at a time on a connection, so a chunked answer ends with its last chunk. */
function isWhole(answer: Buffer): boolean {
  const at = answer.indexOf(headEnd)
  if (at < 0) return false
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, at))?.[1]
  if (length !== undefined) return answer.length >= at + headEnd.length + Number(length)
  return answer.toString('latin1', answer.length - lastChunk.length) === lastChunk
}

process.on('message', async ({ id, load }: LoadOrder) => {
  const report: LoadReport = { id, measured: await run(load) }
  process.send?.(report)
})
