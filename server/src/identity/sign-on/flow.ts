import { timingSafeEqual } from 'node:crypto'
import { everyBrand } from '@portico/rules/brand/every'
import type { SignOnOutcome } from '@portico/rules/identity/connection'
import { returnPath } from '@portico/rules/session/sign-out'
import type { BrandService } from '../../brands/brand/service.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { type Database, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { directoryKeys, type Limits } from '../../platform/limits/limits.ts'
import { isLastAdministrator, lockAdministration } from '../rights/administrators-statement.ts'
import { readScope } from '../rights/scope.ts'
import { AnswerRepeated } from '../sessions/open-session.ts'
import type { SignedIn, SignIn } from '../sessions/sign-in.ts'
import { listAddresses } from './addresses.ts'
import { type CheckedAnswer, settleAnswer } from './answer-statement.ts'
import { insertAttempt } from './attempt-store.ts'
import { type ConfirmParts, confirmOwner, findProvenAt, hasTrustedFactor } from './confirm.ts'
import {
  areWithin,
  findAccountFor,
  findByMemberNumber,
  findLinked,
  insertLink,
  isAccountFor,
  isWithinConnection,
  linkExpected,
  lockProvisioned,
} from './link-store.ts'
import { makePerson, makesPeople, type PersonMaking } from './making.ts'
import { type Arrived, SignOnFailure } from './protocol.ts'
import { keepAnswer, keepMessage, takeAnswer } from './request-store.ts'
import type { SamlChecks } from './saml-checks.ts'
import { openSecret } from './secret.ts'
import { countPassword, type Identity, type KnownPerson, readStanding, type Standing } from './standing-statement.ts'
import { hashBrowser, nameNonce, openRequest, type SignOnRequest, sealRequest } from './state.ts'
import {
  type ConnectionVersion,
  findConnection,
  findLive,
  recallVersion,
  storeTrial,
  tooManyGroups,
  VersionGone,
} from './store.ts'
import { isShut, suspect } from './suspects.ts'

/** Outcomes that the session already shows, or that no one has to look into. */
const isGood: readonly SignOnOutcome[] = ['signed-in', 'tried', 'linked', 'signed-out']

export interface SignOnParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly signIn: SignIn
  readonly brands: BrandService
  /** Whether providers may be in a private network. */
  readonly reach: Reach
}

/** Where, and in which browser, a sign-in begins. */
export interface SignOnPlace {
  readonly origin: string
  readonly browser: string
  readonly now: Date
  readonly address: string
}

/** How a sign-in by a connection ends: someone is signed in or has confirmed their identity, or an administrator has tested it. */
export type Concluded =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly to: string }
  | { readonly kind: 'tried' }
  | { readonly kind: 'confirmed' }

/**
 * Begins a sign-in at a connection's provider and returns the address there. Nothing is stored, so that people may begin as often as they
 * like. Throws SignOnFailure.
 */
export async function beginSignOn(
  parts: SignOnParts,
  connection: ConnectionVersion,
  {
    origin,
    browser,
    now,
    triedBy = null,
    confirms = null,
    anew = confirms !== null,
  }: Omit<SignOnPlace, 'address'> & {
    readonly triedBy?: string | null
    /** The session whose owner must prove their identity again. */
    readonly confirms?: string | null
    /** Whether the provider must authenticate the person again, even if it remembers someone. */
    readonly anew?: boolean
  },
): Promise<{ readonly state: string; readonly to: string }> {
  const { connection_id: connectionId, version, settings } = connection
  const begun = { connectionId, version, browser, triedBy, confirms }
  const { state, verifier } = sealRequest(parts.dataKey, begun, now)
  const { answer: answerAt, entityId, logout, password } = listAddresses(origin, connectionId)
  // A directory has no pages: the name and the password are entered on ours.
  if (settings.kind === 'ldap') return { state, to: `${password}?state=${state}` }
  // The libraries are loaded only when someone signs in with them.
  if (settings.kind === 'oidc') {
    const { beginOidc } = await import('./oidc.ts')
    const client = { settings, answerAt, secret: openSecret(parts.dataKey, connection), reach: parts.reach }
    const nonce = nameNonce({ verifier })
    return { state, to: await beginOidc(client, { state, verifier, nonce, anew }) }
  }
  const { beginSaml } = await import('./saml.ts')
  return { state, to: await beginSaml({ settings, answerAt, entityId, logout }, state, anew) }
}

