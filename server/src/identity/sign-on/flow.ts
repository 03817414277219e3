import { timingSafeEqual } from 'node:crypto'
import type { SignOnOutcome } from '@portico/rules/identity/connection'
import { returnPath } from '@portico/rules/session/sign-out'
import type { BrandService } from '../../brands/brand/service.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { type Database, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { type Limits, stranger } from '../../platform/limits/limits.ts'
import { isLastAdministrator, lockAdministration } from '../rights/administrators-statement.ts'
import type { SignedIn, SignIn } from '../sessions/sign-in.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { listAddresses } from './addresses.ts'
import { insertAttempt, keepSignedIn } from './attempt-store.ts'
import { type ConfirmParts, confirmOwner, findProvenAt, hasTrustedFactor } from './confirm.ts'
import {
  findAccountFor,
  findByMemberNumber,
  findLinked,
  findProvisioned,
  insertLink,
  isWithinConnection,
  linkExpected,
} from './link-store.ts'
import { type Arrived, type Proof, SignOnFailure } from './protocol.ts'
import {
  findRequest,
  insertRequest,
  keepAnswer,
  markAnswered,
  type SignOnRequest,
  takeAnswer,
} from './request-store.ts'
import { openSecret } from './secret.ts'
import { type ConnectionVersion, findConnection, findLive, findVersion, storeTrial, tooManyGroups } from './store.ts'

/** What a session already tells, or no one has to look into. */
const isGood: readonly SignOnOutcome[] = ['signed-in', 'tried', 'linked', 'signed-out']

export interface SignOnParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly signIn: SignIn
  readonly brands: BrandService
  /** Whether providers may stand in a private network. */
  readonly reach: Reach
}

/** Where, and in which browser, a sign-in begins. */
export interface SignOnPlace {
  readonly origin: string
  readonly browser: string
  readonly now: Date
}

/** How a sign-in by a connection goes on: someone is in or has confirmed that it is them, or an administrator has tried it. */
export type Concluded =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly to: string }
  | { readonly kind: 'tried' }
  | { readonly kind: 'confirmed' }

/** Begins a sign-in at the provider of a connection and returns its address there. Throws SignOnFailure. */
export async function beginSignOn(
  parts: SignOnParts,
  connection: ConnectionVersion,
  {
    origin,
    browser,
    now,
    triedBy,
    confirms,
  }: SignOnPlace & {
    readonly triedBy: string | null
    /** The session whose owner is to prove again who they are. */
    readonly confirms?: string
  },
): Promise<string> {
  const { connection_id: connectionId, version } = connection
  // An id of SAML begins with a letter or a line.
  const state = `_${newSecret()}`
  const begun = await beginAt(parts, connection, origin, { state, anew: confirms !== undefined })
  const proof = { ...begun.proof, ...(confirms !== undefined && { confirms }) }
  const request = { state, connectionId, version, browser, proof, triedBy }
  await insertRequest(parts.database, request, now)
  return begun.to
}

async function beginAt(
  parts: SignOnParts,
  connection: ConnectionVersion,
  origin: string,
  { state, anew }: { readonly state: string; readonly anew: boolean },
): Promise<{ readonly to: string; readonly proof: Proof }> {
  const { settings } = connection
  const { answer: answerAt, entityId, logout, password } = listAddresses(origin, connection.connection_id)
  // A directory has no pages: the name and the password are asked for on ours.
  if (settings.kind === 'ldap') return { to: `${password}?state=${state}`, proof: {} }
  // The libraries are only loaded where someone signs in by them.
  if (settings.kind === 'oidc') {
    const { beginOidc } = await import('./oidc.ts')
    return beginOidc(
      { settings, answerAt, secret: openSecret(parts.dataKey, connection), reach: parts.reach },
      state,
      anew,
    )
  }
  const { beginSaml } = await import('./saml.ts')
  return { to: await beginSaml({ settings, answerAt, entityId, logout }, state, anew), proof: {} }
}

/** What a provider's answer to us is: the parameters of OpenID Connect, or a form of SAML. */
export interface Answer {
  readonly connectionId: string
  readonly state: string
  readonly query: string
}

