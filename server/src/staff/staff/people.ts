import type { BodyOf, PayloadOf } from '@portico/contract/call'
import * as calls from '@portico/contract/calls/administration'
import { everyBrand } from '@portico/rules/brand/every'
import { REP_ACTOR_TYPE } from '@portico/rules/roles'
import { isEntitlement } from '@portico/rules/staff/entitlements'
import {
  gainedRights,
  isNothing,
  isWithin,
  joinedRights,
  plainRights,
  type Rights,
  remainingRights,
} from '@portico/rules/staff/rights'
import { checkEmail } from '@portico/rules/validation/email'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkName } from '@portico/rules/validation/name'
import type { BrandService } from '../../brands/brand/service.ts'
import { type Scope, scopeOf } from '../../identity/rights/scope.ts'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { endProhibited } from '../../identity/sessions/simulation.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { lockAccount } from '../../platform/db/row-locks.ts'
import type { StaffRequestData } from '../../platform/db/tables.ts'
import type { Asking } from '../../platform/http/asking.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import { releaseWork } from '../workspace/leaving.ts'
import { auditStaffChange, entitledScope, managedPerson, manages } from './administering.ts'
import { LastAdministratorError, type StaffKeeping } from './keeping.ts'
import { dropOlder, insertRequest, listWaiting, lockWaiting, type StaffRequest, settleRequest } from './requests.ts'
import { listLiveSessions } from './sessions.ts'
import {
  findStaff,
  isOnlyOneEver,
  isTaken,
  lockAdministration,
  type StaffPerson,
  searchPeople,
  storeKind,
  storeRights,
} from './store.ts'

type Invitation = BodyOf<typeof calls.inviteStaff>

const done = { outcome: 'done' } as const
/** Another administrator has to confirm it. */
const waiting = { outcome: 'waiting' } as const

const pageSize = 50

/**
 * Staff accounts (AD-2). A change that gives more rights waits for another administrator; one that takes rights away takes effect at once.
 * All throw WRONG-ROLE for staff who are not administrators, and NOT-FOUND for people of other brands.
 */