/** A provider's answer: OpenID Connect parameters, or a SAML form. */
export interface Answer {
  readonly connectionId: string
  readonly state: string
  readonly query: string
}

/**
 * Takes an OpenID provider's answer, in the browser that began the sign-in (OS-62). What has become of the sign-in is asked once the person
 * is known. Throws SignOnFailure.
 */
export async function finishByQuery(
  parts: SignOnParts & { readonly limits: Limits },
  { connectionId, state, query }: Answer,
  { origin, browser, now, address }: SignOnPlace,
): Promise<Proven> {
  const { database, dataKey, limits, reach } = parts
  const request = requireOwn(parts, { connectionId, state }, { browser, now })
  if (await isShut(limits, address, now)) throw new TooMany()
  const { settings, ...sealed } = await recall(database, request)
  if (settings.kind !== 'oidc') throw new SignOnFailure('answer-invalid', 'kind')
  const { finishOidc } = await import('./oidc.ts')
  const { answer: answerAt } = listAddresses(origin, connectionId)
  const client = { settings, answerAt, secret: openSecret(dataKey, sealed), reach }
  const proof = { verifier: request.verifier, nonce: nameNonce(request) }
  const arrived = await finishOidc(client, { query, state, proof }).catch(async (error: unknown) => {
    // An answer that comes twice or too late fails at the provider, too.
    judgeStanding(request, await readStanding(database, request, null))
    throw error
  })
  const standing = await readStanding(database, request, arrived)
  const connection = judgeStanding(request, standing)
  return { request, connection, arrived, known: standing.known, answer: { request, counts: null } }
}

/**
 * Takes a form from a SAML provider (OS-63) and stores what it proves until the browser comes back for it, because a form from another site
 * carries no cookies. Throws SignOnFailure.
 */
export async function acceptForm(
  parts: SignOnParts & { readonly saml: SamlChecks },
  {
    connectionId,
    state,
    response,
  }: { readonly connectionId: string; readonly state: string; readonly response: string },
  { origin, now }: Pick<SignOnPlace, 'origin' | 'now'>,
): Promise<void> {
  const request = requireRequest(parts, { connectionId, state }, now)
  const { settings } = await requireOpen(parts, request)
  if (settings.kind !== 'saml') throw new SignOnFailure('answer-invalid', 'kind')
  const { answer: answerAt, entityId, logout } = listAddresses(origin, connectionId)
  const arrived = await parts.saml.finish({ settings, answerAt, entityId, logout }, response, state)
  if (!(await keepAnswer(parts.database, request, arrived, now))) throw new SignOnFailure('answer-repeated')
}

/**
 * Checks that this browser began the sign-in and that it is still open, before a name and a password are requested. Throws SignOnFailure.
 */
export async function findOpen(
  parts: Pick<SignOnParts, 'database' | 'dataKey'>,
  answer: Pick<Answer, 'connectionId' | 'state'>,
  place: Pick<SignOnPlace, 'browser' | 'now'>,
): Promise<Begun> {
  const request = requireOwn(parts, answer, place)
  return { request, connection: await requireOpen(parts, request) }
}

/**
 * Checks a name and a password against a directory (OS-64). A wrong password leaves the sign-in open. Before a password is tried, it is
 * counted by the address and by whose it is, so that no one tries many, nor one for many names; a directory accepts many spellings of one
 * name, so that a name counts only if it finds no one. Throws SignOnFailure.
 */
