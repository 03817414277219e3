import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A balancer as simple as they come: in turns, among the instances that were ready when it last looked, and it never tries again. */
export interface Balancer {
  readonly origin: string
  /** The origins that were ready when it last looked. */
  ready(): readonly string[]
  close(): Promise<void>
}

/** As seldom as real ones do, which is what draining is for. */
const lookMs = 1_000
/** A busy machine answers late; one that has gone refuses at once. */
const lookTimeoutMs = 30_000

/** Starts one in front of instances, which may come and go. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  let turn = 0
  let closed = false
  const watch = async (origin: string) => {
    while (!closed) {
      if (await isReady(origin)) ready.add(origin)
      else ready.delete(origin)
      await new Promise((done) => setTimeout(done, lookMs))
    }
  }
  const watching = origins.map(watch)

  const server = createServer((incoming, answer) => {
    const among = origins.filter((origin) => ready.has(origin))
    const origin = among[turn++ % among.length]
    if (origin === undefined) answer.writeHead(502).end()
    else passOn(agent, origin, incoming, answer)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => [...ready],
    close: async () => {
      closed = true
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await Promise.all(watching)
      agent.destroy()
    },
  }
}

function passOn(agent: Agent, origin: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = incoming
  const outgoing = request(origin + incoming.url, { agent, method, headers }, (answered) => {
    const { connection, 'transfer-encoding': encoding, ...kept } = answered.headers
    answer.writeHead(answered.statusCode ?? 502, kept)
    answered.on('error', () => answer.destroy())
    answered.pipe(answer)
  })
  // What breaks shows to the caller as it would behind any balancer that does not try again.
  outgoing.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}

function isReady(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get(`${origin}/health/ready`, { agent: false, timeout: lookTimeoutMs }, (answered) => {
      answered.resume()
      resolve(answered.statusCode === 200)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
  })
}