/** Takes the answer of an OpenID provider, in the browser that began (OS-62). Throws SignOnFailure. */
export async function finishByQuery(
  parts: SignOnParts,
  { connectionId, state, query }: Answer,
  { origin, browser, now }: SignOnPlace,
): Promise<Begun & { readonly arrived: Arrived }> {
  const { request, connection } = await findBegun(parts, connectionId, state, now)
  if (request.answered_at !== null) throw new SignOnFailure('answer-repeated')
  checkBrowser(request, browser)
  const { settings } = connection
  if (settings.kind !== 'oidc') throw new SignOnFailure('answer-invalid', 'kind')
  const isFirst = await markAnswered(parts.database.read, request, now)
  if (!isFirst) throw new SignOnFailure('answer-repeated')
  const { finishOidc } = await import('./oidc.ts')
  const { answer: answerAt } = listAddresses(origin, connectionId)
  const client = { settings, answerAt, secret: openSecret(parts.dataKey, connection), reach: parts.reach }
  const arrived = await finishOidc(client, { query, state, proof: request.proof })
  return { request, connection, arrived }
}

/**
 * Takes a form from a SAML provider (OS-63) and keeps what it proves until the browser comes back for it: a form from another site brings no
 * cookies. Throws SignOnFailure.
 */
export async function acceptForm(
  parts: SignOnParts,
  {
    connectionId,
    state,
    response,
  }: { readonly connectionId: string; readonly state: string; readonly response: string },
  { origin, now }: Pick<SignOnPlace, 'origin' | 'now'>,
): Promise<void> {
  const { request, connection } = await findBegun(parts, connectionId, state, now)
  if (request.answered_at !== null) throw new SignOnFailure('answer-repeated')
  const { settings } = connection
  if (settings.kind !== 'saml') throw new SignOnFailure('answer-invalid', 'kind')
  const { finishSaml } = await import('./saml.ts')
  const { answer: answerAt, entityId, logout } = listAddresses(origin, connectionId)
  const arrived = await finishSaml({ settings, answerAt, entityId, logout }, response, state)
  const isFirst = await parts.database.transaction(
    async (tx) => (await markAnswered(tx, request, now)) && keepAnswer(tx, request, arrived),
  )
  if (!isFirst) throw new SignOnFailure('answer-repeated')
}

/** Whether a name and a password may be asked for, for a sign-in that this browser began and that is still open. Throws SignOnFailure. */
export async function findOpen(
  parts: Pick<SignOnParts, 'database'>,
  { connectionId, state }: Pick<Answer, 'connectionId' | 'state'>,
  { browser, now }: Pick<SignOnPlace, 'browser' | 'now'>,
): Promise<Begun> {
  const begun = await findBegun(parts, connectionId, state, now)
  if (begun.request.answered_at !== null) throw new SignOnFailure('answer-repeated')
  checkBrowser(begun.request, browser)
  return begun
}

/**
 * Asks a directory about a name and a password (OS-64). A wrong one leaves the sign-in open. Both count before the directory is asked, and by
 * the address too, so that no one tries one password for many names. Throws SignOnFailure.
 */
export async function finishByPassword(
  parts: SignOnParts & { readonly limits: Limits },
  { typed, ...answer }: Pick<Answer, 'connectionId' | 'state'> & { readonly typed: Typed },
  place: Pick<SignOnPlace, 'browser' | 'now'> & { readonly address: string },
): Promise<Begun & { readonly arrived: Arrived }> {
  const { limits, database } = parts
  const { request, connection } = await findOpen(parts, answer, place)
  const { settings } = connection
  if (settings.kind !== 'ldap') throw new SignOnFailure('answer-invalid', 'kind')
  if (!(await limits.reserveRequest('sign-on', place.address, place.now))) throw new TooManyPasswords()
  const counted = `${answer.connectionId} ${typed.name.trim().toLowerCase()}`
  if (!(await limits.reserveDirectory(counted, stranger(place), place.now))) throw new TooManyPasswords()
  const { signInAt } = await import('./directory.ts')
  const client = { settings, secret: openSecret(parts.dataKey, connection), reach: parts.reach }
  // A directory takes many spellings for one name: whom it finds is counted as well.
  const isCounted = new Set<string>()
  const onFound = async (subject: string | null) => {
    // An unknown name takes as long.
    const key = subject ?? `${counted} nobody`
    if (isCounted.has(key)) return
    isCounted.add(key)
    if (!(await limits.reserveDirectory(key, stranger(place), place.now))) throw new TooManyPasswords()
  }
  const arrived = await signInAt(client, { name: typed.name.trim(), password: typed.password }, onFound)
  const isFirst = await database.transaction(async (tx) => {
    const marked = await markAnswered(tx, request, place.now)
    await limits.succeedDirectory(tx, [counted, arrived.subject], place.address)
    // Last, because all of a network count there.
    await limits.giveBackRequest(tx, 'sign-on', place.address)
    return marked
  })
  if (!isFirst) throw new SignOnFailure('answer-repeated')
  return { request, connection, arrived }
}

