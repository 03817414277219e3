import type { PayloadOf } from '@portico/contract/call'
import type { allowApp, declineApp, readAppRequest } from '@portico/contract/calls/apps'
import { type AppPart, dataScopes, listParts, parseDataScope } from '@portico/rules/apps/scopes'
import { STEP_UP_MS } from '@portico/rules/session/timing'
import { findPerson } from '../../identity/accounts/people.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler, CallInput } from '../../platform/http/stages.ts'
import { newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { interactionCookie } from './addresses.ts'
import { type App, findApp } from './app-store.ts'
import { type Connectable, computeEnd, listConnectable } from './connectable.ts'
import { keepGrant } from './grant-store.ts'
import { findLaunch } from './launching.ts'
import { type AppRequest, answerRequest, findRequest } from './request-store.ts'
import type { Tell } from './telling.ts'
import { spendArtifact } from './token-store.ts'

export interface ConsentParts {
  readonly database: Database
  readonly limits: Limits
  readonly tell: Tell
}

interface Asking {
  readonly principal: SessionPrincipal
  readonly requestId: string
  /** Cookie of the browser in which the app asked. */
  readonly cookie: string | undefined
}

/** Reads an app's request, and whose data the person may share. */
export const readRequest: AuditedHandler<typeof readAppRequest> = async (input, context, tx) => {
  const { principal } = input
  const { request, app } = await openRequest(tx, toAsking(input, context), context.now)
  const people = await listAskedFor(tx, principal, request, context.now)
  const person = await findPerson(tx, principal.accountId)
  return about(app.client_id, {
    app: toView(app),
    firstName: person.firstName,
    lastName: person.lastName,
    parts: listParts(request.scopes),
    staysConnected: request.scopes.includes('offline_access'),
    people: people.map(({ memberId: personId, ...one }) => ({ personId, ...one })),
  })
}

/** Grants the person's choice, and returns where their browser goes next. */
export const allow =
  ({ limits, tell }: ConsentParts): AuditedHandler<typeof allowApp> =>
  async (input, context, tx) => {
    const { principal, body: chosen } = input
    const { now } = context
    const asking = toAsking(input, context)
    await lockAccount(tx, principal.accountId)
    const { request, app } = await openRequest(tx, asking, now)
    const isProvenLately = now.getTime() - principal.authenticatedAt.getTime() <= STEP_UP_MS
    if (request.wantsProof && !isProvenLately) throw new CallError('STEP-UP-REQUIRED')
    const person = (await listAskedFor(tx, principal, request, now)).find(
      ({ memberId }) => memberId === chosen.personId,
    )
    const asked = listParts(request.scopes)
    const parts = asked.filter((part) => chosen.parts.includes(part))
    if (person === undefined || (parts.length === 0 && asked.length > 0)) throw new CallError('NOT-FOUND')
    if (!(await limits.reserveAppGrant(tx, principal.accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    const { grant, isNew } = await keepGrant(tx, {
      grant_id: newId(),
      client_id: app.client_id,
      brand: request.brand,
      account_id: principal.accountId,
      member_id: person.memberId,
      whose: person.whose,
      ...splitScopes(request.scopes, parts, chosen.lasts),
      parts: JSON.stringify(parts),
      sensitive: chosen.sensitive && person.whose === 'own',
      lasts: chosen.lasts,
      began_at: now,
      changed_at: now,
      ends_at: computeEnd(chosen.lasts, person, now),
      ended_at: null,
      ended_reason: null,
    })
    const { grant_id: grantId, member_id: memberId } = grant
    const login = { accountId: principal.accountId, remember: false, ts: Math.floor(now.getTime() / 1000) }
    if (!(await answerRequest(tx, asking.requestId, { login, consent: { grantId } }))) throw new CallError('NOT-FOUND')
    if (request.launch !== null)
      await spendArtifact(tx, { brand: request.brand, kind: 'Launch', secret: request.launch }, now)
    const action = isNew ? 'app.connect' : 'app.change'
    await tell(tx, isNew ? 'app-connected' : 'app-changed', grant, now)
    return about(grantId, { to: request.returnTo }, { action, memberId })
  }

/** Tells the app that it may read nothing. */
export const decline: AuditedHandler<typeof declineApp> = async (input, context, tx) => {
  const asking = toAsking(input, context)
  const { request, app } = await openRequest(tx, asking, context.now, { ofAnyBrand: true })
  const refused = { error: 'access_denied', error_description: 'the person has declined' }
  if (!(await answerRequest(tx, asking.requestId, refused))) throw new CallError('NOT-FOUND')
  return about(app.client_id, { to: request.returnTo })
}

function toAsking(
  { principal, params }: CallInput<typeof readAppRequest | typeof allowApp | typeof declineApp>,
  { cookies }: CallContext,
): Asking {
  return { principal, requestId: params.askId, cookie: cookies[interactionCookie] }
}

/**
 * The request, if this browser made it: otherwise someone could get another person to agree to their request, and receive the answer.
 * Throws NOT-FOUND for any other, and OTHER-BRAND for members of another brand.
 */
async function openRequest(
  db: Parameters<typeof findRequest>[0],
  { principal, requestId, cookie }: Asking,
  now: Date,
  { ofAnyBrand = false } = {},
): Promise<{ readonly request: AppRequest; readonly app: App }> {
  if (principal.actor !== null) throw new CallError('SIMULATION-BLOCKED')
  const request = cookie === requestId ? await findRequest(db, requestId, now) : null
  const app = request === null ? undefined : await findApp(db, request.clientId)
  if (request === null || app === undefined) throw new CallError('NOT-FOUND')
  if (!ofAnyBrand && request.brand !== principal.brand) throw new CallError('OTHER-BRAND')
  return { request, app }
}

/** Whose data may be shared; if the person opened the app in the portal, only the data that they opened it for (OS-34). */
async function listAskedFor(
  db: Reader,
  principal: SessionPrincipal,
  { brand, launch }: AppRequest,
  now: Date,
): Promise<readonly Connectable[]> {
  const people = await listConnectable(db, principal, now)
  if (launch === null) return people
  const found = await findLaunch(db, { brand, secret: launch, now })
  if (found?.accountId !== principal.accountId) throw new CallError('NOT-FOUND')
  return people.filter(({ memberId }) => memberId === found.memberId)
}

/** Every scope is either granted or rejected, because the library asks again for any other (OS-32). */
function splitScopes(asked: readonly string[], parts: readonly AppPart[], lasts: string) {
  const isGranted = (scope: string) => {
    if (scope === 'offline_access') return lasts !== 'once'
    if (parseDataScope(scope) === null) return true
    const own = listParts([scope])
    return dataScopes.includes(scope) && (own.length === 0 || own.some((part) => parts.includes(part)))
  }
  const granted = asked.filter(isGranted)
  const rejected = asked.filter((scope) => !isGranted(scope))
  return { scopes: JSON.stringify(granted), rejected: JSON.stringify(rejected) }
}

export function toView(app: App): PayloadOf<typeof readAppRequest>['app'] {
  return {
    clientId: app.client_id,
    name: app.name,
    maker: app.maker,
    homeUrl: app.home_url,
    policyUrl: app.policy_url,
    isChecked: app.state === 'listed',
    attestation: app.attestation as PayloadOf<typeof readAppRequest>['app']['attestation'],
  }
}
