import { join, resolve } from 'node:path'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Renderer } from '@portico/contract/page'
import type { FastifyBaseLogger } from 'fastify'
import { createIdKeys } from './apis/connect/id-keys.ts'
import { startTidyingGrants } from './apis/connect/tidy-job.ts'
import { startAskingEarlierPlans } from './apis/earlier/job.ts'
import { startExchange } from './apis/fhir/exchange/job.ts'
import { startMakingBasisForms } from './apis/fhir/shelf/basis-job.ts'
import { startSubmitting } from './apis/prior-authorization/submission-job.ts'
import { createUtilization } from './apis/prior-authorization/utilization-port.ts'
import { startCountingAuthorizations } from './apis/reports/figures.ts'
import { createApp } from './app.ts'
import { loadConfiguredBrands, readKeptBrands } from './brands/brand/configured.ts'
import { replaceBrands } from './brands/brand/live-brands.ts'
import { BrandDataError } from './brands/brand/load.ts'
import { startWatchingBrands } from './brands/brand/watch.ts'
import { readReleasedTexts } from './brands/content/released.ts'
import { seedContent } from './brands/content/seeds.ts'
import { withStatesOfBrands } from './brands/zip/serving.ts'
import { findTerritory, loadZipTable } from './brands/zip/table.ts'
import { gatherTowns } from './care/finder/places.ts'
import { readDemoData } from './demo/demo/data.ts'
import { createDemoDirectory } from './demo/demo/directory.ts'
import { fillDemo } from './demo/demo/fill.ts'
import { loadDemoProposals } from './demo/demo/proposals.ts'
import { welcome } from './demo/demo/welcome.ts'
import { createSandboxProcess } from './demo/gateway-sandbox/start.ts'
import { createPasswords } from './identity/passwords/passwords.ts'
import { startSimulationEnder } from './identity/sessions/overdue-simulations.ts'
import { endSessionsAt } from './identity/sessions/session-store.ts'
import { createSessions } from './identity/sessions/sessions.ts'
import { loadTokenKeys } from './identity/tokens/token-keys.ts'
import { authorizationKeeper } from './imports/imports/keep-authorization.ts'
import { judgeEarlier } from './imports/imports/sensitive/judge-earlier.ts'
import { startImports } from './imports/imports/start.ts'
import { emailItems } from './mailing/email/items.ts'
import { startOutbox } from './mailing/email/outbox.ts'
import { createEmailService } from './mailing/email/service.ts'
import { folderTransport, smtpTransport } from './mailing/email/transport.ts'
import { sandboxPharmacy } from './member/medicines/pharmacy.ts'
import { startPharmacyJob } from './member/medicines/pharmacy-job.ts'
import { startRefillReminders } from './member/medicines/reminders.ts'
import { runSandboxPharmacy } from './member/medicines/sandbox-pharmacy.ts'
import { webhookPharmacy } from './member/medicines/webhook.ts'
import { startForgetting } from './member/registration/forget.ts'
import { startSpendingNotices } from './member/spending/notifying.ts'
import { startPurger } from './messages/messages/purge.ts'
import { startArchiving } from './platform/audit/archive/archive.ts'
import { startForwarder } from './platform/audit/forward/forwarder.ts'
import { startKeepingMonths } from './platform/audit/months.ts'
import { startSealer } from './platform/audit/sealer.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { loadDataKey } from './platform/data-key.ts'
import { createDatabase } from './platform/db/database.ts'
import { openEmbedded, openPostgres } from './platform/db/engine.ts'
import { FolderInUseError } from './platform/db/lock.ts'
import { migrate } from './platform/db/migrate.ts'
import { findFreshFolder } from './platform/db/prepared.ts'
import { createStripeGateway } from './platform/gateway/stripe.ts'
import { createEvenTime } from './platform/limits/even-time.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createLogger } from './platform/logger.ts'
import { startDeletingOld } from './platform/retention.ts'
import { recognizeSite } from './platform/site/recognize.ts'
import { createShelf } from './platform/storage/shelf.ts'
import { readVersion } from './platform/version.ts'
import { startInviting } from './sales/agencies/inviting.ts'
import { noticePath } from './sales/premium/notices.ts'
import { startPayments } from './sales/premium/start.ts'
import { startEffectuating } from './sales/shop/effectuate.ts'
import { startTellingOfFeeds } from './staff/oversight/feed-notices.ts'
import { newInstance } from './staff/oversight/instances.ts'
import { startDeletingOldMail } from './staff/records/ageing.ts'

