import { readAudience, type SignOnOutcome } from '@portico/rules/identity/connection'
import { returnPath } from '@portico/rules/session/sign-out'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, createContext } from '../../platform/http/context.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { hostCookie, readHostCookie } from '../account-security/host-cookie.ts'
import type { SecondFactor } from '../account-security/second-factor.ts'
import { keepSignedIn } from '../sessions/routes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { newSecret } from '../tokens/secrets.ts'
import { listAddresses } from './addresses.ts'
import { type ConfirmParts, findOwner } from './confirm.ts'
import {
  type Aim,
  acceptForm,
  acceptUnasked,
  beginSignOn,
  type ConcludeParts,
  conclude,
  findAim,
  findOpen,
  finishByPassword,
  finishByQuery,
  finishByReturn,
  recordAttempt,
  type SignOnParts,
  TooMany,
} from './flow.ts'
import { endByProvider, endBySaml } from './logout.ts'
import {
  type SignOnProblem,
  sendChoices,
  sendCodeForm,
  sendConfirmed,
  sendPasswordForm,
  sendProblem,
  type WayOn,
} from './pages.ts'
import { SignOnFailure } from './protocol.ts'
import type { SamlChecks } from './saml-checks.ts'
import { type ConnectionVersion, findConnection, findLive, listLive, readLive } from './store.ts'
import { suspect } from './suspects.ts'

/** Ties a sign-in to the browser that began it; another sign-in does not change it, so that several tabs may begin one. */
const browserCookie = 'providerBrowser'
/** Where someone continues who must still enter a code: not in the address, because addresses are logged. */
const wayCookie = 'providerWay'
const cookieS = 600
/** For a form with an assertion, which is long if there are many groups. */
const maxForm = 256 * 1024
/** A `state` of ours is shorter. */
const maxState = 1000
const passwordPath = '/sso/:connectionId/password'
const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface SignOnRouteParts extends SignOnParts, ConcludeParts, ConfirmParts {
  readonly ownOrigins: OwnOrigins
  readonly limits: Limits
  readonly secondFactor: SecondFactor
  readonly sessions: Pick<Sessions, 'end'>
  readonly saml: SamlChecks
}

interface OfConnection {
  readonly Params: { readonly connectionId: string }
}

/**
 * Where people go to a provider and come back from it (OS-60 to OS-65). Another site's page may lead here, but can never finish a sign-in
 * that it has not begun.
 */
export function bindSignOn(app: FastifyInstance, parts: SignOnRouteParts): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxForm },
      (_request, body, done) => done(null, body),
    )
    routes.get('/sso/choose', (request, reply) => choose(parts, request, reply))
    routes.get('/sso/code', (request, reply) => sendCodeForm(request, reply, false))
    routes.post('/sso/code', (request, reply) => takeCode(parts, request, reply))
    routes.get<OfConnection>('/sso/:connectionId/start', (request, reply) => start(parts, request, reply))
    routes.get<OfConnection>('/sso/:connectionId/confirm', (request, reply) => confirm(parts, request, reply))
    routes.get<OfConnection>('/sso/:connectionId/answer', (request, reply) => answerQuery(parts, request, reply))
    routes.post<OfConnection>('/sso/:connectionId/answer', (request, reply) => answerForm(parts, request, reply))
    routes.get<OfConnection>(passwordPath, (request, reply) => askPassword(parts, request, reply))
    routes.post<OfConnection>(passwordPath, (request, reply) => takePassword(parts, request, reply))
    routes.get<OfConnection>('/sso/:connectionId/return', (request, reply) => answerReturn(parts, request, reply))
    routes.get<OfConnection>('/sso/:connectionId/metadata', (request, reply) => describe(parts, request, reply))
    // A SAML provider that was informed of a sign-out leads back here.
    routes.get<OfConnection>('/sso/:connectionId/logout', (_request, reply) => leadTo(reply, '/login/'))
    routes.post<OfConnection>('/sso/:connectionId/logout', (request, reply) => logOut(parts, request, reply))
  })
}

/** The browser's own secret, created now if it has none. */
export function keepBrowser(context: CallContext): string {
  const browser = readHostCookie(context, browserCookie) ?? newSecret()
  context.setCookie(hostCookie(context, browserCookie), browser, { httpOnly: true, maxAge: cookieS })
  return browser
}

type Of = FastifyRequest<OfConnection>

async function choose({ database, brands }: SignOnRouteParts, request: FastifyRequest, reply: FastifyReply) {
  const context = createContext(request, reply)
  const { for: named } = request.query as { readonly for?: unknown }
  const wanted = readAudience(named)
  const all = await listLive(database.read, brands.at(context).code)
  const live = all.filter(({ audience }) => wanted === null || audience === wanted)
  const choices = live.map(({ name, connection_id: id }) => ({ name, to: `/sso/${id}/start` }))
  const [only] = choices
  if (only === undefined) return sendProblem(request, reply, 'off')
  return choices.length === 1 ? leadTo(reply, only.to) : sendChoices(request, reply, choices)
}

