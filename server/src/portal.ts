import { join, resolve } from 'node:path'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Renderer } from '@portico/contract/page'
import type { FastifyBaseLogger } from 'fastify'
import { createUtilization } from './apis/prior-authorization/utilization-port.ts'
import { createApp } from './app.ts'
import { loadConfiguredBrands, readKeptBrands } from './brands/brand/configured.ts'
import { replaceBrands } from './brands/brand/live-brands.ts'
import { BrandDataError, type BrandSet } from './brands/brand/load.ts'
import { readReleasedTexts } from './brands/content/released.ts'
import { seedContent } from './brands/content/seeds.ts'
import { withStatesOfBrands } from './brands/zip/serving.ts'
import { findTerritory, loadZipTable } from './brands/zip/table.ts'
import { gatherTowns } from './care/finder/places.ts'
import { type DemoData, readDemoData } from './demo/demo/data.ts'
import { createDemoDirectory } from './demo/demo/directory.ts'
import { fillDemo } from './demo/demo/fill.ts'
import { loadDemoProposals } from './demo/demo/proposals.ts'
import { welcome } from './demo/demo/welcome.ts'
import { createSandboxProcess } from './demo/gateway-sandbox/start.ts'
import { createPasswords } from './identity/passwords/passwords.ts'
import { loadTokenKeys } from './identity/tokens/token-keys.ts'
import { startJobs } from './jobs.ts'
import { emailItems } from './mailing/email/items.ts'
import { startSealer } from './platform/audit/sealer.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { type DataKey, loadDataKey } from './platform/data-key.ts'
import { createDatabase } from './platform/db/database.ts'
import { type Engine, openEmbedded, openPostgres } from './platform/db/engine.ts'
import { FolderInUseError } from './platform/db/lock.ts'
import { migrate } from './platform/db/migrate.ts'
import { findFreshFolder } from './platform/db/prepared.ts'
import type { Gateway } from './platform/gateway/port.ts'
import { createStripeGateway } from './platform/gateway/stripe.ts'
import { createEvenTime } from './platform/limits/even-time.ts'
import { createLogger } from './platform/logger.ts'
import { recognizeSite } from './platform/site/recognize.ts'
import { readVersion } from './platform/version.ts'
import { noticePath } from './sales/premium/notices.ts'
import { newInstance } from './staff/oversight/instances.ts'

