import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { Language, Renderer } from '@portico/contract/page'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { dropChallenges } from './account-security/challenges.ts'
import { createAccountSecurity } from './account-security/create.ts'
import { readOffered } from './account-security/offered.ts'
import { createSecondFactorRule } from './account-security/second-factor.ts'
import { forgetTrustedDevices } from './account-security/trusted-devices.ts'
import { createClosing } from './accounts/closing.ts'
import { dropEmailChange } from './accounts/email-change-store.ts'
import { bindProfile } from './accounts/profile-routes.ts'
import { createProfiles } from './accounts/profiles.ts'
import { bindAgencyAdmin } from './agencies/admin.ts'
import { bindAgencies } from './agencies/routes.ts'
import { moveChoice } from './agencies/store.ts'
import { producerInfo } from './agencies/user-info.ts'
import { bindAnalytics } from './analytics/routes.ts'
import { createAttachments } from './attachments/create.ts'
import { bindAttachments } from './attachments/routes.ts'
import { countUnsealed } from './audit/verify.ts'
import type { BrandSet } from './brand/load.ts'
import { bindBrand } from './brand/routes.ts'
import { createBrandService } from './brand/service.ts'
import type { EobJob } from './claims/eob.ts'
import { createEobs, eobThread } from './claims/eob-service.ts'
import { bindClaims } from './claims/routes.ts'
import { bindClients } from './clients/routes.ts'
import type { Config } from './config.ts'
import { bindConfigLists } from './config-lists/routes.ts'
import { createSettingConsole } from './config-lists/setting-console.ts'
import { createContentConsole } from './content/console.ts'
import { createHeldTexts } from './content/held.ts'
import { bindContent } from './content/routes.ts'
import { createContentService } from './content/service.ts'
import { databaseContent } from './content/source.ts'
import { cardThread } from './coverage/card-file.ts'
import type { CardJob } from './coverage/card-picture.ts'
import { bindCoverage } from './coverage/routes.ts'
import type { ReportJob } from './data-export/report.ts'
import { bindDataExport, reportThread } from './data-export/routes.ts'
import type { DataKey } from './data-key.ts'
import type { Database, Tx } from './db/database.ts'
import { demoFormulary } from './demo/formulary.ts'
import { bindDemoPages } from './demo/pages.ts'
import { bindEmailPreviews } from './email/preview.ts'
import { createEmailService, readOutboxDepth } from './email/service.ts'
import type { ListJob } from './finder/list-document.ts'
import { bindMaps } from './finder/maps.ts'
import { bindFinder, listThread } from './finder/routes.ts'
import { createWhereabouts } from './finder/whereabouts.ts'
import { loadLibrary } from './forms/definitions.ts'
import type { FormJob } from './forms/document.ts'
import { createFormDocuments, formThread } from './forms/documents.ts'
import { bindForms } from './forms/routes.ts'
import { createFormService } from './forms/service.ts'
import type { Gateway } from './gateway/port.ts'
import { loadHolidays } from './holidays.ts'
import { noteAddresses, watchEnds } from './http/arrival.ts'
import { type BinderOptions, createBinder } from './http/bind.ts'
import { endConnections } from './http/closing.ts'
import { allowOwnPages } from './http/cross-origin.ts'
import { handleClientError, handleErrors, handleUnroutable } from './http/errors.ts'
import { readTexts } from './http/incoming-text.ts'
import { createOwnOrigins } from './http/own-origins.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { limitBodyTime, serverTimes } from './http/slow-requests.ts'
import { cleanForwarded, trustOf } from './http/trusted-proxies.ts'
import { bindLanding } from './landing/routes.ts'
import { createLeadIntake } from './leads/intake.ts'
import { bindLeads } from './leads/routes.ts'
import { bindLetters } from './letters/routes.ts'
import { createLetters } from './letters/service.ts'
import type { InEvenTime } from './limits/even-time.ts'
import { createLimits } from './limits/limits.ts'
import { createWorkBudget } from './limits/work-budget.ts'
import { createFormularies } from './medicines/formularies.ts'
import { countUnconfirmed } from './medicines/order-store.ts'
import { bindMedicines } from './medicines/routes.ts'
import { bindMemberInformation } from './member/information-routes.ts'
import { bindMember } from './member/routes.ts'
import { bindDrafts } from './messages/drafts.ts'
import { createMailStreams } from './messages/mail-streams.ts'
import { bindMessages } from './messages/routes.ts'
import { createMessageService } from './messages/service.ts'
import { loadTopics } from './messages/topics.ts'
import { bindMetrics } from './metrics/metrics.ts'
import { bindNotifications } from './notifications/routes.ts'
import { type Instance, startHeartbeat } from './oversight/instances.ts'
import { bindOversight } from './oversight/routes.ts'
import { bindAssets } from './page/assets.ts'
import { bindRedirects } from './page/redirect-routes.ts'
import { rememberContent } from './page/remembered.ts'
import { bindPages } from './page/routes.ts'
import { loadCommonPasswords } from './passwords/common-passwords.ts'
import { createNewPasswords } from './passwords/new-password.ts'
import { bindPasswordChange } from './passwords/password-change.ts'
import { createPasswordCheck } from './passwords/password-check.ts'
import { createPasswordReset } from './passwords/password-reset.ts'
import { bindPasswords } from './passwords/password-routes.ts'
import type { Passwords } from './passwords/passwords.ts'
import { createPdfMaker } from './pdf/makers.ts'
import { bindPeople, endAllAccess } from './people/routes.ts'
import { bindPersonState } from './person-state/routes.ts'
import { createCatalogues } from './plans/catalogue.ts'
import { bindAutopay } from './premium/autopay.ts'
import { readLedgerState } from './premium/check.ts'
import type { PremiumJob } from './premium/document.ts'
import { bindPremiumDocuments, premiumThread } from './premium/documents.ts'
import { createFirstPremiums } from './premium/first-premium.ts'
import { createMethods } from './premium/methods.ts'
import { bindPaymentNotices } from './premium/notices.ts'
import { createPayments } from './premium/payments.ts'
import { bindPremium } from './premium/routes.ts'
import { bindPreviews } from './preview/routes.ts'
import { bindPreviewCall } from './preview/service.ts'
import { bindProposals } from './proposals/routes.ts'
import { hcpcsList } from './rates/hcpcs.ts'
import { bindCareCosts } from './rates/routes.ts'
import { createChosenAnswers } from './recovery/chosen-answers.ts'
import { bindOwnQuestions } from './recovery/own-questions.ts'
import { createQuestions } from './recovery/questions.ts'
import { bindRecovery } from './recovery/routes.ts'
import { dropTickets } from './recovery/store.ts'
import { createGuardianProofs } from './registration/guardian-proofs.ts'
import { createGuardianSignIn } from './registration/guardian-sign-in.ts'
import { createPendingRegistrations } from './registration/pending.ts'
import { bindRegistration } from './registration/routes.ts'
import { startRounds } from './rounds.ts'
import { bindSearch } from './search/routes.ts'
import { recordBlockedChange } from './sessions/blocked-change.ts'
import { whySignedOut } from './sessions/ended-sessions.ts'
import { bindIdentity } from './sessions/routes.ts'
import { bindSession } from './sessions/session-routes.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { createSimulations } from './sessions/simulation.ts'
import { bindSimulation } from './sessions/simulation-routes.ts'
import { languageNames, loadLanguageNotices } from './shell/language-notices.ts'
import { bindShell } from './shell/routes.ts'
import { createShop } from './shop/create.ts'
import { bindSpending } from './spending/routes.ts'
import { bindAccounts } from './staff/accounts.ts'
import { createStaffKeeping } from './staff/keeping.ts'
import { bindStaffPeople } from './staff/people.ts'
import { bindStubs } from './stubs/routes.ts'
import { bindSystem } from './system/routes.ts'
import { createAccessTokens } from './tokens/access-tokens.ts'
import { bindMetadata } from './tokens/metadata-routes.ts'
import { createRefreshTokens } from './tokens/refresh-tokens.ts'
import { createRequestAuth } from './tokens/request-auth.ts'
import { createTokenGrants } from './tokens/token-grants.ts'
import type { TokenKeys } from './tokens/token-keys.ts'
import { createTokenRevocation } from './tokens/token-revocation.ts'
import { bindTokens } from './tokens/token-routes.ts'
import { loadWellness } from './wellness/content.ts'
import { bindWellness } from './wellness/routes.ts'
import { findConversation } from './workspace/conversation.ts'
import { bindThreadFiles } from './workspace/files.ts'
import { createIntake } from './workspace/intake.ts'
import { bindWorkspace } from './workspace/routes.ts'
import { loadSenders } from './workspace/senders.ts'
import { loadTargets } from './workspace/targets.ts'
import type { ZipTable } from './zip/table.ts'

