import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { mailEvents } from '@portico/contract/calls/live'
import { overview } from '@portico/contract/calls/member'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../test/call.ts'
import { type Client, memberClient } from '../test/client.ts'
import { noteFact } from '../test/drill-facts.ts'
import { openEvents } from '../test/events.ts'
import { makeOwnKeys } from '../test/own-keys.ts'
import { type Replicated, startReplicated } from '../test/replicated.ts'
import { seed } from '../test/seeded.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { doctor } from './doctor/doctor.ts'
import { createDatabase } from './platform/db/database.ts'
import { openPostgres } from './platform/db/engine.ts'

const people = ['MEMBERND', 'BXBASIC1', 'FAMILY01', 'MEMBERDE'] as const
/** No member may send more than 100 within an hour. */
const maxSent = 60

let dataDir: string
let url: string
let replicated: Replicated | undefined
let server: ServerProcess | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-failover-'))
  replicated = await startReplicated()
  url = await replicated.database('portico')
  await seed(openPostgres({ url, poolSize: 2 }))
  await replicated.addStandby()
  server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ...(await makeOwnKeys()),
    // Longer than a busy machine takes to let the standby write.
    DATABASE_OUTAGE_WAIT_MS: '60000',
    ACCESS_TOKEN_S: '3600',
    DEMO: '1',
  })
}, 600_000)
afterAll(async () => {
  await server?.kill()
  await replicated?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Done {
  readonly statuses: (number | string)[]
  readonly acknowledged: string[]
}

function send(client: Client) {
  const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Fail-over' } as const
  const body = { clientMessageId: randomUUID(), text: 'Sent while servers change', ...topic }
  return make(client, calls.addMessage, { body })
}

/** Reads and sends until it is told to stop, noting every answer. */
async function use(client: Client, until: AbortSignal): Promise<Done> {
  const done: Done = { statuses: [], acknowledged: [] }
  while (!until.aborted) {
    const reads = await Promise.all([
      make(client, overview, {}),
      make(client, calls.listMessages, { query: { folder: 'inbox' } }),
      client.get('/mbr/', { headers: { accept: 'text/html' } }),
    ])
    done.statuses.push(...reads.map(({ status }) => status))
    if (done.acknowledged.length >= maxSent) continue
    const { status, body: answered } = await send(client)
    done.statuses.push(status)
    if (status === 201) done.acknowledged.push(answered.payload.messageId)
  }
  return done
}

async function listSent(client: Client): Promise<string[]> {
  const all: string[] = []
  for (let page = 1; ; page += 1) {
    const query = { folder: 'sent', pageSize: '100', page: String(page) } as const
    const { messages } = (await make(client, calls.listMessages, { query })).body.payload
    if (messages.length === 0) return all
    all.push(...messages.map(({ messageId }) => messageId))
  }
}

test('OP-2 a primary is lost and its standby takes over: every call waits and is answered, and nothing acknowledged is lost or doubled', {
  timeout: 600_000,
}, async () => {
  const { origin } = server as ServerProcess
  const servers = replicated as Replicated
  const clients = await Promise.all(people.map((loginId) => memberClient(origin, loginId)))
  const before = await Promise.all(clients.map(async (client) => (await listSent(client)).length))
  const first = clients[0] as Client
  const events = await openEvents(first, mailEvents.path)
  const probes: string[] = []
  const stop = new AbortController()
  const using = clients.map((client) => use(client, stop.signal))
  const examine = async () => (await doctor({ DATABASE_URL: url, DATA_DIR: dataDir })).said
  expect(await examine()).toMatch(/OK +standby/)
  const ready = async () => (await fetch(`${origin}/health/ready`)).status
  try {
    await expect.poll(() => events.all.length).toBeGreaterThan(2)
    await servers.losePrimary()
    await expect.poll(ready).toBe(503)
    await servers.promote()
    await expect.poll(ready).toBe(200)
    // Signals are heard again: one that is sent now and then comes, once the listener is back.
    const heard = events.all.length
    const tryAgain = async () => {
      const { status, body } = await send(first)
      if (status === 201) probes.push(body.payload.messageId)
      return events.all.length
    }
    await expect.poll(tryAgain, { interval: 2_000 }).toBeGreaterThan(heard + 1)
  } finally {
    stop.abort()
  }
  const done = await Promise.all(using)
  done[0]?.acknowledged.push(...probes)
  events.leave()
  expect([...new Set(done.flatMap(({ statuses }) => statuses))].sort()).toEqual([200, 201])
  const sent = await Promise.all(clients.map(listSent))
  const acknowledgedInAll = done.flatMap(({ acknowledged }) => acknowledged)
  noteFact(
    'answers',
    done.reduce((sum, { statuses }) => sum + statuses.length, 0),
  )
  noteFact(
    'answers that were errors',
    done.flatMap(({ statuses }) => statuses).filter((one) => one !== 200 && one !== 201).length,
  )
  noteFact('acknowledged sends', acknowledgedInAll.length)
  noteFact('acknowledged sends lost', acknowledgedInAll.filter((one) => !sent.flat().includes(one)).length)
  noteFact('sends doubled', sent.flat().length - new Set(sent.flat()).size)
  for (const [at, { acknowledged }] of done.entries()) {
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    expect(sent[at]).toEqual(expect.arrayContaining(acknowledged))
    expect(sent[at]).toHaveLength((before[at] ?? 0) + acknowledged.length)
  }
  // Jobs go on, too: what was written before and after is sealed.
  // Alone, the new one keeps what it acknowledges to itself.
  expect(await examine()).toMatch(/WARN +standby/)
  const database = createDatabase(openPostgres({ url, poolSize: 1 }))
  const countUnsealed = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from audit_event where seq is null`.execute(
        database.read,
      )
    ).rows[0]?.count
  await expect.poll(countUnsealed).toBe(0)
  await database.close()
})
