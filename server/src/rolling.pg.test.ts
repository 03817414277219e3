import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { mailEvents } from '@portico/contract/calls/live'
import { overview } from '@portico/contract/calls/member'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tools/postgres.ts'
import { type Balancer, startBalancer } from '../test/balancer.ts'
import { make } from '../test/call.ts'
import { type Client, memberClient } from '../test/client.ts'
import { noteFact } from '../test/drill-facts.ts'
import { openEvents } from '../test/events.ts'
import { makeOwnKeys } from '../test/own-keys.ts'
import { freshDatabase } from '../test/portal.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

const people = ['MEMBER01', 'MEMBERND', 'BXBASIC1', 'FAMILY01'] as const
/** No member may send more than 100 within an hour. */
const maxSent = 80
/** Several looks of the balancer, however busy the machine. */
const drainMs = '5000'

let dataDir: string
let environment: Record<string, string>
let balancer: Balancer | undefined
const servers: ServerProcess[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-rolling-'))
  environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: await freshDatabase({ seeded: true }),
    ...(await makeOwnKeys()),
    DRAIN_MS: drainMs,
    ACCESS_TOKEN_S: '3600',
    DEMO: '1',
  }
})
afterAll(async () => {
  await balancer?.close()
  await Promise.all(servers.map((one) => one.kill()))
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a person's page asks for, over and over until it is told to stop; returns the answers that it should not have got. */
async function browse(client: Client, until: AbortSignal): Promise<{ asked: number; sent: number; failed: string[] }> {
  const done = { asked: 0, sent: 0, failed: [] as string[] }
  const note = async (what: string, answering: Promise<{ readonly status: number }>) => {
    done.asked += 1
    const status = await answering.then((answer) => answer.status).catch((error: Error) => error.message)
    if (status !== 200 && status !== 201) done.failed.push(`${what}: ${status}`)
    return status
  }
  while (!until.aborted) {
    await note('page', client.get('/mbr/', { headers: { accept: 'text/html' } }))
    await note('overview', make(client, overview, {}))
    await note('messages', make(client, calls.listMessages, { query: { folder: 'inbox' } }))
    if (done.sent >= maxSent) continue
    const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Rolling' } as const
    const body = { clientMessageId: randomUUID(), text: 'Sent during a restart', ...topic }
    if ((await note('send', make(client, calls.addMessage, { body }))) === 201) done.sent += 1
  }
  return done
}

async function countSent(client: Client): Promise<number> {
  return (await make(client, calls.listMessages, { query: { folder: 'sent' } })).body.payload.total
}

test('OP-3 two instances restarted one after the other under load fail no request, and streams come back elsewhere', async () => {
  const ports = [await freePort(), await freePort()]
  const start = (port: number) => startServer({ ...environment, PORT: String(port) })
  for (const port of ports) servers.push(await start(port))
  const front = await startBalancer(servers.map(({ origin }) => origin))
  balancer = front
  const bothReady = () => expect.poll(() => front.ready().length, { interval: 50 }).toBe(2)
  await bothReady()

  const clients = await Promise.all(people.map((loginId) => memberClient(front.origin, loginId)))
  const before = await Promise.all(clients.map(countSent))
  const stop = new AbortController()
  const browsing = clients.map((client) => browse(client, stop.signal))
  try {
    for (const [at, server] of servers.entries()) {
      const listening = await openEvents(clients[0] as Client, mailEvents.path)
      const direct = await openEvents((clients[0] as Client).copy(server.origin), mailEvents.path)
      const ended = server.stop()
      await expect.poll(() => direct.all.at(-1)?.event).toBe('end')
      // Whoever it tells to come back finds the other one.
      expect(front.ready()).not.toContain(server.origin)
      const again = await openEvents(clients[0] as Client, mailEvents.path)
      expect(again.status).toBe(200)
      expect(await ended).toBe(0)
      for (const events of [listening, again]) events.leave()
      servers[at] = await start(ports[at] as number)
      await bothReady()
    }
  } finally {
    stop.abort()
  }
  const done = await Promise.all(browsing)
  noteFact(
    'requests during two restarts',
    done.reduce((sum, { asked }) => sum + asked, 0),
  )
  noteFact(
    'requests that failed',
    done.reduce((sum, { failed }) => sum + failed.length, 0),
  )
  expect(done.flatMap(({ failed }) => failed)).toEqual([])
  // Every one of them asked throughout.
  for (const { asked } of done) expect(asked).toBeGreaterThan(20)
  const after = await Promise.all(clients.map(countSent))
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual(done.map(({ sent }) => sent))
})