export async function finishByPassword(
  parts: SignOnParts & { readonly limits: Limits },
  { typed, ...answer }: Pick<Answer, 'connectionId' | 'state'> & { readonly typed: Typed },
  place: Pick<SignOnPlace, 'browser' | 'now' | 'address'>,
): Promise<Proven> {
  const { database, dataKey, limits, reach } = parts
  const { address, now } = place
  const request = requireOwn(parts, answer, place)
  if (await isShut(limits, address, now)) throw new TooMany()
  const { settings, ...sealed } = await recall(database, request)
  if (settings.kind !== 'ldap') throw new SignOnFailure('answer-invalid', 'kind')
  const named = `${answer.connectionId} ${typed.name.trim().toLowerCase()}`
  const counted = new Map<string, Standing>()
  const onFound = async (identity: Identity | null) => {
    const key = identity?.subject ?? named
    // Another of its servers found the same person.
    if (counted.has(key)) return
    const standing = await countPassword(database, request, identity, directoryKeys(key, address), now)
    judgeStanding(request, standing)
    counted.set(key, standing)
    if (standing.counted) return
    if (!standing.open) suspect(address)
    throw new TooMany()
  }
  const { signInAt } = await import('./directory.ts')
  const client = { settings, secret: openSecret(dataKey, sealed), reach }
  const arrived = await signInAt(client, { name: typed.name.trim(), password: typed.password }, onFound)
  const standing = counted.get(arrived.subject)
  if (standing === undefined) throw new Error('Everyone found was counted.')
  const counts = directoryKeys(arrived.subject, address)
  const connection = judgeStanding(request, standing)
  return { request, connection, arrived, known: standing.known, answer: { request, counts } }
}

/** What someone typed for a directory. */
export interface Typed {
  readonly name: string
  readonly password: string
}

/** After too many wrong answers or passwords, none is tried. */
export class TooMany extends SignOnFailure {
  constructor() {
    super('password-wrong')
  }
}

/** A sign-in under way, with the settings with which it began. */
interface Begun {
  readonly request: SignOnRequest
  readonly connection: ConnectionVersion
}

/** A provider's assertion about someone, and the person it means. */
export interface Proven extends Begun {
  readonly arrived: Arrived
  readonly known: KnownPerson | null
  /** Still to be recorded, so that it works once; null: it has been. */
  readonly answer: CheckedAnswer | null
}

/**
 * Takes a form that was started at the provider, if the connection allows that (OS-63): each assertion once, for the browser that brings
 * it. Returns the state to come back with. Throws SignOnFailure.
 */
export async function acceptUnasked(
  parts: SignOnParts & { readonly saml: SamlChecks },
  form: { readonly connectionId: string; readonly response: string; readonly relayState: string },
  { origin, browser, now }: SignOnPlace,
): Promise<string> {
  const { database } = parts
  const connection = await findLive(database.read, form.connectionId)
  const settings = connection?.settings
  if (connection === undefined || settings?.kind !== 'saml' || !settings.takesUnasked)
    throw new SignOnFailure('answer-invalid', 'answers no request')
  const { answer: answerAt, entityId, logout } = listAddresses(origin, form.connectionId)
  const { id, arrived } = await parts.saml.readUnasked({ settings, answerAt, entityId, logout }, form.response)
  const { connectionId } = form
  const { version } = connection
  const begun = { connectionId, version, browser, to: returnPath(form.relayState) ?? '/' }
  const { state } = sealRequest(parts.dataKey, begun, now)
  const request = requireRequest(parts, { connectionId, state }, now)
  await database.transaction(async (tx) => {
    // The assertion's own id is recorded, too, so that it works only once.
    if (!(await keepMessage(tx, { connectionId, version, name: id }, now))) throw new SignOnFailure('answer-repeated')
    await keepAnswer(runIn(tx), request, arrived, now)
  })
  return state
}

/** What a form has proven, for the browser that began, once. Throws SignOnFailure. */
export async function finishByReturn(
  parts: SignOnParts,
  answer: Pick<Answer, 'connectionId' | 'state'>,
  place: Pick<SignOnPlace, 'browser' | 'now'>,
): Promise<Proven> {
  const request = requireOwn(parts, answer, place)
  const arrived = await takeAnswer(parts.database, request)
  const { connection, known } = await readStanding(parts.database, request, arrived)
  const proven = { request, connection: requireInUse(request, connection), known, answer: null }
  if (arrived === null) throw new SignOnFailure('answer-repeated')
  return { ...proven, arrived }
}