function start(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const { connectionId } = request.params
  return guard(parts, request, reply, { context, findAim: () => 'sign-in' }, async () => {
    const origin = parts.ownOrigins.issuerAt(context.calledOrigin)
    const live = await readLive(parts.database, connectionId)
    if (live === undefined || origin === null) return sendProblem(request as FastifyRequest, reply, 'off')
    const { as } = request.query as { readonly as?: unknown }
    const place = { origin, browser: keepBrowser(context), now: context.now, anew: as === 'another' }
    const { state, to } = await beginSignOn(parts, live, place)
    // A directory has no pages of its own to lead to.
    return live.kind === 'ldap'
      ? sendForm(request, reply, { state, connection: live, isTrial: false })
      : leadTo(reply, to)
  })
}

/** Sends a session's owner to the provider that opened it, to prove their identity again (OS-62). */
function confirm(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const { connectionId } = request.params
  return guard(parts, request, reply, { context, findAim: () => 'confirm' }, async () => {
    const origin = parts.ownOrigins.issuerAt(context.calledOrigin)
    const live = await findLive(parts.database.read, connectionId)
    if (live === undefined || origin === null) return sendProblem(request as FastifyRequest, reply, 'off')
    if (!(await parts.limits.reserveRequest('sign-on', context.origin.address, context.now)))
      return sendProblem(request as FastifyRequest, reply, 'too-many')
    const owner = await findOwner(parts, connectionId, context)
    if (owner === null) throw new SignOnFailure('other-browser', 'session')
    const place = { origin, browser: keepBrowser(context), now: context.now, confirms: owner.sessionId }
    return leadTo(reply, (await beginSignOn(parts, live, place)).to)
  })
}

async function answerQuery(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const query = request.url.split(/\?(.*)/s)[1] ?? ''
  const state = new URLSearchParams(query).get('state') ?? ''
  return guard(parts, request, reply, { context, findAim: lookUpAim(parts, request, state) }, async () => {
    const finished = await finishByQuery(
      parts,
      { connectionId: request.params.connectionId, state, query },
      toPlace(parts, context),
    )
    return goOn(parts, request, finished, context, reply)
  })
}

async function answerForm(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const { connectionId } = request.params
  const { readRequestId } = await import('./saml.ts')
  const form = new URLSearchParams(String(request.body ?? ''))
  const response = form.get('SAMLResponse') ?? ''
  const asked = readRequestId(response)
  return guard(parts, request, reply, { context, findAim: lookUpAim(parts, request, asked) }, async () => {
    const place = toPlace(parts, context)
    if (asked !== null) await acceptForm(parts, { connectionId, state: asked, response }, place)
    const relayState = form.get('RelayState') ?? ''
    const state =
      asked ??
      (await acceptUnasked(parts, { connectionId, response, relayState }, { ...place, browser: keepBrowser(context) }))
    return leadTo(reply, `/sso/${connectionId}/return?state=${encodeURIComponent(state)}`, 303)
  })
}

async function askPassword(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const { state = '' } = request.query as { readonly state?: string }
  const answer = { connectionId: request.params.connectionId, state: String(state) }
  return guard(parts, request, reply, { context, findAim: lookUpAim(parts, request, answer.state) }, async () => {
    const { request: begun, connection } = await findOpen(parts, answer, toPlace(parts, context))
    return sendForm(request, reply, { state: answer.state, connection, isTrial: begun.triedBy !== null })
  })
}

async function takePassword(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const { origin } = request.headers
  if (origin !== undefined && !parts.ownOrigins.mayChange(origin, context.calledOrigin))
    return sendProblem(request as FastifyRequest, reply, 'other-browser')
  const form = new URLSearchParams(String(request.body ?? ''))
  const read = (name: string, max: number) => (form.get(name) ?? '').slice(0, max)
  const answer = { connectionId: request.params.connectionId, state: read('state', maxState) }
  return guard(parts, request, reply, { context, findAim: lookUpAim(parts, request, answer.state) }, async () => {
    const typed = { name: read('name', 200), password: read('password', 500) }
    const place = toPlace(parts, context)
    try {
      return await goOn(parts, request, await finishByPassword(parts, { ...answer, typed }, place), context, reply)
    } catch (error) {
      if (!(error instanceof SignOnFailure) || error instanceof TooMany || error.outcome !== 'password-wrong')
        throw error
      await recordAttempt(parts, answer.connectionId, error, context)
      const { request: begun, connection } = await findOpen(parts, answer, place)
      const form = { state: answer.state, connection, isTrial: begun.triedBy !== null, name: typed.name }
      return sendForm(request, reply, form)
    }
  })
}