/** What someone has typed for a directory. */
export interface Typed {
  readonly name: string
  readonly password: string
}

/** There were so many wrong passwords that the directory is not asked. */
export class TooManyPasswords extends SignOnFailure {
  constructor() {
    super('password-wrong')
  }
}

/** A sign-in that was begun, with the settings it was begun with. */
interface Begun {
  readonly request: SignOnRequest
  readonly connection: ConnectionVersion
}

/**
 * Takes a form that begins at the provider, where the connection says so (OS-63): each assertion once, for the browser that brings it. Returns
 * the state to come back with. Throws SignOnFailure.
 */
export async function acceptUnasked(
  parts: SignOnParts,
  form: { readonly connectionId: string; readonly response: string; readonly relayState: string },
  { origin, browser, now }: SignOnPlace,
): Promise<string> {
  const { database } = parts
  const connection = await findLive(database.read, form.connectionId)
  const settings = connection?.settings
  if (connection === undefined || settings?.kind !== 'saml' || !settings.takesUnasked)
    throw new SignOnFailure('answer-invalid', 'answers no request')
  const { readUnasked } = await import('./saml.ts')
  const { answer: answerAt, entityId, logout } = listAddresses(origin, form.connectionId)
  const { id, arrived } = await readUnasked({ settings, answerAt, entityId, logout }, form.response)
  const state = `_${newSecret()}`
  const shared = { connectionId: form.connectionId, version: connection.version, browser, triedBy: null }
  const proof = { to: returnPath(form.relayState) ?? '/' }
  await database.transaction(async (tx) => {
    // The assertion's own id is taken, too, so that it is good once.
    const isFirst = await insertRequest(runIn(tx), { ...shared, state: `${form.connectionId} ${id}`, proof: {} }, now)
    if (!isFirst) throw new SignOnFailure('answer-repeated')
    const request = { ...shared, state, proof }
    await insertRequest(runIn(tx), request, now)
    const kept = { state_hash: hashSecret(state) }
    await markAnswered(tx, kept, now)
    await keepAnswer(tx, kept, arrived)
  })
  return state
}

/** What a form has proven, for the browser that began, once. Throws SignOnFailure. */
export async function finishByReturn(
  parts: SignOnParts,
  { connectionId, state }: Pick<Answer, 'connectionId' | 'state'>,
  { browser, now }: Pick<SignOnPlace, 'browser' | 'now'>,
): Promise<Begun & { readonly arrived: Arrived }> {
  const { request, connection } = await findBegun(parts, connectionId, state, now)
  checkBrowser(request, browser)
  const arrived = await parts.database.transaction((tx) => takeAnswer(tx, request))
  if (arrived === null) throw new SignOnFailure('answer-repeated')
  return { request, connection, arrived }
}

/** A request of this connection whose answer may still come, and the settings that it was made with, if they are still in use. */
async function findBegun(
  { database }: Pick<SignOnParts, 'database'>,
  connectionId: string,
  state: string,
  now: Date,
): Promise<Begun> {
  const request = await findRequest(database.read, state)
  if (request === null || request.connection_id !== connectionId) throw new SignOnFailure('answer-invalid', 'state')
  if (request.expires_at <= now) throw new SignOnFailure('answer-late', 'time at the provider')
  const connection = await findVersion(database.read, connectionId, request.version)
  const isInUse =
    request.tried_by === null ? connection?.live_version === request.version : connection?.state === 'waiting'
  if (connection === undefined || !isInUse) throw new SignOnFailure('answer-late', 'settings changed')
  return { request, connection }
}

