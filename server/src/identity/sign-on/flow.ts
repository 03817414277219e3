import { timingSafeEqual } from 'node:crypto'
import { everyBrand } from '@portico/rules/brand/every'
import type { SignOnOutcome } from '@portico/rules/identity/connection'
import { toNetwork } from '@portico/rules/identity/network'
import { returnPath } from '@portico/rules/session/sign-out'
import type { BrandService } from '../../brands/brand/service.ts'
import { type AuditContext, audit } from '../../platform/audit/store.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { type Database, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { directoryCounts, directoryKeys, type Limits } from '../../platform/limits/limits.ts'
import { isLastAdministrator, lockAdministration } from '../rights/administrators-statement.ts'
import { readScope } from '../rights/scope.ts'
import type { SignedIn, SignIn } from '../sessions/sign-in.ts'
import { hashSecret, newSecret } from '../tokens/secrets.ts'
import { listAddresses } from './addresses.ts'
import { insertAttempt } from './attempt-store.ts'
import { type ConfirmParts, confirmOwner, findProvenAt, hasTrustedFactor } from './confirm.ts'
import { findKnown, type KnownPerson, takeRight } from './known-statement.ts'
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
import {
  countKept,
  findKept,
  findRequest,
  insertRequest,
  keepAnswer,
  markAnswered,
  type SignOnRequest,
  startRequest,
  takeAnswer,
  takeKept,
} from './request-store.ts'
import { openSecret } from './secret.ts'
import { type ConnectionVersion, findConnection, findLive, storeTrial, tooManyGroups } from './store.ts'

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
}

/** How a sign-in by a connection ends: someone is signed in or has confirmed their identity, or an administrator has tested it. */
export type Concluded =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly to: string }
  | { readonly kind: 'tried' }
  | { readonly kind: 'confirmed' }

/** Begins a sign-in at a connection's provider and returns the address there. Throws SignOnFailure. */
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
    /** The session whose owner must prove their identity again. */
    readonly confirms?: string
  },
): Promise<string> {
  const { connection_id: connectionId, version } = connection
  // A SAML id begins with a letter or an underscore.
  const state = `_${newSecret()}`
  const secrets = makeProof()
  const to = await beginAt(parts, connection, origin, { state, secrets, anew: confirms !== undefined })
  const isOidc = connection.settings.kind === 'oidc'
  const proof = { ...(isOidc && secrets), ...(confirms !== undefined && { confirms }) }
  const request = { state, connectionId, version, browser, proof, triedBy }
  await insertRequest(parts.database, request, now)
  return to
}

/**
 * Begins a sign-in by the live version of a connection, and counts it by the address. Returns the provider's address, or why there is none.
 * Throws SignOnFailure like `beginSignOn`.
 */
export async function startSignOn(
  parts: SignOnParts,
  connectionId: string,
  {
    origin,
    browser,
    now,
    address,
    anew,
  }: SignOnPlace & {
    readonly address: string
    /** Whether the provider must authenticate the person again, even if it remembers someone. */
    readonly anew: boolean
  },
): Promise<{ readonly to: string } | 'off' | 'too-many'> {
  const state = `_${newSecret()}`
  const secrets = makeProof()
  const begun = { connectionId, state, browser, proof: secrets, network: toNetwork(address) }
  const started = await startRequest(parts.database, begun, now)
  if (started === undefined) return 'off'
  if (!started.counted) return 'too-many'
  return { to: await beginAt(parts, started.live, origin, { state, secrets, anew }) }
}

/** What an OpenID Connect answer must match, created before the provider is known. */
function makeProof() {
  return { verifier: newSecret(), nonce: newSecret() }
}

async function beginAt(
  parts: SignOnParts,
  connection: ConnectionVersion,
  origin: string,
  {
    state,
    secrets,
    anew,
  }: { readonly state: string; readonly secrets: ReturnType<typeof makeProof>; readonly anew: boolean },
): Promise<string> {
  const { settings } = connection
  const { answer: answerAt, entityId, logout, password } = listAddresses(origin, connection.connection_id)
  // A directory has no pages: the name and the password are entered on ours.
  if (settings.kind === 'ldap') return `${password}?state=${state}`
  // The libraries are loaded only when someone signs in with them.
  if (settings.kind === 'oidc') {
    const { beginOidc } = await import('./oidc.ts')
    return beginOidc(
      { settings, answerAt, secret: openSecret(parts.dataKey, connection), reach: parts.reach },
      { ...secrets, state, anew },
    )
  }
  const { beginSaml } = await import('./saml.ts')
  return beginSaml({ settings, answerAt, entityId, logout }, state, anew)
}