function sendForm(
  request: Of,
  reply: FastifyReply,
  {
    connection: { connection_id: connectionId, name: organization },
    ...form
  }: Omit<Parameters<typeof sendPasswordForm>[2], 'at' | 'organization'> & {
    readonly connection: Pick<ConnectionVersion, 'connection_id' | 'name'>
  },
) {
  const at = passwordPath.replace(':connectionId', connectionId)
  return sendPasswordForm(request as FastifyRequest, reply, { ...form, at, organization })
}

async function answerReturn(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const { state = '' } = request.query as { readonly state?: string }
  const answer = { connectionId: request.params.connectionId, state: String(state) }
  return guard(parts, request, reply, { context, findAim: lookUpAim(parts, request, answer.state) }, async () => {
    const finished = await finishByReturn(parts, answer, toPlace(parts, context))
    return goOn(parts, request, finished, context, reply)
  })
}

async function goOn(
  parts: SignOnRouteParts,
  request: Of,
  finished: Awaited<ReturnType<typeof finishByQuery>>,
  context: CallContext,
  reply: FastifyReply,
) {
  const concluded = await conclude(parts, finished, context).catch(async (error: unknown) => {
    // Our own second factor is still required, on a page without the password's.
    await parts.secondFactor.demand(error, context)
    if (error instanceof CallError && error.code === 'SECOND-FACTOR-REQUIRED') return null
    throw error
  })
  if (concluded === null) {
    keepWay(context, finished.request.to)
    return leadTo(reply, '/sso/code')
  }
  if (concluded.kind === 'confirmed') return sendConfirmed(request as FastifyRequest, reply)
  if (concluded.kind === 'tried') return leadTo(reply, '/msg/#!/administration/connections')
  keepSignedIn(context, concluded.signedIn, parts)
  return leadTo(reply, concluded.to)
}

function keepWay(context: CallContext, to: string | null): void {
  const name = hostCookie(context, wayCookie)
  if (to === null) context.clearCookie(name)
  else context.setCookie(name, to, { httpOnly: true, maxAge: cookieS })
}

async function takeCode(parts: SignOnRouteParts, request: FastifyRequest, reply: FastifyReply) {
  const context = createContext(request, reply)
  const { origin } = request.headers
  if (origin !== undefined && !parts.ownOrigins.mayChange(origin, context.calledOrigin))
    return sendProblem(request, reply, 'other-browser')
  const code = (new URLSearchParams(String(request.body ?? '')).get('code') ?? '').slice(0, 40)
  try {
    const signedIn = await parts.secondFactor.complete({ code, rememberDevice: false }, context)
    keepSignedIn(context, signedIn, parts)
    const to = returnPath(readHostCookie(context, wayCookie))
    keepWay(context, null)
    return leadTo(reply, to ?? '/', 303)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'CODE-WRONG') return sendCodeForm(request, reply, true)
    const problems = { 'CHALLENGE-EXPIRED': 'answer-late', 'TOO-MANY-REQUESTS': 'too-many' } as const
    const known = Object.hasOwn(problems, error.code) ? problems[error.code as keyof typeof problems] : null
    return sendProblem(request, reply, known ?? 'account-refused')
  }
}

async function describe(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const { database, ownOrigins } = parts
  const { connectionId } = request.params
  const origin = ownOrigins.issuerAt(`${request.protocol}://${request.host}`)
  const found = isId.test(connectionId) ? await findConnection(database.read, connectionId) : undefined
  if (found?.kind !== 'saml' || origin === null) return sendProblem(request as FastifyRequest, reply, 'off')
  const [{ describeUs }, { findSigner }] = await Promise.all([import('./saml.ts'), import('./signer.ts')])
  const signer = await findSigner(parts, found, new Date())
  const { answer: answerAt, entityId, logout } = listAddresses(origin, connectionId)
  return reply
    .type('application/samlmetadata+xml')
    .header('cache-control', 'no-store')
    .send(describeUs({ answerAt, entityId, logout, signer }))
}

