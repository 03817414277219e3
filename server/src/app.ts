import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { Language, Renderer } from '@portico/contract/page'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { bindFhir } from './apis/fhir/routes.ts'
import type { BrandSet } from './brands/brand/load.ts'
import { bindBrand } from './brands/brand/routes.ts'
import { createBrandService } from './brands/brand/service.ts'
import { bindConfigLists } from './brands/config-lists/routes.ts'
import { createHeldTexts } from './brands/content/held.ts'
import { languageNames, loadLanguageNotices } from './brands/content/language-notices.ts'
import { bindContent } from './brands/content/routes.ts'
import { createContentService } from './brands/content/service.ts'
import { databaseContent } from './brands/content/source.ts'
import { loadTargets } from './brands/content/targets.ts'
import { createCatalogues } from './brands/plans/catalogue.ts'
import type { ZipTable } from './brands/zip/table.ts'
import type { ListJob } from './care/finder/list-document.ts'
import { bindMaps } from './care/finder/maps.ts'
import { bindFinder, listThread } from './care/finder/routes.ts'
import { createWhereabouts } from './care/finder/whereabouts.ts'
import { hcpcsList } from './care/rates/hcpcs.ts'
import { bindCareCosts } from './care/rates/routes.ts'
import { demoFormulary } from './demo/demo/formulary.ts'
import { bindDemoPages } from './demo/demo/pages.ts'
import { dropChallenges } from './identity/account-security/challenges.ts'
import { createAccountSecurity } from './identity/account-security/create.ts'
import { readOffered } from './identity/account-security/offered.ts'
import { createSecondFactorRule } from './identity/account-security/second-factor.ts'
import { forgetTrustedDevices } from './identity/account-security/trusted-devices.ts'
import { createClosing } from './identity/accounts/closing.ts'
import { dropEmailChange } from './identity/accounts/email-change-store.ts'
import { bindProfile } from './identity/accounts/profile-routes.ts'
import { createProfiles } from './identity/accounts/profiles.ts'
import { loadCommonPasswords } from './identity/passwords/common-passwords.ts'
import { createNewPasswords } from './identity/passwords/new-password.ts'
import { bindPasswordChange } from './identity/passwords/password-change.ts'
import { createPasswordCheck } from './identity/passwords/password-check.ts'
import { createPasswordReset } from './identity/passwords/password-reset.ts'
import { bindPasswords } from './identity/passwords/password-routes.ts'
import type { Passwords } from './identity/passwords/passwords.ts'
import { bindPersonState } from './identity/person-state/routes.ts'
import { createChosenAnswers } from './identity/recovery/chosen-answers.ts'
import { bindOwnQuestions } from './identity/recovery/own-questions.ts'
import { createQuestions } from './identity/recovery/questions.ts'
import { bindRecovery } from './identity/recovery/routes.ts'
import { dropTickets } from './identity/recovery/store.ts'
import { recordBlockedChange } from './identity/sessions/blocked-change.ts'
import { whySignedOut } from './identity/sessions/ended-sessions.ts'
import { bindIdentity } from './identity/sessions/routes.ts'
import { bindSession } from './identity/sessions/session-routes.ts'
import { createSessions } from './identity/sessions/sessions.ts'
import { createSignIn } from './identity/sessions/sign-in.ts'
import { createSimulations } from './identity/sessions/simulation.ts'
import { bindSimulation } from './identity/sessions/simulation-routes.ts'
import { createAccessTokens } from './identity/tokens/access-tokens.ts'
import { bindMetadata } from './identity/tokens/metadata-routes.ts'
import { createRefreshTokens } from './identity/tokens/refresh-tokens.ts'
import { createRequestAuth } from './identity/tokens/request-auth.ts'
import { createTokenGrants } from './identity/tokens/token-grants.ts'
import type { TokenKeys } from './identity/tokens/token-keys.ts'
import { createTokenRevocation } from './identity/tokens/token-revocation.ts'
import { bindTokens } from './identity/tokens/token-routes.ts'
import { bindEmailPreviews } from './mailing/email/preview.ts'
import { createEmailService, readOutboxDepth } from './mailing/email/service.ts'
import { bindLetters } from './mailing/letters/routes.ts'
import { createLetters } from './mailing/letters/service.ts'
import type { EobJob } from './member/claims/eob.ts'
import { createEobs, eobThread } from './member/claims/eob-service.ts'
import { bindClaims } from './member/claims/routes.ts'
import { cardThread } from './member/coverage/card-file.ts'
import type { CardJob } from './member/coverage/card-picture.ts'
import { bindCoverage } from './member/coverage/routes.ts'
import type { ReportJob } from './member/data-export/report.ts'
import { bindDataExport, reportThread } from './member/data-export/routes.ts'
import { createFormularies } from './member/medicines/formularies.ts'
import { countUnconfirmed } from './member/medicines/order-store.ts'
import { bindMedicines } from './member/medicines/routes.ts'
import { bindMemberInformation } from './member/member/information-routes.ts'
import { bindMember } from './member/member/routes.ts'
import { bindNotifications } from './member/notifications/routes.ts'
import { bindPeople, endAllAccess } from './member/people/routes.ts'
import { createGuardianProofs } from './member/registration/guardian-proofs.ts'
import { createGuardianSignIn } from './member/registration/guardian-sign-in.ts'
import { createPendingRegistrations } from './member/registration/pending.ts'
import { bindRegistration } from './member/registration/routes.ts'
import { bindSpending } from './member/spending/routes.ts'
import { loadWellness } from './member/wellness/content.ts'
import { bindWellness } from './member/wellness/routes.ts'
import { createAttachments } from './messages/attachments/create.ts'
import { bindAttachments } from './messages/attachments/routes.ts'
import { loadLibrary } from './messages/forms/definitions.ts'
import type { FormJob } from './messages/forms/document.ts'
import { createFormDocuments, formThread } from './messages/forms/documents.ts'
import { bindForms } from './messages/forms/routes.ts'
import { createFormService } from './messages/forms/service.ts'
import { bindDrafts } from './messages/messages/drafts.ts'
import { createMailStreams } from './messages/messages/mail-streams.ts'
import { bindMessages } from './messages/messages/routes.ts'
import { createMessageService } from './messages/messages/service.ts'
import { loadTopics } from './messages/messages/topics.ts'
import { bindAnalytics } from './pages/analytics/routes.ts'
import { bindLanding } from './pages/landing/routes.ts'
import { bindAssets } from './pages/page/assets.ts'
import { bindRedirects } from './pages/page/redirect-routes.ts'
import { rememberContent } from './pages/page/remembered.ts'
import { bindPages } from './pages/page/routes.ts'
import { bindPreviews } from './pages/preview/routes.ts'
import { bindPreviewCall } from './pages/preview/service.ts'
import { bindSearch } from './pages/search/routes.ts'
import { bindShell } from './pages/shell/routes.ts'
import { bindStubs } from './pages/stubs/routes.ts'
import { countUnsealed } from './platform/audit/verify.ts'
import type { Config } from './platform/config.ts'
import type { DataKey } from './platform/data-key.ts'
import type { Database, Tx } from './platform/db/database.ts'
import type { Gateway } from './platform/gateway/port.ts'
import { loadHolidays } from './platform/holidays.ts'
import { noteAddresses, watchEnds } from './platform/http/arrival.ts'
import { type BinderOptions, createBinder } from './platform/http/bind.ts'
import { endConnections } from './platform/http/closing.ts'
import { allowOwnPages } from './platform/http/cross-origin.ts'
import { handleClientError, handleErrors, handleUnroutable } from './platform/http/errors.ts'
import { readTexts } from './platform/http/incoming-text.ts'
import { createOwnOrigins } from './platform/http/own-origins.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { limitBodyTime, serverTimes } from './platform/http/slow-requests.ts'
import { cleanForwarded, trustOf } from './platform/http/trusted-proxies.ts'
import type { InEvenTime } from './platform/limits/even-time.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createWorkBudget } from './platform/limits/work-budget.ts'
import { bindMetrics } from './platform/metrics/metrics.ts'
import { createPdfMaker } from './platform/pdf/makers.ts'
import { startRounds } from './platform/rounds.ts'
import { bindSystem } from './platform/system/routes.ts'
import { bindAgencyAdmin } from './sales/agencies/admin.ts'
import { bindAgencies } from './sales/agencies/routes.ts'
import { moveChoice } from './sales/agencies/store.ts'
import { producerInfo } from './sales/agencies/user-info.ts'
import { bindClients } from './sales/clients/routes.ts'
import { createLeadIntake } from './sales/leads/intake.ts'
import { bindLeads } from './sales/leads/routes.ts'
import { bindAutopay } from './sales/premium/autopay.ts'
import { readLedgerState } from './sales/premium/check.ts'
import type { PremiumJob } from './sales/premium/document.ts'
import { bindPremiumDocuments, premiumThread } from './sales/premium/documents.ts'
import { createFirstPremiums } from './sales/premium/first-premium.ts'
import { createMethods } from './sales/premium/methods.ts'
import { bindPaymentNotices } from './sales/premium/notices.ts'
import { createPayments } from './sales/premium/payments.ts'
import { bindPremium } from './sales/premium/routes.ts'
import { bindProposals } from './sales/proposals/routes.ts'
import { createShop } from './sales/shop/create.ts'
import { createContentConsole } from './staff/content/console.ts'
import { bindConsoles } from './staff/content/routes.ts'
import { createSettingConsole } from './staff/content/setting-console.ts'
import { type Instance, startHeartbeat } from './staff/oversight/instances.ts'
import { bindOversight } from './staff/oversight/routes.ts'
import { bindAccounts } from './staff/staff/accounts.ts'
import { createStaffKeeping } from './staff/staff/keeping.ts'
import { bindStaffPeople } from './staff/staff/people.ts'
import { findConversation } from './staff/workspace/conversation.ts'
import { bindThreadFiles } from './staff/workspace/files.ts'
import { createIntake } from './staff/workspace/intake.ts'
import { bindWorkspace } from './staff/workspace/routes.ts'
import { loadSenders } from './staff/workspace/senders.ts'

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
  bindContent(binder, content)
  bindConsoles(
    binder,
    createContentConsole({ database, brands, source: contentSource }),
    createSettingConsole({ database, brands, surroundings }),
  )
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
  // Until apps can be given access, no token is known.
  bindFhir(app, { readAppAccess: async () => null })
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