export function bindStaffPeople(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly brands: BrandService
    readonly keeping: StaffKeeping
    readonly sessions: Pick<Sessions, 'idleSince' | 'end'>
  },
): void {
  const { database, brands, keeping, sessions } = parts
  binder.bind(calls.searchStaff, async ({ body: { text, after } }, asking) =>
    database.transaction(async (tx) => {
      const scope = await entitledScope(tx, asking, 'administer')
      await auditStaffChange(tx, asking, 'staff.list', null)
      const found = await searchPeople(tx, { text, after, brands: scope.brands, max: pageSize + 1 })
      const people = found.slice(0, pageSize)
      const requests = await listWaiting(tx, asking.now)
      return {
        people: people.map((person) => personView(person, asking.now)),
        next: found.length > pageSize ? (people.at(-1)?.loginId ?? null) : null,
        requests: await requestViews(tx, scope, await concerning(tx, scope, requests)),
        ...(await givingOf(tx, scope, asking)),
      }
    }),
  )

  binder.bind(calls.staffPerson, ({ params: { accountId } }, asking) =>
    administering(asking, async (tx, scope) => {
      const person = await managedPerson(tx, scope, accountId)
      await auditStaffChange(tx, asking, 'staff.read', accountId)
      const live = await listLiveSessions(tx, accountId, {
        now: asking.now,
        idleSince: sessions.idleSince(asking.now),
      })
      return { person: personView(person, asking.now), sessions: live, ...(await givingOf(tx, scope, asking)) }
    }),
  )

  binder.bind(calls.inviteStaff, async ({ body: invitation }, asking) => {
    const rights = plainRights(invitation)
    const data: StaffRequestData = {
      ...rights,
      loginId: normalizeLoginId(invitation.loginId),
      firstName: invitation.firstName.trim(),
      lastName: invitation.lastName.trim(),
      email: invitation.email.trim(),
      brand: invitation.brand,
      actorType: actorTypeOf(invitation.kind),
    }
    const passwordHash = await keeping.unusableHash()
    return changing(asking, async (tx, scope) => {
      const fields = [...invitationProblems(data), ...brandProblems(scope, rights), ...homeProblems(scope, data)]
      if (await isTaken(tx, data.loginId)) fields.push({ field: 'loginId', code: 'login-id.taken' })
      refuseFields(fields)
      // Even without an entitlement, an account that works here is access, which one person alone does not give.
      if (await isOnlyOneEver(tx, scope.accountId)) {
        await openInvited(tx, asking, data, passwordHash)
        return done
      }
      const requestId = await ask(tx, asking, { kind: 'invitation', whom: null, data })
      await auditStaffChange(tx, asking, 'staff.ask invitation', requestId)
      return waiting
    })
  })

  // Throws FIELD-INVALID, CONFLICT for the last administrator and for a person whose account has ended.
  binder.bind(calls.changeStaffRights, ({ params: { accountId }, body: given }, asking) =>
    changing(asking, async (tx, scope) => {
      await lockAccount(tx, accountId)
      const person = await managedPerson(tx, scope, accountId)
      requireHere(person)
      const before = rightsOf(person)
      const after = plainRights(given)
      const fields = brandProblems(scope, after)
      refuseFields(fields)
      const alone = await isOnlyOneEver(tx, scope.accountId)
      const gained = gainedRights(before, after)
      const now = alone ? after : remainingRights(before, after)
      if (losesAdministration(before, now)) await refusingLast(() => keeping.requireOther(tx, accountId))
      await storeKind(tx, accountId, actorTypeOf(given.kind))
      await storeRights(tx, accountId, now, asking.now)
      const left = await scopeOf(tx, { accountId })
      await endProhibited(tx, sessions, left, asking)
      await releaseWork(tx, left, releasing(tx, asking))
      await auditStaffChange(tx, asking, `staff.rights${alone ? ' alone' : ''}${difference(before, now)}`, accountId)
      await dropOlder(tx, 'rights', accountId, asking.now)
      if (alone || isNothing(gained)) return done
      const data = { ...named(person), ...gained }
      const requestId = await ask(tx, asking, { kind: 'rights', whom: accountId, data })
      await auditStaffChange(tx, asking, `staff.ask rights${difference(now, joinedRights(now, gained))}`, requestId)
      return waiting
    }),
  )

  // Throws CONFLICT for the last administrator.
  binder.bind(calls.endStaff, ({ params: { accountId } }, asking) =>
    changing(asking, async (tx, scope) => {
      const person = await managedPerson(tx, scope, accountId)
      requireHere(person)
      await refusingLast(() => keeping.end(tx, accountId, releasing(tx, asking)))
      for (const kind of ['rights', 'second-factor'] as const) await dropOlder(tx, kind, accountId, asking.now)
      await auditStaffChange(tx, asking, 'staff.end', accountId)
      return { ended: true as const }
    }),
  )

  // Throws CONFLICT for a person whose account has ended.
  binder.bind(calls.resetStaffSecondFactor, ({ params: { accountId } }, asking) =>
    changing(asking, async (tx, scope) => {
      const person = await managedPerson(tx, scope, accountId)
      requireHere(person)
      if (await isOnlyOneEver(tx, scope.accountId)) {
        await keeping.resetSecondFactor(tx, person, asking.now)
        await auditStaffChange(tx, asking, 'staff.second-factor-reset alone', accountId)
        return done
      }
      await dropOlder(tx, 'second-factor', accountId, asking.now)
      const data = { ...named(person), entitlements: [], brands: [] }
      const requestId = await ask(tx, asking, { kind: 'second-factor', whom: accountId, data })
      await auditStaffChange(tx, asking, 'staff.ask second-factor-reset', requestId)
      return waiting
    }),
  )

  // Throws NOT-FOUND for a request that no longer waits; CONFLICT for confirming one's own request, one by someone who could no longer
  // ask for it, or one that can no longer be carried out.
  binder.bind(calls.decideStaffRequest, async ({ params: { requestId }, body: { confirm } }, asking) => {
    const passwordHash = await keeping.unusableHash()
    return changing(asking, async (tx, scope) => {
      const request = await lockWaiting(tx, requestId, asking.now)
      if (request === null || !isWithin(brandsOf(request.data), scope.brands)) throw new CallError('NOT-FOUND')
      if (request.whom !== null) await managedPerson(tx, scope, request.whom)
      if (confirm && (request.asked_by === scope.accountId || (await hasLapsed(tx, request))))
        throw new CallError('CONFLICT')
      const state = confirm ? 'confirmed' : 'dropped'
      await settleRequest(tx, requestId, { state, by: scope.accountId, now: asking.now })
      await auditStaffChange(tx, asking, `staff.${confirm ? 'confirm' : 'drop'} ${request.kind}`, requestId)
      if (confirm) await carryOut(tx, asking, request, passwordHash)
      return { outcome: state }
    })
  })

  function administering<T>(asking: Asking, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => work(tx, await entitledScope(tx, asking, 'administer')))
  }

  /** The same for changes, which wait for each other: who loses the right meanwhile can no longer use it. */
  function changing<T>(asking: Asking, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      await lockAdministration(tx)
      return work(tx, await entitledScope(tx, asking, 'administer'))
    })
  }

  async function givingOf(tx: Tx, scope: Scope, { language }: Asking) {
    const { accountId } = scope
    const own = scope.brands === null ? null : scope.brands.toSorted()
    return {
      me: { accountId, brands: own, alone: await isOnlyOneEver(tx, accountId) },
      brands: brands.all.map(({ brand, texts }) => ({ code: brand.code, name: texts[language].name })),
    }
  }

  function ask(tx: Tx, asking: Asking, request: Pick<StaffRequest, 'kind' | 'whom' | 'data'>): Promise<string> {
    return insertRequest(tx, { ...request, askedBy: asking.principal.accountId, now: asking.now })
  }

  async function carryOut(tx: Tx, asking: Asking, request: StaffRequest, passwordHash: string): Promise<void> {
    const { kind, whom, data } = request
    if (kind === 'invitation' || whom === null) return openInvited(tx, asking, data, passwordHash)
    await lockAccount(tx, whom)
    const person = await managedPerson(tx, { brands: null }, whom)
    requireHere(person)
    if (kind === 'second-factor') {
      await keeping.resetSecondFactor(tx, person, asking.now)
      return auditStaffChange(tx, asking, 'staff.second-factor-reset', whom)
    }
    const before = rightsOf(person)
    const after = joinedRights(before, plainRights(data))
    await storeRights(tx, whom, after, asking.now)
    return auditStaffChange(tx, asking, `staff.rights${difference(before, after)}`, whom)
  }

  /** Throws CONFLICT if the login ID has been taken since. */
  async function openInvited(tx: Tx, asking: Asking, data: StaffRequestData, passwordHash: string): Promise<void> {
    const { loginId, firstName, lastName, email, brand, actorType } = data
    if (email === null || brand === null || actorType === null) throw new Error('An invitation without an address.')
    const { storeID: storeId } = brands.get(brand)
    const account = { loginId, passwordHash, firstName, lastName, email, brand, storeId, actorType }
    const accountId = await keeping.open(tx, account)
    if (accountId === null) throw new CallError('CONFLICT')
    await storeRights(tx, accountId, data, asking.now)
    const link = await keeping.newLink(tx, accountId, asking.now)
    await keeping.sendLink(tx, { accountId, loginId, email, brand }, link, asking.now)
    await auditStaffChange(tx, asking, `staff.invite${difference({ entitlements: [], brands: [] }, data)}`, accountId)
  }

  function brandProblems(scope: Scope, { brands: given }: Rights) {
    const known = given.every((code) => code === everyBrand || brands.all.some(({ brand }) => brand.code === code))
    return known && isWithin(given, scope.brands) ? [] : [{ field: 'brands', code: 'select.not-chosen' }]
  }

  function homeProblems(scope: Scope, { brand }: StaffRequestData) {
    const isKnown = brands.all.some((one) => one.brand.code === brand)
    return isKnown && isWithin([brand ?? ''], scope.brands) ? [] : [{ field: 'brand', code: 'select.not-chosen' }]
  }
}