/** A sign-in of this connection that can still be answered. Throws SignOnFailure. */
function requireRequest(
  { dataKey }: Pick<SignOnParts, 'dataKey'>,
  { connectionId, state }: Pick<Answer, 'connectionId' | 'state'>,
  now: Date,
): SignOnRequest {
  const request = openRequest(dataKey, connectionId, state)
  if (request === null) throw new SignOnFailure('answer-invalid', 'state')
  if (request.expiresAt <= now) throw new SignOnFailure('answer-late', 'time at the provider')
  return request
}

/** The same, if this browser began it: someone may have lured another one into finishing their sign-in. */
function requireOwn(
  parts: Pick<SignOnParts, 'dataKey'>,
  answer: Pick<Answer, 'connectionId' | 'state'>,
  { browser, now }: Pick<SignOnPlace, 'browser' | 'now'>,
): SignOnRequest {
  const request = requireRequest(parts, answer, now)
  if (!timingSafeEqual(request.browserHash, hashBrowser(browser))) throw new SignOnFailure('other-browser')
  return request
}

async function requireOpen({ database }: Pick<SignOnParts, 'database'>, request: SignOnRequest) {
  return judgeStanding(request, await readStanding(database, request, null))
}

function judgeStanding(request: SignOnRequest, { connection, isAnswered }: Standing): ConnectionVersion {
  const inUse = requireInUse(request, connection)
  if (isAnswered) throw new SignOnFailure('answer-repeated')
  return inUse
}

function requireInUse(
  { version, triedBy }: Pick<SignOnRequest, 'version' | 'triedBy'>,
  connection: ConnectionVersion | undefined,
): ConnectionVersion {
  const isInUse = triedBy === null ? connection?.live_version === version : connection?.state === 'waiting'
  if (connection === undefined || !isInUse) throw new SignOnFailure('answer-late', 'settings changed')
  return connection
}

/** The settings with which a sign-in began, whether or not they are still in use. */
async function recall({ read }: Pick<Database, 'read'>, { connectionId, version }: SignOnRequest) {
  return recallVersion(read, connectionId, version).catch((error: unknown) => {
    throw error instanceof VersionGone ? new SignOnFailure('answer-late', 'settings changed') : error
  })
}

/** Purpose of a sign-in: to get in, to confirm one's identity before a change, or to test a connection. */
export type Aim = 'sign-in' | 'confirm' | 'trial'

/** The purpose of the sign-in with a state; `sign-in` if it is unknown. */
export function findAim({ dataKey }: Pick<SignOnParts, 'dataKey'>, connectionId: string, state: string | null): Aim {
  const request = state === null ? null : openRequest(dataKey, connectionId, state)
  return request === null ? 'sign-in' : nameAim(request)
}

function nameAim({ triedBy, confirms }: SignOnRequest): Aim {
  return triedBy !== null ? 'trial' : confirms !== null ? 'confirm' : 'sign-in'
}

export interface ConcludeParts {
  /**
   * Gives staff the rights of the groups that the provider names (OS-67); returns whether any changed. `accountId` null: a test only
   * records the groups.
   */
  readonly settleGroups: (
    arrived: {
      readonly connection: ConnectionVersion
      readonly accountId: string | null
      readonly names: readonly string[]
      readonly before: readonly string[] | null
    },
    context: AuditContext,
  ) => Promise<boolean>
  /** Creates accounts for unknown people, if a connection allows it (OS-61). */
  readonly making: PersonMaking
}