const root = resolve(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  // Broken ones of the program end the start before anything else is touched; what is left out is told below.
  const brands = new Map(loadConfiguredBrands(config, () => undefined))
  const tokenKeys = await loadTokenKeys({
    configured: config.tokenSigningKey,
    dataDir: config.dataDir,
    warn: (message) => logger.warn(message),
  })
  const dataKey = loadDataKey({ configured: config.dataKey, dataDir: config.dataDir })
  const { databaseUrl: url, databaseListenUrl: ownUrl, databaseReadUrl: readUrl, databasePool: poolSize } = config
  const prepared = config.demo ? findFreshFolder(root, new Date()) : undefined
  const engine =
    url === undefined
      ? await openEmbedded({ dataDir: config.dataDir, prepared, onLost: (message) => endWith(logger, message) })
      : openPostgres({ url, ownUrl, readUrl, poolSize })
  const version = readVersion()
  const telemetry = config.telemetry
    ? await (await import('./platform/telemetry/telemetry.ts')).startTelemetry(version, config.telemetry)
    : null
  const database = createDatabase(engine)
  await migrate(database)
  replaceBrands(
    brands,
    loadConfiguredBrands(config, (message) => logger.warn(message), await readKeptBrands(database.read)),
  )
  const codes = new Set(brands.keys())
  const tablePath = join(root, 'demo/zip-county.csv.gz')
  const territories = loadZipTable({ tablePath, ...findTerritory(config), brandCodes: codes })
  const zips = withStatesOfBrands(territories, brands)
  const seed = () => seedContent(database, readReleasedTexts(join(root, 'content'), brands, emailItems()), new Date())
  await seed()
  const passwords = createPasswords()
  const data = config.demo ? readDemoData(join(root, 'demo')) : null
  if (data) {
    await fillDemo({ database, passwords, data, folder: join(root, 'demo'), now: new Date() })
    // Encrypted with this portal's own key.
    await loadDemoProposals({ database, dataKey, file: join(root, 'demo/proposals.json'), now: new Date() })
  }
  // The demo is a copy itself, of people who are made up.
  const isReal = config.demo || (await recognizeSite(database, config, logger))
  const renderer = (await import(join(root, 'web/dist/server/render.js'))) as Renderer

  const sandbox =
    config.stripe === null && config.demo && !config.production
      ? createSandboxProcess({ dataDir: config.dataDir, tell: `http://127.0.0.1:${config.port}${noticePath}` })
      : null
  const gateway =
    config.stripe === null || !isReal
      ? (sandbox?.gateway ?? null)
      : createStripeGateway({ ...config.stripe, api: null })

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
  const emails = createEmailService(dataKey)
  const sessions = createSessions(database, { idleS: config.sessionIdleS, maxS: config.sessionMaxS })
  const startOutgoing = () => [
    startPayments({ database, gateway, brands, logger, emails, dataKey }),
    startSpendingNotices({ database, emails, logger }),
    startInviting({ database, emails, brands, logger }),
    startEffectuating({ database, dataKey, emails, logger }),
    startOutbox({
      database,
      dataKey,
      brands,
      logger,
      transport:
        config.smtpUrl === undefined ? folderTransport(join(config.dataDir, 'outbox')) : smtpTransport(config.smtpUrl),
      defaultServicePhone: config.defaultServicePhone,
      place: { ownOrigins: config.publicOrigins, port: config.port },
    }),
    ...(config.pharmacy !== null || config.demo
      ? [
          startPharmacyJob({
            database,
            emails,
            logger,
            port: config.pharmacy === null ? sandboxPharmacy : webhookPharmacy(config.pharmacy),
            ...(config.pharmacy === null && { besides: (now) => runSandboxPharmacy(database, emails, now) }),
          }),
        ]
      : []),
    startRefillReminders({ database, emails, logger }),
    startTellingOfFeeds({ database, emails, brands, logger }),
    ...(utilization
      ? [startSubmitting({ database, keeper: authorizationKeeper, port: utilization.port, logger })]
      : []),
    startAskingEarlierPlans({
      database,
      idKeys: createIdKeys({ configured: config.idTokenKey, dataDir: config.dataDir }),
      findPlanName: (brand) => brands.get(brand)?.texts.en.name ?? brand,
      judgeEarlier,
      reach: { inside: config.privateProviders },
      logger,
    }),
  ]
  const jobs = [
    // Whatever someone outside would hear of.
    ...(isReal ? startOutgoing() : []),
    startPurger({ database, logger }),
    startForgetting({ database, logger }),
    startTidyingGrants({ database, emails, logger }),
    startMakingBasisForms({ database, logger }),
    startExchange({ database, dataKey, limits: createLimits(database), logger }),
    startCountingAuthorizations({ database, logger }),
    startDeletingOld({ database, retention: config.retention, logger }),
    ...startAgeing(),
    await startImports({
      // The nightly files belong to the real portal.
      config: isReal ? config : { ...config, importDir: null },
      database,
      brands: codes,
      logger,
    }),
    startSimulationEnder({ database, sessions, logger }),
    watchBrands(),
    startKeepingMonths({ database, logger }),
    ...(config.auditForward === null ? [] : [startForwarder({ database, settings: config.auditForward, logger })]),
  ]
  function startAgeing() {
    const { auditArchive: settings, archiveDir, objectStore, retention } = config
    const shelf = createShelf(archiveDir, objectStore)
    return [
      ...(retention.mailYears === null ? [] : [startDeletingOldMail({ database, years: retention.mailYears, logger })]),
      // A copy's files would take the place of the real one's.
      ...(isReal && settings && shelf ? [startArchiving({ database, shelf, dataKey, settings, logger })] : []),
    ]
  }
  function watchBrands() {
    const publish = async () => {
      for (const code of brands.keys()) codes.add(code)
      const withdrawn = [...brands].flatMap(([code, { isWithdrawn }]) => (isWithdrawn ? [code] : []))
      await database.transaction((tx) => endSessionsAt(tx, withdrawn, new Date()))
      await seed()
    }
    return startWatchingBrands({ brands, config, database, publish, logger })
  }
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
  if (url !== undefined) collectGarbage()
  const address = await app.listen({ port: config.port, host: config.host })
  // Whatever the level of the log, who starts it waits for this; each line of a log is JSON.
  const up = { level: 30, time: Date.now(), msg: `Portico is up: ${address}` }
  if (data === null) process.stdout.write(`${JSON.stringify(up)}\n`)
  else process.stdout.write(welcome({ address, brands: [...brands.values()].map(({ brand }) => brand), data }))
  await loadTheRest()
  await gatherTowns(zips)
  // Loads the directory next to an existing one; it takes a while, and the finder says so until then.
  if (data) await loadingDirectory.begin()
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
