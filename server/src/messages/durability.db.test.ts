import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { type Client, memberClient } from '../../test/client.ts'
import { freshDatabase } from '../../test/portal.ts'
import { type ServerProcess, startServer } from '../../test/server-process.ts'
import { createDatabase } from '../db/database.ts'
import { openEmbedded, openPostgres } from '../db/engine.ts'
import { migrate } from '../db/migrate.ts'
import { preparedForDemo } from '../db/prepared.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
/** `MESSAGE_KILLS=10` tries it more often. */
const rounds = Number(process.env.MESSAGE_KILLS ?? 3)
const inFlight = 4
/** The longest time that messages are sent before the server is killed, in milliseconds. */
const longestRoundMs = 400

let dataDir: string
let environment: Record<string, string>
let server: ServerProcess | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-kill-'))
  const url = onPostgres ? await freshDatabase({ seeded: true }) : null
  const engine = url === null ? {} : { DATABASE_URL: url }
  await allowStream(url)
  // The access token must outlive all rounds, even on a slow machine.
  environment = { DATA_DIR: dataDir, DEMO: '1', ACCESS_TOKEN_S: '3600', ...engine }
})
afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sets the hourly limit of messages as high as possible for every brand. */
async function allowStream(url: string | null): Promise<void> {
  const prepared = preparedForDemo(resolve(import.meta.dirname, '../../..'), new Date())
  const engine = url === null ? await openEmbedded({ dataDir, prepared }) : openPostgres({ url, poolSize: 1 })
  const database = createDatabase(engine)
  await migrate(database)
  await database.read
    .insertInto('app_config')
    .values({
      application: 'PORTAL',
      brand: 'ALL',
      key: 'MESSAGES_PER_HOUR',
      string_value: '10000',
      config_group: null,
      boolean_value: null,
      secure: true,
    })
    .execute()
  await database.close()
}

interface Sent {
  readonly clientMessageId: string
  readonly text: string
  /** Null until a server confirms that it is stored. */
  messageId: string | null
}

test(`MC-5 kill -9 during a stream of sends, ${rounds} times: no acknowledged message is lost, none is doubled`, {
  timeout: 600_000,
}, async ({ signal }) => {
  const all: Sent[] = []
  server = await startServer(environment)
  let client = await memberClient(server.origin, 'MEMBER01')
  const before = await sentTotal(client)
  let cutOff = 0
  // A second server on the same embedded database would lose rows, so it must refuse to start.
  if (!onPostgres) await expect(startServer(environment)).rejects.toThrow(`in use by process ${server.pid} `)

  for (let round = 0; round < rounds; round++) {
    // After the test's timeout, start no more servers.
    signal.throwIfAborted()
    const stream = sendUntilKilled(client, all)
    await sleep(Math.random() * longestRoundMs)
    await server.kill()
    cutOff += await stream
    // Nothing is cleaned up: the killed server's lock is still there. Its session and token live on.
    server = await startServer(environment)
    client = client.copy(server.origin)
    const unknown = all.filter(({ messageId }) => messageId === null)
    // A page without an answer sends again sooner or later; whether it sent once or twice, the message is stored once.
    for (const message of unknown.filter(() => Math.random() < 0.7)) await send(client, message)
  }

  for (const message of all.filter(({ messageId }) => messageId === null)) await send(client, message)
  const stored = await allSent(client)
  expect(await sentTotal(client)).toBe(before + all.length)
  for (const message of all) {
    expect(stored.filter(({ excerpt }) => excerpt === message.text)).toEqual([
      expect.objectContaining({ messageId: message.messageId }),
    ])
  }
  // Makes sure that something was tested: sends were acknowledged in every round, and some were under way at its end.
  expect(all.length).toBeGreaterThan(rounds * 2)
  expect(cutOff).toBeGreaterThan(rounds / 2)
  expect(await server.stop()).toBe(0)
  server = undefined
})

/** Sends several messages at a time until the server is gone; returns how many got no answer. */
async function sendUntilKilled(client: Client, all: Sent[]): Promise<number> {
  let cutOff = 0
  const sendOn = async () => {
    for (;;) {
      const clientMessageId = randomUUID()
      const message: Sent = { clientMessageId, text: `Message ${clientMessageId}`, messageId: null }
      all.push(message)
      try {
        await send(client, message)
      } catch {
        cutOff++
        return
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, sendOn))
  return cutOff
}

/** Throws if there is no answer. */
async function send(client: Client, message: Sent): Promise<void> {
  const { clientMessageId, text } = message
  const topic = { categoryId: 'other', subCategoryId: 'question', subject: 'Durable' }
  const { status, body } = await make(client, calls.addMessage, { body: { clientMessageId, text, ...topic } })
  expect(status).toBe(201)
  message.messageId = body.payload.messageId
}

async function sentTotal(client: Client): Promise<number> {
  return (await make(client, calls.listMessages, { query: { folder: 'sent' } })).body.payload.total
}

async function allSent(client: Client) {
  const stored: { messageId: string; excerpt: string }[] = []
  for (let page = 1; ; page++) {
    const query = { folder: 'sent', pageSize: '100', page: String(page) } as const
    const { messages } = (await make(client, calls.listMessages, { query })).body.payload
    if (messages.length === 0) return stored
    stored.push(...messages)
  }
}