function invitationProblems({ loginId, firstName, lastName, email }: StaffRequestData) {
  const problems = {
    loginId: checkLoginId(loginId),
    firstName: checkName(firstName),
    lastName: checkName(lastName),
    email: checkEmail(email ?? '', { required: true, longTopLevel: true }),
  }
  return Object.entries(problems).flatMap(([field, problem]) =>
    problem ? [{ field, code: problem.code as string }] : [],
  )
}

/** Only requests about people whose accounts the administrator manages. */
async function concerning<Request extends Pick<StaffRequest, 'whom' | 'data'>>(
  tx: Tx,
  scope: Scope,
  requests: readonly Request[],
): Promise<Request[]> {
  const own: Request[] = []
  for (const request of requests) if (await concerns(tx, scope, request)) own.push(request)
  return own
}

async function concerns(
  tx: Tx,
  scope: Pick<Scope, 'brands'>,
  { whom, data }: Pick<StaffRequest, 'whom' | 'data'>,
): Promise<boolean> {
  const person = whom === null ? null : await findStaff(tx, { accountId: whom })
  return isWithin(brandsOf(data), scope.brands) && (person === null || manages(scope, person))
}

/** Whether the person who asked could no longer ask for it: their account has ended, or they administer less than they did. */
async function hasLapsed(tx: Tx, request: Pick<StaffRequest, 'asked_by' | 'whom' | 'data'>): Promise<boolean> {
  const asker = await scopeOf(tx, { accountId: request.asked_by })
  return !asker.entitlements.includes('administer') || !(await concerns(tx, asker, request))
}

