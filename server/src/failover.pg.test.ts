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
import { Client, memberClient } from '../test/client.ts'
import { noteFact } from '../test/drill-facts.ts'
import { openEvents } from '../test/events.ts'
import { makeOwnKeys } from '../test/own-keys.ts'
import { startPatroni } from '../test/patroni.ts'
import { type Replicated, startReplicated } from '../test/replicated.ts'
import { newSavedShopping } from '../test/samples.ts'
import { seed } from '../test/seeded.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'
import { setSettings } from '../test/settings.ts'
import { doctor } from './doctor/doctor.ts'
import { createDatabase } from './platform/db/database.ts'
import { openPostgres } from './platform/db/engine.ts'

const people = ['MEMBERND', 'BXBASIC1', 'FAMILY01', 'MEMBERDE'] as const
/** How many messages are acknowledged at least, half of them before the primary is lost; a drill asks for more (`tools/drill.ts`). */
const sends = Number(process.env.PORTICO_DRILL_SENDS ?? 20)

let dataDir: string
let url: string
let readUrl: string
let replicated: Replicated | undefined
let server: ServerProcess | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-failover-'))
  replicated = process.env.PORTICO_DRILL_SERVERS === 'patroni' ? await startPatroni() : await startReplicated()
  const addresses = await replicated.database('portico')
  url = addresses.url
  readUrl = addresses.readUrl
  await seed(openPostgres({ url, poolSize: 2 }), new Date())
  await letMembersSend(10_000)
  await replicated.addStandby()
  server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_READ_URL: readUrl,
    ...(await makeOwnKeys()),
    // Longer than a busy machine takes to let the standby write.
    DATABASE_OUTAGE_WAIT_MS: '60000',
    ACCESS_TOKEN_S: '3600',
    DEMO: '1',
  })
})
afterAll(async () => {
  await server?.kill()
  await replicated?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const patiently = { interval: 500 } as const

/** No member may send more than 100 within an hour, unless a brand says so. */
async function letMembersSend(perHour: number): Promise<void> {
  const database = createDatabase(openPostgres({ url, poolSize: 1 }))
  await setSettings(database, 'ALL', { MESSAGES_PER_HOUR: String(perHour) })
  await database.close()
}

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
async function use(client: Client, done: Done, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const reads = await Promise.all([
      make(client, overview, {}),
      make(client, calls.listMessages, { query: { folder: 'inbox' } }),
      client.get('/mbr/', { headers: { accept: 'text/html' } }),
    ])
    done.statuses.push(...reads.map(({ status }) => status))
    const { status, body: answered } = await send(client)
    done.statuses.push(status)
    if (status === 201) done.acknowledged.push(answered.payload.messageId)
  }
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

/** While there is only a standby, it answers what is no one's; what is someone's, by a session or a secret, waits, whether or not it is audited. */
async function expectReadsElsewhere(member: Client, origin: string, ticket: string): Promise<void> {
  const visitor = new Client(origin)
  let shown = false
  const note = () => {
    shown = true
  }
  void make(member, overview, {}).then(note)
  void make(member, calls.countUnread, {}).then(note)
  void make(visitor, calls.openShopping, { body: { ticket } }).then(note)
  for (let time = 0; time < 3; time += 1) {
    const list = await make(visitor, calls.publicConfig, { params: { application: 'MEMBER', brand: 'ALL' } })
    expect(list.status).toBe(200)
    expect((await visitor.get('/shop/', { headers: { accept: 'text/html' } })).status).toBe(200)
  }
  expect(shown).toBe(false)
}

test('OP-2 a primary is lost and its standby takes over: every call waits and is answered, and nothing acknowledged is lost or doubled', async () => {
  const { origin } = server as ServerProcess
  const servers = replicated as Replicated
  const clients = await Promise.all(people.map((loginId) => memberClient(origin, loginId)))
  const before = await Promise.all(clients.map(async (client) => (await listSent(client)).length))
  const first = clients[0] as Client
  let events = await openEvents(first, mailEvents.path)
  const saving = await make(new Client(origin), calls.saveShopping, { body: newSavedShopping() })
  const saved = saving.body.payload
  const probes: string[] = []
  const stop = new AbortController()
  const done = clients.map((): Done => ({ statuses: [], acknowledged: [] }))
  const using = clients.map((client, at) => use(client, done[at] as Done, stop.signal))
  const countAcknowledged = () => done.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  const examine = async () => (await doctor({ DATABASE_URL: url, DATABASE_READ_URL: readUrl, DATA_DIR: dataDir })).said
  expect(await examine()).toMatch(/OK +standby[\s\S]*OK +reads/)
  const ready = async () => (await fetch(`${origin}/health/ready`)).status
  try {
    await expect.poll(() => events.all.length).toBeGreaterThan(2)
    await expect.poll(countAcknowledged, patiently).toBeGreaterThanOrEqual(sends / 2)
    await servers.losePrimary()
    await expect.poll(ready).toBe(503)
    await expectReadsElsewhere(first, origin, saved.ticket)
    await servers.promote()
    await expect.poll(ready).toBe(200)
    // Signals are heard again: one that is sent now and then comes, once the listener is back.
    let heard = events.all.length
    const tryAgain = async () => {
      // A stream that could not look for news meanwhile has ended: the page begins another, which tells at once how things stand.
      if (events.all.at(-1)?.event === 'end') {
        events = await openEvents(first, mailEvents.path)
        heard = 1
      }
      const { status, body } = await send(first)
      if (status === 201) probes.push(body.payload.messageId)
      return events.all.length - heard
    }
    await expect.poll(tryAgain, { interval: 2_000 }).toBeGreaterThan(1)
    await expect.poll(countAcknowledged, patiently).toBeGreaterThanOrEqual(sends)
  } finally {
    stop.abort()
  }
  await Promise.all(using)
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
  const judged = servers.standbysLeft > 0 ? /OK +standby/ : /WARN +standby/
  await expect.poll(examine, patiently).toMatch(judged)
  const database = createDatabase(openPostgres({ url, poolSize: 1 }))
  const countUnsealed = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from audit_waiting`.execute(database.read)).rows[0]
      ?.count
  await expect.poll(countUnsealed).toBe(0)
  await database.close()
})
