import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import { contentInfo } from '@portico/contract/calls/content'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/call.ts'
import { Client, memberClient } from '../../test/client.ts'
import { contentKey, latestOf, newRelease, newText } from '../../test/content-samples.ts'
import { freshDatabase } from '../../test/portal.ts'
import { type ServerProcess, startServer } from '../../test/server-process.ts'

const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
// The embedded engine reads the whole database again at each start.
const rounds = onPostgres ? 3 : 1
/** Longer than a release takes from its request to its answer, in milliseconds. */
const longestMs = 60

let dataDir: string
let environment: Record<string, string>
let server: ServerProcess | undefined
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-release-'))
  const engine = onPostgres ? { DATABASE_URL: await freshDatabase({ seeded: true }) } : {}
  environment = { DATA_DIR: dataDir, DEMO: '1', ACCESS_TOKEN_S: '3600', ...engine }
})
afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const both = ['en', 'es'] as const

test(`CT-8 kill -9 while texts are published, rounds of ${rounds}: readers see the old release or the new, never half`, {
  timeout: 600_000,
}, async ({ signal }) => {
  server = await startServer(environment)
  let author = await memberClient(server.origin, 'AUTHOR01')
  let approver = await memberClient(server.origin, 'APPROV01')
  let before = await shown(server.origin)
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted()
    const versionIds: string[] = []
    for (const language of both) {
      const key = { ...contentKey, language }
      const latest = await latestOf(author, key)
      const body = newText(latest?.versionId ?? null, { ...key, value: `Release ${round} ${language}`, submit: true })
      expect((await make(author, calls.writeContent, { body })).status).toBe(200)
      versionIds.push(body.versionId)
    }
    const body = newRelease(versionIds)
    const answered = make(approver, calls.releaseContent, { body }).then(
      ({ status }) => status,
      () => null,
    )
    await sleep((longestMs * (round + 1)) / (rounds + 1))
    await server.kill()
    const status = await answered
    server = await startServer(environment)
    author = author.copy(server.origin)
    approver = approver.copy(server.origin)
    const after = both.map((language) => `Release ${round} ${language}`)
    const now = await shown(server.origin)
    // A release that was answered is kept; otherwise it is there whole or not at all.
    expect(status === 200 ? [after] : [before, after]).toContainEqual(now)
    // Sending the release again does not repeat it.
    expect((await make(approver, calls.releaseContent, { body })).status).toBe(200)
    expect(await shown(server.origin)).toEqual(after)
    before = after
  }
  expect(await server.stop()).toBe(0)
  server = undefined
})

async function shown(origin: string): Promise<(string | undefined)[]> {
  return Promise.all(
    both.map(async (language) => {
      const reader = new Client(origin)
      reader.cookies.set('language', language)
      const body = [{ name: contentKey.name, qualifiers: [{ name: 'brand' as const, value: 'HMBCBS' }] }]
      return (await make(reader, contentInfo, { body })).body.payload.contentResponse[0]?.value
    }),
  )
}