/** A provider's answer: OpenID Connect parameters, or a SAML form. */
export interface Answer {
  readonly connectionId: string
  readonly state: string
  readonly query: string
}

/** Takes an OpenID provider's answer, in the browser that began the sign-in (OS-62). Throws SignOnFailure. */
export async function finishByQuery(
  parts: SignOnParts,
  { connectionId, state, query }: Answer,
  { origin, browser, now }: SignOnPlace,
): Promise<Proven> {
  const kept = await takeKept(parts.database, { connectionId, state, browser }, now)
  const begun = judgeOpen(judgeBegun(kept, connectionId, now), browser)
  const { request, connection } = begun
  const { settings } = connection
  if (settings.kind !== 'oidc') throw new SignOnFailure('answer-invalid', 'kind')
  if (!kept?.taken) throw new SignOnFailure('answer-repeated')
  const { finishOidc } = await import('./oidc.ts')
  const { answer: answerAt } = listAddresses(origin, connectionId)
  const client = { settings, answerAt, secret: openSecret(parts.dataKey, connection), reach: parts.reach }
  const arrived = await finishOidc(client, { query, state, proof: request.proof })
  return { request, connection, arrived }
}

/**
 * Takes a form from a SAML provider (OS-63) and stores what it proves until the browser comes back for it, because a form from another site
 * carries no cookies. Throws SignOnFailure.
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

/**
 * Checks that this browser began the sign-in and that it is still open, before a name and a password are requested. Throws SignOnFailure.
 */
export async function findOpen(
  parts: Pick<SignOnParts, 'database'>,
  { connectionId, state }: Pick<Answer, 'connectionId' | 'state'>,
  { browser, now }: Pick<SignOnPlace, 'browser' | 'now'>,
): Promise<Begun> {
  return judgeOpen(await findBegun(parts, connectionId, state, now), browser)
}

function judgeOpen(begun: Begun, browser: string): Begun {
  if (begun.request.answered_at !== null) throw new SignOnFailure('answer-repeated')
  checkBrowser(begun.request, browser)
  return begun
}

/**
 * Checks a name and a password against a directory (OS-64). A wrong password leaves the sign-in open. Name and address are both counted
 * before the directory is asked, so that no one tries one password for many names. Throws SignOnFailure.
 */
export async function finishByPassword(
  parts: SignOnParts & { readonly limits: Limits },
  { typed, ...answer }: Pick<Answer, 'connectionId' | 'state'> & { readonly typed: Typed },
  place: Pick<SignOnPlace, 'browser' | 'now'> & { readonly address: string },
): Promise<Proven> {
  const { limits, database } = parts
  const { connectionId, state } = answer
  const { browser, address, now } = place
  const counted = `${connectionId} ${typed.name.trim().toLowerCase()}`
  const kept = await countKept(database, { connectionId, state, browser }, directoryKeys(counted, address), now)
  const { request, connection } = judgeOpen(judgeBegun(kept, connectionId, now), browser)
  const { settings } = connection
  if (settings.kind !== 'ldap') throw new SignOnFailure('answer-invalid', 'kind')
  if (!kept?.counted) throw new TooManyPasswords()
  const { signInAt } = await import('./directory.ts')
  const client = { settings, secret: openSecret(parts.dataKey, connection), reach: parts.reach }
  // A directory accepts many spellings of one name, so the person found is counted as well.
  const isCounted = new Set<string>()
  const onFound = async (subject: string | null) => {
    // So that an unknown name takes as long.
    const key = subject ?? `${counted} nobody`
    if (isCounted.has(key)) return
    isCounted.add(key)
    if (!(await limits.reserveDirectory(key, address, now))) throw new TooManyPasswords()
  }
  const arrived = await signInAt(client, { name: typed.name.trim(), password: typed.password }, onFound)
  const { issuer, subject } = arrived
  const counts = directoryCounts([counted, subject], address)
  const { taken, known } = await takeRight(database, { connectionId, issuer, subject, state }, counts, now)
  if (!taken) throw new SignOnFailure('answer-repeated')
  return { request, connection, arrived, known }
}