/** How conversations are given back, which the administrator did. */
function releasing(tx: Tx, asking: Asking): Parameters<typeof releaseWork>[2] {
  return { now: asking.now, record: (released) => audit(tx, asking.principal, released, asking) }
}

async function refusingLast(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof LastAdministratorError) throw new CallError('CONFLICT', { details: ['LAST-ADMINISTRATOR'] })
    throw error
  }
}

function requireHere({ endedAt }: StaffPerson): void {
  if (endedAt !== null) throw new CallError('CONFLICT')
}

function actorTypeOf(kind: Invitation['kind']): string {
  return kind === 'rep' ? REP_ACTOR_TYPE : 'INTERNAL'
}

function rightsOf({ entitlements, brands }: Pick<StaffPerson, 'entitlements' | 'brands'>): Rights {
  return plainRights({ entitlements: entitlements.filter(isEntitlement), brands })
}

/** Whether someone who administers every brand would stop doing so. */
function losesAdministration(before: Rights, after: Rights): boolean {
  const whole = ({ entitlements, brands }: Rights) => entitlements.includes('administer') && brands.includes(everyBrand)
  return whole(before) && !whole(after)
}

/** The rights added and removed, e.g. ` +audit -unlock`; names no one. */
function difference(before: Rights, after: Rights): string {
  const flat = ({ entitlements, brands }: Rights): readonly string[] => [...entitlements, ...brands]
  const came = flat(after).filter((one) => !flat(before).includes(one))
  const went = flat(before).filter((one) => !flat(after).includes(one))
  return [...came.map((one) => ` +${one}`), ...went.map((one) => ` -${one}`)].join('')
}

function named({ loginId, firstName, lastName }: StaffPerson) {
  return { loginId, firstName, lastName, email: null, brand: null, actorType: null }
}

/** Every brand that a request concerns. */
function brandsOf({ brand, brands }: StaffRequestData): readonly string[] {
  return brand === null ? brands : [brand, ...brands]
}

function personView(person: StaffPerson, now: Date): PayloadOf<typeof calls.staffPerson>['person'] {
  const { accountId, loginId, firstName, lastName, email, brand, secondFactor } = person
  const { endedAt, invited, invitedUntil, lastActive } = person
  const isOpen = invited && invitedUntil !== null && invitedUntil > now
  return {
    accountId,
    loginId,
    firstName,
    lastName,
    email,
    brand,
    secondFactor,
    ...rightsView(rightsOf(person)),
    kind: person.actorType === REP_ACTOR_TYPE ? 'rep' : 'other',
    state: endedAt !== null ? 'ended' : invited ? 'invited' : 'active',
    invitedUntil: isOpen ? invitedUntil.toISOString() : null,
    lastActiveAt: lastActive?.toISOString() ?? null,
  }
}

function rightsView({ entitlements, brands }: Rights) {
  return { entitlements: [...entitlements], brands: [...brands] }
}

async function requestViews(tx: Tx, { accountId }: Scope, requests: Awaited<ReturnType<typeof listWaiting>>) {
  const views: PayloadOf<typeof calls.searchStaff>['requests'] = []
  for (const request of requests) {
    const { request_id: requestId, kind, data, asked_at, expires_at, asked_by, askedByLogin: askedBy } = request
    views.push({
      requestId,
      kind,
      loginId: data.loginId,
      name: `${data.firstName} ${data.lastName}`,
      email: data.email,
      askedBy,
      ...rightsView(data),
      askedAt: asked_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      own: asked_by === accountId,
      lapsed: await hasLapsed(tx, request),
    })
  }
  return views
}
