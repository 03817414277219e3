import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { REP_ACTOR_TYPE } from '@portico/rules/roles'
import type { Rights } from '@portico/rules/staff/rights'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { requireEntitledScope, requireManagedPerson } from './administering.ts'
import type { StaffPeopleParts } from './people-parts.ts'
import { concerns, hasLapsed, toRights } from './people-rules.ts'
import { listWaiting, type StaffRequest } from './request-store.ts'
import { listLiveSessions } from './session-store.ts'
import { isOnlyOneEver, type StaffPerson, searchPeople } from './store.ts'

const pageSize = 50

export const searchStaff =
  (parts: StaffPeopleParts): AuditedHandler<typeof calls.searchStaff> =>
  async ({ body: { text, after } }, context, tx) => {
    const scope = await requireEntitledScope(tx, context, 'administer')
    const found = await searchPeople(tx, { text, after, brands: scope.brands, max: pageSize + 1 })
    const people = found.slice(0, pageSize)
    const requests = await listWaiting(tx, context.now)
    const shown = {
      people: people.map((person) => showPerson(person, context.now)),
      next: found.length > pageSize ? (people.at(-1)?.loginId ?? null) : null,
      requests: await showRequests(tx, scope, await pickConcerned(tx, scope, requests)),
      ...(await describeGiver(parts, tx, scope, context)),
    }
    return about(null, shown, { memberId: null })
  }

export const readStaff =
  (parts: StaffPeopleParts): AuditedHandler<typeof calls.staffPerson> =>
  async ({ params: { accountId } }, context, tx) => {
    const { now } = context
    const scope = await requireEntitledScope(tx, context, 'administer')
    const person = await requireManagedPerson(tx, scope, accountId)
    const shown = {
      person: showPerson(person, now),
      sessions: await listLiveSessions(tx, accountId, { now, idleSince: parts.sessions.idleSince(now) }),
      ...(await describeGiver(parts, tx, scope, context)),
    }
    return about(accountId, shown, { memberId: null })
  }

export async function describeGiver(
  { brands }: Pick<StaffPeopleParts, 'brands'>,
  tx: Tx,
  scope: Scope,
  { language }: CallContext<Principal>,
) {
  const { accountId } = scope
  const own = scope.brands === null ? null : scope.brands.toSorted()
  return {
    me: { accountId, brands: own, alone: await isOnlyOneEver(tx, accountId) },
    brands: brands.all.map(({ brand, texts }) => ({ code: brand.code, name: texts[language].name })),
  }
}

/** Only requests about people whose accounts the administrator manages. */
async function pickConcerned<Request extends Pick<StaffRequest, 'whom' | 'data'>>(
  tx: Tx,
  scope: Scope,
  requests: readonly Request[],
): Promise<Request[]> {
  const own: Request[] = []
  for (const request of requests) if (await concerns(tx, scope, request)) own.push(request)
  return own
}

function showPerson(person: StaffPerson, now: Date): PayloadOf<typeof calls.staffPerson>['person'] {
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
    ...showRights(toRights(person)),
    kind: person.actorType === REP_ACTOR_TYPE ? 'rep' : 'other',
    state: endedAt !== null ? 'ended' : invited ? 'invited' : 'active',
    invitedUntil: isOpen ? invitedUntil.toISOString() : null,
    lastActiveAt: lastActive?.toISOString() ?? null,
  }
}

function showRights({ entitlements, brands }: Rights) {
  return { entitlements: [...entitlements], brands: [...brands] }
}

async function showRequests(tx: Tx, { accountId }: Scope, requests: Awaited<ReturnType<typeof listWaiting>>) {
  const views: PayloadOf<typeof calls.searchStaff>['requests'] = []
  for (const request of requests) {
    const { request_id: requestId, kind, data, asked_at, expires_at, asked_by, askedByLogin: askedBy } = request
    views.push({
      requestId,
      kind,
      loginId: data.loginId,
      name: data.record?.name ?? `${data.firstName} ${data.lastName}`.trim(),
      email: data.email,
      askedBy,
      ...showRights(data),
      askedAt: asked_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      own: asked_by === accountId,
      lapsed: await hasLapsed(tx, request),
    })
  }
  return views
}