/** What someone typed for a directory. */
export interface Typed {
  readonly name: string
  readonly password: string
}

/** After too many wrong passwords, the directory is not asked. */
export class TooManyPasswords extends SignOnFailure {
  constructor() {
    super('password-wrong')
  }
}

/** A sign-in under way, with the settings with which it began. */
interface Begun {
  readonly request: SignOnRequest
  readonly connection: ConnectionVersion
}

/** A provider's assertion about someone; `known` is the person it means, if read at the same time. */
export interface Proven extends Begun {
  readonly arrived: Arrived
  readonly known?: KnownPerson | null
}

/**
 * Takes a form that was started at the provider, if the connection allows that (OS-63): each assertion once, for the browser that brings
 * it. Returns the state to come back with. Throws SignOnFailure.
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
    // The assertion's own id is recorded, too, so that it works only once.
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
): Promise<Proven> {
  const { request, connection } = await findBegun(parts, connectionId, state, now)
  checkBrowser(request, browser)
  const arrived = await parts.database.transaction((tx) => takeAnswer(tx, request))
  if (arrived === null) throw new SignOnFailure('answer-repeated')
  return { request, connection, arrived }
}

/** A request of this connection that can still be answered, with its settings, if they are still live. */
async function findBegun(
  { database }: Pick<SignOnParts, 'database'>,
  connectionId: string,
  state: string,
  now: Date,
): Promise<Begun> {
  return judgeBegun(await findKept(database, state), connectionId, now)
}

function judgeBegun(
  kept: { readonly request: SignOnRequest; readonly connection: ConnectionVersion | undefined } | null,
  connectionId: string,
  now: Date,
): Begun {
  if (kept === null || kept.request.connection_id !== connectionId) throw new SignOnFailure('answer-invalid', 'state')
  const { request, connection } = kept
  if (request.expires_at <= now) throw new SignOnFailure('answer-late', 'time at the provider')
  const isInUse =
    request.tried_by === null ? connection?.live_version === request.version : connection?.state === 'waiting'
  if (connection === undefined || !isInUse) throw new SignOnFailure('answer-late', 'settings changed')
  return { request, connection }
}

/** Purpose of a sign-in: to get in, to confirm one's identity before a change, or to test a connection. */
export type Aim = 'sign-in' | 'confirm' | 'trial'

/** The purpose of the sign-in with a state; `sign-in` if it is unknown. */
export async function findAim(
  { database }: Pick<SignOnParts, 'database'>,
  connectionId: string,
  state: string | null,
): Promise<Aim> {
  const request = state === null ? null : await findRequest(database.read, state)
  if (request === null || request.connection_id !== connectionId) return 'sign-in'
  return request.tried_by !== null ? 'trial' : request.proof.confirms !== undefined ? 'confirm' : 'sign-in'
}

/** Someone may have lured another browser into finishing their sign-in. */
function checkBrowser({ browser_hash: expected }: SignOnRequest, browser: string): void {
  if (!timingSafeEqual(expected, hashSecret(browser))) throw new SignOnFailure('other-browser')
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
  { request, connection, arrived, known }: Proven,
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
  // Unknown groups neither give nor take rights.
  if (lacksGroups(connection, arrived)) throw new SignOnFailure('groups-omitted')
  const { issuer, subject } = arrived
  const person = known === undefined ? await findKnown(parts.database, { connectionId, issuer, subject }) : known
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
  } as const
  const signedIn = await parts.signIn.proceed(accountId, proof, context, read?.account).catch((error: unknown) => {
    if (error instanceof CallError && !('proven' in error && error.code === 'SECOND-FACTOR-REQUIRED'))
      throw new SignOnFailure('account-refused', error.code)
    throw error
  })
  return { kind: 'signed-in', signedIn, to: request.proof.to ?? '/' }
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
