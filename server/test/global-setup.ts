import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from '../../tools/postgres.ts'
import { openEmbedded, openPostgres } from '../src/db/engine.ts'
import { preparedFolder } from '../src/db/prepared.ts'
import { seed } from './seeded.ts'

const root = resolve(import.meta.dirname, '../..')

let cluster: Cluster | undefined
let folder: string | undefined

/** Makes the seeded database of the engine once; each test file gets a copy, which is far quicker than another first start. */
export async function setup(project: TestProject): Promise<void> {
  if (project.config.env.PORTICO_TEST_ENGINE === 'postgres') {
    cluster = await startCluster({ durable: false })
    const url = await cluster.database('seeded')
    await seed(openPostgres({ url, poolSize: 2 }))
    project.provide('seeded', url)
  } else {
    folder = mkdtempSync(join(tmpdir(), 'portico-seeded-'))
    await seed(await openEmbedded({ dataDir: folder, durable: false, prepared: preparedFolder(root, 'empty') }))
    project.provide('seeded', folder)
  }
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the seeded database, or folder of the embedded one. */
    seeded: string
  }
}
