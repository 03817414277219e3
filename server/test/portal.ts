import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Renderer } from '@portico/contract/page'
import { withOverrides } from '@portico/rules/brand/overrides'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createUtilization } from '../src/apis/prior-authorization/utilization-port.ts'
import { createApp } from '../src/app.ts'
import { loadConfiguredBrands } from '../src/brands/brand/configured.ts'
import { loadBrands } from '../src/brands/brand/load.ts'
import { loadZipTable } from '../src/brands/zip/table.ts'
import { startSandbox } from '../src/demo/gateway-sandbox/server.ts'
import type { Passwords } from '../src/identity/passwords/passwords.ts'
import { loadTokenKeys } from '../src/identity/tokens/token-keys.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { type DataKey, loadDataKey } from '../src/platform/data-key.ts'
import { createDatabase, type Database } from '../src/platform/db/database.ts'
import { openEmbedded, openPostgres } from '../src/platform/db/engine.ts'
import type { Gateway } from '../src/platform/gateway/port.ts'
import { createSandboxGateway } from '../src/platform/gateway/sandbox.ts'
import { createEvenTime, type InEvenTime } from '../src/platform/limits/even-time.ts'
import { createLogger } from '../src/platform/logger.ts'
import { keepLog } from './kept-logs.ts'
import { cheapPasswords } from './passwords.ts'

const root = resolve(import.meta.dirname, '../..')

/** Read once for all the test files in a process, and never changed. */
const brands = loadBrands(join(root, 'brands'), withOverrides)
const zips = loadZipTable({
  tablePath: join(root, 'demo/zip-county.csv.gz'),
  territoryPath: join(root, 'brands/territory.json'),
  brandCodes: new Set(brands.keys()),
})

/** For a pharmacy that is never called: these portals do not run the worker that would. */
/** The day from which the demo people's days count, `yyyy-mm-dd`; it may be yesterday, because the run crossed midnight. */
export const seededOn = inject('seededOn')

export const testPharmacy = {
  PHARMACY_URL: 'http://127.0.0.1:9/orders',
  PHARMACY_SECRET: 'a secret that tests share with a pharmacy',
} as const

/** The whole portal with the demo people, listening on loopback, on the engine of this test run. */
export interface Portal {
  /** e.g. `http://127.0.0.1:40123` */
  readonly origin: string
  readonly database: Database
  /** Settings that make another process, or a command, use the same data. */
  readonly environment: Readonly<Record<string, string>>
  /** Where it keeps its keys. */
  readonly dataDir: string
  /** Every log line. */
  readonly log: readonly string[]
  /** Takes its payments; a sandbox by default. */
  readonly gateway: Gateway
  /** Starts another instance on the same data and returns its origin. It closes with this one. */
  startBeside(): Promise<string>
  close(): Promise<void>
}

interface TestDatabase {
  readonly database: Database
  readonly dataDir: string
  readonly environment: Portal['environment']
  /** Separate connections to the same data if the engine allows it; the embedded one has only one. */
  beside(): Database
  remove(): Promise<void>
}