/** What a sign-in was begun for: to get in, to confirm before a change who one is, or to try a connection. */
export type Aim = 'sign-in' | 'confirm' | 'trial'

/** What whoever comes back with a state has begun; a sign-in if nothing is known of it. */
export async function findAim(
  { database }: Pick<SignOnParts, 'database'>,
  connectionId: string,
  state: string | null,
): Promise<Aim> {
  const request = state === null ? null : await findRequest(database.read, state)
  if (request === null || request.connection_id !== connectionId) return 'sign-in'
  return request.tried_by !== null ? 'trial' : request.proof.confirms !== undefined ? 'confirm' : 'sign-in'
}

/** Another browser may have been lured into finishing what someone else began. */
function checkBrowser({ browser_hash: expected }: SignOnRequest, browser: string): void {
  if (!timingSafeEqual(expected, hashSecret(browser))) throw new SignOnFailure('other-browser')
}

export interface ConcludeParts {
  /** Gives a member of staff what the groups mean that the provider names (OS-67). */
  readonly settleGroups: (
    arrived: { readonly connection: ConnectionVersion; readonly accountId: string; readonly names: readonly string[] },
    context: AuditContext,
  ) => Promise<void>
}

/** Signs in whom the provider names, or keeps what arrived for the administrator who tries it. Throws SignOnFailure. */
export async function conclude(
  parts: SignOnParts & ConcludeParts & ConfirmParts,
  { request, connection, arrived }: Begun & { readonly arrived: Arrived },
  context: CallContext,
): Promise<Concluded> {
  if (request.tried_by !== null) {
    await keepTrial(parts, connection, arrived, context)
    return { kind: 'tried' }
  }
  const { confirms } = request.proof
  if (confirms !== undefined) {
    await confirmOwner(parts, { sessionId: confirms, since: request.created_at, connection, arrived }, context)
    return { kind: 'confirmed' }
  }
  const { connection_id: connectionId, version, settings } = connection
  // Rights are neither given nor taken by what is not known.
  if (lacksGroups(connection, arrived)) throw new SignOnFailure('groups-omitted')
  const accountId = await findWhom(parts, connection, arrived, context)
  if (accountId === null) throw new SignOnFailure('not-linked')
  await requireAllowed(parts.database.read, connection, accountId)
  // A connection that reads no groups any more gives none: what they meant is taken.
  const names = settings.groupsClaim === '' ? [] : readValues(arrived, settings.groupsClaim)
  if (connection.audience === 'staff') await parts.settleGroups({ connection, accountId, names }, context)
  await requireWithin(parts.database.read, connection, accountId)
  const proof = {
    method: 'provider',
    connectionId,
    version,
    session: arrived.session,
    hasFactor: hasTrustedFactor(settings, arrived),
    provenAt: findProvenAt(arrived, context.now),
  } as const
  const signedIn = await parts.signIn.proceed(accountId, proof, context).catch((error: unknown) => {
    if (error instanceof CallError && !('proven' in error && error.code === 'SECOND-FACTOR-REQUIRED'))
      throw new SignOnFailure('account-refused', error.code)
    throw error
  })
  const knownAs = settings.kind === 'ldap' ? (readValues(arrived, settings.loginAttribute)[0] ?? null) : null
  await keepSignedIn(parts.database, { connectionId, accountId, knownAs }, context.now)
  return { kind: 'signed-in', signedIn, to: request.proof.to ?? '/' }
}

