import type { BodyOf, PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/connections'
import { everyBrand } from '@portico/rules/brand/every'
import { type ConnectionSettings, endsSessions, findWrongSettings, isDomain } from '@portico/rules/identity/connection'
import { isWithin } from '@portico/rules/staff/rights'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import type { Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about, leaveUnchanged } from '../../platform/http/recorded.ts'
import type { AuditedHandler, FinishedHandler } from '../../platform/http/stages.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { isLastAdministrator, lockAdministration } from '../rights/administrators-statement.ts'
import { readScope, type Scope } from '../rights/scope.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { beginSignOn, type SignOnParts } from './flow.ts'
import { confirmLink, deleteLink, expectLink, findAccountFor, findLink, isWithinConnection } from './link-store.ts'
import { SignOnFailure } from './protocol.ts'
import { keepBrowser } from './routes.ts'
import { openSecret, sealSecret } from './secret.ts'
import { endKeptCards, endOldKeptCards, forgetChallenges, listOpenSessions } from './session-store.ts'
import { showConnections } from './show.ts'
import {
  type Connection,
  type ConnectionVersion,
  findByDomain,
  findVersion,
  insertConnection,
  insertVersion,
  listWaitingAlike,
  lockConnection,
  settleVersion,
  storeLive,
} from './store.ts'

interface AdministerParts extends SignOnParts {
  readonly ownOrigins: OwnOrigins
  readonly limits: Limits
  readonly sessions: Pick<Sessions, 'end'>
}

type Given = Pick<BodyOf<typeof calls.changeConnection>, 'domains' | 'settings' | 'secret'>
type Shown = PayloadOf<typeof calls.listConnections>

/** Connections to identity providers, made by one administrator and switched on by another (OS-60, OS-61). */
export function bindConnections(binder: Binder, parts: AdministerParts): void {
  const { database, brands, limits } = parts

  binder.bind(calls.listConnections, async ({ principal }, context, tx) =>
    show(parts, tx, await requireAdministrator(tx, principal), context),
  )
  binder.bind(calls.makeConnection, async ({ principal, body }, context, tx) => {
    // Otherwise a request sent several times at once would not find the connection that it has just made.
    await lockAdministration(tx)
    const scope = await requireAdministrator(tx, principal)
    const { name, audience, brand } = body
    const isKnown = brand === everyBrand || brands.all.some((one) => one.brand.code === brand)
    // A member number is unique only within a plan.
    const fits = isKnown && isWithin([brand], scope.brands) && !(audience === 'members' && brand === everyBrand)
    const problems = findProblems(body, audience)
    refuseFields(fits ? problems : [{ field: 'brand', code: 'select.not-chosen' }, ...problems])
    const isOne = (one: ConnectionVersion) =>
      one.live_version === null && one.name === name && one.brand === brand && one.audience === audience
    if (await waits(parts, tx, { given: body, secret: body.secret || null, principal }, isOne))
      return leaveUnchanged(await show(parts, tx, scope, context))
    const connectionId = newId()
    const { kind } = body.settings
    await insertConnection(tx, { connection_id: connectionId, name, brand, audience, kind, created_at: context.now })
    await keepVersion(parts, tx, { connectionId, given: body, secret: body.secret || null, principal }, context)
    return about(connectionId, await show(parts, tx, scope, context), { memberId: null })
  })
  binder.bind(calls.changeConnection, async ({ principal, params: { connectionId }, body }, context, tx) => {
    const scope = await requireAdministrator(tx, principal)
    const connection = await lockManaged(tx, scope, connectionId)
    const problems = findProblems(body, connection.audience)
    refuseFields(
      body.settings.kind === connection.kind
        ? problems
        : [...problems, { field: 'settings', code: 'select.not-chosen' }],
    )
    const made = { given: body, secret: await findSecret(parts, tx, connection, body), principal }
    if (await waits(parts, tx, made, (one) => one.connection_id === connectionId))
      return leaveUnchanged(await show(parts, tx, scope, context))
    await keepVersion(parts, tx, { connectionId, ...made }, context)
    return about(connectionId, await show(parts, tx, scope, context), { memberId: null })
  })
  binder.bind(calls.decideConnection, decide(parts))
  binder.bind(calls.stopConnection, async ({ principal, params: { connectionId } }, context, tx) => {
    const scope = await requireAdministrator(tx, principal)
    await lockManaged(tx, scope, connectionId)
    await storeLive(tx, connectionId, null)
    await endSessions(parts, tx, { connectionId }, context)
    return about(connectionId, await show(parts, tx, scope, context), { memberId: null })
  })
  binder.bind(calls.tryConnection, tryVersion(parts))
  binder.bind(calls.expectPerson, expect(parts))
  binder.bind(calls.unlinkPerson, async ({ principal, params: { connectionId, accountId } }, context, tx) => {
    const scope = await requireAdministrator(tx, principal)
    await lockManaged(tx, scope, connectionId)
    if (!(await deleteLink(tx, connectionId, accountId))) throw new CallError('NOT-FOUND')
    await endSessions(parts, tx, { connectionId, accountId }, context)
    return about(connectionId, await show(parts, tx, scope, context), { memberId: null })
  })
  binder.bind(calls.findSignInWay, async ({ body: { domain } }, context) => {
    const { now, origin } = context
    if (!(await limits.reserveRequest('sign-on', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const brand = brands.at(context).code
    const asked = domain.toLowerCase()
    const connectionId = isDomain(asked) ? await findByDomain(database.read, asked, brand) : null
    return { to: connectionId === null ? null : `/sso/${connectionId}/start` }
  })
}

async function requireAdministrator(tx: Tx, principal: Principal): Promise<Scope> {
  const scope = await readScope(tx, principal)
  if (!scope.entitlements.includes('administer')) throw new CallError('WRONG-ROLE')
  return scope
}

/** All connections that an administrator manages. */
function show(parts: AdministerParts, tx: Tx, scope: Scope, { calledOrigin, language }: CallContext): Promise<Shown> {
  const origin = parts.ownOrigins.issuerFor(calledOrigin)
  return showConnections(tx, { scope, origin, brands: parts.brands, language })
}

/** Throws NOT-FOUND for another brand's connection, as if it did not exist. */
async function lockManaged(tx: Tx, { brands }: Scope, connectionId: string): Promise<Connection> {
  const connection = await lockConnection(tx, connectionId)
  if (connection === undefined || !isWithin([connection.brand], brands)) throw new CallError('NOT-FOUND')
  return connection
}

function findProblems(
  { domains, settings }: Given,
  audience: Connection['audience'],
): { readonly field: string; readonly code: string }[] {
  const isMaking = settings.makesPeople === true && audience !== 'staff'
  const wrong = [
    ...findWrongSettings(settings),
    ...(domains.every(isDomain) ? [] : ['domains']),
    ...(isMaking ? ['makesPeople'] : []),
  ]
  return wrong.map((field) => ({ field, code: 'connection.invalid' }))
}

/** What somebody asks for: settings, and the provider's secret. */
interface Made {
  readonly given: Given
  readonly secret: string | null
  readonly principal: Principal
}

async function keepVersion(
  { dataKey }: AdministerParts,
  tx: Tx,
  { connectionId, given, secret, principal }: Made & { readonly connectionId: string },
  { now }: CallContext,
): Promise<void> {
  const { domains, settings } = given
  const sealed = secret === null ? null : sealSecret(dataKey, connectionId, secret)
  await insertVersion(tx, { connectionId, domains, settings, secret: sealed, madeBy: principal.accountId, now })
}

/** Whether the same already waits, because it was sent before. */
async function waits(
  { dataKey }: AdministerParts,
  tx: Tx,
  { given, secret, principal }: Made,
  isOne: (one: ConnectionVersion) => boolean,
): Promise<boolean> {
  const alike = await listWaitingAlike(tx, { ...given, madeBy: principal.accountId })
  return alike.some((one) => isOne(one) && openSecret(dataKey, one) === secret)
}

/** The secret of a new version: the given one, else the one in use, which stays only with the provider for which it was created. */
async function findSecret(
  { dataKey }: AdministerParts,
  tx: Tx,
  { connection_id: connectionId, live_version: inUse }: Connection,
  { settings, secret }: Given,
): Promise<string | null> {
  if (secret !== '') return secret
  const live = inUse === null ? undefined : await findVersion(tx, connectionId, inUse)
  // Otherwise another address would receive it.
  return live !== undefined && nameReceiver(live.settings) === nameReceiver(settings) ? openSecret(dataKey, live) : null
}

/** Throws CONFLICT for confirming one's own version, or one that nobody has tested. */
const decide =
  (parts: AdministerParts): AuditedHandler<typeof calls.decideConnection> =>
  async ({ principal, params: { connectionId, version }, body: { confirm } }, context, tx) => {
    const scope = await requireAdministrator(tx, principal)
    const { brand, live_version: inUse } = await lockManaged(tx, scope, connectionId)
    const found = await findVersion(tx, connectionId, Number(version))
    if (found?.state !== 'waiting') throw new CallError('NOT-FOUND')
    const isReady = found.tried_at !== null && found.made_by !== principal.accountId
    if (confirm && !(isReady && (await administers(tx, found.made_by, brand)))) throw new CallError('CONFLICT')
    const state = confirm ? 'confirmed' : 'dropped'
    const before = confirm && inUse !== null ? await findVersion(tx, connectionId, inUse) : undefined
    await settleVersion(tx, found, { state, by: principal.accountId, now: context.now })
    if (before !== undefined && endsSessions(before.settings, found.settings))
      await endSessions(parts, tx, { connectionId }, context)
    const action = confirm ? 'connection.confirm' : 'connection.drop'
    return about(connectionId, await show(parts, tx, scope, context), { action, memberId: null })
  }

/** Whether the requester could still make the request (AD-2): their account has not ended, and they administer the brand. */
async function administers(tx: Tx, accountId: string, brand: string): Promise<boolean> {
  const { entitlements, brands } = await readScope(tx, { accountId })
  return entitlements.includes('administer') && isWithin([brand], brands)
}

/** A version that is tried, and the portal's own address at which it is. */
interface Trial {
  readonly found: ConnectionVersion
  readonly origin: string
}

/** The provider is contacted after the transaction. Throws NOT-FOUND if no version waits, UNAVAILABLE with what the provider lacks. */
const tryVersion = (parts: AdministerParts): FinishedHandler<typeof calls.tryConnection, undefined, Trial> => ({
  handle: async ({ principal, params: { connectionId, version } }, context, tx) => {
    const scope = await requireAdministrator(tx, principal)
    await lockManaged(tx, scope, connectionId)
    const found = await findVersion(tx, connectionId, Number(version))
    const origin = parts.ownOrigins.issuerAt(context.calledOrigin)
    if (found?.state !== 'waiting' || origin === null) throw new CallError('NOT-FOUND')
    return about(connectionId, { found, origin }, { memberId: null })
  },
  finish: async ({ found, origin }, { principal }, context) => {
    const place = { origin, browser: keepBrowser(context), now: context.now, triedBy: principal.accountId }
    const { to } = await beginSignOn(parts, found, place).catch((error: unknown) => {
      if (error instanceof SignOnFailure)
        throw new CallError('UNAVAILABLE', { details: [error.detail ?? error.outcome] })
      throw error
    })
    return { to }
  },
})

/**
 * Expects someone under a name, or confirms another administrator's request. Throws FIELD-INVALID if the connection has no such account,
 * CONFLICT if the person is already linked, if the name is someone else's, or for the last administrator with a password (OS-61).
 */
const expect =
  (parts: AdministerParts): AuditedHandler<typeof calls.expectPerson> =>
  async ({ principal, params: { connectionId }, body: { loginId, expected } }, context, tx) => {
    const { accountId: askedBy } = principal
    const { now } = context
    // Otherwise two administrators, expected by two connections at the same time, would each see the other one stay.
    await lockAdministration(tx)
    const scope = await requireAdministrator(tx, principal)
    const connection = await lockManaged(tx, scope, connectionId)
    const account = await findAccountFor(tx, connection, { loginId: normalizeLoginId(loginId) })
    if (account === null)
      throw new CallError('FIELD-INVALID', { fields: [{ field: 'loginId', code: 'connection.invalid' }] })
    const { accountId } = account
    // Someone who also works for other brands is not managed by administrators of only some (AD-2).
    const { brands: theirs } = await readScope(tx, { accountId })
    if (!isWithin(theirs ?? [everyBrand], scope.brands)) throw new CallError('NOT-FOUND')
    if (!(await isWithinConnection(tx, connection, accountId))) throw new CallError('CONFLICT')
    if (await isLastAdministrator(tx, accountId)) throw new CallError('CONFLICT', { details: ['LAST-ADMINISTRATOR'] })
    const before = await findLink(tx, connectionId, accountId)
    if (before?.subject) throw new CallError('CONFLICT')
    const isSecond =
      before?.expected === expected &&
      before.asked_by !== null &&
      before.asked_by !== askedBy &&
      (await administers(tx, before.asked_by, connection.brand))
    if (isSecond) await confirmLink(tx, connectionId, accountId, now)
    else if (!(await expectLink(tx, { connectionId, accountId, expected, askedBy, now })))
      throw new CallError('CONFLICT')
    const action = isSecond ? 'connection.person-confirm' : 'connection.person-ask'
    return about(accountId, await show(parts, tx, scope, context), { action, memberId: null })
  }

/** The receiver of a connection's secret, and our identity there. */
function nameReceiver(settings: ConnectionSettings): string {
  if (settings.kind === 'ldap')
    return JSON.stringify([[...settings.servers].sort(), settings.certificates, settings.bindDn])
  return settings.kind === 'oidc' ? JSON.stringify([settings.issuer, settings.clientId]) : ''
}

/** Ends everything that people have through a connection: open sessions, cards kept on phones, and sign-ins that wait for our own code. */
async function endSessions(
  { sessions }: AdministerParts,
  tx: Tx,
  { connectionId, accountId = null }: { readonly connectionId: string; readonly accountId?: string | null },
  { now }: CallContext,
): Promise<void> {
  const by = { connectionId, accountId, providerSession: null }
  for (const id of await listOpenSessions(tx, by)) await sessions.end(tx, id, 'ended-by-staff', now)
  await endKeptCards(tx, by)
  await endOldKeptCards(tx, by)
  await forgetChallenges(tx, by)
}
