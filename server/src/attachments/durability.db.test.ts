import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { memberClient } from '../../test/client.ts'
import { freshDatabase } from '../../test/portal.ts'
import { type ServerProcess, startServer } from '../../test/server-process.ts'
import { upload } from '../../test/upload.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
/** `UPLOAD_KILLS=5` tries it more often. */
const rounds = Number(process.env.UPLOAD_KILLS ?? 1)
/** Far apart, so that one is still on its way when another has arrived. */
const megabytes = [1, 4, 9]

let dataDir: string
let environment: Record<string, string>
let server: ServerProcess | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-kill-'))
  const engine = onPostgres ? { DATABASE_URL: await freshDatabase({ seeded: true }) } : {}
  environment = { DATA_DIR: dataDir, DEMO: '1', ACCESS_TOKEN_S: '3600', ...engine }
})
afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

test(`MC-4 MC-5 kill -9 during uploads, ${rounds} times: what was acknowledged is whole, what was not is stored once when it is tried again`, {
  timeout: 300_000,
}, async ({ signal }) => {
  server = await startServer(environment)
  let client = await memberClient(server.origin, 'MEMBER01')
  const acknowledged = new Map<string, Buffer>()
  let cutOff = 0

  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted()
    const ids = { clientMessageId: randomUUID() }
    const files = megabytes.map((size) => ({
      content: Buffer.alloc(size * 1024 * 1024, `${round}${size} `),
      ids: { ...ids, clientAttachmentId: randomUUID() },
    }))
    const tries = files.map(async ({ content, ids }) => {
      const answer = await upload(client, { name: 'a.txt', content }, ids).catch(() => null)
      if (answer === null) return false
      expect(answer.status).toBe(201)
      acknowledged.set(answer.body.payload.attachmentId, content)
      return true
    })
    // At a random moment, but before all three are done, even on a fast machine.
    await Promise.race([sleep(50 + Math.random() * 400), ...tries])
    await server.kill()
    const done = await Promise.all(tries)
    cutOff += done.filter((one) => !one).length
    server = await startServer(environment)
    client = client.copy(server.origin)

    // No one sees half a file; the page tries again with the same ids and ends up with each file once.
    const shown = (await make(client, calls.listAttachments, {})).body.payload.attachments
    expect(shown.every(({ size }) => megabytes.includes(size / 1024 / 1024))).toBe(true)
    for (const { content, ids } of files) {
      const answer = await upload(client, { name: 'a.txt', content }, ids)
      expect(answer.status).toBe(201)
      acknowledged.set(answer.body.payload.attachmentId, content)
    }
  }

  const { attachments } = (await make(client, calls.listAttachments, {})).body.payload
  expect(attachments.map(({ attachmentId }) => attachmentId).sort()).toEqual([...acknowledged.keys()].sort())
  expect(acknowledged.size).toBe(rounds * megabytes.length)
  expect(cutOff).toBeGreaterThan(0)
  for (const [attachmentId, content] of acknowledged) {
    const { bytes } = await make(client, calls.downloadAttachment, { query: { attachmentId } })
    expect(bytes.equals(content)).toBe(true)
  }
  expect(await server.stop()).toBe(0)
  server = undefined
})