/** The account that the identity is linked to, or now is: by what administrators expect, SCIM has said, or a member's number (OS-61, OS-65). */
async function findWhom(
  { database }: SignOnParts,
  connection: ConnectionVersion,
  { issuer, subject, claims }: Arrived,
  context: CallContext,
): Promise<string | null> {
  const { connection_id: connectionId, audience, brand, settings } = connection
  const linked = await findLinked(database.read, connectionId, { issuer, subject })
  if (linked !== null) return linked
  const names = readValues({ claims }, settings.nameClaim)
  const identity = { issuer, subject, now: context.now }
  return database.transaction(async (tx) => {
    if (audience === 'staff') await lockAdministration(tx)
    const expected = await linkExpected(tx, connectionId, names, identity)
    const known =
      expected !== null
        ? null
        : audience === 'members'
          ? await findByMemberNumber(tx, brand, names)
          : await findProvisioned(tx, { audience, brand }, names)
    const isNew = known !== null && (await insertLink(tx, connectionId, known, identity))
    const accountId = expected ?? (isNew ? known : null)
    if (accountId === null) return null
    await requireLinkable(tx, connection, accountId)
    const record = { recordType: 'account', recordId: accountId, memberId: null }
    await audit(tx, null, { action: 'sign-in.link', ...record }, context)
    await insertAttempt(tx, {
      connection_id: connectionId,
      at: context.now,
      outcome: 'linked',
      detail: null,
      is_test: false,
    })
    return accountId
  })
}

/** Throws SignOnFailure for whom the connection could not let in, so that nothing is linked and they keep their password. */
async function requireLinkable(tx: Tx, connection: ConnectionVersion, accountId: string): Promise<void> {
  await requireAllowed(tx, connection, accountId)
  await requireWithin(tx, connection, accountId)
  // They may have become it since they were expected.
  if (connection.audience === 'staff' && (await isLastAdministrator(tx, accountId)))
    throw new SignOnFailure('account-refused', 'last administrator with a password')
}

async function requireAllowed(db: Reader, connection: ConnectionVersion, accountId: string): Promise<void> {
  if ((await findAccountFor(db, connection, { accountId })) === null)
    throw new SignOnFailure('account-refused', 'audience or brand')
}

async function requireWithin(db: Reader, connection: ConnectionVersion, accountId: string): Promise<void> {
  if (!(await isWithinConnection(db, connection, accountId)))
    throw new SignOnFailure('account-refused', 'rights beyond the brand')
}

/** Whether there are groups of someone that would count, but did not arrive. */
function lacksGroups({ audience, settings }: ConnectionVersion, { omitsGroups }: Arrived): boolean {
  return audience === 'staff' && settings.groupsClaim !== '' && omitsGroups === true
}

function readValues({ claims }: Pick<Arrived, 'claims'>, name: string): readonly string[] {
  return (Object.hasOwn(claims, name) ? claims[name] : null) ?? []
}

async function keepTrial(
  parts: SignOnParts,
  connection: ConnectionVersion,
  arrived: Arrived,
  { now, origin }: CallContext,
): Promise<void> {
  const { connection_id: connectionId } = connection
  const { issuer, subject, claims, factors } = arrived
  const shown = {
    ...{ ...claims, '(issuer)': [issuer], '(subject)': [subject], '(factors)': factors },
    ...(lacksGroups(connection, arrived) && { [tooManyGroups]: [] }),
  }
  await parts.database.transaction(async (tx) => {
    await storeTrial(tx, connection, { arrived: shown, now })
    const record = { recordType: 'connection', recordId: connectionId }
    await audit(tx, null, { action: 'connection.tried', ...record }, { now, origin })
    await insertAttempt(tx, { connection_id: connectionId, at: now, outcome: 'tried', detail: null, is_test: true })
  })
}

/** Notes and audits how a sign-in by a connection went, for administrators (OS-71). */
export async function recordAttempt(
  { database }: Pick<SignOnParts, 'database'>,
  connectionId: string,
  { outcome, detail = null }: { readonly outcome: SignOnOutcome; readonly detail?: string | null },
  context: AuditContext,
): Promise<void> {
  if ((await findConnection(database.read, connectionId)) === undefined) return
  const attempt = { connection_id: connectionId, at: context.now, outcome, detail, is_test: false }
  await database.transaction(async (tx) => {
    await insertAttempt(tx, attempt)
    if (isGood.includes(outcome)) return
    const record = { recordType: 'connection', recordId: connectionId, outcome: 'refused' } as const
    await audit(tx, null, { action: `sign-in ${outcome}`, ...record }, context)
  })
}