/** Signs in the person whom the provider names, or stores what arrived for the administrator who tests it. Throws SignOnFailure. */
export async function conclude(
  parts: SignOnParts & ConcludeParts & ConfirmParts,
  proven: Proven,
  context: CallContext,
): Promise<Concluded> {
  const { request, connection, arrived } = proven
  if (nameAim(request) === 'sign-in')
    return letIn(parts, proven, context).catch(async (error: unknown) => {
      // Whoever is not let in has used up their answer, too.
      if (!(error instanceof AnswerRepeated)) await settle(parts, proven, context)
      throw error instanceof AnswerRepeated ? new SignOnFailure('answer-repeated') : error
    })
  await settle(parts, proven, context)
  if (request.confirms === null) {
    await keepTrial(parts, connection, arrived, context)
    return { kind: 'tried' }
  }
  const confirming = { sessionId: request.confirms, since: request.beganAt, connection, arrived }
  await confirmOwner(parts, confirming, context)
  return { kind: 'confirmed' }
}

/** Throws SignOnFailure if another answer was recorded meanwhile. */
async function settle({ database }: SignOnParts, { answer }: Proven, { now }: CallContext): Promise<void> {
  if (answer !== null && !(await settleAnswer(database, answer, now))) throw new SignOnFailure('answer-repeated')
}

/** Opens the session, which also records the answer. */
async function letIn(
  parts: SignOnParts & ConcludeParts,
  { request, connection, arrived, known: person, answer }: Proven,
  context: CallContext,
): Promise<Concluded> {
  const { connection_id: connectionId, version, settings } = connection
  // Unknown groups neither give nor take rights.
  if (lacksGroups(connection, arrived)) throw new SignOnFailure('groups-omitted')
  const accountId = person?.account.account_id ?? (await linkWhom(parts, connection, arrived, context))
  if (accountId === null) throw new SignOnFailure('not-linked')
  // A person linked just now was checked in the same transaction.
  if (person !== null && !isAccountFor(connection, person.account))
    throw new SignOnFailure('account-refused', 'audience or brand')
  // A connection that no longer reads groups gives none: their rights are taken away.
  const names = settings.groupsClaim === '' ? [] : readValues(arrived, settings.groupsClaim)
  const arrivedGroups = { connection, accountId, names, before: person?.groups ?? null }
  const hasChanged = connection.audience === 'staff' && (await parts.settleGroups(arrivedGroups, context))
  const read = hasChanged ? null : person
  if (read === null) await requireWithin(parts.database.read, connection, accountId)
  else if (!areWithin(connection, { ...read, entitlements: read.account.entitlements }))
    throw new SignOnFailure('account-refused', 'rights beyond the brand')
  if (makesPeople(connection)) await requireRights(parts.database.read, accountId)
  const proof = {
    method: 'provider',
    connectionId,
    version,
    session: arrived.session,
    hasFactor: hasTrustedFactor(settings, arrived),
    provenAt: findProvenAt(arrived, context.now),
    knownAs: settings.kind === 'ldap' ? (readValues(arrived, settings.loginAttribute)[0] ?? null) : null,
    ...(answer && { answer }),
  } as const
  const signedIn = await parts.signIn.proceed(accountId, proof, context, read?.account).catch((error: unknown) => {
    if (error instanceof AnswerRepeated) throw error
    if (error instanceof CallError && !('proven' in error && error.code === 'SECOND-FACTOR-REQUIRED'))
      throw new SignOnFailure('account-refused', error.code)
    throw error
  })
  return { kind: 'signed-in', signedIn, to: request.to ?? '/' }
}

