import type { PayloadOf } from '@portico/contract/call'
import type { memberFinder } from '@portico/contract/calls/finder'
import { ageOnDay } from '@portico/rules/validation/age'
import { coversDay, findHomeZip, listProducts, readCovered } from '../../member/member/contract.ts'
import { readHeld } from '../../member/people/standing.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { MemberPrincipal } from '../../platform/http/principal.ts'
import { findPrimaryCare, listReports, listSaved } from './member-store.ts'
import { readShown } from './store.ts'

export type MemberDirectory = PayloadOf<typeof memberFinder>

/** A member's own part of the directory (MP-23, MP-25). */
export async function showOwnDirectory(
  tx: Tx,
  principal: MemberPrincipal,
  { now }: Pick<CallContext, 'now'>,
): Promise<MemberDirectory> {
  const { memberId } = principal
  const saved = await listSaved(tx, memberId)
  const chosen = await findPrimaryCare(tx, memberId)
  const reports = await listReports(tx, memberId, new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000))
  const self = await readCovered(tx, memberId)
  const today = easternDay(now)
  const readStorage = (row: { provider_id: string; name: string }) => ({ providerId: row.provider_id, name: row.name })
  return {
    zip: await findHomeZip(tx, memberId),
    networks: await listOwnNetworks(tx, principal, now),
    saved: saved.map(readStorage),
    primaryCare: chosen === undefined ? null : readStorage(chosen),
    age: self === undefined ? 0 : ageOnDay(self.dateOfBirth, today),
    children: await listChildren(tx, principal, now),
    reports: reports.map((row) => ({
      ...readStorage(row),
      place: row.place,
      kind: row.kind,
      reportedAt: row.reported_at.toISOString(),
      dueOn: row.due_on,
      outcome: row.outcome,
    })),
  }
}

/** The children for whom the subscriber decides: those whose information their contract shows them in full. */
export async function listChildren(
  tx: Tx,
  principal: MemberPrincipal,
  now: Date,
): Promise<MemberDirectory['children']> {
  const children: MemberDirectory['children'] = []
  for (const { personId, firstName, accessId, scopes } of await readHeld(tx, principal, now)) {
    if (accessId !== null || !scopes.includes('write')) continue
    const child = await readCovered(tx, personId)
    const chosen = await findPrimaryCare(tx, personId)
    const primaryCare = chosen === undefined ? null : { providerId: chosen.provider_id, name: chosen.name }
    const age = child === undefined ? 0 : ageOnDay(child.dateOfBirth, easternDay(now))
    children.push({ personId, firstName, age, primaryCare })
  }
  return children
}

/** Networks of the member's plans in force today. */
export async function listOwnNetworks(
  tx: Tx,
  { brand, memberId }: Pick<MemberPrincipal, 'brand' | 'memberId'>,
  now: Date,
): Promise<MemberDirectory['networks']> {
  const inForce = await listInForce(tx, memberId, now)
  if (inForce.length === 0) return []
  const plans = inForce.flatMap(({ plan_id }) => plan_id ?? [])
  const { networks: all } = await readShown(tx, brand)
  const own = all.filter(({ plan_ids }) => plan_ids.length === 0 || plan_ids.some((one) => plans.includes(one)))
  return own.map(({ network_id: networkId, name }) => ({ networkId, name }))
}

/** The member's plans in force today. */
export async function listInForce(tx: Tx, memberId: string, now: Date) {
  const today = easternDay(now)
  return (await listProducts(tx, memberId)).filter((one) => coversDay(one, today))
}
