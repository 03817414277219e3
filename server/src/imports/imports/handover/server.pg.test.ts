import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/portal.ts'
import { createImportLine } from '../line.ts'
import { handOver } from './client.ts'
import { startHandOver } from './server.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase({ seeded: true })
})
afterAll(() => opened?.remove())

const reports = { bytes: () => undefined, progress: () => undefined, reject: () => undefined }
const job = { kind: 'members', files: [], brand: 'wi', dryRun: false, assignNumbers: false, report: false }

async function start(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  const warned: unknown[] = []
  const logger = { info: () => undefined, warn: (...said: unknown[]) => void warned.push(said) }
  const { database } = opened
  const started = await startHandOver({ database, brands: new Set(['wi']), dataDir, line: createImportLine(), logger })
  return { ...started, warned }
}

test('IM-1 a folder whose path is too long for a socket does not prevent a server from starting', async () => {
  const folder = join(opened.dataDir, 'x'.repeat(120))
  const { warned, stop } = await start(folder)
  expect(warned).toHaveLength(1)
  expect(await handOver(folder, job, reports, new AbortController().signal)).toBeUndefined()
  await stop()
})

test('IM-1 a server that stops ends a handed-over import, and accepts no more', async () => {
  const folder = join(opened.dataDir, 'short')
  const { stop } = await start(folder)
  const done = await handOver(folder, job, reports, new AbortController().signal)
  expect(done?.counts).toEqual({ read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, skipped: 0 })
  await stop()
  expect(await handOver(folder, job, reports, new AbortController().signal)).toBeUndefined()
})