/** Links the identity to an account: by administrators' expectations, SCIM, or a member number (OS-61, OS-65). */
async function linkWhom(
  { database, brands, making }: SignOnParts & ConcludeParts,
  connection: ConnectionVersion,
  arrived: Arrived,
  context: CallContext,
): Promise<string | null> {
  const { issuer, subject, claims } = arrived
  const { connection_id: connectionId, audience, brand, settings } = connection
  const names = readValues({ claims }, settings.nameClaim)
  const identity = { issuer, subject, now: context.now }
  const passwordHash = makesPeople(connection) ? await making.unusableHash() : null
  const ofPerson = brand === everyBrand ? brands.at(context) : brands.get(brand)
  return database.transaction(async (tx) => {
    if (audience === 'staff') await lockAdministration(tx)
    // The person may have arrived twice at the same moment.
    const already = passwordHash === null ? null : await findLinked(tx, connectionId, identity)
    if (already !== null) return already
    const expected = await linkExpected(tx, connectionId, names, identity)
    const known =
      expected !== null
        ? null
        : audience === 'members'
          ? await findByMemberNumber(tx, brand, names)
          : await lockProvisioned(tx, { audience, brand }, names)
    const isNew = known !== null && (await insertLink(tx, connectionId, known, identity))
    const person = { connection, arrived, names, brand: ofPerson }
    const isUnknown = expected === null && known === null
    const made =
      isUnknown && passwordHash !== null ? await makePerson(tx, making, { ...person, passwordHash }, context) : null
    const accountId = expected ?? (isNew ? known : null) ?? made
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

/** Throws SignOnFailure if the connection could not let the person in, so that nothing is linked and they keep their password. */
async function requireLinkable(tx: Tx, connection: ConnectionVersion, accountId: string): Promise<void> {
  await requireAllowed(tx, connection, accountId)
  await requireWithin(tx, connection, accountId)
  // They may have become the last administrator since they were expected.
  if (
    connection.audience === 'staff' &&
    (await isLastAdministrator(tx, accountId, { linking: connection.connection_id }))
  )
    throw new SignOnFailure('account-refused', 'last administrator with a password')
}

/** Throws SignOnFailure if an administrator has not given the person any rights yet, to tell them so. */
async function requireRights(db: Reader, accountId: string): Promise<void> {
  const { entitlements } = await readScope(db, { accountId })
  if (entitlements.length === 0) throw new SignOnFailure('account-waiting')
}

async function requireAllowed(db: Reader, connection: ConnectionVersion, accountId: string): Promise<void> {
  if ((await findAccountFor(db, connection, { accountId })) === null)
    throw new SignOnFailure('account-refused', 'audience or brand')
}

async function requireWithin(db: Reader, connection: ConnectionVersion, accountId: string): Promise<void> {
  if (!(await isWithinConnection(db, connection, accountId)))
    throw new SignOnFailure('account-refused', 'rights beyond the brand')
}

/** Whether a person's groups would count, but did not arrive. */
function lacksGroups({ audience, settings }: ConnectionVersion, { omitsGroups }: Arrived): boolean {
  return audience === 'staff' && settings.groupsClaim !== '' && omitsGroups === true
}

function readValues({ claims }: Pick<Arrived, 'claims'>, name: string): readonly string[] {
  return (Object.hasOwn(claims, name) ? claims[name] : null) ?? []
}

async function keepTrial(
  parts: SignOnParts & ConcludeParts,
  connection: ConnectionVersion,
  arrived: Arrived,
  context: CallContext,
): Promise<void> {
  const { now, origin } = context
  const { connection_id: connectionId } = connection
  const { issuer, subject, claims, factors } = arrived
  const shown = {
    ...{ ...claims, '(issuer)': [issuer], '(subject)': [subject], '(factors)': factors },
    ...(lacksGroups(connection, arrived) && { [tooManyGroups]: [] }),
  }
  // Recorded before they count, so that two administrators can decide what they give before the connection is live.
  const { audience, settings } = connection
  const names = settings.groupsClaim === '' ? [] : readValues(arrived, settings.groupsClaim)
  if (audience === 'staff' && names.length > 0)
    await parts.settleGroups({ connection, accountId: null, names, before: null }, context)
  await parts.database.transaction(async (tx) => {
    await storeTrial(tx, connection, { arrived: shown, now })
    const record = { recordType: 'connection', recordId: connectionId }
    await audit(tx, null, { action: 'connection.tried', ...record }, { now, origin })
    await insertAttempt(tx, { connection_id: connectionId, at: now, outcome: 'tried', detail: null, is_test: true })
  })
}

/** Records and audits a sign-in's outcome, for administrators (OS-71). */
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