/** A separate database for a test file, on the engine of this run: with only its tables, or with the demo people. */
export async function openTestDatabase(options: {
  readonly seeded: boolean
  /** How long a request waits for a connection. */
  readonly connectionWaitMs?: number
  /** A database of the test's own, with the demo people, which the test removes. */
  readonly url?: string | undefined
}): Promise<TestDatabase> {
  const { seeded, url: own, ...wait } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-'))
  const onPostgres = process.env.PORTICO_TEST_ENGINE === 'postgres'
  const template = seeded ? 'seeded' : 'empty'
  if (!onPostgres) cpSync(inject(template), dataDir, { recursive: true })
  const url = onPostgres ? (own ?? (await copyTemplate(template))) : null
  const engine =
    url === null
      ? await openEmbedded({ dataDir, durable: false, ...wait })
      : openPostgres({ url, poolSize: 5, ...wait })
  const database = createDatabase(engine)
  const others: Database[] = []
  return {
    database,
    dataDir,
    environment: { DATA_DIR: dataDir, ...(url !== null && { DATABASE_URL: url }) },
    beside: () => {
      if (url === null) return database
      const other = createDatabase(openPostgres({ url, poolSize: 2, ...wait }))
      others.push(other)
      return other
    },
    remove: async () => {
      for (const one of [...others, database]) await one.close()
      if (url !== null && own === undefined) await dropDatabase(url)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The secret shared by the tests' sandbox gateways and portals. */
export const sandboxSecret = 'sandbox secret of the tests'

const databases = new Map<string, Database>()
const dataKeys = new Map<string, DataKey>()

/** The database of a portal that a test has started, by its origin. */
export function databaseAt(origin: string): Database {
  const database = databases.get(origin)
  if (database === undefined) throw new Error(`No portal of a test is at ${origin}.`)
  return database
}

/** Whether a portal's database is at hand, because this process has started it. */
export function hasDatabaseAt(origin: string): boolean {
  return databases.has(origin)
}

/** A test file's portal, from before its first test until after its last. */
export function testPortal(settings: Record<string, string> = {}, options: PortalOptions = {}): Portal {
  let started: Portal | null = null
  beforeAll(async () => {
    started = await startPortal(settings, options)
  })
  afterAll(() => started?.close())
  const portal = (): Portal => {
    if (started === null) throw new Error('The portal starts right before the first test of its file.')
    return started
  }
  return {
    get origin() {
      return portal().origin
    },
    get database() {
      return portal().database
    },
    get dataDir() {
      return portal().dataDir
    },
    get environment() {
      return portal().environment
    },
    get log() {
      return portal().log
    },
    get gateway() {
      return portal().gateway
    },
    startBeside: () => portal().startBeside(),
    close: () => portal().close(),
  }
}

/** The key that the portal at an origin seals and hashes with. */
export function dataKeyAt(origin: string): DataKey {
  const dataKey = dataKeys.get(origin)
  if (dataKey === undefined) throw new Error(`No portal of a test is at ${origin}.`)
  return dataKey
}

interface PortalOptions {
  readonly connectionWaitMs?: number
  /** As for `openTestDatabase`. */
  readonly url?: string
  readonly gateway?: Gateway
  /** Cheap hashes by default. */
  readonly passwords?: Passwords
  /** Short steps by default. */
  readonly inEvenTime?: InEvenTime
}

export async function startPortal(
  environment: Record<string, string> = {},
  options: PortalOptions = {},
): Promise<Portal> {
  const { gateway: own, passwords = cheapPasswords(), inEvenTime = createEvenTime(10), ...wait } = options
  const { database, dataDir, beside, remove, ...held } = await openTestDatabase({ seeded: true, ...wait })
  const config: Config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PORT: '0', ...testPharmacy, ...environment })
  const log: string[] = []
  const apps: FastifyInstance[] = []
  const origins: string[] = []
  const sandbox = own === undefined ? await startSandbox({ secret: sandboxSecret, tell: null }) : null
  const gateway = own ?? createSandboxGateway({ url: async () => sandbox?.url ?? '', secret: sandboxSecret })
  const start = async (on: Database) => {
    const app = await createTestApp({ config, database: on, dataDir, log, gateway, passwords, inEvenTime })
    apps.push(app)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    origins.push(origin)
    databases.set(origin, on)
    dataKeys.set(origin, loadDataKey({ configured: config.dataKey, dataDir }))
    return origin
  }
  return {
    origin: await start(database),
    database,
    dataDir,
    environment: held.environment,
    log,
    gateway,
    startBeside: () => start(beside()),
    close: async () => {
      for (const app of apps) await app.close()
      // Its port may soon be that of a server in a process of its own.
      for (const origin of origins) {
        databases.delete(origin)
        dataKeys.delete(origin)
      }
      await sandbox?.close()
      await remove()
    },
  }
}

async function createTestApp({
  config,
  database,
  dataDir,
  log,
  gateway,
  passwords,
  inEvenTime,
}: Pick<Portal, 'database' | 'dataDir' | 'gateway'> & {
  readonly config: Config
  readonly log: string[]
  readonly passwords: Passwords
  readonly inEvenTime: InEvenTime
}) {
  const logger = createLogger('trace', {
    write: (line: string) => {
      log.push(line)
      keepLog('calls', line)
    },
  })
  return createApp({
    config,
    logger,
    database,
    brands: config.brandsDir === undefined ? brands : loadConfiguredBrands(config, (text) => logger.warn(text)),
    zips,
    passwords,
    inEvenTime,
    tokenKeys: await loadTokenKeys({ configured: config.tokenSigningKey, dataDir, warn: (text) => logger.warn(text) }),
    dataKey: loadDataKey({ configured: config.dataKey, dataDir }),
    renderer: (await import(join(root, 'web/dist/server/render.js'))) as Renderer,
    contentDir: join(root, 'content'),
    pageDir: join(root, 'web/dist/client'),
    version: 'test',
    gateway,
    utilization: config.utilization && createUtilization({ ...config.utilization, waitMs: 10_000 }),
    instance: null,
    telemetry: null,
    draining: new AbortController().signal,
  })
}

/** Address of a new database on the server of this run, so that files do not see each other's changes; without tables, or seeded. */
export function freshDatabase({ seeded }: { readonly seeded: boolean }): Promise<string> {
  return copyTemplate(seeded ? 'seeded' : 'template1')
}

/** Address of a copy of another database of this run, which no one may be connected to. */
export function copyDatabase(url: string): Promise<string> {
  return copyTemplate(new URL(url).pathname.slice(1))
}

async function copyTemplate(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = inject('seeded').replace(/[^/]+$/, name)
  // Its files are copied directly: writing them through the log would write everything twice.
  await asServer(url, `create database ${name} template ${template} strategy file_copy`)
  return url
}

async function dropDatabase(url: string): Promise<void> {
  await asServer(url, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

/** One connection for all files of this process: each costs the server another process. */
let server: pg.Pool | undefined

async function asServer(url: string, statement: string): Promise<void> {
  server ??= openServer(url.replace(/[^/]+$/, 'postgres'))
  await server.query(statement)
}

function openServer(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server stops at the end of the run, perhaps before this process.
  return pool.on('error', () => undefined)
}