/** OpenID Connect Back-Channel Logout: called by the provider, not by a browser. */
async function logOut(parts: SignOnRouteParts, request: Of, reply: FastifyReply) {
  const context = createContext(request as FastifyRequest, reply)
  const form = new URLSearchParams(String(request.body ?? ''))
  const token = form.get('logout_token') ?? ''
  const samlRequest = form.get('SAMLRequest')
  if (samlRequest !== null) return logOutBySaml(parts, request, reply, { samlRequest, form, context })
  reply.header('cache-control', 'no-store')
  const { origin, now } = context
  if (!isId.test(request.params.connectionId)) return reply.code(400).send({ error: 'invalid_request' })
  try {
    await endByProvider(parts, { connectionId: request.params.connectionId, token }, context)
    return reply.send()
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error
    if (await parts.limits.reserveRequest('sign-on', origin.address, now))
      await recordAttempt(parts, request.params.connectionId, error, context)
    return reply.code(400).send({ error: 'invalid_request' })
  }
}

/** A SAML provider ends a session, in its owner's browser; the provider gets an answer, if it wants one. */
function logOutBySaml(
  parts: SignOnRouteParts,
  request: Of,
  reply: FastifyReply,
  {
    samlRequest,
    form,
    context,
  }: { readonly samlRequest: string; readonly form: URLSearchParams; readonly context: CallContext },
) {
  const { connectionId } = request.params
  return guard(parts, request, reply, { context, findAim: () => 'sign-in' }, async () => {
    const { origin: at } = toPlace(parts, context)
    const relayState = (form.get('RelayState') ?? '').slice(0, 200)
    const back = await endBySaml(parts, { connectionId, request: samlRequest, relayState, at }, context)
    return leadTo(reply, back ?? '/login/', 303)
  })
}

/** Shows what went wrong on a separate page, and records it for administrators. */
async function guard(
  parts: SignOnRouteParts,
  request: Of,
  reply: FastifyReply,
  { context, findAim: readAim }: { readonly context: CallContext; readonly findAim: () => Aim },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { connectionId } = request.params
  const plain = request as FastifyRequest
  if (!isId.test(connectionId)) return sendProblem(plain, reply, 'off')
  try {
    return await work()
  } catch (error) {
    const findWay = (outcome: SignOnOutcome) =>
      findWayOn(readAim(), connectionId, outcome, request.routeOptions.url === passwordPath)
    // Too many messages of providers wait to be checked.
    if (error instanceof CallError && error.code === 'UNAVAILABLE') {
      if (error.retryAfterS !== null) reply.header('retry-after', error.retryAfterS)
      return sendProblem(plain, reply, 'too-busy', findWay('provider-unreachable'))
    }
    if (!(error instanceof SignOnFailure)) throw error
    if (error instanceof TooMany) return sendProblem(plain, reply, 'too-many')
    // Forged answers must not push real attempts out of administrators' view.
    const { origin, now } = context
    if (!(await parts.limits.reserveRequest('sign-on', origin.address, now))) {
      suspect(origin.address)
      return sendProblem(plain, reply, 'too-many')
    }
    await recordAttempt(parts, connectionId, error, context)
    return sendProblem(plain, reply, findProblem(error.outcome), findWay(error.outcome))
  }
}

function lookUpAim(parts: SignOnRouteParts, { params }: Of, state: string | null): () => Aim {
  return () => findAim(parts, params.connectionId, state)
}

/** Outcomes about the person whom the provider named, not about the provider. */
const ofPerson: readonly SignOnOutcome[] = ['groups-omitted', 'not-linked', 'account-refused', 'account-waiting']

/** Someone who was to confirm their identity, or who tested a connection, starts that again, not a sign-in. */
function findWayOn(aim: Aim, connectionId: string, outcome: SignOnOutcome, isTyped: boolean): WayOn {
  if (aim === 'trial') return { again: null, hint: 'trial.again', back: 'connections' }
  if (aim === 'sign-in') {
    const again = `/sso/${connectionId}/start`
    // The provider remembers whom it let in, and would name the same person again; a directory asks for the name each time.
    return ofPerson.includes(outcome) && !isTyped ? { again, another: `${again}?as=another` } : { again }
  }
  // Without the session to be confirmed, this browser cannot start again.
  if (outcome === 'other-browser') return { again: null, hint: 'confirm.gone', back: null }
  return { again: `/sso/${connectionId}/confirm`, hint: 'confirm.again', back: null }
}

function findProblem(outcome: SignOnOutcome): SignOnProblem {
  return outcome === 'signed-in' || outcome === 'tried' || outcome === 'linked' || outcome === 'signed-out'
    ? 'answer-invalid'
    : outcome
}

function toPlace({ ownOrigins }: SignOnRouteParts, context: CallContext) {
  const origin = ownOrigins.issuerAt(context.calledOrigin)
  if (origin === null) throw new SignOnFailure('answer-invalid', 'origin')
  const { now, origin: from } = context
  return { origin, browser: readHostCookie(context, browserCookie) ?? '', now, address: from.address }
}

function leadTo(reply: FastifyReply, address: string, status: 302 | 303 = 302): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, status)
}