/** Everything that the application needs from outside; `main` and the tests provide it. */
export interface AppDeps {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly database: Database
  readonly brands: BrandSet
  readonly zips: ZipTable
  readonly passwords: Passwords
  /** Keeps secret who is known (RG-2). */
  readonly inEvenTime: InEvenTime
  readonly tokenKeys: TokenKeys
  readonly dataKey: DataKey
  readonly renderer: Renderer
  readonly contentDir: string
  /** The built files of the page; those in `assets/` are served to be cached forever. */
  readonly pageDir: string
  readonly version: string
  /** Takes payments of premiums (MP-19); null: payments are off. */
  readonly gateway: Gateway | null
  /** Reports that this instance is running (AD-5); null: nothing is reported. */
  readonly instance: Instance | null
}

/** How old texts in memory may be, in ms: well within the five seconds of CT-8. */
const renewTextsMs = 2_000

const bodyLimit = 256 * 1024

/** Bytes that a new connection may send before it has to wait for the other side; compressing an answer that fits saves no time. */
const firstFlight = 14 * 1024

/** Builds the application without listening. Capabilities are named here and handed what they need. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database } = deps
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config.trustedProxies),
    bodyLimit,
    genReqId: () => randomUUID(),
    // RFC 3986: an encoded @ is the same address.
    rewriteUrl: ({ url = '/' }) => url.replace(/\/%40self(?=\/?(?:\?|$))/, '/@self'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    ...serverTimes(config.requestTimes),
    frameworkErrors: handleUnroutable,
    clientErrorHandler: handleClientError,
  })
  cleanForwarded(app)
  noteAddresses(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // The route's pattern, never the address: queries and ids stay out of the log.
  watchEnds(app, (request, _reply, { status, ms }) => {
    const { method, routeOptions } = request
    request.log.info({ method, route: routeOptions.url ?? 'none', status, ms: Math.round(ms) })
  })
  limitBodyTime(app, config.requestTimes)
  endConnections(app, config.shutdownGraceMs)
  addSecurityHeaders(app, config)
  const ownOrigins = createOwnOrigins(config)
  allowOwnPages(app, ownOrigins)
  await app.register(cookie)
  await app.register(compress, { threshold: firstFlight, encodings: ['br', 'gzip'], globalDecompression: false })
  readTexts(app)
  handleErrors(app)

  const lifetimes = { idleS: config.sessionIdleS, maxS: config.sessionMaxS }
  const contentSource = databaseContent(database)
  const content = createContentService(contentSource)
  const held = createHeldTexts(contentSource.present)
  await contentSource.read()
  const renewal = startRounds({
    round: async () => void (await contentSource.read()),
    firstMs: renewTextsMs,
    everyMs: renewTextsMs,
    logger: deps.logger,
    failed: 'texts could not be read again, tried again soon',
  })
  app.addHook('onClose', () => renewal.stop())
  const brands = createBrandService({
    held,
    brands: deps.brands,
    brandOfZip: deps.zips.brandOf,
    defaultServicePhone: config.defaultServicePhone,
  })
  const sharedCode = (brand: string) => brands.get(brand).sharedBrandCode
  const sessions = createSessions(database, lifetimes)
  const accessTokens = createAccessTokens({
    keys: deps.tokenKeys,
    lifetimeS: config.accessTokenS,
    isIssuer: ownOrigins.isIssuer,
  })
  const refreshTokens = createRefreshTokens(database, sessions)
  const revocation = createTokenRevocation({ database, sessions, accessTokens })
  const limits = createLimits(database)
  const passwordCheck = createPasswordCheck({ database, passwords: deps.passwords, limits })
  const emails = createEmailService(deps.dataKey)
  const { passwords } = deps
  const newPasswords = createNewPasswords({ passwords, isCommon: loadCommonPasswords(deps.contentDir) })
  const distrust = async (tx: Tx, accountId: string) => {
    await forgetTrustedDevices(tx, accountId)
    await dropEmailChange(tx, accountId)
    await dropTickets(tx, accountId)
    await dropChallenges(tx, accountId)
  }
  const passwordReset = createPasswordReset({
    database,
    newPasswords,
    sessions,
    limits,
    emails,
    distrust,
  })
  const secondFactorRule = createSecondFactorRule(database)
  const signIn = createSignIn({
    database,
    passwordCheck,
    sessions,
    lifetimes,
    limits,
    brands,
    secondFactor: secondFactorRule,
    staffSecondFactor: config.staffSecondFactor,
  })
  const accountSecurity = createAccountSecurity({
    database,
    dataKey: deps.dataKey,
    brands,
    sessions,
    signIn,
    limits,
    passwordCheck,
    staffSecondFactor: config.staffSecondFactor,
  })
  const simulations = createSimulations({ database, sessions })
  const tokenGrants = createTokenGrants({ signIn, sessions, accessTokens, refreshTokens, revocation, ownOrigins })
  const authenticator = createRequestAuth(sessions, accessTokens)
  const topics = loadTopics(deps.contentDir, held)
  const holidays = loadHolidays(deps.contentDir)
  const targets = loadTargets(deps.contentDir, holidays)
  const senders = loadSenders({ contentDir: deps.contentDir, brands, topics, held })
  const intake = createIntake({ targets, brands })
  const attachments = createAttachments({ database, config, logger: deps.logger })
  app.addHook('onClose', () => attachments.stop())
  const messages = createMessageService({
    database,
    sessions,
    lifetimes,
    topics,
    brands,
    holidays,
    intake,
    attachments: attachments.service,
  })
  const mailStreams = createMailStreams({
    database,
    sessions,
    logger: deps.logger,
    max: config.eventStreams,
    maxOfPerson: config.eventStreamsPerson,
  })
  app.addHook('preClose', () => mailStreams.close())
  const notices = loadLanguageNotices(deps.contentDir, held)

  const binding: Omit<BinderOptions, 'app'> = {
    authenticator,
    ownOrigins,
    asksForStepUp: async (brand) => (await readOffered(database.read, brand)).stepUp,
    work: createWorkBudget(),
    recordBlocked: (principal, call, origin) => recordBlockedChange(database, { principal, call, origin }),
  }
  const binder = createBinder({ ...binding, app })
  const pdfMaker = <Job>(thread: URL, max: number) => {
    const maker = createPdfMaker<Job>(thread, max)
    app.addHook('onClose', () => maker.close())
    return maker
  }
  // Registered apart from the other calls, which would run the hooks of uploads for nothing.
  await app.register(async (files) => {
    await files.register(multipart)
    const fileBinder = createBinder({ ...binding, app: files })
    bindAttachments(fileBinder, attachments.service)
    bindThreadFiles(fileBinder, { database, attachments: attachments.service })
  })
  bindBrand(binder, app, { brands, zips: deps.zips })
  const guardianProofs = createGuardianProofs({ database, dataKey: deps.dataKey, limits, emails })
  const guardianSignIn = createGuardianSignIn({ database, proofs: guardianProofs, inEvenTime: deps.inEvenTime })
  const demands = [accountSecurity.secondFactor, guardianSignIn]
  const stateOf = (zipCode: string) => deps.zips.place(zipCode)?.state ?? null
  bindIdentity(binder, { database, signIn, demands, brands, stateOf, producerInfo })
  accountSecurity.bind(binder)
  bindSession(binder, { database, signIn, simulations, sessions, brands })
  bindSimulation(binder, { simulations, brands })
  bindPersonState(binder, { database })
  bindTokens(binder, {
    database,
    tokenGrants,
    revocation,
    refreshTokens,
    sessions,
    brands,
    production: config.production,
  })
  bindMetadata(app, { keys: deps.tokenKeys, ownOrigins })
  bindMemberInformation(binder, database)
  bindClaims(binder, {
    database,
    sessions,
    eobs: createEobs({ database, brands, limits, eobs: pdfMaker<EobJob>(eobThread, 2), notices }),
  })
  bindSpending(binder, database)
  const whereabouts = createWhereabouts(deps.zips)
  const formularies = createFormularies(database, config.demo ? demoFormulary : null)
  bindMedicines(binder, {
    database,
    emails,
    canOrder: config.pharmacy !== null || config.demo,
    secret: config.pharmacy?.secret ?? null,
    formularies,
    whereabouts,
  })
  bindFinder(binder, {
    database,
    brands,
    zips: deps.zips,
    limits,
    emails,
    holidays,
    documents: pdfMaker<ListJob>(listThread, 1),
  })
  bindCoverage(binder, { database, brands, documents: pdfMaker<CardJob>(cardThread, 1) })
  bindCareCosts(binder, { database, hcpcs: hcpcsList(deps.contentDir), whereabouts })
  const paymentParts = {
    database,
    gateway: deps.gateway,
    nameOf: (brand: string, language: Language) => brands.loaded(brand).texts[language].name,
    logger: deps.logger,
  }
  const payments = createPayments(paymentParts)
  bindPaymentNotices(app, { database, gateway: deps.gateway })
  bindPremium(binder, { database, payments, methods: createMethods(paymentParts) })
  bindPremiumDocuments(binder, { database, brands, limits, documents: pdfMaker<PremiumJob>(premiumThread, 1) })
  bindAutopay(binder, { database, gateway: deps.gateway?.name ?? null })
  const questions = createQuestions({ content, brands, dataKey: deps.dataKey })
  const chosenAnswers = createChosenAnswers({ passwords, questions })
  bindOwnQuestions(binder, { database, questions, chosenAnswers })
  const { inEvenTime } = deps
  bindRecovery(binder, { database, limits, passwords, emails, questions, passwordReset, brands, inEvenTime })
  bindProfile(binder, {
    profiles: createProfiles({ database, limits, emails, stateOf, closeWayBack: dropTickets }),
    closing: createClosing({
      database,
      passwordCheck,
      sessions,
      emails,
      limits,
      endAccess: (tx, principal, at) => endAllAccess(tx, sessions, principal, at),
    }),
  })
  bindPeople(binder, { database, limits, emails, sessions, brands })
  bindDataExport(binder, { database, brands, limits, reports: pdfMaker<ReportJob>(reportThread, 2) })
  const leadIntake = createLeadIntake({ targets, brands })
  const catalogues = createCatalogues(database)
  bindLeads(binder, { database, brands, limits, catalogues, zips: deps.zips, intake: leadIntake, holidays })
  bindRegistration(binder, {
    leadIntake,
    database,
    limits,
    passwords,
    newPasswords,
    emails,
    questions,
    chosenAnswers,
    brands,
    zips: deps.zips,
    guardianProofs,
    guardianSignIn,
    dataKey: deps.dataKey,
    pending: createPendingRegistrations(deps.dataKey),
    inEvenTime: deps.inEvenTime,
  })
  const shop = createShop(binder, {
    database,
    limits,
    emails,
    brands,
    authenticator,
    catalogues,
    formularies,
    dataKey: deps.dataKey,
    zips: deps.zips,
    contentDir: deps.contentDir,
    firstPremiums: createFirstPremiums({ database, payments }),
  })
  app.addHook('onClose', () => shop.close())
  bindPasswords(binder, { database, brands, limits })
  bindPasswordChange(binder, {
    database,
    newPasswords,
    emails,
    passwordCheck,
    sessions,
    distrust,
    keepChoices: moveChoice,
  })
  bindMember(binder, { database, brands })
  bindLanding(binder, database)
  bindMessages(binder, { database, messages, mailStreams, topics, brands })
  bindDrafts(binder, database)
  const library = loadLibrary(deps.contentDir, { held, sharedCode })
  bindForms(binder, {
    forms: createFormService({ database, library, messages, holidays }),
    documents: createFormDocuments({
      ...{ database, brands, library, limits, findConversation },
      documents: pdfMaker<FormJob>(formThread, 1),
    }),
  })
  bindWellness(binder, database, loadWellness(deps.contentDir, { held, sharedCode }))
  bindNotifications(binder, database)
  bindAgencies(binder, { database, brands })
  bindAgencyAdmin(binder, database)
  bindClients(binder, { database, emails })
  const letters = createLetters({ database, brands, emails, limits })
  bindLetters(binder, letters)
  const { territory, quotes } = shop
  bindProposals(binder, { database, dataKey: deps.dataKey, limits, letters, territory, quotes })
  bindWorkspace(binder, {
    database,
    topics,
    brands,
    targets,
    senders,
    content: contentSource,
    emails,
    attachments: attachments.service,
  })
  const surroundings = { sessionIdleMs: config.sessionIdleS * 1000, scriptOrigins: config.scriptOrigins }
  bindConfigLists(binder, {
    database,
    scansAttachments: config.scanning.clamd !== null,
    settings: createSettingConsole({ database, brands, surroundings }),
  })
  const keeping = createStaffKeeping({ passwords, sessions, emails })
  bindStaffPeople(binder, { database, brands, keeping, sessions })
  bindAccounts(binder, { database, sessions, limits, emails, keeping })
  bindOversight(binder, { database, brands, instance: deps.instance, version: deps.version })
  if (deps.instance !== null) {
    const { instance, version, logger } = deps
    const heartbeat = startHeartbeat({ database, instance, version, streams: () => mailStreams.count(), logger })
    app.addHook('onClose', () => heartbeat.stop())
  }
  const previewParts = {
    database,
    brands,
    source: contentSource,
    dataKey: deps.dataKey,
    contentDir: deps.contentDir,
    defaultServicePhone: config.defaultServicePhone,
  }
  bindPreviewCall(binder, previewParts)
  bindContent(binder, content, createContentConsole({ database, brands, source: contentSource }))
  bindShell(binder, { brands, content, notices, defaultServicePhone: config.defaultServicePhone })
  bindSearch(binder, { brands, content, topics, notices })
  bindSystem(app, {
    database,
    instanceId: deps.instance?.instanceId ?? null,
    version: deps.version,
    production: config.production,
  })
  bindMetrics(app, {
    database,
    eventStreams: () => mailStreams.count(),
    outboxDepth: () => readOutboxDepth(database.read),
    unconfirmedOrders: () => countUnconfirmed(database.read, new Date()),
    ledger: () => readLedgerState(database.read),
    unsealed: () => countUnsealed(database.read),
    production: config.production,
    token: config.metricsToken,
  })
  bindRedirects(app, { database, brands })
  bindAnalytics(app, { database, brands, views: deps.renderer.views })
  bindMaps(app, binder, { database, brands, scriptOrigins: config.scriptOrigins })
  bindPreviews(app, { ...previewParts, renderer: deps.renderer })
  bindPages(app, {
    scriptOrigins: config.scriptOrigins,
    database,
    remembered: rememberContent(database, contentSource),
    brands,
    messages,
    shell: { content, languageNames: languageNames(notices), holidays },
    readMyShopping: shop.readMyShopping,
    authenticator,
    signIn,
    whySignedOut: (token, now) => whySignedOut(database.read, { token, now, lifetimes }),
    simulations,
    renderer: deps.renderer,
    production: config.production,
  })
  if (config.demo) bindDemoPages(app)
  if (!config.production) bindEmailPreviews(app, { brands, defaultServicePhone: config.defaultServicePhone })
  if (!config.production) bindStubs(app, { brands, contentDir: deps.contentDir })
  bindAssets(app, join(deps.pageDir, 'assets'))
  return app
}
