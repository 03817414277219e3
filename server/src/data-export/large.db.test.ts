import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { memberClient } from '../../test/client.ts'
import { startWatchedServer, type WatchedServer } from '../../test/watched-server.ts'

/** Long enough for a busy machine: the test measures only our own work. */
const patienceMs = 120_000

let server: WatchedServer
beforeAll(async () => {
  server = await startWatchedServer()
}, patienceMs)
afterAll(() => server?.close())

/** The longest text of a draft, without any place to break a line. */
const unbroken = 'x'.repeat(9_999)
const drafts = 10
/** As deep and as large as incoming data may be. */
const nested = JSON.parse(`${'['.repeat(17)}"${'x'.repeat(8_000)}"${']'.repeat(17)}`) as unknown
const values = 50

test(
  'RG-3 the largest file of someone’s data that drafts and small state make holds up no one else',
  async () => {
    const client = await memberClient(server.origin, 'MEMBER01')
    for (let at = 0; at < drafts; at += 1) {
      const body = { clientMessageId: randomUUID(), baseVersion: 0, subject: 'x'.repeat(100), text: unbroken }
      expect((await make(client, calls.saveDraft, { body })).status).toBe(200)
    }
    for (let at = 0; at < values; at += 1) {
      const body = { key: `large.n${at}`, value: nested }
      expect((await make(client, calls.setSessionValue, { body })).status).toBe(200)
    }
    for (const format of ['json', 'pdf'] as const) {
      const answer = await make(client, calls.exportData, { body: { format } })
      expect([format, answer.status, answer.bytes.length < 2_000_000]).toEqual([format, 200, true])
    }
    expect(await server.stalls()).toEqual([])
  },
  patienceMs,
)
