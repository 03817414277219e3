import type { BodyOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/administration'
import { everyBrand } from '@portico/rules/brand/every'
import { REP_ACTOR_TYPE } from '@portico/rules/roles'
import { isEntitlement } from '@portico/rules/staff/entitlements'
import { isWithin, plainRights, type Rights } from '@portico/rules/staff/rights'
import { lockAdministration } from '../../identity/rights/administrators-statement.ts'
import { readScope, type Scope } from '../../identity/rights/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { StaffRequestData } from '../../platform/db/tables.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { manages, requireEntitledScope } from './administering.ts'
import { tellConfirmers } from './confirmers.ts'
import type { AdministrationParts, StaffPeopleParts } from './people-parts.ts'
import { insertRequest, type StaffRequest } from './request-store.ts'
import { findStaff, type StaffPerson } from './store.ts'

type Invitation = BodyOf<typeof calls.inviteStaff>

export const done = { outcome: 'done' } as const

/** Another administrator must confirm it. */
export const waiting = { outcome: 'waiting' } as const

/** The scope of an administrator, with a lock that makes all administrators' changes wait for each other. */
export async function lockAsAdministrator(tx: Tx, context: CallContext<Principal>): Promise<Scope> {
  await lockAdministration(tx)
  return requireEntitledScope(tx, context, 'administer')
}

/** Stores a request, and notifies those who can confirm it. */
export async function askToConfirm(
  { emails }: Pick<StaffPeopleParts, 'emails'>,
  tx: Tx,
  context: CallContext<Principal>,
  request: Pick<StaffRequest, 'kind' | 'whom' | 'data'>,
): Promise<string> {
  const { now, principal } = context
  await tellConfirmers(tx, emails, { brands: listBrands(request.data), except: principal.accountId }, now)
  return insertRequest(tx, { ...request, askedBy: principal.accountId, now })
}

export function checkBrands({ brands }: Pick<AdministrationParts, 'brands'>, scope: Scope, { brands: given }: Rights) {
  const known = given.every((code) => code === everyBrand || brands.all.some(({ brand }) => brand.code === code))
  return known && isWithin(given, scope.brands) ? [] : [{ field: 'brands', code: 'select.not-chosen' }]
}

export async function concerns(
  tx: Tx,
  scope: Pick<Scope, 'brands'>,
  { whom, data }: Pick<StaffRequest, 'whom' | 'data'>,
): Promise<boolean> {
  const person = whom === null ? null : await findStaff(tx, { accountId: whom })
  return isWithin(listBrands(data), scope.brands) && (person === null || manages(scope, person))
}

/** Whether the person who asked could no longer ask for it: their account has ended, or they administer less than they did. */
export async function hasLapsed(tx: Tx, request: Pick<StaffRequest, 'asked_by' | 'whom' | 'data'>): Promise<boolean> {
  const asker = await readScope(tx, { accountId: request.asked_by })
  return !asker.entitlements.includes('administer') || !(await concerns(tx, asker, request))
}

export function requireHere({ endedAt }: StaffPerson): void {
  if (endedAt !== null) throw new CallError('CONFLICT')
}

export function chooseActorType(kind: Invitation['kind']): string {
  return kind === 'rep' ? REP_ACTOR_TYPE : 'INTERNAL'
}

export function toRights({ entitlements, brands }: Pick<StaffPerson, 'entitlements' | 'brands'>): Rights {
  return plainRights({ entitlements: entitlements.filter(isEntitlement), brands })
}

/** The rights added and removed, e.g. `+audit -unlock`; names nobody. */
export function describeDifference(before: Rights, after: Rights): string {
  const flat = ({ entitlements, brands }: Rights): readonly string[] => [...entitlements, ...brands]
  const came = flat(after).filter((one) => !flat(before).includes(one))
  const went = flat(before).filter((one) => !flat(after).includes(one))
  return [...came.map((one) => `+${one}`), ...went.map((one) => `-${one}`)].join(' ')
}

/** Every brand that a request concerns. */
export function listBrands({ brand, brands }: StaffRequestData): readonly string[] {
  return brand === null ? brands : [brand, ...brands]
}

/** The brands, with every brand counted as one, that someone would no longer administer. */
export function listLostBrands(before: Rights, after: Rights): readonly string[] {
  const list = ({ entitlements, brands }: Rights) => (entitlements.includes('administer') ? brands : [])
  const left = list(after)
  return list(before).filter((brand) => !left.includes(brand) && !left.includes(everyBrand))
}
