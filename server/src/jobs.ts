import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createIdKeys } from './apis/connect/id-keys.ts'
import { startTidyingGrants } from './apis/connect/tidy-job.ts'
import { startAskingEarlierPlans } from './apis/earlier/job.ts'
import { startExchange } from './apis/fhir/exchange/job.ts'
import { startMakingBasisForms } from './apis/fhir/shelf/basis-job.ts'
import { startSubmitting } from './apis/prior-authorization/submission-job.ts'
import type { createUtilization } from './apis/prior-authorization/utilization-port.ts'
import { startCountingAuthorizations } from './apis/reports/figures.ts'
import type { LoadedBrand } from './brands/brand/load.ts'
import { startWatchingBrands } from './brands/brand/watch.ts'
import { startViewingEnder } from './identity/sessions/keep-viewing.ts'
import { startSimulationEnder } from './identity/sessions/overdue-simulations.ts'
import { endSessionsAt } from './identity/sessions/session-store.ts'
import { createSessions } from './identity/sessions/sessions.ts'
import { authorizationKeeper } from './imports/imports/keep-authorization.ts'
import { judgeEarlier } from './imports/imports/sensitive/judge-earlier.ts'
import { startImports } from './imports/imports/start.ts'
import { startOutbox } from './mailing/email/outbox.ts'
import { createEmailService, type EmailService } from './mailing/email/service.ts'
import { folderTransport, smtpTransport } from './mailing/email/transport.ts'
import { sandboxPharmacy } from './member/medicines/pharmacy.ts'
import { startPharmacyJob } from './member/medicines/pharmacy-job.ts'
import { startRefillReminders } from './member/medicines/reminders.ts'
import { runSandboxPharmacy } from './member/medicines/sandbox-pharmacy.ts'
import { webhookPharmacy } from './member/medicines/webhook.ts'
import { maySeeStill } from './member/people/viewing-right.ts'
import { startForgetting } from './member/registration/forget.ts'
import { startSpendingNotices } from './member/spending/notifying.ts'
import { startPurger } from './messages/messages/purge.ts'
import { startArchiving } from './platform/audit/archive/archive.ts'
import { startForwarder } from './platform/audit/forward/forwarder.ts'
import { startKeepingMonths } from './platform/audit/months.ts'
import type { Config } from './platform/config.ts'
import type { DataKey } from './platform/data-key.ts'
import type { Database } from './platform/db/database.ts'
import type { Gateway } from './platform/gateway/port.ts'
import type { Job } from './platform/job.ts'
import { createLimits } from './platform/limits/limits.ts'
import { startDeletingOld } from './platform/retention.ts'
import { createShelf } from './platform/storage/shelf.ts'
import { startInviting } from './sales/agencies/inviting.ts'
import { startPayments } from './sales/premium/start.ts'
import { startEffectuating } from './sales/shop/effectuate.ts'
import { startTellingOfFeeds } from './staff/oversight/feed-notices.ts'
import { startDeletingOldMail } from './staff/records/ageing.ts'

interface JobParts {
  readonly config: Config
  readonly database: Database
  readonly dataKey: DataKey
  readonly brands: Map<string, LoadedBrand>
  /** The codes of the brands, which watching them adds to. */
  readonly codes: Set<string>
  readonly gateway: Gateway | null
  readonly utilization: ReturnType<typeof createUtilization> | null
  /** Whether this is the portal itself, and no copy of it. */
  readonly isReal: boolean
  readonly seed: () => Promise<void>
  readonly logger: FastifyBaseLogger
}

/** Starts what the server does beside its calls. */
export async function startJobs(parts: JobParts): Promise<readonly Job[]> {
  const { config, database, dataKey, codes, isReal, logger } = parts
  const sessions = createSessions(database, { idleS: config.sessionIdleS, maxS: config.sessionMaxS })
  const emails = createEmailService(dataKey)
  return [
    ...(isReal ? startOutgoing(parts, emails) : []),
    startPurger({ database, logger }),
    startForgetting({ database, logger }),
    startTidyingGrants({ database, emails, logger }),
    startMakingBasisForms({ database, logger }),
    startExchange({ database, dataKey, limits: createLimits(database), logger }),
    startCountingAuthorizations({ database, logger }),
    startDeletingOld({ database, retention: config.retention, logger }),
    ...startAgeing(parts),
    await startImports({
      // The nightly files belong to the real portal.
      config: isReal ? config : { ...config, importDir: null },
      database,
      brands: codes,
      logger,
    }),
    startSimulationEnder({ database, sessions, logger }),
    startViewingEnder({ database, maySeeStill, logger }),
    watchBrands(parts),
    startKeepingMonths({ database, logger }),
    ...(config.auditForward === null ? [] : [startForwarder({ database, settings: config.auditForward, logger })]),
  ]
}

/** Whatever someone outside would hear of. */
function startOutgoing(
  { config, database, dataKey, brands, gateway, utilization, logger }: JobParts,
  emails: EmailService,
): Job[] {
  return [
    startPayments({ database, gateway, brands, logger, emails, dataKey }),
    startSpendingNotices({ database, emails, logger }),
    startInviting({ database, emails, brands, logger }),
    startEffectuating({ database, dataKey, emails, logger }),
    startMailing({ config, database, dataKey, brands, logger }),
    ...startPharmacy({ config, database, logger }, emails),
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
}

function startMailing({
  config,
  database,
  dataKey,
  brands,
  logger,
}: Pick<JobParts, 'config' | 'database' | 'dataKey' | 'brands' | 'logger'>): Job {
  return startOutbox({
    database,
    dataKey,
    brands,
    logger,
    transport:
      config.smtpUrl === undefined ? folderTransport(join(config.dataDir, 'outbox')) : smtpTransport(config.smtpUrl),
    defaultServicePhone: config.defaultServicePhone,
    place: { ownOrigins: config.publicOrigins, port: config.port },
  })
}

function startPharmacy(
  { config, database, logger }: Pick<JobParts, 'config' | 'database' | 'logger'>,
  emails: EmailService,
): Job[] {
  if (config.pharmacy === null && !config.demo) return []
  return [
    startPharmacyJob({
      database,
      emails,
      logger,
      port: config.pharmacy === null ? sandboxPharmacy : webhookPharmacy(config.pharmacy),
      ...(config.pharmacy === null && { besides: (now) => runSandboxPharmacy(database, emails, now) }),
    }),
  ]
}

function startAgeing({ config, database, dataKey, isReal, logger }: JobParts): Job[] {
  const { auditArchive: settings, archiveDir, objectStore, retention } = config
  const shelf = createShelf(archiveDir, objectStore)
  return [
    ...(retention.mailYears === null ? [] : [startDeletingOldMail({ database, years: retention.mailYears, logger })]),
    // A copy's files would take the place of the real one's.
    ...(isReal && settings && shelf ? [startArchiving({ database, shelf, dataKey, settings, logger })] : []),
  ]
}

function watchBrands({ brands, codes, config, database, seed, logger }: JobParts): Job {
  const publish = async () => {
    for (const code of brands.keys()) codes.add(code)
    const withdrawn = [...brands].flatMap(([code, { isWithdrawn }]) => (isWithdrawn ? [code] : []))
    await database.transaction((tx) => endSessionsAt(tx, withdrawn, new Date()))
    await seed()
  }
  return startWatchingBrands({ brands, config, database, publish, logger })
}