const root = resolve(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  // Broken ones of the program end the start before anything else is touched; what is left out is told below.
  const brands = new Map(loadConfiguredBrands(config, () => undefined))
  const warn = (message: string) => logger.warn(message)
  const tokenKeys = await loadTokenKeys({ configured: config.tokenSigningKey, dataDir: config.dataDir, warn })
  const dataKey = loadDataKey({ configured: config.dataKey, dataDir: config.dataDir })
  const engine = await openEngine(config, logger)
  const version = readVersion()
  const telemetry = config.telemetry
    ? await (await import('./platform/telemetry/telemetry.ts')).startTelemetry(version, config.telemetry)
    : null
  const database = createDatabase(engine)
  await migrate(database)
  replaceBrands(brands, loadConfiguredBrands(config, warn, await readKeptBrands(database.read)))
  const codes = new Set(brands.keys())
  const zips = readZips(config, brands)
  const seed = () => seedContent(database, readReleasedTexts(join(root, 'content'), brands, emailItems()), new Date())
  await seed()
  const passwords = createPasswords()
  const data = config.demo ? await fillWithDemo({ database, dataKey, passwords }) : null
  // The demo is a copy itself, of people who are made up.
  const isReal = config.demo || (await recognizeSite(database, config, logger))
  const renderer = (await import(join(root, 'web/dist/server/render.js'))) as Renderer
  const { gateway, sandbox } = chooseGateway(config, isReal)
  // A copy asks no one to decide anything.
  const utilization = config.utilization === null || !isReal ? null : createUtilization(config.utilization)
  const draining = new AbortController()
  const app = await createApp({
    config,
    logger,
    database,
    brands,
    zips,
    passwords,
    inEvenTime: createEvenTime(),
    tokenKeys,
    dataKey,
    renderer,
    contentDir: join(root, 'content'),
    pageDir: join(root, 'web/dist/client'),
    version,
    gateway,
    utilization,
    instance: newInstance(new Date()),
    telemetry,
    draining: draining.signal,
  })
  const jobs = await startJobs({ config, database, dataKey, brands, codes, gateway, utilization, isReal, seed, logger })
  const sealer = startSealer({ database, logger })
  const loadingDirectory = createDemoDirectory({ database, brands: new Set(brands.keys()), logger })
  const stop = async () => {
    // Balancers see that it is not ready and send no more; whoever is told to come back then comes back elsewhere.
    draining.abort()
    await pause(config.drainMs)
    await app.close()
    await loadingDirectory.stop()
    await Promise.all(jobs.map((one) => one.stop()))
    sandbox?.stop()
    await sealer.stop()
    await database.close()
    await telemetry?.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // The embedded database is most of its process's memory, and its start is waited for.
  if (config.databaseUrl !== undefined) collectGarbage()
  const address = await app.listen({ port: config.port, host: config.host })
  announce(address, brands, data)
  await loadTheRest()
  await gatherTowns(zips)
  // Loads the directory next to an existing one; it takes a while, and the finder says so until then.
  if (data) await loadingDirectory.begin()
}

function readZips(config: Config, brands: BrandSet): ReturnType<typeof withStatesOfBrands> {
  const tablePath = join(root, 'demo/zip-county.csv.gz')
  const territories = loadZipTable({ tablePath, ...findTerritory(config), brandCodes: new Set(brands.keys()) })
  return withStatesOfBrands(territories, brands)
}

async function fillWithDemo(
  parts: Pick<Parameters<typeof fillDemo>[0], 'database' | 'passwords'> & { readonly dataKey: DataKey },
): Promise<DemoData> {
  const data = readDemoData(join(root, 'demo'))
  await fillDemo({ ...parts, data, folder: join(root, 'demo'), now: new Date() })
  // Encrypted with this portal's own key.
  await loadDemoProposals({ ...parts, file: join(root, 'demo/proposals.json'), now: new Date() })
  return data
}

/** The database that is configured, or the embedded one. */
async function openEngine(config: Config, logger: FastifyBaseLogger): Promise<Engine> {
  const { databaseUrl: url, databaseListenUrl: ownUrl, databaseReadUrl: readUrl, databasePool: poolSize } = config
  const prepared = config.demo ? findFreshFolder(root, new Date()) : undefined
  return url === undefined
    ? openEmbedded({ dataDir: config.dataDir, prepared, onLost: (message) => endWith(logger, message) })
    : openPostgres({ url, ownUrl, readUrl, poolSize })
}

/** Who takes payments: Stripe, in the demo a sandbox that moves no money, or no one. */
function chooseGateway(config: Config, isReal: boolean) {
  const sandbox =
    config.stripe === null && config.demo && !config.production
      ? createSandboxProcess({ dataDir: config.dataDir, tell: `http://127.0.0.1:${config.port}${noticePath}` })
      : null
  const gateway: Gateway | null =
    config.stripe === null || !isReal
      ? (sandbox?.gateway ?? null)
      : createStripeGateway({ ...config.stripe, api: null })
  return { gateway, sandbox }
}

/** Says that the server is up, and in the demo as whom to sign in. */
function announce(address: string, brands: BrandSet, data: DemoData | null): void {
  // Whatever the level of the log, who starts it waits for this; each line of a log is JSON.
  const up = { level: 30, time: Date.now(), msg: `Portico is up: ${address}` }
  if (data === null) process.stdout.write(`${JSON.stringify(up)}\n`)
  else process.stdout.write(welcome({ address, brands: [...brands.values()].map(({ brand }) => brand), data }))
}

/**
 * Frees what only the start needed; V8 would keep it until it needs the room. Takes a tenth of a second in which nothing else runs, so
 * it comes before the first call can.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Loads data that only some calls need, once the server is answering, so that no call has to wait for it and other calls are not held up.
 */
async function loadTheRest(): Promise<void> {
  for (const load of [() => import('nodemailer'), () => import('@simplewebauthn/server')]) {
    await load()
    await setImmediate()
  }
}

function endWith(logger: Pick<FastifyBaseLogger, 'fatal'>, message: string): void {
  logger.fatal(message)
  process.exit(1)
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof BrandDataError || error instanceof FolderInUseError
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
