import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from '../../tools/postgres.ts'
import { easternDay } from '../src/platform/day.ts'
import { openEmbedded, openPostgres } from '../src/platform/db/engine.ts'
import { findPreparedFolder, isFresh } from '../src/platform/db/prepared.ts'
import { makeTables, seed } from './seeded.ts'

const root = resolve(import.meta.dirname, '../..')

/** Nobody is kept waiting, and the machine may be busy. */
const connectionWaitMs = 600_000

let cluster: Cluster | undefined
const folders: string[] = []

/**
 * Creates the engine's databases once, one seeded and one with only tables; each test file gets a copy, which is much faster than
 * another first start.
 */
export async function setup(project: TestProject): Promise<void> {
  const make = { seeded: seed, empty: makeTables } as const
  const names = ['empty', 'seeded'] as const
  const now = new Date()
  project.provide('seededOn', easternDay(now))
  if (project.config.env.PORTICO_TEST_ENGINE === 'postgres') {
    cluster = await startCluster({ durable: false })
    for (const name of names) {
      const url = await cluster.database(name, name === 'seeded' ? 'empty' : undefined)
      await make[name](openPostgres({ url, poolSize: 2, connectionWaitMs }), now)
      project.provide(name, url)
    }
  } else {
    // One that is older than a migration lacks it, or has it as it was.
    const prepared = isFresh(root, 'empty', new Date()) ? findPreparedFolder(root, 'empty') : undefined
    for (const name of names) {
      const dataDir = mkdtempSync(join(tmpdir(), `portico-${name}-`))
      folders.push(dataDir)
      await make[name](await openEmbedded({ dataDir, durable: false, prepared, connectionWaitMs }), now)
      project.provide(name, dataDir)
    }
  }
}

export async function teardown(): Promise<void> {
  const deadlocks = cluster?.deadlocks() ?? []
  await cluster?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  // A deadlock fails a call now and then; which test it would fail is chance (server/src/platform/db/row-locks.ts).
  if (deadlocks.length > 0) throw new Error(`PostgreSQL has ended deadlocks:\n${deadlocks.join('')}`)
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the seeded database, or folder of the embedded one. */
    seeded: string
    /** The day from which its days count, `yyyy-mm-dd` in the East: a run may cross midnight. */
    seededOn: string
    /** The same for the database with only tables. */
    empty: string
  }
}
