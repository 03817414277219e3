import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Renderer } from '@portico/contract/page'
import { withOverrides } from '@portico/rules/brand/overrides'
import pg from 'pg'
import { inject } from 'vitest'
import { createApp } from '../src/app.ts'
import { loadBrands } from '../src/brand/load.ts'
import { type Config, readConfig } from '../src/config.ts'
import { createDatabase, type Database } from '../src/db/database.ts'
import { openEmbedded, openPostgres } from '../src/db/engine.ts'
import { migrate } from '../src/db/migrate.ts'
import { readDemoData } from '../src/demo/data.ts'
import { loadDemo } from '../src/demo/load.ts'
import { createPasswords } from '../src/identity/passwords.ts'
import { loadSigningKey } from '../src/identity/signing-key.ts'
import { createLogger } from '../src/logger.ts'
import { loadZipTable } from '../src/zip/table.ts'

const root = resolve(import.meta.dirname, '../..')

/** The whole portal with the demo people, listening on loopback, on the engine that this run of the tests is for. */
export interface Portal {
  /** e.g. `http://127.0.0.1:40123` */
  readonly origin: string
  readonly database: Database
  /** Every line that was logged. */
  readonly log: readonly string[]
  close(): Promise<void>
}

export async function openTestDatabase(): Promise<{
  database: Database
  dataDir: string
  remove: () => Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-'))
  const engine =
    process.env.PORTICO_TEST_ENGINE === 'postgres'
      ? openPostgres({ url: await freshDatabase(), poolSize: 5 })
      : await openEmbedded({ dataDir })
  const database = createDatabase(engine)
  await migrate(database)
  return {
    database,
    dataDir,
    remove: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function startPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const { database, dataDir, remove } = await openTestDatabase()
  const config: Config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', ...environment })
  const log: string[] = []
  const logger = createLogger('info', { write: (line: string) => void log.push(line) })
  const brands = loadBrands(join(root, 'brands'), withOverrides)
  const passwords = createPasswords()
  await loadDemo({ database, passwords, data: readDemoData(join(root, 'demo')), now: new Date() })
  const renderer = (await import(join(root, 'web/dist/server/render.js'))) as Renderer
  const app = await createApp({
    config,
    logger,
    database,
    brands,
    zips: loadZipTable({
      tablePath: join(root, 'demo/zip-county.csv.gz'),
      territoryPath: join(root, 'brands/territory.json'),
      brandCodes: new Set(brands.keys()),
    }),
    passwords,
    signingKey: await loadSigningKey({ configured: undefined, dataDir }),
    renderer,
    contentDir: join(root, 'content'),
    pageDir: join(root, 'web/dist/client'),
    version: 'test',
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    origin,
    database,
    log,
    close: async () => {
      await app.close()
      await remove()
    },
  }
}

/** A database of its own for each test file, so that files do not see each other's changes. */
export async function freshDatabase(): Promise<string> {
  const base = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return base.replace(/[^/]+$/, name)
}
