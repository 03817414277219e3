import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import serveStatic from '@fastify/static'
import type { Renderer } from '@portico/contract/page'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { BrandSet } from './brand/load.ts'
import { bindBrand } from './brand/routes.ts'
import { createBrandService } from './brand/service.ts'
import type { Config } from './config.ts'
import { bindConfigLists } from './config-lists/routes.ts'
import type { Database } from './db/database.ts'
import { loadHolidays } from './holidays.ts'
import { createBinder } from './http/bind.ts'
import { handleErrors, handleUnroutable } from './http/errors.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { createAccessTokens } from './identity/access-tokens.ts'
import { createAuthenticator } from './identity/authenticator.ts'
import type { Passwords } from './identity/passwords.ts'
import { createRefreshTokens } from './identity/refresh-tokens.ts'
import { bindIdentity } from './identity/routes.ts'
import { createSessions } from './identity/sessions.ts'
import { createSignIn } from './identity/sign-in.ts'
import type { SigningKey } from './identity/signing-key.ts'
import { createTokenGrants } from './identity/token-grants.ts'
import { bindMember } from './member/routes.ts'
import { bindMessages } from './messages/routes.ts'
import { createMessageService } from './messages/service.ts'
import { loadTopics } from './messages/topics.ts'
import { loadCoverageTab } from './page/coverage-tab.ts'
import { bindPages } from './page/routes.ts'
import { bindStubs } from './stubs/routes.ts'
import { bindSystem } from './system/routes.ts'
import type { ZipTable } from './zip/table.ts'

/** All that the application needs from outside; `main` and the tests hand it over. */
export interface AppDeps {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly database: Database
  readonly brands: BrandSet
  readonly zips: ZipTable
  readonly passwords: Passwords
  readonly signingKey: SigningKey
  readonly renderer: Renderer
  readonly contentDir: string
  /** Built files of the page: `assets/` below it are served and cached for ever. */
  readonly pageDir: string
  readonly version: string
}

const bodyLimit = 256 * 1024

/** Bytes that a new connection sends before it waits for the other side; what fits in gains nothing by compression. */
const firstFlight = 14 * 1024

/** Builds the application without listening. Capabilities are named here and handed what they need. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database } = deps
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    requestTimeout: 30_000,
    frameworkErrors: handleUnroutable,
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // The route's pattern, never the address: queries and ids stay out of the log.
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    request.log.info({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
    done()
  })
  addSecurityHeaders(app, config)
  await app.register(cookie)
  await app.register(formbody)
  await app.register(compress, { threshold: firstFlight, encodings: ['br', 'gzip'], globalDecompression: false })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A DELETE or a sign-in may name JSON and send nothing.
    if (body === '') done(null, undefined)
    else app.getDefaultJsonParser('error', 'error')(request, body as string, done)
  })
  handleErrors(app)

  const lifetimes = { idleS: config.sessionIdleS, maxS: config.sessionMaxS }
  const brands = createBrandService({
    brands: deps.brands,
    brandOfZip: deps.zips.brandOf,
    defaultServicePhone: config.defaultServicePhone,
  })
  const sessions = createSessions(database, lifetimes)
  const accessTokens = createAccessTokens({ key: deps.signingKey, lifetimeS: config.accessTokenS })
  const refreshTokens = createRefreshTokens(database)
  const signIn = createSignIn({ database, passwords: deps.passwords, sessions, lifetimes })
  const tokenGrants = createTokenGrants({ signIn, sessions, accessTokens, refreshTokens })
  const authenticator = createAuthenticator(sessions, accessTokens)
  const topics = loadTopics(deps.contentDir)
  const holidays = loadHolidays(deps.contentDir)
  const messages = createMessageService({ database, sessions, lifetimes, topics, brands, holidays })
  const coverageTab = loadCoverageTab(deps.contentDir)

  const binder = createBinder({ app, authenticator, isOwnOrigin: ownOrigin(config) })
  bindBrand(binder, app, { brands, zips: deps.zips })
  bindIdentity(binder, { database, signIn, tokenGrants, brands, sessionMaxS: config.sessionMaxS })
  bindMember(binder, { database, messages })
  bindMessages(binder, { messages, topics, brands })
  bindConfigLists(binder, { database })
  bindSystem(app, { database, version: deps.version, production: config.production })
  bindPages(app, {
    database,
    brands,
    messages,
    coverageTab,
    authenticator,
    renderer: deps.renderer,
    production: config.production,
  })
  if (!config.production) bindStubs(app, { brands, coverageTab })
  if (existsSync(deps.pageDir)) {
    await app.register(serveStatic, {
      root: `${deps.pageDir}/assets`,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
    })
  }
  return app
}

/** Origins that may change things: those of the configuration and, outside production, the one that was called. */
function ownOrigin(config: Config): (origin: string, request: FastifyRequest) => boolean {
  return (origin, request) =>
    config.publicOrigins.includes(origin) || (!config.production && origin === `${request.protocol}://${request.host}`)
}
